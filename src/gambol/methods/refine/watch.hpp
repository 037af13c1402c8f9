// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/character_tree.hpp"
#include "gambol/dynamics/pose_fit.hpp"
#include "gambol/methods/refine/passers.hpp"
#include "gambol/scene/scene.hpp"

#include <vector>

namespace gambol::refine {

/// A ball of the body that could sink into a surface.
struct Watch {
    dynamics::BodyPoint point;
    double radius = 0;  // m
    const Shape* surface = nullptr;
    int carried_by
        = -1;  // the joint whose body the surface moves with, in its frame; −1: the world
};

/// A solid that the body carries, and where it is in the reference and now.
struct CarriedSolid {
    const Shape* shape = nullptr;
    int joint = 0;
    SegmentFrame before, now;
    bool rests = false;  // then it is where it may be
    std::vector<int> held_by;  // joints of hands, which touch it
};

/// A point of the world that a carried solid could meet: one of an edge of what it is carried past.
struct Post {
    Eigen::Vector3d place;  // m
    const Shape* shape = nullptr;
    int carried_by = 0;  // joint
};

/// Two capsules of the body that could pass through each other.
struct Pair {
    dynamics::BodyCapsule a, b;
    double overlap = 0;  // m: how much they may
    int number = 0;  // among all pairs of the body
    bool legs = false;  // both are of limbs that support
};

/// Pairs of limbs for a fit of the character's poses: they overlap no farther than they do in the
/// pose `first` and what the audit allows beyond.
[[nodiscard]] std::vector<dynamics::LimbPair> limbs_to_keep_apart(
    const Character&, const dynamics::CharacterTree&, const Pose& first);

/// Says what of a body could touch what. The character, its tree and the surfaces must outlive it.
class Watcher {
public:
    /// Limbs may overlap as far as the reference does, but not much farther than they do in the
    /// pose `first`: the audit takes that off, and nothing else. With `strict` as far as they do
    /// there, whatever the reference does, and they are watched from farther off, legs of who is
    /// upright always.
    Watcher(const Character&, const dynamics::CharacterTree&, const std::vector<Surface>&,
        const Pose& first, bool strict = false);

    /// What is near in the reference or where the body is now, of surfaces and of `solids` that are
    /// there at the moment. Says whether limbs overlap that nobody watched
    /// before.
    bool look(const Pose& reference, const Pose& now, std::vector<Watch>& watched,
        std::vector<Pair>& pairs, const std::vector<Shape>& solids = {}) const;

    /// Likewise what is near of what the body carries: adds its own parts, surfaces and their
    /// edges.
    void look_at_cargo(const Pose& reference, const Pose& now,
        const std::vector<CarriedSolid>& carried, std::vector<Watch>& watched,
        std::vector<Pair>& pairs, std::vector<Post>& posts) const;

    /// Likewise of others, who are at these places.
    bool meet(const Pose& reference, const Pose& now, const std::vector<Capsule>& others,
        std::vector<Meeting>& meetings) const;

private:
    using Frames = std::vector<SegmentFrame>;  // by joint of the tree
    [[nodiscard]] Frames frames_of(const Pose&) const;

    const Character& character_;
    const dynamics::CharacterTree& tree_;
    const std::vector<Surface>& surfaces_;
    std::vector<Watch> balls_;  // without a surface
    std::vector<Pair> pairs_;  // all that are no neighbours
    std::vector<dynamics::BodyCapsule> limbs_;
    std::vector<Eigen::Vector3d> rims_;  // m: points along the edges of surfaces
    std::vector<double> drawn_;  // by pair: how far they overlap at first [m]
    bool strict_;
};

}  // namespace gambol::refine
