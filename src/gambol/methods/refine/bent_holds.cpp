// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/bent_holds.hpp"

#include "gambol/methods/refine/body.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::refine {

namespace {

constexpr double kBeyond = 0.03;  // rad
constexpr double kAround = 0.1;  // s before and after landing or leaving
constexpr double kSpare = 0.03;  // s more than it takes
constexpr double kMost = 0.4;  // s

/// The first frame from `at` on, in steps of `step`, at which a limb is not bent too far; it may
/// begin to be within `around` frames.
int straight_again(const std::vector<bool>& bent, int at, int step, int around)
{
    const auto is_bent
        = [&](int frame) { return frame >= 0 && frame < int(bent.size()) && bent[size_t(frame)]; };
    int frame = at - step * around;
    while (frame != at + step * around && !is_bent(frame))
        frame += step;
    if (!is_bent(frame))
        return at;
    while (is_bent(frame))
        frame += step;
    return step > 0 ? std::max(frame, at) : std::min(frame, at);
}

}  // namespace

std::vector<std::vector<bool>> bent_too_far(
    const Character& character, const MotionCharacter& moved)
{
    const std::vector<int> first = first_angles(character);
    std::vector<std::vector<bool>> bent;
    for (const Limb& limb : character.limbs) {
        std::vector<bool>& frames = bent.emplace_back(moved.joints.values.size(), false);
        for (const int i : { limb.upper, limb.lower, limb.end }) {
            const std::vector<Dof>& dofs = character.segments[size_t(i)].dofs;
            for (size_t k = 0; k < dofs.size(); ++k)
                for (size_t t = 0; t < frames.size(); ++t) {
                    const double angle = moved.joints.values[t][first[size_t(i)] + Eigen::Index(k)];
                    if (std::abs(beyond(angle, dofs[k].lower, dofs[k].upper)) > kBeyond)
                        frames[t] = true;
                }
        }
    }
    return bent;
}

bool hold_less_bent(
    HoldPlan& plan, const Character& character, const std::vector<std::vector<bool>>& bent)
{
    bool changed = false;
    for (size_t i = 0; i < character.limbs.size(); ++i)
        for (const Stance& stance : stances_of(plan, character.limbs[i].patch)) {
            const int most = std::min(frames_in(plan, kMost), (stance.end - stance.begin) / 2);
            const auto moved = [&](int edge, int step) {
                const int to = straight_again(bent[i], edge, step, frames_in(plan, kAround));
                const bool helps = to != edge && std::abs(to - edge) <= most;
                return helps
                    ? edge + step * std::min(most, std::abs(to - edge) + frames_in(plan, kSpare))
                    : edge;
            };
            const int begin = stance.begin > 0 ? moved(stance.begin, 1) : 0;
            const int end = stance.end < plan.frames ? moved(stance.end, -1) : plan.frames;
            if (begin == stance.begin && end == stance.end)
                continue;
            changed = true;
            for (const size_t k : stance.holds) {
                Hold& hold = plan.holds[k];
                hold.begin = std::max(hold.begin, begin);
                hold.end = std::min(hold.end, end);
            }
        }
    if (!changed)
        return false;
    std::erase_if(plan.holds, [](const Hold& hold) { return hold.begin >= hold.end; });
    join_changes(plan, frames_of_same_time(plan));
    return true;
}

}  // namespace gambol::refine
