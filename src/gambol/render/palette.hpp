// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <array>
#include <string_view>

namespace gambol::render::palette {

/// Linear light from sRGB bytes, the form in which colours are picked.
[[nodiscard]] Eigen::Vector3f linear(int red, int green, int blue);

/// sRGB byte of one linear channel, clamped.
[[nodiscard]] unsigned char encode(float linear);

/// The hue of a character and the tone of a prop as sRGB bytes: sheet, film, GLB and viewer share
/// them.
[[nodiscard]] std::array<int, 3> character_bytes(int character);
[[nodiscard]] std::array<int, 3> prop_bytes(int index);

/// Bodies named left… lean from the character's hue to blue and right… to orange (a pair that
/// colour-blind viewers can tell apart), so that crossing legs stay readable. Less so in company,
/// where limbs must also tell whose they are.
[[nodiscard]] Eigen::Vector3f body(
    int character, std::string_view body_name, bool in_company = false);

[[nodiscard]] Eigen::Vector3f prop(int index);

/// The two sides of a cloth, alike but told apart.
[[nodiscard]] Eigen::Vector3f cloth(int index);
[[nodiscard]] Eigen::Vector3f cloth_back(int index);

/// Of stretched (towards 1) and squeezed (towards −1) cloth, as in the viewer; clamped.
[[nodiscard]] Eigen::Vector3f strain(float share);

[[nodiscard]] Eigen::Vector3f solid();  // boxes and meshes of the world
[[nodiscard]] Eigen::Vector3f ground();
[[nodiscard]] Eigen::Vector3f grid();
[[nodiscard]] Eigen::Vector3f force();
[[nodiscard]] Eigen::Vector3f contact();
[[nodiscard]] Eigen::Vector3f marker();
[[nodiscard]] Eigen::Vector3f trace();

}  // namespace gambol::render::palette
