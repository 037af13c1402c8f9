// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace gambol::audit_detail {

/// Box along the axes. Its sides are coordinates of points, so that comparing them rounds nothing.
struct Bounds {
    Eigen::Array3d low = Eigen::Array3d::Constant(std::numeric_limits<double>::infinity());
    Eigen::Array3d high = Eigen::Array3d::Constant(-std::numeric_limits<double>::infinity());

    void add(const Eigen::Vector3d& point)
    {
        low = low.min(point.array());
        high = high.max(point.array());
    }
    void add(const Bounds& other)
    {
        low = low.min(other.low);
        high = high.max(other.high);
    }
    /// Whether the boxes come within `reach` of each other along every axis.
    [[nodiscard]] bool near(const Bounds& other, double reach) const
    {
        for (int k = 0; k < 3; ++k)
            if (low[k] - other.high[k] > reach || other.low[k] - high[k] > reach)
                return false;
        return true;
    }
};

/// Triangles sorted into a tree of boxes. The tree is made once; when vertices move only the boxes
/// change. The first `cloth_count` triangles are cloth, the others are not.
class TriangleTree {
public:
    TriangleTree(const std::vector<Eigen::Vector3i>& triangles, int cloth_count,
        const std::vector<Eigen::Vector3d>& vertices);

    void update(const std::vector<Eigen::Vector3d>& vertices);

    [[nodiscard]] const Bounds& bounds(int triangle) const { return boxes_[triangle]; }

    /// Calls visit(i, j) for every two triangles, at least one of them cloth, whose boxes come
    /// within reach() of each other. `reach` is asked anew all the time, so it may shrink.
    template <class Reach, class Visit> void for_pairs(Reach&& reach, Visit&& visit) const
    {
        if (!nodes_.empty())
            pairs_within(0, reach, visit);
    }

    /// Calls visit(i) for every cloth triangle whose box comes within `reach` of `box`.
    template <class Visit> void for_near(const Bounds& box, double reach, Visit&& visit) const
    {
        if (!nodes_.empty())
            near_within(0, box, reach, visit);
    }

private:
    struct Node {
        Bounds box;
        int first = 0, count = 0;  // into order_; count 0 for a node with children
        std::array<int, 2> children {};
        bool cloth = false;  // holds any
    };

    int build(int first, int last, const std::vector<Eigen::Vector3d>& centers);
    [[nodiscard]] bool is_cloth(int triangle) const { return triangle < cloth_count_; }

    template <class Reach, class Visit>
    void pairs_within(int index, Reach& reach, Visit& visit) const
    {
        const Node& node = nodes_[index];
        if (!node.cloth)
            return;
        if (node.count == 0) {
            pairs_within(node.children[0], reach, visit);
            pairs_within(node.children[1], reach, visit);
            pairs_between(node.children[0], node.children[1], reach, visit);
            return;
        }
        for (int i = node.first; i < node.first + node.count; ++i)
            for (int j = i + 1; j < node.first + node.count; ++j)
                pair(order_[i], order_[j], reach, visit);
    }

    template <class Reach, class Visit>
    void pairs_between(int a, int b, Reach& reach, Visit& visit) const
    {
        const Node &left = nodes_[a], &right = nodes_[b];
        if (!(left.cloth || right.cloth) || !left.box.near(right.box, reach()))
            return;
        if (left.count == 0 && (right.count > 0 || volume(left.box) >= volume(right.box))) {
            pairs_between(left.children[0], b, reach, visit);
            pairs_between(left.children[1], b, reach, visit);
        } else if (right.count == 0) {
            pairs_between(a, right.children[0], reach, visit);
            pairs_between(a, right.children[1], reach, visit);
        } else {
            for (int i = left.first; i < left.first + left.count; ++i)
                for (int j = right.first; j < right.first + right.count; ++j)
                    pair(order_[i], order_[j], reach, visit);
        }
    }

    template <class Reach, class Visit> void pair(int i, int j, Reach& reach, Visit& visit) const
    {
        if ((is_cloth(i) || is_cloth(j)) && boxes_[i].near(boxes_[j], reach()))
            visit(i, j);
    }

    template <class Visit>
    void near_within(int index, const Bounds& box, double reach, Visit& visit) const
    {
        const Node& node = nodes_[index];
        if (!node.cloth || !node.box.near(box, reach))
            return;
        if (node.count == 0) {
            near_within(node.children[0], box, reach, visit);
            near_within(node.children[1], box, reach, visit);
            return;
        }
        for (int i = node.first; i < node.first + node.count; ++i)
            if (is_cloth(order_[i]) && boxes_[order_[i]].near(box, reach))
                visit(order_[i]);
    }

    /// Which of two boxes is worth opening first.
    static double volume(const Bounds& box) { return (box.high - box.low).sum(); }

    const std::vector<Eigen::Vector3i>& triangles_;
    int cloth_count_;
    std::vector<int> order_;  // triangles, those of a leaf side by side
    std::vector<Bounds> boxes_;  // of triangles
    std::vector<Node> nodes_;  // parents before children
};

}  // namespace gambol::audit_detail
