// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/fabric/cloth_mesh.hpp"
#include "gambol/cloth/cloth_setup.hpp"

namespace gambol::test {

/// A square of cells × cells, flat, with its middle at `at`.
inline cloth::Garment square_sheet(double size, int cells, const Eigen::Vector3d& at)
{
    cloth::Garment garment;
    garment.name = "sheet";
    garment.rest = cloth::sheet_mesh({ size, size }, { cells, cells });
    for (Eigen::Vector3d& vertex : garment.rest.vertices)
        vertex += at;
    return garment;
}

}  // namespace gambol::test
