// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <limits>
#include <memory>
#include <vector>

namespace gambol {

/// An edge that meets a triangle with which it has no vertex in common.
struct ClothIntersection {
    Eigen::Vector2i edge;  // vertices
    int triangle = 0;
    bool crossing = false;  // else they only touch: their distance is zero
};

/// What one frame holds.
struct ClothFrameFindings {
    std::vector<ClothIntersection> intersections;
    double distance = std::numeric_limits<double>::infinity();  // m, smallest found below the reach
    Eigen::Vector2i edge { -1, -1 };  // between which it was found
    int triangle = -1;
};

/// Looks for intersections of triangles, frame after frame of the same mesh: every edge against
/// every triangle without a common vertex, found by a tree of boxes and decided without rounding
/// errors. The first `cloth_count` triangles are cloth; the others (bodies) are compared with cloth
/// only. Part of the audit: shares no code with what keeps cloth apart in the solvers.
class ClothIntersectionFinder {
public:
    /// `vertices` of any frame; they only decide how the tree is cut.
    ClothIntersectionFinder(std::vector<Eigen::Vector3i> triangles, int cloth_count,
        const std::vector<Eigen::Vector3d>& vertices);
    ~ClothIntersectionFinder();

    /// All intersections of this frame, and the smallest distance if it is below `reach` [m].
    /// Looking no farther than needed saves most of the time. In a fixed order.
    [[nodiscard]] ClothFrameFindings find(
        const std::vector<Eigen::Vector3d>& vertices, double reach = 0);

    /// Cloth triangle nearest to the solid around the segment from–to (a point when they are
    /// equal), in the frame given last to find(): its distance to the segment, if below `reach`.
    struct Nearest {
        double distance = std::numeric_limits<double>::infinity();  // m
        int triangle = -1;
    };
    [[nodiscard]] Nearest nearest_to_segment(
        const Eigen::Vector3d& from, const Eigen::Vector3d& to, double reach) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// One frame of one mesh: all its intersections with itself.
[[nodiscard]] std::vector<ClothIntersection> find_cloth_intersections(
    const std::vector<Eigen::Vector3d>& vertices, const std::vector<Eigen::Vector3i>& triangles);

}  // namespace gambol
