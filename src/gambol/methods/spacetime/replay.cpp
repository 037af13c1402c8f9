// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/replay.hpp"

#include "gambol/geometry/nearest.hpp"

#include <cmath>

namespace gambol::spacetime {

namespace {

using dynamics::to_eigen;
using Eigen::Vector3d;
using Eigen::VectorXd;

}  // namespace

std::vector<std::vector<PhaseTime>> phase_times(const SpacetimeProblem& problem, double per_second)
{
    const CubicSpline& spline = problem.spline();
    std::vector<std::vector<PhaseTime>> all;
    int first = 0;
    const std::vector<Phase>& phases = problem.plan().context.phases;
    for (size_t p = 0; p < phases.size(); ++p) {
        const Phase& phase = phases[p];
        int last = first;
        while (last + 1 < spline.intervals() && spline.time(last + 1, 0.5) < phase.end)
            ++last;
        const int n = std::max(1, int(std::lround(phase.duration() * per_second)));
        all.emplace_back();
        int interval = first;
        for (int i = 0; i <= n; ++i) {
            const double time = phase.begin + phase.duration() * i / n;
            while (interval < last && time > spline.time(interval, 1))
                ++interval;
            const double u = (time - spline.time(interval, 0)) / spline.length(interval);
            all.back().push_back({ int(p), interval, std::clamp(u, 0.0, 1.0) });
        }
        first = last + 1;
    }
    return all;
}

Replay::Replay(const ScenePlan& plan, const SpacetimeProblem& problem, const VectorXd& x)
    : plan_(plan)
    , problem_(problem)
    , x_(x)
    , state_(plan.body->tree)
    , force_(plan.body->tree)
    , root_(plan.body->tree)
    , center_(plan.body->tree)
    , point_(plan.body->tree)
    , alone_(plan.body->tree)
    , torques_(plan.body->tree)
{
}

Snapshot Replay::at(const PhaseTime& time)
{
    const dynamics::Tree& tree = plan_.body->tree;
    const Phase& phase = plan_.plan.context.phases[size_t(time.phase)];
    const SpacetimeProblem::Local local = problem_.local(x_, time.interval, time.u);
    const auto span
        = [](const VectorXd& v) { return std::span<const double>(v.data(), size_t(v.size())); };
    dynamics::update<double>(tree, { span(local.q), span(local.qdot), span(local.qddot) }, state_);
    dynamics::center_of_mass_motion(tree, state_, center_);
    const bool flies = phase.kind == PhaseKind::flight;
    Vector3d place;
    if (flies) {
        root_ = center_;
        const double since = problem_.spline().time(time.interval, time.u) - phase.begin;
        const auto flight = x_.segment<6>(problem_.flight_column(time.phase));
        place = flight.head<3>() + since * flight.tail<3>() + 0.5 * since * since * tree.gravity();
    } else {
        dynamics::point_motion(tree, state_, phase.ties.front().point, root_);
        place = phase.ties.front().place;
    }
    dynamics::aggregate_force(tree, state_, alone_);
    force_ = alone_;
    acceleration_ = flies ? tree.gravity() : Vector3d::Zero();
    dynamics::apply_effective_root(
        tree, state_, root_, dynamics::from_eigen(acceleration_), force_);

    Snapshot out;
    out.pose = pose_of(*plan_.body, local.q);
    out.pose.root_position = place - to_eigen(root_.p);
    out.force = to_eigen(force_.value.force);
    out.torque = to_eigen(force_.value.torque);
    pose_ = out.pose;
    const dynamics::Wrench<double> momentum = dynamics::momentum(state_.total);
    out.angular_momentum = to_eigen(momentum.torque - dynamics::cross(center_.p, momentum.force));
    return out;
}

VectorXd Replay::joint_torques(const std::vector<PatchForce>& forces)
{
    const dynamics::Tree& tree = plan_.body->tree;
    const Character& body = plan_.character();
    dynamics::joint_torques(tree, state_, alone_, torques_);
    dynamics::apply_effective_root(
        tree, state_, root_, dynamics::from_eigen(acceleration_), torques_);
    VectorXd result = Eigen::Map<const VectorXd>(torques_.value.data(), tree.dof_count());
    const std::vector<SegmentFrame> frames = forward_kinematics(body, pose_);
    for (size_t k = 0; k < forces.size(); ++k) {
        const PatchForce& held = forces[k];
        if (held.surface < 0)
            continue;
        const int segment = body.patches[k].segment;
        const SegmentFrame& frame = frames[size_t(segment)];
        const dynamics::BodyPoint point = plan_.body->point(
            segment, frame.rotation.conjugate() * (held.point - frame.position));
        dynamics::point_position(tree, state_, point, point_);
        const Vector3d turning = held.torsion
            * nearest_surface_point(plan_.scene->surfaces[size_t(held.surface)].shape, held.point)
                  .normal;
        for (const int i : tree.path(point.joint))
            result[i] -= held.force.dot(to_eigen(point_.dp_dq[size_t(i)]))
                + turning.dot(to_eigen(state_.dofs[size_t(i)].s.angular));
    }
    return result;
}

}  // namespace gambol::spacetime
