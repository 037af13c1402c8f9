// SPDX-License-Identifier: MIT
#include "gambol/cloth/step/repulsion.hpp"

#include <algorithm>

namespace gambol::cloth {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

namespace {

constexpr int kRepulsionSweeps = 3;
constexpr double kLargestPush
    = 0.1;  // of the missing distance in one step; more makes cloth bounce

}  // namespace

Matrix3Xd repel(const std::vector<ProximityContact>& contacts,
    const std::vector<double>& mass_inverse, const Matrix3Xd& x_t0, Matrix3Xd& x_t1,
    const RepulsionOptions& options)
{
    Matrix3Xd regained = Matrix3Xd::Zero(3, x_t1.cols());
    for (int sweep = 0; sweep < kRepulsionSweeps; ++sweep)
        for (const auto& [contact, mu] : contacts) {
            Vector3d u = Vector3d::Zero();
            double pair_mass_inverse = 0;
            for (int k = 0; k < 4; ++k) {
                const int i = contact.vertices[std::size_t(k)];
                const double w = contact.weights[k];
                u += w * (x_t1.col(i) - x_t0.col(i));
                pair_mass_inverse += w * w * mass_inverse[std::size_t(i)];
            }
            if (!(pair_mass_inverse > 0))
                continue;
            const double u_n = u.dot(contact.normal);
            const double stop = std::max(0.0, -u_n);
            const double missing = options.thickness - contact.distance;
            double spring = 0;
            if (sweep == 0 && u_n + stop < kLargestPush * missing)
                spring = std::min(
                    options.stiffness * options.dt * options.dt * missing * pair_mass_inverse,
                    kLargestPush * missing - u_n - stop);
            const double push = stop + spring;
            if (!(push > 0))
                continue;
            Vector3d change = push * contact.normal;
            const Vector3d u_t = u - u_n * contact.normal;
            const double slide = u_t.norm();
            if (mu > 0 && slide > 0)
                change -= std::min(mu * push / slide, 1.0) * u_t;
            for (int k = 0; k < 4; ++k) {
                const int i = contact.vertices[std::size_t(k)];
                const double share
                    = contact.weights[k] * mass_inverse[std::size_t(i)] / pair_mass_inverse;
                x_t1.col(i) += share * change;
                regained.col(i) += share * spring * contact.normal;
            }
        }
    return regained;
}

}  // namespace gambol::cloth
