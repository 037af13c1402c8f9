// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace gambol::cloth {

/// What a sheet is made of. Stiffnesses are those of the sheet, not of the bulk: force per width.
struct ClothMaterial {
    double density = 0.15;  // kg/m²
    double stretch = 1000;  // N/m along warp and weft
    double shear = 60;  // N/m; at most `stretch`
    double bending = 5e-6;  // N m: moment per width and curvature
    double damping = 2e-3;  // s: force of a strain rate ε̇ is that of the strain damping · ε̇
    double strain_limit = 0.1;  // an edge grows by at most this share
    double friction = 0.3;  // against itself and bodies without one of their own
};

struct NamedMaterial {
    std::string name, summary;
    ClothMaterial material;
};

/// Every material that a scene may name; the sources of the numbers stand in cloth_material.cpp.
[[nodiscard]] const std::vector<NamedMaterial>& cloth_materials();

/// Stiffnesses of a homogeneous sheet of thickness h from Young's modulus E and Poisson's ratio ν:
/// stretch E h, shear E h / (1 + ν), bending E h³ / 12 (1 − ν²).
[[nodiscard]] ClothMaterial homogeneous_sheet(
    double young, double poisson, double thickness, double volume_density);

}  // namespace gambol::cloth
