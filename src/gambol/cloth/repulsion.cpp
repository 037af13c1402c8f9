// SPDX-License-Identifier: MIT
#include "gambol/cloth/repulsion.hpp"

#include <algorithm>

namespace gambol {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

namespace {

constexpr int kSweeps = 3;
constexpr double kLargestPush
    = 0.1;  // of the missing distance in one step; more makes cloth bounce

}  // namespace

namespace {

/// Relative motion of a contact over the step, and its Σ w_i² m_i⁻¹.
struct ContactMotion {
    Vector3d u = Vector3d::Zero();
    double mass_inverse = 0;

    ContactMotion(const Contact& contact, const std::vector<double>& mass_inverse_of,
        const Matrix3Xd& x_t0, const Matrix3Xd& x_t1)
    {
        for (int k = 0; k < 4; ++k) {
            const int i = contact.vertices[std::size_t(k)];
            const double w = contact.weights[k];
            u += w * (x_t1.col(i) - x_t0.col(i));
            mass_inverse += w * w * mass_inverse_of[std::size_t(i)];
        }
    }
};

void share_out(const Contact& contact, const std::vector<double>& mass_inverse,
    const Vector3d& impulse, Matrix3Xd& x_t1)
{
    for (int k = 0; k < 4; ++k) {
        const int i = contact.vertices[std::size_t(k)];
        x_t1.col(i) += contact.weights[k] * mass_inverse[std::size_t(i)] * impulse;
    }
}

}  // namespace

void stop_approach(const std::vector<ProximityContact>& contacts,
    const std::vector<double>& mass_inverse, const Matrix3Xd& x_t0, Matrix3Xd& x_t1)
{
    for (int sweep = 0; sweep < kSweeps; ++sweep)
        for (const auto& [contact, mu] : contacts) {
            const ContactMotion motion(contact, mass_inverse, x_t0, x_t1);
            const double u_n = motion.u.dot(contact.normal);
            if (!(motion.mass_inverse > 0) || !(u_n < 0))
                continue;
            Vector3d change = -u_n * contact.normal;
            const Vector3d u_t = motion.u - u_n * contact.normal;
            const double slide = u_t.norm();
            if (mu > 0 && slide > 0)
                change -= std::min(-mu * u_n / slide, 1.0) * u_t;
            share_out(contact, mass_inverse, change / motion.mass_inverse, x_t1);
        }
}

void regain_distance(const std::vector<ProximityContact>& contacts,
    const std::vector<double>& mass_inverse, const Matrix3Xd& x_t0, Matrix3Xd& x_t1,
    const RepulsionOptions& options)
{
    for (const auto& [contact, mu] : contacts) {
        const ContactMotion motion(contact, mass_inverse, x_t0, x_t1);
        const double missing = options.thickness - contact.distance;
        const double room = kLargestPush * missing - motion.u.dot(contact.normal);
        if (!(motion.mass_inverse > 0) || !(room > 0))
            continue;
        const double push = std::min(
            options.stiffness * options.dt * options.dt * missing, room / motion.mass_inverse);
        share_out(contact, mass_inverse, push * contact.normal, x_t1);
    }
}

}  // namespace gambol
