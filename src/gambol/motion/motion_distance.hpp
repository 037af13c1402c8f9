// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

namespace gambol {

/// How much two motions of the same characters differ, compared over normalised time u ∈ [0, 1].
/// All parts are 0 for equal motions and without unit.
struct MotionDistance {
    /// Of the time that a patch is loaded in one motion or the other, the share in which it is
    /// loaded in only one: Σ|a − b| / Σ max(a, b) over patches and slots of contact_pattern.hpp.
    double contacts = 0;
    /// Mean over time and bodies of ‖(p − root)_a − (p − root)_b‖, in body sizes, world axes: a
    /// body that faces elsewhere differs, too.
    double pose = 0;
    /// Mean over time of ‖root_a − root_b‖, in body sizes.
    double path = 0;

    /// One number to choose by: contacts + 3 pose + path. Poses of one strategy differ by a few
    /// hundredths and those of two by a tenth, hence the factor; a path may differ by timing alone.
    [[nodiscard]] double total() const { return contacts + 3 * pose + path; }
};

/// Where there are several characters, the largest of each part. Both must have the same characters
/// with the same bodies.
[[nodiscard]] MotionDistance motion_distance(const Motion&, const Motion&);

/// Two motions this far apart are different strategies to a viewer: two get-ups of the human that
/// only time things differently are 0.3 apart, walks that begin with different feet 0.7.
constexpr double kClearlyDifferent = 0.6;

/// The longest chain of joints in a body [m], from hand to foot in a human: a size that does not
/// depend on the pose.
[[nodiscard]] double body_size(const MotionCharacter&);

}  // namespace gambol
