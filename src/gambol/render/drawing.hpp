// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"
#include "gambol/render/frame_pose.hpp"

#include <Eigen/Dense>

#include <optional>
#include <vector>

namespace gambol::render {

/// What a surface looks like.
struct Look {
    Eigen::Vector3f color = Eigen::Vector3f::Constant(0.5f);  // albedo, linear
    float xray = 0;  // annotations: how much of it shows through bodies in front of it
};

/// Hull of two balls: a capsule, or a cone with round ends where the radii differ.
struct DrawnRound {
    Eigen::Vector3f from, to;
    float radius_from, radius_to;
    Look look;
};

struct DrawnBox {
    Eigen::Vector3f center;
    Eigen::Matrix3f axes;  // columns, unit
    Eigen::Vector3f half_size;
    Look look;
};

struct DrawnMesh {
    std::vector<Eigen::Vector3f> vertices;
    std::vector<Eigen::Vector3i> triangles;
    Look look;
    std::optional<Look> back = std::nullopt;  // a sheet: smooth all over, another colour behind
    std::vector<Look> faces = {};  // one per triangle, instead of both; or none
};

/// Solids in the world frame; planes are not among them.
struct Drawing {
    std::vector<DrawnRound> rounds;
    std::vector<DrawnBox> boxes;
    std::vector<DrawnMesh> meshes;

    void add(const Shape&, const Eigen::Isometry3d& pose, const Look&);
    void add_line(
        const Eigen::Vector3d& from, const Eigen::Vector3d& to, double radius, const Look&);
};

void draw_characters(const Motion&, const TimeSample&, Drawing&);
void draw_props(const Motion&, const TimeSample&, Drawing&);
/// With `strain` its colour tells how much longer (red) or shorter (blue) the edges of a triangle
/// are than at rest, on average; full colour at kFullStrain.
void draw_cloth(const Motion&, const TimeSample&, bool strain, Drawing&);
inline constexpr double kFullStrain = 0.05;
void draw_surfaces(const Motion&, Drawing&);

/// A force of the character's weight is an arrow of this length [m].
inline constexpr double kArrowPerWeight = 0.6;

/// A contact counts as loaded above this fraction of its owner's weight.
inline constexpr double kLoadedFraction = 0.02;

void draw_forces(const Motion&, const TimeSample&, Drawing&);

/// Patches that carry load now.
void draw_contacts(const Motion&, const TimeSample&, Drawing&);

/// Patches at the middle of every interval in which they carry load: footprints of the whole clip.
void draw_footprints(const Motion&, Drawing&);

/// A ring around each goal, on the ground below it, and a post up to goals in the air.
void draw_markers(const Motion&, Drawing&);

/// Path of every character's centre of mass over the whole clip.
void draw_mass_trace(const Motion&, Drawing&);

}  // namespace gambol::render
