// SPDX-License-Identifier: MIT
#include "gambol/collision/candidate_search.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace gambol::collision {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

namespace {

// Enough that the last of them does not leave a thread idle for long; more only cost their lists.
constexpr int kTasks = 128;

constexpr int kBoxesPerTask = 1024;  // some 5 µs of work

/// Calls task(0) … task(count − 1), many in a row by one thread.
template <class Task> void in_turns(WorkerPool& pool, int count, const Task& task)
{
    pool.run((count + kBoxesPerTask - 1) / kBoxesPerTask, [&](int turn) {
        for (int i = turn * kBoxesPerTask; i < std::min((turn + 1) * kBoxesPerTask, count); ++i)
            task(i);
    });
}

FourPoints gather(const Matrix3Xd& x, const std::array<int, 4>& vertices)
{
    return { x.col(vertices[0]), x.col(vertices[1]), x.col(vertices[2]), x.col(vertices[3]) };
}

/// The smallest n · (x_i − x_j) over i of side a and j of side b.
double smallest_gap(PairKind kind, const FourPoints& x, const Vector3d& n)
{
    const double p0 = n.dot(x[0]), p1 = n.dot(x[1]), p2 = n.dot(x[2]), p3 = n.dot(x[3]);
    return kind == PairKind::vertex_triangle ? p0 - std::max({ p1, p2, p3 })
                                             : std::min(p0, p1) - std::max(p2, p3);
}

}  // namespace

CandidateSearch::CandidateSearch(const CollisionMesh& mesh, WorkerPool& pool)
    : mesh_(mesh)
    , pool_(pool)
{
    make_primitives();
    moved_vertex_.assign(std::size_t(mesh.vertex_count()), 0);
    moved_primitive_.assign(primitives_.size(), 0);
}

void CandidateSearch::make_primitives()
{
    std::vector<char> has_owner(std::size_t(mesh_.vertex_count()), 0);
    std::map<std::pair<int, int>, bool> edge_has_owner;
    for (const auto& edge : mesh_.edges)
        edge_has_owner[std::minmax(edge[0], edge[1])] = false;

    const auto own = [&](Primitive& primitive, int a, int b) {
        for (const int vertex : { a, b })
            if (!std::exchange(has_owner[std::size_t(vertex)], 1))
                primitive.owned_vertices[std::size_t(primitive.owned_vertex_count++)] = vertex;
        const auto edge = edge_has_owner.find(std::minmax(a, b));
        if (edge != edge_has_owner.end() && !std::exchange(edge->second, true))
            primitive.owned_edges[std::size_t(primitive.owned_edge_count++)] = { a, b };
    };
    for (const auto& triangle : mesh_.triangles) {
        Primitive primitive { .vertices = { triangle[0], triangle[1], triangle[2] } };
        for (int k = 0; k < 3; ++k)
            own(primitive, triangle[k], triangle[(k + 1) % 3]);
        primitives_.push_back(primitive);
    }
    for (const auto& edge : mesh_.edges)
        if (!edge_has_owner[std::minmax(edge[0], edge[1])]) {
            Primitive wire { .vertices = { edge[0], edge[1], edge[1] }, .is_triangle = false };
            own(wire, edge[0], edge[1]);
            primitives_.push_back(wire);
        }
    primitives_of_vertex_.resize(std::size_t(mesh_.vertex_count()));
    for (int i = 0; i < int(primitives_.size()); ++i)
        for (const int vertex : primitives_[std::size_t(i)].vertices)
            primitives_of_vertex_[std::size_t(vertex)].push_back(i);
}

void CandidateSearch::build_trees()
{
    std::vector<Vector3d> centers;
    std::vector<int> free, fixed;
    for (int i = 0; i < int(primitives_.size()); ++i) {
        const auto& v = primitives_[std::size_t(i)].vertices;
        centers.emplace_back((x_t0_.col(v[0]) + x_t0_.col(v[1]) + x_t0_.col(v[2])) / 3);
        const bool any_free = mesh_.is_free(v[0]) || mesh_.is_free(v[1]) || mesh_.is_free(v[2]);
        (any_free ? free : fixed).push_back(i);
    }
    free_tree_ = BoundingTree(centers, std::move(free));
    fixed_tree_ = BoundingTree(centers, std::move(fixed));
}

BoundingBox CandidateSearch::vertex_box(int vertex) const
{
    const Vector3d start = x_t0_.col(vertex), end = x_t1_.col(vertex) - drift_;
    BoundingBox box;
    box.low << start.cwiseMin(end).cast<float>().array() - inflation_, 0;
    box.high << start.cwiseMax(end).cast<float>().array() + inflation_, 0;
    return box;
}

