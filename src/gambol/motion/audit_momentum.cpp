// SPDX-License-Identifier: MIT
#include "gambol/motion/audit_world.hpp"

#include <cmath>

namespace gambol::audit_detail {
namespace {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kWindow = 0.1;  // s
constexpr double kTorqueArm = 0.3;  // m; torque is compared with weight × this

/// Linear and angular parts of a momentum, a force or an impulse, about the centre of mass.
struct Wrench {
    Vector3d linear = Vector3d::Zero(), angular = Vector3d::Zero();

    Wrench& operator+=(const Wrench& other)
    {
        linear += other.linear;
        angular += other.angular;
        return *this;
    }
    friend Wrench operator+(Wrench a, const Wrench& b) { return a += b; }
    friend Wrench operator-(const Wrench& a, const Wrench& b)
    {
        return { a.linear - b.linear, a.angular - b.angular };
    }
    friend Wrench operator*(double s, const Wrench& a) { return { s * a.linear, s * a.angular }; }
};

Vector3d body_center(const Owner& owner, int k, std::size_t body)
{
    return owner.poses[k][body] * owner.bodies[body].inertial.com;
}

Vector3d center_of_mass(const Owner& owner, int k)
{
    Vector3d sum = Vector3d::Zero();
    for (std::size_t i = 0; i < owner.bodies.size(); ++i)
        sum += owner.bodies[i].inertial.mass * body_center(owner, k, i);
    return sum / owner.mass;
}

/// Momentum from the poses at samples k and k+1. Its linear part is exactly the mean over that
/// interval, its angular part is so up to dt².
Wrench mean_momentum(const World& world, const Owner& owner, int k)
{
    const double dt = world.motion.times[k + 1] - world.motion.times[k];
    const Vector3d center = (center_of_mass(owner, k) + center_of_mass(owner, k + 1)) / 2;
    Wrench momentum;
    for (std::size_t i = 0; i < owner.bodies.size(); ++i) {
        const RigidMass& inertial = owner.bodies[i].inertial;
        const Vector3d from = body_center(owner, k, i), to = body_center(owner, k + 1, i);
        const Vector3d linear = inertial.mass / dt * (to - from);
        momentum.linear += linear;
        momentum.angular += ((from + to) / 2 - center).cross(linear);

        const Matrix3d start = owner.poses[k][i].linear();
        const Eigen::AngleAxisd turn(Matrix3d(owner.poses[k + 1][i].linear() * start.transpose()));
        const Matrix3d middle
            = Eigen::AngleAxisd(turn.angle() / 2, turn.axis()).toRotationMatrix() * start;
        momentum.angular
            += middle * inertial.inertia * middle.transpose() * turn.axis() * (turn.angle() / dt);
    }
    return momentum;
}

/// Everything that acts on each owner at each sample: gravity, its own contacts, the reactions of
/// contacts others have with it, and its hinge. [owner][T]
std::vector<std::vector<Wrench>> acting_wrenches(const World& world)
{
    const int samples = world.samples();
    std::vector<std::vector<Wrench>> acting;
    std::vector<std::vector<Vector3d>> centers;
    for (const Owner& owner : world.owners) {
        acting.emplace_back(
            samples, Wrench { owner.mass * world.motion.gravity, Vector3d::Zero() });
        centers.emplace_back(samples, Vector3d::Zero());
        if (owner.mass > 0)
            for (int k = 0; k < samples; ++k)
                centers.back()[k] = center_of_mass(owner, k);
    }
    for (std::size_t o = 0; o < world.owners.size(); ++o) {
        const std::vector<MotionContact>& contacts = *world.owners[o].contacts;
        for (std::size_t c = 0; c < contacts.size(); ++c)
            for (int k = 0; k < samples; ++k) {
                const ContactSample& sample = world.contacts[o][c][k];
                const Vector3d& force = contacts[c].force[k];
                const Vector3d torsion = contacts[c].torsion[k] * sample.normal;
                const auto about = [&](std::size_t who) {
                    return Wrench { force,
                        (contacts[c].point[k] - centers[who][k]).cross(force) + torsion };
                };
                acting[o][k] += about(o);
                if (sample.partner.owner >= 0)
                    acting[sample.partner.owner][k] += -1 * about(sample.partner.owner);
            }
        if (const MotionHinge* const hinge = world.owners[o].hinge)
            for (int k = 0; k < samples; ++k)
                acting[o][k] += Wrench { hinge->force[k],
                    (hinge->at - centers[o][k]).cross(hinge->force[k]) + hinge->torque[k] };
    }
    return acting;
}

/// Change of momentum minus impulse, per second, in every window of one owner.
struct WindowResidual {
    Wrench rate;
    double time;  // middle of the window
};

/// The mean momentum of interval b minus that of interval a is the integral of the force
/// weighted by 0→1 over a, 1 between, and 1→0 over b. Forces are linear between samples.
std::vector<WindowResidual> window_residuals(
    const World& world, const Owner& owner, const std::vector<Wrench>& acting)
{
    const std::vector<double>& times = world.motion.times;
    const int intervals = world.samples() - 1;
    std::vector<Wrench> momentum(intervals), total(intervals + 1), rising(intervals),
        falling(intervals);
    for (int j = 0; j < intervals; ++j) {
        const double dt = times[j + 1] - times[j];
        momentum[j] = mean_momentum(world, owner, j);
        total[j + 1] = total[j] + dt / 2 * (acting[j] + acting[j + 1]);
        rising[j] = dt / 6 * (acting[j] + 2 * acting[j + 1]);
        falling[j] = dt / 6 * (2 * acting[j] + acting[j + 1]);
    }
    const auto middle = [&](int j) { return (times[j] + times[j + 1]) / 2; };

    std::vector<WindowResidual> residuals;
    for (int a = 0, b = 0; a < intervals; ++a) {
        while (b < intervals && middle(b) - middle(a) < kWindow - 1e-6)
            ++b;
        // A clip shorter than a window is one window.
        if (b == intervals && a > 0)
            break;
        const int end = std::min(b, intervals - 1);
        if (end == a)
            break;
        const Wrench impulse = rising[a] + (total[end] - total[a + 1]) + falling[end];
        residuals.push_back(
            { 1 / (middle(end) - middle(a)) * (momentum[end] - momentum[a] - impulse),
                (middle(a) + middle(end)) / 2 });
    }
    return residuals;
}

struct RootMeanSquare {
    double sum_sq = 0;
    int count = 0;
    void take(double value)
    {
        sum_sq += value * value;
        ++count;
    }
    [[nodiscard]] double value() const { return count > 0 ? std::sqrt(sum_sq / count) : 0; }
};

}  // namespace

void check_momentum(const World& world, const AuditLimits& limits, AuditReport& report)
{
    Worst force_rms("residual_force_rms", limits.residual_rms, "of weight");
    Worst force_max("residual_force_max", limits.residual_max, "of weight");
    Worst torque_rms("residual_torque_rms", limits.residual_rms, "of weight x 0.3 m");
    Worst torque_max("residual_torque_max", limits.residual_max, "of weight x 0.3 m");
    const std::vector<std::vector<Wrench>> acting = acting_wrenches(world);
    for (std::size_t o = 0; o < world.owners.size(); ++o) {
        const Owner& owner = world.owners[o];
        if (!(owner.mass > 0)) {
            report.notes.push_back(owner.name + " has no mass: its momentum was not judged");
            continue;
        }
        Peak force, torque;
        RootMeanSquare force_sum, torque_sum;
        for (const WindowResidual& residual : window_residuals(world, owner, acting[o])) {
            const double f = residual.rate.linear.norm() / owner.weight;
            const double t = residual.rate.angular.norm() / (owner.weight * kTorqueArm);
            force.take(f, residual.time);
            torque.take(t, residual.time);
            force_sum.take(f);
            torque_sum.take(t);
        }
        force_rms.add(owner.name, { force_sum.value(), force.time });
        force_max.add(owner.name, force);
        torque_rms.add(owner.name, { torque_sum.value(), torque.time });
        torque_max.add(owner.name, torque);
    }
    force_rms.report(report);
    force_max.report(report);
    torque_rms.report(report);
    torque_max.report(report);
}

}  // namespace gambol::audit_detail
