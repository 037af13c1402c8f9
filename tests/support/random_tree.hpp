// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/tree.hpp"
#include "support/finite_difference.hpp"

#include <string>
#include <vector>

namespace gambol::test {

enum class TreeRoot {
    fixed,  // the first joint is mounted on the world
    axes,  // three prismatic and three revolute joints without mass
    free,
};

struct RandomTreeOptions {
    TreeRoot root = TreeRoot::fixed;
    bool branches = true;  // false: a chain
    double prismatic = 0.25;  // share of the joints that slide
    int joints = 8;  // besides those of the root
};

[[nodiscard]] dynamics::Tree random_tree(Random&, const RandomTreeOptions&);

struct NamedTree {
    std::string name;
    dynamics::Tree tree;
};

/// Trees and chains, with every kind of root and of joint, a free body in the middle of a tree
/// among them.
[[nodiscard]] std::vector<NamedTree> tree_zoo();

/// Coordinates of one instant.
struct Instant {
    Eigen::VectorXd q, qdot, qddot;
};
[[nodiscard]] Instant random_instant(const dynamics::Tree&, Random&);

/// q displaced by `step` (Tree::integrate).
[[nodiscard]] Eigen::VectorXd displaced(
    const dynamics::Tree&, const Eigen::VectorXd& q, const Eigen::VectorXd& step);

}  // namespace gambol::test
