// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/render/busy_map.hpp"
#include "gambol/render/ray_scene.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::render {

/// An infinite surface with a grid on it, seen from its outside only.
struct GroundPlane {
    Eigen::Vector3f point, normal;  // outward unit normal
    Eigen::Vector3f u, v;  // grid directions, unit
};

/// Grid directions are the world's x and y where the plane is level.
[[nodiscard]] GroundPlane make_ground(const Plane&);

/// Share of a window of width `footprint` around `coordinate` that lies on lines of the given half
/// width drawn at all multiples of `spacing`: exact box filtering, so that far lines fade instead
/// of flickering.
[[nodiscard]] float line_coverage(
    float coordinate, float footprint, float spacing, float half_width);

/// The key light is a disc; the tangent of its half angle makes the softness of shadows.
inline constexpr float kLightRadius = 0.11f;

/// Solids farther than this [m] do not darken a corner.
inline constexpr float kSkyReach = 0.6f;

/// Everything a pixel depends on besides its place; fixed while a picture is made.
struct Stage {
    const RayScene* solids = nullptr;  // ghosts by mask, see Renderer
    const RayScene* annotations = nullptr;  // arrows, patches, markers: drawn over the solids
    std::vector<GroundPlane> grounds;
    Eigen::AlignedBox3f interest;  // grounds fade into the background away from this
    bool grid = true;

    Eigen::Vector3f eye;
    Eigen::Matrix3f axes;  // rows right, up, forward
    float pixel_angle = 0;  // size of a pixel at distance 1
    int width = 0, height = 0, samples = 1;
    Eigen::Vector3f to_light;  // unit
    BusyMap busy;  // elsewhere there is nothing but lit ground and background

    /// Ray through a place in the picture (pixels), not of unit length.
    [[nodiscard]] Eigen::Vector3f direction(float x, float y) const;
};

struct GroundHit {
    const GroundPlane* plane = nullptr;
    float distance = 0;  // in lengths of the ray
    float fade = 0;  // share of background, 1 far away
};

/// The nearest ground before `limit`; `plane` is null without one.
[[nodiscard]] GroundHit hit_ground(const Stage&, const Eigen::Vector3f& ray, float limit);

/// Albedo of the ground within the pixel x, y. Lines are filtered over the whole pixel, so one
/// value serves all its rays.
[[nodiscard]] Eigen::Vector3f ground_color(const Stage&, const GroundPlane&, int x, int y);

/// Linear colours of the pixels [x0, x1) × [y0, y1), row by row. Depends on nothing outside
/// `stage`, so pictures may be cut into any tiles.
[[nodiscard]] std::vector<Eigen::Vector3f> trace_tile(const Stage&, int x0, int y0, int x1, int y1);

}  // namespace gambol::render
