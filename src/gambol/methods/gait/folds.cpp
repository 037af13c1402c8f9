// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/folds.hpp"

#include "gambol/character/legs.hpp"

namespace gambol::gait {

namespace {

using dynamics::CharacterTree;
using Eigen::Vector3d;

std::vector<Solid> solids_of(
    const Character& body, const CharacterTree& tree, const std::vector<int>& segments)
{
    std::vector<Solid> solids;
    for (const int s : segments)
        for (const Shape& shape : body.segments[size_t(s)].shapes)
            for (const Capsule& capsule : as_capsules(shape))
                solids.push_back({ s, tree.point(s, Vector3d::Zero()), capsule });
    return solids;
}

/// The solids of a limb, down from its upper segment or from the one below that.
std::vector<Solid> solids_of(
    const Character& body, const CharacterTree& tree, const Limb& limb, bool with_upper)
{
    std::vector<int> segments = segments_up(body, limb);
    if (!with_upper)
        segments.pop_back();
    return solids_of(body, tree, segments);
}

/// What hangs on the trunk beside its middle and is no limb, each with all that hangs on it: arms
/// that touch nothing, wings.
std::vector<std::vector<int>> loose_branches(const Character& body)
{
    std::vector<bool> in_limb(body.segments.size());
    for (const Limb& limb : body.limbs)
        for (const int s : segments_up(body, limb))
            in_limb[size_t(s)] = true;
    std::vector<std::vector<int>> branches;
    std::vector<int> branch_of(body.segments.size(), -1);
    for (size_t s = 1; s < body.segments.size(); ++s) {
        const Segment& segment = body.segments[s];
        int& branch = branch_of[s];
        branch = branch_of[size_t(segment.parent)];
        if (branch < 0 && !in_limb[s] && !in_limb[size_t(segment.parent)]
            && segment.offset.y() != 0) {
            branch = int(branches.size());
            branches.emplace_back();
        }
        if (branch >= 0)
            branches[size_t(branch)].push_back(int(s));
    }
    return branches;
}

/// Whether it hangs on the root by joints in the plane that the body has its sides of.
bool in_middle(const Character& body, int segment)
{
    for (int s = segment; s > 0; s = body.segments[size_t(s)].parent)
        if (body.segments[size_t(s)].offset.y() != 0)
            return false;
    return true;
}

Capsule placed(const Capsule& capsule, const SegmentFrame& frame)
{
    return { frame.position + frame.rotation * capsule.from,
        frame.position + frame.rotation * capsule.to, capsule.radius };
}

/// Whether a segment meets one that it hangs on when it and the joints between them bend one way or
/// the other, as far as they do or a part of it.
bool folds_onto(const Character& body, const CharacterTree& tree, int segment, int bearer)
{
    constexpr int kParts = 4;
    const std::vector<int> first = first_angles(body);
    const std::vector<Solid> a = solids_of(body, tree, { segment }),
                             b = solids_of(body, tree, { bearer });
    const auto bend = [&](Pose& pose, int s, double Dof::*limit, int part) {
        for (size_t k = 0; k < body.segments[size_t(s)].dofs.size(); ++k)
            pose.angles[first[size_t(s)] + int(k)]
                = body.segments[size_t(s)].dofs[k].*limit * part / kParts;
    };
    const auto meets = [&](const Pose& pose) {
        const std::vector<SegmentFrame> frames = forward_kinematics(body, pose);
        for (const Solid& one : a)
            for (const Solid& other : b)
                if (capsule_gap(placed(one.capsule, frames[size_t(segment)]),
                        placed(other.capsule, frames[size_t(bearer)]))
                        .gap
                    < 0)
                    return true;
        return false;
    };
    Pose pose = place(body, body.poses.at("standing"), Eigen::Vector2d::Zero(), 0);
    for (double Dof::*const limit : { &Dof::lower, &Dof::upper })
        for (int own = 0; own <= kParts; ++own)
            for (int above = 0; above <= kParts; ++above) {
                bend(pose, segment, limit, own);
                for (int s = body.segments[size_t(segment)].parent; s != bearer;
                     s = body.segments[size_t(s)].parent)
                    bend(pose, s, limit, above);
                if (meets(pose))
                    return true;
            }
    return false;
}

}  // namespace

std::vector<FoldPair> fold_pairs(const Character& body, const CharacterTree& tree)
{
    const auto parent = [&](int s) { return body.segments[size_t(s)].parent; };
    std::vector<bool> bears(body.segments.size());
    for (const Limb& limb : body.limbs)
        for (int s = limb.support ? parent(limb.upper) : -1; s >= 0; s = parent(s))
            bears[size_t(s)] = true;
    std::vector<FoldPair> pairs;
    const auto add = [&](std::vector<Solid> a, std::vector<Solid> b) {
        if (!a.empty() && !b.empty())
            pairs.push_back({ std::move(a), std::move(b) });
    };
    const auto side
        = [&](const Limb& limb) { return body.segments[size_t(limb.upper)].offset.y(); };
    for (size_t i = 0; i < body.limbs.size(); ++i) {
        const Limb& a = body.limbs[i];
        for (size_t s = 0; s < bears.size(); ++s)
            if (a.support && bears[s])
                add(solids_of(body, tree, a, parent(a.upper) != int(s)),
                    solids_of(body, tree, { int(s) }));
        for (size_t j = i + 1; j < body.limbs.size(); ++j) {
            const Limb& b = body.limbs[j];
            const bool upper = parent(a.upper) != parent(b.upper);
            const bool near
                = a.support && b.support ? other_side(a.name) != b.name : side(a) * side(b) > 0;
            if ((a.support || b.support) && near)
                add(solids_of(body, tree, a, upper), solids_of(body, tree, b, upper));
        }
    }
    for (const std::vector<int>& branch : loose_branches(body)) {
        const std::vector<Solid> solids = solids_of(body, tree, branch);
        for (const Limb& leg : body.limbs)
            if (leg.support && side(leg) * body.segments[size_t(branch.front())].offset.y() > 0)
                add(solids_of(body, tree, leg, true), solids);
    }
    // Necks, tails and trunks of elephants curl up.
    for (size_t s = 1; s < body.segments.size(); ++s) {
        const int bearer = parent(int(s)) > 0 ? parent(parent(int(s))) : -1;
        if (bearer >= 0 && in_middle(body, int(s)) && folds_onto(body, tree, int(s), bearer))
            add(solids_of(body, tree, { int(s) }), solids_of(body, tree, { bearer }));
    }
    return pairs;
}

}  // namespace gambol::gait
