// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

#include <Eigen/Dense>

#include <optional>
#include <vector>

namespace gambol::render {

/// Pinhole camera, world frame.
struct Camera {
    Eigen::Vector3d eye { 0, -5, 1.5 };
    Eigen::Vector3d target { 0, 0, 1 };
    Eigen::Vector3d up = Eigen::Vector3d::UnitZ();
    double vertical_fov = 0.5;  // rad, full angle
};

/// Rows are the camera's axes in the world: right, up, forward.
[[nodiscard]] Eigen::Matrix3d camera_axes(const Camera&);

/// Pixel coordinates of a world point (x to the right, y down, (0, 0) the corner of the first
/// pixel); empty behind the eye.
[[nodiscard]] std::optional<Eigen::Vector2d> project(
    const Camera&, int width, int height, const Eigen::Vector3d& point);

/// From where to look at a motion. Azimuth 0 looks at its right side, so that travel goes from left
/// to right in the picture; positive azimuth moves the eye towards where the motion goes.
struct View {
    double azimuth = 0.5;  // rad
    double elevation = 0.2;  // rad
    double margin = 0.08;  // free border, as a fraction of the picture
    double vertical_fov = 0.5;  // rad
};

/// Horizontal unit vector along the net travel; where a character hardly travels, along its facing.
[[nodiscard]] Eigen::Vector3d travel_direction(const Motion&);

/// The nearest camera that holds the whole clip: everything that moves at all times, the markers
/// and the solids near them. `aspect` is width / height.
[[nodiscard]] Camera frame_motion(const Motion&, double aspect, const View& = {});

/// What a picture is to hold: the whole clip from one place, or the characters wherever they go.
enum class Framing { whole, follow };

/// The wanted view, or, where solids of the world hide the bodies for much of the clip, the one of
/// a few around and above it from which they are seen best.
[[nodiscard]] View clear_view(
    const Motion&, double aspect, Framing framing, const View& wanted = {});

/// Travels with the characters, always at the same distance, turned the same way, and holds them at
/// all times, with the props in their reach. Height follows only where they climb or fall by more
/// than a metre, so that the ground stays put. Cloth without a character is watched from one place,
/// with all it meets, unless it travels far.
class FollowCamera {
public:
    FollowCamera(const Motion&, double aspect, const View& = {});
    [[nodiscard]] Camera at(double time) const;
    [[nodiscard]] double distance() const { return offset_.norm(); }

private:
    void stand_still_if_near(const Camera& still);

    std::vector<double> times_;
    std::vector<Eigen::Vector3d> centers_;  // smoothed path of the subject
    Eigen::Vector3d offset_;  // eye − center
    Eigen::Vector3d forward_;
    double vertical_fov_;
};

}  // namespace gambol::render
