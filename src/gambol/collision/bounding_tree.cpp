// SPDX-License-Identifier: MIT
#include "gambol/collision/bounding_tree.hpp"

#include <algorithm>

namespace gambol::collision {

using Eigen::Vector3d;

namespace {

// Nodes of a subtree that one thread refits: some 5 µs of work.
constexpr int kBranchNodes = 1024;

}  // namespace

BoundingTree::BoundingTree(const std::vector<Vector3d>& centers, std::vector<int> leaves)
{
    if (leaves.empty())
        return;
    nodes_.reserve(2 * leaves.size());
    build(centers, leaves.data(), leaves.data() + leaves.size());
    if (above_.empty())
        branches_.emplace_back(0, int(nodes_.size()));
}

int BoundingTree::build(const std::vector<Vector3d>& centers, int* first, int* last)
{
    const int node = int(nodes_.size());
    nodes_.emplace_back();
    if (last - first == 1) {
        nodes_.back().leaf = *first;
        return node;
    }
    // Halve along the longest axis. Ties go by number, so that the tree is the same everywhere.
    Vector3d low = centers[std::size_t(*first)], high = low;
    for (const int* leaf = first; leaf != last; ++leaf) {
        low = low.cwiseMin(centers[std::size_t(*leaf)]);
        high = high.cwiseMax(centers[std::size_t(*leaf)]);
    }
    int axis = 0;
    (high - low).maxCoeff(&axis);
    int* middle = first + (last - first) / 2;
    std::nth_element(first, middle, last, [&](int a, int b) {
        const double at_a = centers[std::size_t(a)][axis], at_b = centers[std::size_t(b)][axis];
        return at_a != at_b ? at_a < at_b : a < b;
    });
    const int left = build(centers, first, middle), right = build(centers, middle, last);
    nodes_[std::size_t(node)].left = left;
    nodes_[std::size_t(node)].right = right;
    const auto is_large
        = [](const int* from, const int* to) { return to - from > kBranchNodes / 2; };
    if (is_large(first, last)) {
        above_.push_back(node);
        if (!is_large(first, middle))
            branches_.emplace_back(left, right);
        if (!is_large(middle, last))
            branches_.emplace_back(right, int(nodes_.size()));
    }
    return node;
}

void BoundingTree::refit(
    int first, int last, const std::vector<BoundingBox>& leaf_boxes, const std::vector<char>& moved)
{
    for (int i = last; i-- > first;) {
        Node& node = nodes_[std::size_t(i)];
        if (node.leaf >= 0) {
            node.box = leaf_boxes[std::size_t(node.leaf)];
            node.moved = moved[std::size_t(node.leaf)] != 0;
        } else {
            const Node &left = nodes_[std::size_t(node.left)],
                       &right = nodes_[std::size_t(node.right)];
            node.box = left.box;
            node.box.include(right.box);
            node.moved = left.moved || right.moved;
        }
    }
}

void BoundingTree::refit(
    const std::vector<BoundingBox>& leaf_boxes, const std::vector<char>& moved, WorkerPool& pool)
{
    pool.run(int(branches_.size()), [&](int k) {
        const auto [first, last] = branches_[std::size_t(k)];
        refit(first, last, leaf_boxes, moved);
    });
    for (const int node : above_)
        refit(node, node + 1, leaf_boxes, moved);
}

std::vector<BoundingTree::Subtrees> split_pairing(
    const BoundingTree& a, const BoundingTree& b, int wanted)
{
    if (a.empty() || b.empty())
        return {};
    std::vector<BoundingTree::Subtrees> parts { { 0, 0 } }, finer;
    for (bool grew = true; grew && int(parts.size()) < wanted; parts.swap(finer)) {
        grew = false;
        finer.clear();
        for (const auto& [i, j] : parts) {
            const auto &p = a.nodes()[std::size_t(i)], &q = b.nodes()[std::size_t(j)];
            const bool same = &p == &q;
            if ((!p.moved && !q.moved) || (!same && !p.box.meets(q.box)))
                continue;
            if (p.leaf >= 0 || q.leaf >= 0) {
                finer.emplace_back(i, j);
                continue;
            }
            grew = true;
            finer.emplace_back(p.left, q.left);
            finer.emplace_back(p.left, q.right);
            if (!same)
                finer.emplace_back(p.right, q.left);
            finer.emplace_back(p.right, q.right);
        }
    }
    return parts;
}

}  // namespace gambol::collision
