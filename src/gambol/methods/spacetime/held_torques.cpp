// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/held_torques.hpp"

#include <algorithm>
#include <array>

namespace gambol::spacetime {

using dynamics::cross;
using dynamics::dot;

namespace {

using Matrix6d = Eigen::Matrix<double, 6, 6>;

// m, ρ: half of what a sole can give to the side. With twice as much feet would share what they
// cannot.
constexpr double kPatchArm = 0.025;

Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& a)
{
    Eigen::Matrix3d m;
    m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
    return m;
}

template <class S>
dynamics::Wrench<S> times(
    const Matrix6d& A, const dynamics::Vector<S>& a, const dynamics::Vector<S>& b)
{
    const std::array<S, 6> from { a.x, a.y, a.z, b.x, b.y, b.z };
    std::array<S, 6> sum { S(0), S(0), S(0), S(0), S(0), S(0) };
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j)
            sum[size_t(i)] += S(A(i, j)) * from[size_t(j)];
    return { { sum[0], sum[1], sum[2] }, { sum[3], sum[4], sum[5] } };
}

template <class S> S power(const dynamics::Wrench<S>& a, const dynamics::Wrench<S>& b)
{
    return dot(a.force, b.force) + dot(a.torque, b.torque);
}

}  // namespace

std::vector<Matrix6d> tie_shares(const Phase& phase)
{
    const auto spread = [&](const Tie& tie) {
        Matrix6d G = Matrix6d::Identity();
        G.bottomLeftCorner<3, 3>() = cross_matrix(tie.place - phase.ties.front().place);
        return G;
    };
    Eigen::Matrix<double, 6, 1> D = Eigen::Matrix<double, 6, 1>::Ones();
    D.tail<3>().setConstant(kPatchArm * kPatchArm);
    Matrix6d sum = Matrix6d::Zero();
    for (const Tie& tie : phase.ties)
        sum += spread(tie) * D.asDiagonal() * spread(tie).transpose();
    std::vector<Matrix6d> shares;
    for (const Tie& tie : phase.ties)
        shares.push_back(D.asDiagonal() * spread(tie).transpose() * sum.inverse());
    return shares;
}

template <class S>
HeldTorques<S>::HeldTorques(const SliceContext& context, std::vector<int> dofs)
    : context_(context)
    , state_(*context.tree)
    , force_(*context.tree)
    , alone_(*context.tree)
    , root_(*context.tree)
    , point_(*context.tree)
    , torques_(*context.tree, std::move(dofs))
{
    for (const Phase& phase : context.phases)
        shares_.push_back(tie_shares(phase));
}

template <class S>
void HeldTorques<S>::evaluate(int phase_index, const dynamics::Coordinates<S>& coordinates)
{
    const dynamics::Tree& tree = *context_.tree;
    const Phase& phase = context_.phases[size_t(phase_index)];
    dynamics::update(tree, coordinates, state_);
    if (phase.kind == PhaseKind::flight)
        dynamics::center_of_mass_motion(tree, state_, root_);
    else
        dynamics::point_motion(tree, state_, phase.ties.front().point, root_);
    const dynamics::Vector<S> acceleration
        = dynamics::broadcast<S>(dynamics::from_eigen(acceleration_of(phase, tree)));
    dynamics::aggregate_force(tree, state_, alone_);
    force_ = alone_;
    dynamics::apply_effective_root(tree, state_, root_, acceleration, force_);
    if (torques_.dofs.empty())
        return;
    dynamics::joint_torques(tree, state_, alone_, torques_);
    dynamics::apply_effective_root(tree, state_, root_, acceleration, torques_);
    for (size_t k = 0; k < phase.ties.size(); ++k)
        subtract(phase.ties[k], shares_[size_t(phase_index)][k]);
}

template <class S> void HeldTorques<S>::subtract(const Tie& tie, const Matrix6d& share)
{
    const dynamics::Tree& tree = *context_.tree;
    const std::span<const int> path = tree.path(tie.point.joint);
    dynamics::point_position(tree, state_, tie.point, point_);
    const dynamics::Wrench<S> held = times(share, force_.value.force, force_.value.torque);
    const auto turn = [&](int dof) { return state_.dofs[size_t(dof)].s.angular; };
    for (size_t r = 0; r < torques_.dofs.size(); ++r) {
        const int i = torques_.dofs[r];
        if (std::find(path.begin(), path.end(), i) == path.end())
            continue;
        const dynamics::Vector<S>&u = point_.dp_dq[size_t(i)], alpha = turn(i);
        const dynamics::Wrench<S> on = times(share.transpose().eval(), u, alpha);
        torques_.value[r] += -power(on, force_.value);
        const size_t columns = state_.dofs.size(), first = r * columns;
        for (size_t j = 0; j < columns; ++j) {
            torques_.dq[first + j] += -power(on, force_.dq[j]);
            torques_.dqdot[first + j] += -power(on, force_.dqdot[j]);
            torques_.dqddot[first + j] += -power(on, force_.dqddot[j]);
        }
        // What lies before i turns ∂p/∂q_i and the axis; what lies beyond only moves p.
        for (const int j : path) {
            const dynamics::Vector<S> by
                = j <= i ? cross(turn(j), u) : cross(alpha, point_.dp_dq[size_t(j)]);
            torques_.dq[first + size_t(j)] += -dot(held.force, by);
            if (j < i)
                torques_.dq[first + size_t(j)] += -dot(held.torque, cross(turn(j), alpha));
        }
    }
}

template class HeldTorques<double>;
template class HeldTorques<dynamics::Lanes>;

}  // namespace gambol::spacetime
