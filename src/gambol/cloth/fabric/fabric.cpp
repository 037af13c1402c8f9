// SPDX-License-Identifier: MIT
#include "gambol/cloth/fabric/fabric.hpp"

#include <cmath>
#include <map>
#include <utility>

namespace gambol::cloth {

namespace {

using Eigen::Vector3d;

/// The tip of the triangle that has the edge a → b, for every directed edge.
std::map<std::pair<int, int>, int> tips(const Mesh& mesh)
{
    std::map<std::pair<int, int>, int> result;
    for (const Eigen::Vector3i& t : mesh.triangles)
        for (int k = 0; k < 3; ++k)
            result[{ t[k], t[(k + 1) % 3] }] = t[(k + 2) % 3];
    return result;
}

}  // namespace

int add_sheet(Fabric& fabric, const Mesh& mesh, const Vector3d& warp, const ClothMaterial& material)
{
    const int first = fabric.vertex_count();
    Eigen::Matrix3Xd rest(3, first + int(mesh.vertices.size()));
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
        rest.col(first + int(i)) = mesh.vertices[i];
    fabric.mass.resize(std::size_t(rest.cols()), 0.0);
    for (const Eigen::Vector3i& t : mesh.triangles) {
        const std::array<int, 3> vertex { first + t[0], first + t[1], first + t[2] };
        MembraneTriangle triangle = make_membrane_triangle(vertex, rest, warp);
        triangle.stretch = material.stretch;
        triangle.shear = material.shear;
        for (const int i : vertex)
            fabric.mass[std::size_t(i)] += material.density * triangle.area / 3;
        fabric.triangles.emplace_back(vertex[0], vertex[1], vertex[2]);
        fabric.membrane.push_back(triangle);
        fabric.membrane_damping.push_back(material.damping);
    }
    const std::map<std::pair<int, int>, int> tip_of = tips(mesh);
    for (const auto& [edge, tip] : tip_of) {
        const auto other = tip_of.find({ edge.second, edge.first });
        const int a = first + edge.first, b = first + edge.second;
        if (other != tip_of.end() && edge.first > edge.second)
            continue;  // seen from the other side
        const double length = (rest.col(a) - rest.col(b)).norm();
        fabric.edges.push_back({ a, b, length, length * (1 + material.strain_limit) });
        if (other == tip_of.end())
            continue;
        fabric.hinges.push_back(
            make_hinge({ a, b, first + tip, first + other->second }, rest, material.bending));
        fabric.hinge_damping.push_back(material.damping);
    }
    return first;
}

void apply_air_drag(const Fabric& fabric, const Eigen::Matrix3Xd& x, double air_density, double dt,
    Eigen::Matrix3Xd& v)
{
    if (air_density <= 0)
        return;
    // A third of the area of each triangle around, as a vector.
    Eigen::Matrix3Xd area = Eigen::Matrix3Xd::Zero(3, x.cols());
    for (const Eigen::Vector3i& t : fabric.triangles) {
        const Vector3d a = x.col(t[0]);
        const Vector3d share = (x.col(t[1]) - a).cross(x.col(t[2]) - a) / 6;
        for (const int i : t)
            area.col(i) += share;
    }
    for (int i = 0; i < fabric.vertex_count(); ++i) {
        const double size = area.col(i).norm();
        if (size <= 0)
            continue;
        const Vector3d normal = area.col(i) / size;
        const double across = normal.dot(v.col(i));
        const double rate
            = 0.5 * air_density * size * std::abs(across) / fabric.mass[std::size_t(i)];
        v.col(i) -= across * (rate * dt / (1 + rate * dt)) * normal;
    }
}

void limit_strain(const std::vector<LimitedEdge>& edges, const std::vector<double>& mass_inverse,
    int sweeps, Eigen::Matrix3Xd& x)
{
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        bool changed = false;
        for (const LimitedEdge& edge : edges) {
            const Vector3d d = x.col(edge.b) - x.col(edge.a);
            const double length_sq = d.squaredNorm();
            const double wa = mass_inverse[std::size_t(edge.a)],
                         wb = mass_inverse[std::size_t(edge.b)];
            if (length_sq <= edge.longest * edge.longest || wa + wb <= 0)
                continue;
            const double excess = 1 - edge.longest / std::sqrt(length_sq);
            x.col(edge.a) += excess * wa / (wa + wb) * d;
            x.col(edge.b) -= excess * wb / (wa + wb) * d;
            changed = true;
        }
        if (!changed)
            return;
    }
}

}  // namespace gambol::cloth
