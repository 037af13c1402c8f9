// SPDX-License-Identifier: MIT
#include "gambol/methods/forces/force_units.hpp"

namespace gambol::forces {

using Eigen::Matrix3d;
using Eigen::Vector3d;

void add_pyramid(int contact, int corner, const Matrix3d& axes, const Vector3d& at, double friction,
    std::vector<Unit>& units)
{
    for (int edge = 0; edge < kPyramidEdges; ++edge) {
        const Vector3d slant = (edge % 2 ? -friction : friction) * axes.col(edge / 2);
        units.push_back({ contact, axes.col(2) + slant, at, 0, false, corner });
    }
}

void add_grip(int contact, const Matrix3d& axes, const Vector3d& at, std::vector<Unit>& units)
{
    for (int axis = 0; axis < 3; ++axis)
        units.push_back({ contact, axes.col(axis), at, 0, true });
    units.push_back({ contact, Vector3d::Zero(), at, kGripArm, true });
}

std::vector<PatchForce> add_up(const std::vector<Unit>& units, const Eigen::VectorXd& lambda,
    const std::vector<Contact>& contacts)
{
    std::vector<PatchForce> sums(contacts.size());
    std::vector<Vector3d> moment(contacts.size(), Vector3d::Zero());  // Σ λ · corner
    std::vector<double> pressure(contacts.size(), 0.0);  // Σ λ
    for (size_t j = 0; j < units.size(); ++j) {
        const size_t c = size_t(units[j].contact);
        sums[c].force += lambda[Eigen::Index(j)] * units[j].push;
        moment[c] += lambda[Eigen::Index(j)] * units[j].at;
        pressure[c] += lambda[Eigen::Index(j)];
    }
    for (size_t c = 0; c < contacts.size(); ++c)
        sums[c].point = !contacts[c].grip && pressure[c] > 0 ? Vector3d(moment[c] / pressure[c])
                                                             : contacts[c].middle;
    for (size_t j = 0; j < units.size(); ++j) {
        const size_t c = size_t(units[j].contact);
        sums[c].torsion += lambda[Eigen::Index(j)]
            * (contacts[c].normal.dot((units[j].at - sums[c].point).cross(units[j].push))
                + units[j].turn);
    }
    return sums;
}

}  // namespace gambol::forces
