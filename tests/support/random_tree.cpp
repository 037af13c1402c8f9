// SPDX-License-Identifier: MIT
#include "support/random_tree.hpp"

#include <cmath>

namespace gambol::test {

namespace {

using dynamics::Joint;
using dynamics::JointKind;
using dynamics::Tree;
using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::VectorXd;

Quaterniond random_rotation(Random& random)
{
    return Quaterniond(Eigen::AngleAxisd(random.uniform(-3, 3), random.direction()));
}

/// A body of a few kilograms and decimetres; its moments of inertia are those of a solid.
void add_body(Joint& joint, Random& random)
{
    joint.mass = random.uniform(0.5, 3);
    joint.center = random.vector(3, 0.2);
    const Matrix3d R = random_rotation(random).toRotationMatrix();
    const Vector3d spread(
        random.uniform(0.01, 0.05), random.uniform(0.01, 0.05), random.uniform(0.01, 0.05));
    const Vector3d moments = joint.mass * (spread.sum() * Vector3d::Ones() - spread);
    joint.inertia = R * moments.asDiagonal() * R.transpose();
}

Joint random_joint(Random& random, int parent, double prismatic)
{
    Joint joint;
    joint.parent = parent;
    joint.kind = random.uniform(0, 1) < prismatic ? JointKind::prismatic : JointKind::revolute;
    joint.axis = random.direction();
    joint.position = random.vector(3, 0.3);
    joint.rotation = random_rotation(random);
    add_body(joint, random);
    return joint;
}

}  // namespace

Tree random_tree(Random& random, const RandomTreeOptions& options)
{
    std::vector<Joint> joints;
    if (options.root == TreeRoot::axes)
        for (int i = 0; i < 6; ++i) {
            Joint joint;
            joint.parent = i - 1;
            joint.kind = i < 3 ? JointKind::prismatic : JointKind::revolute;
            joint.axis = Vector3d::Unit(i % 3);
            joints.push_back(joint);
        }
    if (options.root == TreeRoot::free) {
        joints.push_back(random_joint(random, -1, 0));
        joints.back().kind = JointKind::free;
    }
    const int first = std::max(0, static_cast<int>(joints.size()) - 1);
    for (int i = 0; i < options.joints; ++i) {
        const int last = static_cast<int>(joints.size()) - 1;
        const int parent = options.branches && last > first
            ? first + static_cast<int>(random.uniform(0, last - first + 1 - 1e-9))
            : last;
        joints.push_back(random_joint(random, parent, options.prismatic));
    }
    return Tree(std::move(joints), { 0.3, -0.2, -9.81 });
}

std::vector<NamedTree> tree_zoo()
{
    Random random(5);
    std::vector<NamedTree> zoo;
    for (const bool branches : { false, true })
        for (const TreeRoot root : { TreeRoot::fixed, TreeRoot::axes, TreeRoot::free })
            for (const double prismatic : { 0.0, 0.4 }) {
                const char* names[] = { "fixed", "axes", "free" };
                zoo.push_back({ std::string(branches ? "tree" : "chain") + ", root "
                        + names[static_cast<int>(root)] + (prismatic > 0 ? ", sliding" : ""),
                    random_tree(random, { root, branches, prismatic }) });
            }
    // A ball in a moving hand: the velocity of what lies before a free joint is not zero.
    std::vector<Joint> joints = random_tree(random, {}).joints();
    joints[3].kind = JointKind::free;
    zoo.push_back({ "tree, free in the middle", Tree(joints) });
    // Two roots.
    joints = random_tree(random, {}).joints();
    joints[4].parent = -1;
    zoo.push_back({ "two trees", Tree(joints) });
    return zoo;
}

Instant random_instant(const Tree& tree, Random& random)
{
    Instant instant { random.vector(tree.q_count(), 1.5), random.vector(tree.dof_count(), 2),
        random.vector(tree.dof_count(), 5) };
    for (const dynamics::Link& link : tree.links())
        if (link.kind == JointKind::free)
            instant.q.segment<4>(link.first_q + 3).normalize();
    return instant;
}

VectorXd displaced(const Tree& tree, const VectorXd& q, const VectorXd& step)
{
    VectorXd result(q.size());
    const auto size = [](const VectorXd& x) { return static_cast<std::size_t>(x.size()); };
    tree.integrate({ q.data(), size(q) }, { step.data(), size(step) }, { result.data(), size(q) });
    return result;
}

}  // namespace gambol::test
