// SPDX-License-Identifier: MIT
#include "gambol/cloth/fabric/cloth_material.hpp"

namespace gambol::cloth {

// Woven cloth: orders of magnitude of the fabric tester of [Kawabata 1980], rounded. Its units are
// 1 gf cm²/cm = 9.8e-5 N m of bending rigidity (silk 0.02, shirting 0.05, denim 0.4) and 1
// gf/cm/deg = 56 N/m of shear rigidity (silk 0.4, shirting 1, denim 3). Small pulls straighten the
// yarns at 1 to 3 kN/m; weights per area are what such cloth is sold by.
const std::vector<NamedMaterial>& cloth_materials()
{
    static const std::vector<NamedMaterial> materials = [] {
        ClothMaterial plastic = homogeneous_sheet(3e9, 0.38, 0.2e-3, 1380);
        plastic.damping = 1e-3;
        plastic.friction = 0.25;
        plastic.strain_limit = 0.05;
        // E h is 600 kN/m, which no time step of a cloth resolves; bending, which is what
        // shows, stays true.
        plastic.stretch = 2e4;
        plastic.shear = plastic.stretch / 1.38;
        return std::vector<NamedMaterial> {
            { "cotton", "shirting, 150 g/m²", {} },
            { "silk", "light and smooth, 60 g/m²",
                { .density = 0.06,
                    .stretch = 800,
                    .shear = 25,
                    .bending = 2e-6,
                    .friction = 0.2 } },
            { "denim", "heavy twill, 400 g/m²",
                { .density = 0.4,
                    .stretch = 3000,
                    .shear = 170,
                    .bending = 4e-5,
                    .strain_limit = 0.05,
                    .friction = 0.5 } },
            { "plastic-sheet", "polyester foil, 0.2 mm, keeps its shape", plastic },
        };
    }();
    return materials;
}

ClothMaterial homogeneous_sheet(
    double young, double poisson, double thickness, double volume_density)
{
    ClothMaterial sheet;
    sheet.density = volume_density * thickness;
    sheet.stretch = young * thickness;
    sheet.shear = sheet.stretch / (1 + poisson);
    sheet.bending = young * thickness * thickness * thickness / (12 * (1 - poisson * poisson));
    return sheet;
}

}  // namespace gambol::cloth
