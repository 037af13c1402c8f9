// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/parallel/worker_pool.hpp"

#include <Eigen/Dense>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <array>
#include <utility>
#include <vector>

namespace gambol::collision {

/// An axis-aligned box; the fourth lane only fills a register.
struct BoundingBox {
    Eigen::Array4f low, high;

    void include(const BoundingBox& other)
    {
        low = low.min(other.low);
        high = high.max(other.high);
    }
    [[nodiscard]] bool meets(const BoundingBox& other) const
    {
#ifdef __SSE2__
        // As below, of which the compiler makes single comparisons: searches in a funnel then take
        // 8 % longer.
        const __m128 below = _mm_cmple_ps(_mm_load_ps(low.data()), _mm_load_ps(other.high.data()));
        const __m128 above = _mm_cmple_ps(_mm_load_ps(other.low.data()), _mm_load_ps(high.data()));
        return _mm_movemask_ps(_mm_and_ps(below, above)) == 0xf;
#else
        return (low <= other.high && other.low <= high).all();
#endif
    }
};

/// A binary tree of boxes over numbered leaves. Built once, where leaves lie at that time, and
/// refitted as they move: cloth that folds keeps its neighbours.
class BoundingTree {
public:
    struct Node {
        BoundingBox box;
        int left = -1, right = -1;  // nodes, or −1
        int leaf = -1;  // or −1
        bool moved = true;  // it or a leaf below it
    };
    static constexpr int kDeepest = 32;  // levels: every node halves the leaves
    /// Two subtrees whose leaves are to be paired; the same one twice: the pairs inside it.
    using Subtrees = std::pair<int, int>;

    BoundingTree() = default;
    /// `centers` of the leaves by their number, `leaves` the numbers to put into the tree.
    BoundingTree(const std::vector<Eigen::Vector3d>& centers, std::vector<int> leaves);

    [[nodiscard]] bool empty() const { return nodes_.empty(); }
    [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
    /// `moved`: by leaf, those whose pairs are of interest.
    void refit(const std::vector<BoundingBox>& leaf_boxes, const std::vector<char>& moved,
        WorkerPool& pool);

private:
    int build(const std::vector<Eigen::Vector3d>& centers, int* first, int* last);
    void refit(int first, int last, const std::vector<BoundingBox>& leaf_boxes,
        const std::vector<char>& moved);

    std::vector<Node> nodes_;  // parents before children, a subtree in a row
    std::vector<std::pair<int, int>> branches_;  // nodes of large subtrees, first and one past last
    std::vector<int> above_;  // the nodes above these
};

/// Splits the work of pairing a subtree of `a` with one of `b` into at least `wanted` parts where
/// that is possible, in an order that depends on the trees alone. Parts whose boxes do not meet, or
/// where nothing has moved, are left out.
[[nodiscard]] std::vector<BoundingTree::Subtrees> split_pairing(
    const BoundingTree& a, const BoundingTree& b, int wanted);

/// Calls pair(leaf of a, leaf of b, box, box) for all leaves below the two nodes whose boxes meet
/// and of which at least one has moved.
template <class Pair>
void pair_leaves(
    const BoundingTree& a, const BoundingTree& b, BoundingTree::Subtrees top, const Pair& pair)
{
    const BoundingTree::Node *const nodes_a = a.nodes().data(), *const nodes_b = b.nodes().data();
    // At most two pairs wait on each level of both trees. Two lists: pairs that are written number
    // by number and read as a whole keep the processor waiting, a fifth of the search in a funnel.
    std::array<int, 4 * BoundingTree::kDeepest> waiting_a, waiting_b;
    std::size_t count = 0;
    const auto wait = [&](int i, int j) {
        const BoundingTree::Node &p = nodes_a[i], &q = nodes_b[j];
        if ((p.moved || q.moved) && (&p == &q || p.box.meets(q.box))) {
            waiting_a[count] = i;
            waiting_b[count] = j;
            ++count;
        }
    };
    wait(top.first, top.second);
    while (count > 0) {
        --count;
        const int i = waiting_a[count], j = waiting_b[count];
        const BoundingTree::Node &p = nodes_a[i], &q = nodes_b[j];
        if (&p == &q) {
            if (p.leaf >= 0)
                continue;
            wait(p.left, p.right);
            wait(p.right, p.right);
            wait(p.left, p.left);
        } else if (p.leaf >= 0 && q.leaf >= 0) {
            pair(p.leaf, q.leaf, p.box, q.box);
        } else if (q.leaf >= 0 || (p.leaf < 0 && i < j)) {
            // The node nearer to the root is the larger one.
            wait(p.right, j);
            wait(p.left, j);
        } else {
            wait(i, q.right);
            wait(i, q.left);
        }
    }
}

}  // namespace gambol::collision
