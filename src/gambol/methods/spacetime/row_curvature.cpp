// SPDX-License-Identifier: MIT
// Second derivatives of SliceModel's rows of physics and of what is held.
#include "gambol/methods/spacetime/slice_rows.hpp"

#include <cassert>

namespace gambol::spacetime {

namespace {

/// A += c u uᵀ
template <class S>
void add_square(const S& c, const dynamics::Vector<S>& u, dynamics::Symmetric<S>& A)
{
    const dynamics::Vector<S> v = c * u;
    A.xx += v.x * u.x, A.xy += v.x * u.y, A.xz += v.x * u.z;
    A.yy += v.y * u.y, A.yz += v.y * u.z, A.zz += v.z * u.z;
}

}  // namespace

template <class S>
void SliceModel<S>::bend_square(const S& c, const Vector& on_force, const Vector& on_torque)
{
    if (!bending_)
        return;
    RowCurvature<S>& result = *bending_->result;
    const S factor = bending_->multipliers[bending_->next - 1] * c;
    add_square(factor, on_force, result.force_force);
    add_square(factor, on_torque, result.torque_torque);
    result.mixed.x += (factor * on_torque.x) * on_force;
    result.mixed.y += (factor * on_torque.y) * on_force;
    result.mixed.z += (factor * on_torque.z) * on_force;
    result.bends = true;
}

template <class S> void SliceModel<S>::bend_mixed(const S& c)
{
    if (!bending_)
        return;
    RowCurvature<S>& result = *bending_->result;
    const S factor = bending_->multipliers[bending_->next - 1] * c;
    result.mixed.x.x += factor, result.mixed.y.y += factor, result.mixed.z.z += factor;
    result.bends = true;
}

template <class S>
void SliceModel<S>::physics_curvature(const Slice& slice,
    const dynamics::Coordinates<S>& coordinates, std::span<const S> multipliers,
    RowCurvature<S>& result)
{
    assert((slice.rows & ~(physics | holds)) == 0 && (slice.rows & physics) != 0);
    const dynamics::Tree& tree = *context_.tree;
    const Phase& phase = context_.phases[size_t(slice.phase)];
    const S o(0);
    result.by_motion.set_zero();
    result.force_force = result.torque_torque = { o, o, o, o, o, o };
    const Vector zero = dynamics::zero_vector<S>();
    result.mixed = { zero, zero, zero };
    result.bends = false;

    dynamics::update(tree, coordinates, state_);
    update_root(phase);
    const Vector acceleration
        = dynamics::broadcast<S>(dynamics::from_eigen(acceleration_of(phase, tree)));
    dynamics::aggregate_force(tree, state_, alone_);
    force_ = alone_;
    dynamics::apply_effective_root(tree, state_, root_, acceleration, force_);
    Bending bending { multipliers, 0, dynamics::zero_twist<S>(), &result };
    bending_ = &bending;
    add_physics(phase);
    bending_ = nullptr;

    const bool flies = phase.kind == PhaseKind::flight;
    dynamics::add_force_curvature(
        dynamics::CarriedTree<S> { tree, state_,
            flies ? std::nullopt : std::optional(phase.ties.front().point), root_, alone_,
            acceleration },
        bending.z, moments_, result.by_motion);
    if ((slice.rows & holds) == 0)
        return;
    moments_.assign(size_t(dofs()), dynamics::zero_vector<S>());
    add_hold_moments(phase, multipliers.subspan(bending.next));
    dynamics::add_turning(tree, state_, moments_, result.by_motion.qq);
}

#define GAMBOL_INSTANTIATE(S)                                                                      \
    template void SliceModel<S>::bend_square(                                                      \
        const S&, const dynamics::Vector<S>&, const dynamics::Vector<S>&);                         \
    template void SliceModel<S>::bend_mixed(const S&);                                             \
    template void SliceModel<S>::physics_curvature(                                                \
        const Slice&, const dynamics::Coordinates<S>&, std::span<const S>, RowCurvature<S>&)
GAMBOL_INSTANTIATE(double);
GAMBOL_INSTANTIATE(dynamics::Lanes);
#undef GAMBOL_INSTANTIATE

}  // namespace gambol::spacetime
