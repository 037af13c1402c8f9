// SPDX-License-Identifier: MIT
#include "gambol/collision/bounding_tree.hpp"

#include <algorithm>

namespace gambol {

using Eigen::Vector3d;

BoundingTree::BoundingTree(const std::vector<Vector3d>& centers, std::vector<int> leaves)
{
    if (leaves.empty())
        return;
    nodes_.reserve(2 * leaves.size());
    build(centers, leaves.data(), leaves.data() + leaves.size());
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
    return node;
}

void BoundingTree::refit(const std::vector<BoundingBox>& leaf_boxes)
{
    for (auto node = nodes_.rbegin(); node != nodes_.rend(); ++node) {
        if (node->leaf >= 0) {
            node->box = leaf_boxes[std::size_t(node->leaf)];
        } else {
            node->box = nodes_[std::size_t(node->left)].box;
            node->box.include(nodes_[std::size_t(node->right)].box);
        }
    }
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
            if (!same && !p.box.meets(q.box))
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

}  // namespace gambol
