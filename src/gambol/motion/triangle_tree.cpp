// SPDX-License-Identifier: MIT
#include "gambol/motion/triangle_tree.hpp"

#include <numeric>

namespace gambol::audit_detail {

using Eigen::Vector3d;

namespace {

constexpr int kLeaf = 4;  // triangles; 2 to 8 cost the same

}  // namespace

TriangleTree::TriangleTree(const std::vector<Eigen::Vector3i>& triangles, int cloth_count,
    const std::vector<Vector3d>& vertices)
    : triangles_(triangles)
    , cloth_count_(cloth_count)
    , order_(triangles.size())
    , boxes_(triangles.size())
{
    std::iota(order_.begin(), order_.end(), 0);
    std::vector<Vector3d> centers;
    for (const Eigen::Vector3i& t : triangles)
        centers.push_back(vertices[t[0]] + vertices[t[1]] + vertices[t[2]]);
    if (!triangles.empty())
        build(0, static_cast<int>(triangles.size()), centers);
    update(vertices);
}

int TriangleTree::build(int first, int last, const std::vector<Vector3d>& centers)
{
    const int index = static_cast<int>(nodes_.size());
    nodes_.emplace_back();
    const auto begin = order_.begin() + first, end = order_.begin() + last;
    nodes_[index].cloth = std::any_of(begin, end, [&](int i) { return is_cloth(i); });
    if (last - first <= kLeaf) {
        nodes_[index].first = first;
        nodes_[index].count = last - first;
        return index;
    }
    // Halve along the longest side.
    Bounds spread;
    std::for_each(begin, end, [&](int i) { spread.add(centers[i]); });
    int axis = 0;
    (spread.high - spread.low).maxCoeff(&axis);
    const int middle = (first + last) / 2;
    std::nth_element(begin, order_.begin() + middle, end, [&](int i, int j) {
        return centers[i][axis] != centers[j][axis] ? centers[i][axis] < centers[j][axis] : i < j;
    });
    const int left = build(first, middle, centers), right = build(middle, last, centers);
    nodes_[index].children = { left, right };
    return index;
}

void TriangleTree::update(const std::vector<Vector3d>& vertices)
{
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        boxes_[i] = {};
        for (int k = 0; k < 3; ++k)
            boxes_[i].add(vertices[triangles_[i][k]]);
    }
    for (auto node = nodes_.rbegin(); node != nodes_.rend(); ++node) {
        node->box = {};
        if (node->count == 0)
            for (const int child : node->children)
                node->box.add(nodes_[child].box);
        for (int i = node->first; i < node->first + node->count; ++i)
            node->box.add(boxes_[order_[i]]);
    }
}

}  // namespace gambol::audit_detail
