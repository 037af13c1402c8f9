// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"

#include <Eigen/Dense>

#include <array>
#include <string>
#include <vector>

namespace gambol {

/// Which segments of a tree are torso and which chains are limbs, judged from the zero pose alone.

/// One limb: a path of segments from the first joint below the torso to the tip, each the parent of
/// the next. Its joints are gathered in three places (hip, knee, ankle):
///
///     path = [base joints … | middle joints … | tip joints …]
///            0                lower            end
///
/// A robot's hip of three hinges in a row is one place. Joints that lie too far from theirs (toes)
/// are held as they are in the zero pose.
struct LimbChain {
    std::string name;  // empty: like its end segment
    std::vector<int> path;
    /// Whose names upper link, lower link and end take: the last joint of each place, unless said
    /// otherwise; −1 for an end that is no segment of the tree.
    std::array<int, 3> called { -1, -1, -1 };
    int lower = 0;  // where in path the lower link begins
    int end = 0;  // where the end segment begins; path.size() when the path has no segment for it
    bool jointed_end = false;  // false: nothing bends beyond the middle joint
    std::vector<int> held;  // segments of the path whose joints are held
    double length = 0;  // m, along the joints to the tip
};

/// A limb that is said rather than found: segments of the tree, each somewhere below the one
/// before. The first two have joints; an end of −1 is the tip of the lower link.
struct NamedLimb {
    std::string name;
    int upper, lower, end;
};

struct BodyPlan {
    std::vector<bool> torso;  // per segment: the root and all on the way to where limbs branch off
    std::vector<LimbChain> limbs;
    std::vector<int> children_count;  // per segment
};

/// Limbs of `named` that are found in any case are only given their names; others replace those
/// that they share segments with, and what they hang on is torso. They must not overlap.
[[nodiscard]] BodyPlan find_body_plan(const Character&, const std::vector<NamedLimb>& named = {});

/// Joint centres in the zero pose, root at the origin. All frames are parallel there.
[[nodiscard]] std::vector<Eigen::Vector3d> zero_positions(const Character&);

/// The ball inside a shape that reaches furthest from the segment's origin: where a link ends.
struct TipBall {
    Eigen::Vector3d center = Eigen::Vector3d::Zero();
    double radius = 0;
    [[nodiscard]] double reach() const { return center.norm() + radius; }
};
[[nodiscard]] TipBall furthest_ball(const Segment&);

}  // namespace gambol