void CandidateSearch::fit_boxes()
{
    primitive_boxes_.resize(primitives_.size());
    in_turns(pool_, int(primitives_.size()), [&](int i) {
        const auto& v = primitives_[std::size_t(i)].vertices;
        BoundingBox& box = primitive_boxes_[std::size_t(i)];
        box = vertex_boxes_[std::size_t(v[0])];
        box.include(vertex_boxes_[std::size_t(v[1])]);
        box.include(vertex_boxes_[std::size_t(v[2])]);
    });
    free_tree_.refit(primitive_boxes_, moved_primitive_, pool_);
    fixed_tree_.refit(primitive_boxes_, moved_primitive_, pool_);
}

template <class Emit>
void CandidateSearch::pair_primitives(
    int a, int b, const BoundingBox& box_a, const BoundingBox& box_b, const Emit& emit) const
{
    const Primitive &p = primitives_[std::size_t(a)], &q = primitives_[std::size_t(b)];
    const auto vertices_against = [&](const Primitive& of, const Primitive& against,
                                      const BoundingBox& box) {
        if (!against.is_triangle)
            return;
        const auto& t = against.vertices;
        for (int k = 0; k < of.owned_vertex_count; ++k) {
            const int v = of.owned_vertices[std::size_t(k)];
            if (v != t[0] && v != t[1] && v != t[2] && vertex_boxes_[std::size_t(v)].meets(box))
                emit(PairKind::vertex_triangle, std::array { v, t[0], t[1], t[2] });
        }
    };
    vertices_against(p, q, box_b);
    vertices_against(q, p, box_a);

    const auto edge_box = [&](const std::array<int, 2>& edge) {
        BoundingBox box = vertex_boxes_[std::size_t(edge[0])];
        box.include(vertex_boxes_[std::size_t(edge[1])]);
        return box;
    };
    for (int i = 0; i < p.owned_edge_count; ++i) {
        const auto [a0, a1] = p.owned_edges[std::size_t(i)];
        const BoundingBox box = edge_box({ a0, a1 });
        if (!box.meets(box_b))
            continue;
        for (int j = 0; j < q.owned_edge_count; ++j) {
            const auto [b0, b1] = q.owned_edges[std::size_t(j)];
            if (a0 != b0 && a0 != b1 && a1 != b0 && a1 != b1 && box.meets(edge_box({ b0, b1 })))
                emit(PairKind::edge_edge, std::array { a0, a1, b0, b1 });
        }
    }
}

void CandidateSearch::consider(
    PairKind kind, const std::array<int, 4>& vertices, std::vector<Candidate>& found) const
{
    if (!mesh_.is_free(vertices[0]) && !mesh_.is_free(vertices[1]) && !mesh_.is_free(vertices[2])
        && !mesh_.is_free(vertices[3]))
        return;
    const FourPoints x_t0 = gather(x_t0_, vertices), x_t1 = gather(x_t1_, vertices);
    // The direction between the middles settles most pairs for less.
    const Vector3d middles = kind == PairKind::vertex_triangle
        ? Vector3d(3 * x_t0[0] - x_t0[1] - x_t0[2] - x_t0[3])
        : Vector3d(x_t0[0] + x_t0[1] - x_t0[2] - x_t0[3]);
    const double clear = (reach_ + rounding_) * middles.norm() * (1 + 1e-12);
    if (smallest_gap(kind, x_t0, middles) > clear && smallest_gap(kind, x_t1, middles) > clear)
        return;
    const ClosestPoints closest = closest_points(kind, x_t0);
    // A bit shorter than one, for the bounds on rounding.
    const Vector3d direction = (1 - 1e-12) * closest.normal;
    const double gap = smallest_gap(kind, x_t0, direction) - rounding_;
    if (gap > reach_ && smallest_gap(kind, x_t1, direction) - rounding_ > reach_)
        return;
    found.push_back({ vertices, kind, direction, std::max(0.0, gap) });
}

