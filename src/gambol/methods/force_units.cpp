// SPDX-License-Identifier: MIT
#include "gambol/methods/force_units.hpp"

namespace gambol {

using Eigen::Vector3d;

std::vector<PatchForce> add_up(const std::vector<ForceUnit>& units, const Eigen::VectorXd& lambda,
    const std::vector<ContactPlane>& contacts)
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

}  // namespace gambol
