// SPDX-License-Identifier: MIT
#include "gambol/cloth/zones/stiff_patch.hpp"

#include <algorithm>
#include <numeric>

namespace gambol::cloth {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

/// Adds k ∇s ∇sᵀ of the three springs of a triangle: the lengths of its threads, and the sine of
/// the angle between them.
void add_membrane(
    const MembraneTriangle& triangle, double factor, const Eigen::Matrix3Xd& x, MatrixXd& K)
{
    Eigen::Matrix<double, 3, 2> F = Eigen::Matrix<double, 3, 2>::Zero();
    for (int i = 0; i < 3; ++i)
        F += x.col(triangle.vertex[std::size_t(i)]) * triangle.b.row(i);
    const Vector3d f1 = F.col(0).normalized(), f2 = F.col(1).normalized();
    VectorXd warp = VectorXd::Zero(K.rows()), weft = warp, shear = warp;
    for (int i = 0; i < 3; ++i) {
        const Eigen::Index at = 3 * triangle.vertex[std::size_t(i)];
        warp.segment<3>(at) = triangle.b(i, 0) * f1;
        weft.segment<3>(at) = triangle.b(i, 1) * f2;
        shear.segment<3>(at) = triangle.b(i, 0) * f2 + triangle.b(i, 1) * f1;
    }
    const double k = factor * triangle.area;
    K += k * triangle.stretch * (warp * warp.transpose() + weft * weft.transpose());
    K += k * 0.5 * triangle.shear * shear * shear.transpose();
}

void add_hinge(const Hinge& hinge, double factor, const Eigen::Matrix3Xd& x, MatrixXd& K)
{
    const std::array<Vector3d, 4> slope = hinge_gradient(hinge, x);
    VectorXd gradient = VectorXd::Zero(K.rows());
    for (std::size_t i = 0; i < 4; ++i)
        gradient.segment<3>(3 * hinge.vertex[i]) = slope[i];
    K += factor * hinge.stiffness * gradient * gradient.transpose();
}

}  // namespace

std::vector<StiffPatch> stiff_patches(const Fabric& fabric, int most_vertices)
{
    // The smallest vertex of every piece, by passing it on along triangles until nothing changes.
    std::vector<int> root(fabric.mass.size());
    std::iota(root.begin(), root.end(), 0);
    for (bool changed = true; changed;) {
        changed = false;
        for (const Eigen::Vector3i& t : fabric.triangles) {
            const int least = std::min(
                { root[std::size_t(t[0])], root[std::size_t(t[1])], root[std::size_t(t[2])] });
            for (const int i : t) {
                changed = changed || root[std::size_t(i)] != least;
                root[std::size_t(i)] = least;
            }
        }
    }
    std::vector<int> size(root.size(), 0), patch_of(root.size(), -1), place(root.size(), -1);
    for (const int r : root)
        ++size[std::size_t(r)];
    std::vector<StiffPatch> patches;
    for (std::size_t i = 0; i < root.size(); ++i) {
        const auto r = std::size_t(root[i]);
        if (size[r] > most_vertices)
            continue;
        if (patch_of[r] < 0) {
            patch_of[r] = int(patches.size());
            patches.emplace_back();
        }
        StiffPatch& patch = patches[std::size_t(patch_of[r])];
        place[i] = int(patch.vertices.size());
        patch.vertices.push_back(int(i));
        patch.mass.push_back(fabric.mass[i]);
    }
    const auto patch_with = [&](int vertex) {
        const int p = patch_of[std::size_t(root[std::size_t(vertex)])];
        return p < 0 ? nullptr : &patches[std::size_t(p)];
    };
    for (std::size_t t = 0; t < fabric.membrane.size(); ++t)
        if (StiffPatch* patch = patch_with(fabric.membrane[t].vertex[0])) {
            patch->membrane.push_back(fabric.membrane[t]);
            for (int& i : patch->membrane.back().vertex)
                i = place[std::size_t(i)];
            patch->membrane_damping.push_back(fabric.membrane_damping[t]);
        }
    for (std::size_t h = 0; h < fabric.hinges.size(); ++h)
        if (StiffPatch* patch = patch_with(fabric.hinges[h].vertex[0])) {
            patch->hinges.push_back(fabric.hinges[h]);
            for (int& i : patch->hinges.back().vertex)
                i = place[std::size_t(i)];
            patch->hinge_damping.push_back(fabric.hinge_damping[h]);
        }
    return patches;
}

MatrixXd patch_response(const StiffPatch& patch, const Eigen::Matrix3Xd& x, double dt)
{
    const auto count = Eigen::Index(patch.vertices.size());
    Eigen::Matrix3Xd at(3, count);
    MatrixXd sum = MatrixXd::Zero(3 * count, 3 * count);
    for (Eigen::Index i = 0; i < count; ++i) {
        at.col(i) = x.col(patch.vertices[std::size_t(i)]);
        sum.diagonal().segment<3>(3 * i).setConstant(patch.mass[std::size_t(i)] / (dt * dt));
    }
    for (std::size_t t = 0; t < patch.membrane.size(); ++t)
        add_membrane(patch.membrane[t], 1 + patch.membrane_damping[t] / dt, at, sum);
    for (std::size_t h = 0; h < patch.hinges.size(); ++h)
        add_hinge(patch.hinges[h], 1 + patch.hinge_damping[h] / dt, at, sum);
    return sum.llt().solve(MatrixXd::Identity(3 * count, 3 * count)) / (dt * dt);
}

}  // namespace gambol::cloth