void CandidateSearch::search(
    const Matrix3Xd& x_t0, const Matrix3Xd& x_t1, double reach, double slack)
{
    assert(reach > 2 * slack && slack > 0);
    x_t0_ = x_t0;
    x_t1_ = x_t1;
    reach_ = reach;
    slack_ = slack;
    // Twice as far as anything is now, so that an update seldom needs new bounds.
    largest_ = 2 * std::max(x_t0.cwiseAbs().maxCoeff(), x_t1.cwiseAbs().maxCoeff());
    // n · x_i has an error of at most 4 u √3 largest, the difference of two of them twice that.
    rounding_ = 16 * std::numeric_limits<double>::epsilon() * largest_;
    drift_.setZero();
    int free_count = 0;
    for (int i = 0; i < mesh_.vertex_count(); ++i)
        if (mesh_.is_free(i)) {
            drift_ += x_t1.col(i) - x_t0.col(i);
            ++free_count;
        }
    drift_ /= std::max(1, free_count);
    // Three roundings to float on the way to a box.
    const double float_rounding
        = 2 * double(std::numeric_limits<float>::epsilon()) * (largest_ + drift_.norm());
    inflation_ = float(reach / 2 + float_rounding);

    if (free_tree_.empty() && fixed_tree_.empty())
        build_trees();
    vertex_boxes_.resize(std::size_t(mesh_.vertex_count()));
    in_turns(
        pool_, mesh_.vertex_count(), [&](int i) { vertex_boxes_[std::size_t(i)] = vertex_box(i); });
    std::fill(moved_vertex_.begin(), moved_vertex_.end(), 1);
    std::fill(moved_primitive_.begin(), moved_primitive_.end(), 1);
    candidates_.clear();
    pair_moved();
}

/// Adds the pairs that have a moved vertex. They belong to two primitives of which one moved:
/// owners touch what they own.
void CandidateSearch::pair_moved()
{
    fit_boxes();
    const auto inside = split_pairing(free_tree_, free_tree_, kTasks);
    const auto against = split_pairing(free_tree_, fixed_tree_, kTasks);
    const int count = int(inside.size() + against.size());
    found_.resize(std::max(found_.size(), std::size_t(count)));
    pool_.run(count, [&](int task) {
        std::vector<Candidate>& found = found_[std::size_t(task)];
        found.clear();
        const bool self = task < int(inside.size());
        const BoundingTree& other = self ? free_tree_ : fixed_tree_;
        const auto top
            = self ? inside[std::size_t(task)] : against[std::size_t(task) - inside.size()];
        pair_leaves(free_tree_, other, top,
            [&](int a, int b, const BoundingBox& box_a, const BoundingBox& box_b) {
                pair_primitives(
                    a, b, box_a, box_b, [&](PairKind kind, const std::array<int, 4>& vertices) {
                        if (has_moved(vertices))
                            consider(kind, vertices, found);
                    });
            });
    });
    for (int task = 0; task < count; ++task)
        candidates_.insert(
            candidates_.end(), found_[std::size_t(task)].begin(), found_[std::size_t(task)].end());
}

bool CandidateSearch::has_moved(const std::array<int, 4>& v) const
{
    return moved_vertex_[std::size_t(v[0])] | moved_vertex_[std::size_t(v[1])]
        | moved_vertex_[std::size_t(v[2])] | moved_vertex_[std::size_t(v[3])];
}

bool CandidateSearch::update(const Matrix3Xd& x_t1)
{
    std::vector<int> moved;
    for (int i = 0; i < mesh_.vertex_count(); ++i)
        if ((x_t1.col(i) - x_t1_.col(i)).squaredNorm() > slack_ * slack_)
            moved.push_back(i);
    if (moved.empty())
        return false;
    double largest = 0;
    for (const int vertex : moved) {
        x_t1_.col(vertex) = x_t1.col(vertex);
        largest = std::max(largest, x_t1.col(vertex).cwiseAbs().maxCoeff());
    }
    // With many moved, a new mean motion makes all boxes smaller.
    if (largest <= largest_ && int(moved.size()) < mesh_.vertex_count() / 4)
        search_moved(moved);
    else
        search(Matrix3Xd(x_t0_), Matrix3Xd(x_t1_), reach_, slack_);
    return true;
}

void CandidateSearch::search_moved(const std::vector<int>& moved)
{
    std::fill(moved_vertex_.begin(), moved_vertex_.end(), 0);
    std::fill(moved_primitive_.begin(), moved_primitive_.end(), 0);
    for (const int vertex : moved) {
        vertex_boxes_[std::size_t(vertex)] = vertex_box(vertex);
        moved_vertex_[std::size_t(vertex)] = 1;
        for (const int primitive : primitives_of_vertex_[std::size_t(vertex)])
            moved_primitive_[std::size_t(primitive)] = 1;
    }
    std::erase_if(candidates_, [&](const Candidate& c) { return has_moved(c.vertices); });
    pair_moved();
}

}  // namespace gambol::collision
