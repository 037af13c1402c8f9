// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/root_axes.hpp"
#include "gambol/methods/motion_frame.hpp"
#include "gambol/methods/refine/holds.hpp"
#include "gambol/motion/motion.hpp"
#include "gambol/scene/scene.hpp"

#include <Eigen/Dense>

#include <array>
#include <optional>
#include <vector>

namespace gambol::refine {

struct InstantTarget;
struct Body;

/// From the frame of what is there, and turned like that, into the world.
[[nodiscard]] inline Eigen::Isometry3d frame_of(
    const Eigen::Vector3d& position, const Eigen::Quaterniond& rotation)
{
    return Eigen::Translation3d(position) * rotation;
}

/// Where one patch lies on a prop, and when. Its middle and its normal are fixed to the prop; how
/// it is turned about that is open, but does not change.
struct Grasp {
    int patch = 0;
    double first = 0, last = 0;  // s
    Eigen::Vector3d middle = Eigen::Vector3d::Zero();  // m, prop frame
    Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();  // prop frame: two tangents, into the prop
    double reach = 0;  // m: a square of twice this is in the patch however it is turned
    bool grip = false;

    /// Where it presses, prop frame.
    [[nodiscard]] std::array<Eigen::Vector3d, kCorners> places() const;
};

/// A prop that one character alone picks up, takes along and puts down. Where it rests is as it was
/// found; how it moves in between is open, and hands are fixed to it rather than to its way.
struct CarriedProp {
    int prop = 0;  // of the motion
    RigidMass inertial;
    Shape shape;
    double friction = 0.8;
    dynamics::RootAxes axes = dynamics::kUsualAxes;
    std::vector<Grasp> grasps;
    /// A time for which it lies on something.
    struct Rest {
        double from = 0, until = 0;  // s
        SegmentFrame place;
    };
    std::vector<Rest> rests;

    [[nodiscard]] const Rest* rest_at(double time) const;
    /// How much of it hands bear at a time, 0 to 1: more and more as they are about to lift it.
    [[nodiscard]] double share(double time) const;
};

/// What somebody carries, as bodies of their own that the search for contacts only proposed a way
/// for. Of a motion with one character; the motion must outlive it.
class Cargo {
public:
    Cargo() = default;
    Cargo(const Motion& found, const Scene&);

    [[nodiscard]] bool empty() const { return carried_.empty(); }
    [[nodiscard]] const std::vector<CarriedProp>& carried() const { return carried_; }
    /// Whether a prop of the motion is among them.
    [[nodiscard]] bool holds(int prop) const;
    /// Frames of all of them as they were found, at the time nearest to a sample.
    [[nodiscard]] std::vector<SegmentFrame> found_at(double time) const;
    /// The same, lifted and set down where holds of a plan change: there accelerations may jump.
    /// Where nothing changes at about the same time the plan gets a change for it.
    [[nodiscard]] Cargo knotted(HoldPlan&) const;
    /// What of them counts at a time: where they rest, and which hands are on them.
    void put_on(double time, const Body&, const Character&, InstantTarget&) const;

    /// Says of props how those of them go that it holds, at the samples of the motion.
    void write(
        const std::vector<std::vector<SegmentFrame>>& places, std::vector<MotionProp>& props) const;

private:
    void add(const MotionCharacter&, int prop, const Scene&);

    const Motion* found_ = nullptr;
    std::vector<CarriedProp> carried_;
};

}  // namespace gambol::refine
