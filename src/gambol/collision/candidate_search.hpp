// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/collision/bounding_tree.hpp"
#include "gambol/collision/closest_points.hpp"
#include "gambol/collision/collision_mesh.hpp"
#include "gambol/parallel/worker_pool.hpp"

#include <array>
#include <vector>

namespace gambol::collision {

/// A pair whose paths come near, with a separating direction at the start of the step: a first
/// certificate. All gaps n · (x_i − x_j) at x_t0 are at least `gap`, rounding included.
struct Candidate {
    std::array<int, 4> vertices;
    PairKind kind = PairKind::vertex_triangle;
    Eigen::Vector3d direction;
    double gap = 0;  // [m]; the distance at x_t0, up to rounding
};

/// Finds all pairs of vertex and triangle, and of two edges, that have a free vertex, share none,
/// and may come closer than `reach` on straight paths from x_t0 to x_t1: boxes around the paths,
/// then the direction between closest points at x_t0. The list stays complete for pairs closer than
/// `reach` − 2 `slack` while vertices end within `slack` of the x_t1 it was made for; those that
/// leave are searched again.
///
/// The order of candidates depends on the positions alone, not on the number of threads.
class CandidateSearch {
public:
    /// Keeps both references.
    CandidateSearch(const CollisionMesh& mesh, WorkerPool& pool);

    /// reach > 2 slack > 0 [m].
    void search(
        const Eigen::Matrix3Xd& x_t0, const Eigen::Matrix3Xd& x_t1, double reach, double slack);
    /// Searches again for the vertices that now end elsewhere; true if there were any.
    bool update(const Eigen::Matrix3Xd& x_t1);

    [[nodiscard]] const std::vector<Candidate>& candidates() const { return candidates_; }
    [[nodiscard]] const Eigen::Matrix3Xd& x_t0() const { return x_t0_; }
    /// Bound on the rounding error of n · (x_i − x_j) for any two vertices and ‖n‖ ≤ 1 [m].
    [[nodiscard]] double rounding() const { return rounding_; }

private:
    /// A triangle or a wire, and the vertices and edges that are looked at with it and no other.
    struct Primitive {
        std::array<int, 3> vertices;
        bool is_triangle = true;
        int owned_vertex_count = 0, owned_edge_count = 0;
        std::array<int, 3> owned_vertices {};
        std::array<std::array<int, 2>, 3> owned_edges {};
    };

    void make_primitives();
    void build_trees();
    void fit_boxes();
    [[nodiscard]] BoundingBox vertex_box(int vertex) const;
    template <class Emit>
    void pair_primitives(
        int a, int b, const BoundingBox& box_a, const BoundingBox& box_b, const Emit& emit) const;
    void consider(PairKind kind, const std::array<int, 4>& vertices, std::vector<Candidate>&) const;
    void search_moved(const std::vector<int>& moved);
    void pair_moved();
    [[nodiscard]] bool has_moved(const std::array<int, 4>& vertices) const;

    const CollisionMesh& mesh_;
    WorkerPool& pool_;
    std::vector<Primitive> primitives_;
    std::vector<std::vector<int>> primitives_of_vertex_;
    BoundingTree free_tree_, fixed_tree_;  // with any free vertex, with none

    double reach_ = 0, slack_ = 0, rounding_ = 0;
    double largest_ = 0;  // coordinate for which rounding_ holds [m]
    float inflation_ = 0;
    Eigen::Vector3d drift_;  // mean motion of free vertices; boxes are drawn in its frame
    Eigen::Matrix3Xd x_t0_, x_t1_;
    std::vector<BoundingBox> vertex_boxes_, primitive_boxes_;
    std::vector<Candidate> candidates_;
    std::vector<std::vector<Candidate>> found_;  // by task
    std::vector<char> moved_vertex_, moved_primitive_;
};

}  // namespace gambol::collision
