// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/collision/collision_mesh.hpp"
#include "gambol/math/random.hpp"

namespace gambol::test {

/// Triangles of a grid of columns × rows vertices, row by row.
inline std::vector<Eigen::Vector3i> grid_triangles(int columns, int rows)
{
    std::vector<Eigen::Vector3i> triangles;
    for (int j = 0; j + 1 < rows; ++j)
        for (int i = 0; i + 1 < columns; ++i) {
            const int a = j * columns + i, b = a + 1, c = a + columns, d = c + 1;
            triangles.emplace_back(a, b, d);
            triangles.emplace_back(a, d, c);
        }
    return triangles;
}

/// Vertices of such a grid in the plane z, spacing apart, centred.
inline Eigen::Matrix3Xd grid_points(int columns, int rows, double spacing, double z)
{
    Eigen::Matrix3Xd x(3, columns * rows);
    for (int j = 0; j < rows; ++j)
        for (int i = 0; i < columns; ++i)
            x.col(j * columns + i) << (i - 0.5 * (columns - 1)) * spacing,
                (j - 0.5 * (rows - 1)) * spacing, z;
    return x;
}

inline void append(Eigen::Matrix3Xd& x, const Eigen::Matrix3Xd& more)
{
    x.conservativeResize(3, x.cols() + more.cols());
    x.rightCols(more.cols()) = more;
}

/// Vectors with entries in [−size, size].
inline Eigen::Matrix3Xd random_points(Eigen::Index count, double size, unsigned seed)
{
    Random random(seed);
    Eigen::Matrix3Xd x(3, count);
    for (Eigen::Index i = 0; i < x.size(); ++i)
        x.data()[i] = random.uniform(-size, size);
    return x;
}

/// Does an edge of the mesh pass through a triangle it shares no vertex with? In long double; every
/// edge against every triangle, bodies among themselves left out.
inline int count_intersections(const collision::CollisionMesh& mesh, const Eigen::Matrix3Xd& x)
{
    using Real = long double;
    const auto volume = [&](int a, int b, int c, int d) -> Real {
        const Eigen::Vector3<Real> o = x.col(d).cast<Real>();
        return (x.col(a).cast<Real>() - o)
            .dot((x.col(b).cast<Real>() - o).cross(x.col(c).cast<Real>() - o));
    };
    int count = 0;
    for (const auto& e : mesh.edges)
        for (const auto& t : mesh.triangles) {
            if ((t.array() == e[0]).any() || (t.array() == e[1]).any())
                continue;
            if (!mesh.is_free(e[0]) && !mesh.is_free(e[1]) && !mesh.is_free(t[0])
                && !mesh.is_free(t[1]) && !mesh.is_free(t[2]))
                continue;
            if (volume(t[0], t[1], t[2], e[0]) * volume(t[0], t[1], t[2], e[1]) > 0)
                continue;
            const Real a = volume(e[0], e[1], t[0], t[1]), b = volume(e[0], e[1], t[1], t[2]),
                       c = volume(e[0], e[1], t[2], t[0]);
            count += (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
        }
    return count;
}

}  // namespace gambol::test
