// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"

#include <Eigen/Dense>

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
    std::vector<int> path;
    int lower = 0;  // where in path the lower link begins
    int end = 0;  // where the end segment begins; path.size() when the path has no segment for it
    bool jointed_end = false;  // false: nothing bends beyond the middle joint
    std::vector<int> held;  // segments of the path whose joints are held
    double length = 0;  // m, along the joints to the tip
};

struct BodyPlan {
    std::vector<bool> torso;  // per segment: the root and all on the way to where limbs branch off
    std::vector<LimbChain> limbs;
    std::vector<int> children_count;  // per segment
};

[[nodiscard]] BodyPlan find_body_plan(const Character&);

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
