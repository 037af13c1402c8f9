// SPDX-License-Identifier: MIT
#include "gambol/dynamics/character_tree.hpp"
#include "gambol/io/character/character_reader.hpp"
#include "support/dynamics_results.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <array>
#include <functional>
#include <memory>
#include <stdexcept>

namespace gambol::dynamics {
namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::VectorXd;
using test::Instant;

// MuJoCo knows no body without mass; this one weighs less than what is compared.
constexpr double kLeastMass = 1e-13;

std::string shown(const Vector3d& a)
{
    return fmt::format("{:.17g} {:.17g} {:.17g}", a.x(), a.y(), a.z());
}

std::string shown(const Quaterniond& R)
{
    return fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", R.w(), R.x(), R.y(), R.z());
}

/// The body of a joint with all that hangs on it.
std::string body_to_mjcf(const Tree& tree, int index)
{
    const Joint& joint = tree.joints()[std::size_t(index)];
    const char* type = joint.kind == JointKind::free ? "free"
        : joint.kind == JointKind::revolute          ? "hinge"
                                                     : "slide";
    std::string text = fmt::format("<body pos=\"{}\" quat=\"{}\"><joint type=\"{}\" axis=\"{}\"/>",
        shown(joint.position), shown(joint.rotation), type, shown(joint.axis));
    // Turned to its principal axes here: MuJoCo's own search for them stops at nine digits.
    const Eigen::SelfAdjointEigenSolver<Matrix3d> principal(joint.inertia);
    Matrix3d axes = principal.eigenvectors();
    axes.col(2) *= axes.determinant() < 0 ? -1 : 1;
    const Quaterniond turn(axes);
    text += joint.mass > 0
        ? fmt::format("<inertial pos=\"{}\" mass=\"{:.17g}\" quat=\"{}\" diaginertia=\"{}\"/>",
            shown(joint.center), joint.mass, shown(turn), shown(principal.eigenvalues()))
        : fmt::format("<inertial pos=\"0 0 0\" mass=\"{0}\" "
                      "diaginertia=\"{0} {0} {0}\"/>",
            kLeastMass);
    for (int child = index + 1; child < tree.joint_count(); ++child)
        if (tree.joints()[std::size_t(child)].parent == index)
            text += body_to_mjcf(tree, child);
    return text + "</body>";
}

std::string tree_to_mjcf(const Tree& tree)
{
    std::string text
        = fmt::format("<mujoco><compiler inertiafromgeom=\"false\" balanceinertia=\"false\" "
                      "boundmass=\"0\" boundinertia=\"0\" angle=\"radian\"/>"
                      "<option gravity=\"{}\"><flag contact=\"disable\"/></option>"
                      "<worldbody>",
            shown(tree.gravity()));
    for (int i = 0; i < tree.joint_count(); ++i)
        if (tree.joints()[std::size_t(i)].parent < 0)
            text += body_to_mjcf(tree, i);
    return text + "</worldbody></mujoco>";
}

struct ModelDelete {
    void operator()(mjModel* model) const { mj_deleteModel(model); }
};
struct DataDelete {
    void operator()(mjData* data) const { mj_deleteData(data); }
};

std::unique_ptr<mjModel, ModelDelete> load_model(const std::string& mjcf)
{
    const auto files = std::make_unique<mjVFS>();
    mj_defaultVFS(files.get());
    mj_makeEmptyFileVFS(files.get(), "tree.xml", int(mjcf.size()));
    std::copy(mjcf.begin(), mjcf.end(), static_cast<char*>(files->filedata[0]));
    std::array<char, 1000> error {};
    std::unique_ptr<mjModel, ModelDelete> model(
        mj_loadXML("tree.xml", files.get(), error.data(), int(error.size())));
    mj_deleteVFS(files.get());
    if (!model)
        throw std::runtime_error(std::string("MuJoCo: ") + error.data());
    return model;
}

/// The three numbers at `x`, as one vector.
Eigen::Map<Vector3d> three(double* x)
{
    return Eigen::Map<Vector3d>(x);
}

/// What mj_inverse says about the torques of all degrees of freedom. Joints of MuJoCo come depth
/// first, as ours do in the trees used here. It gives and takes linear velocities and forces of a
/// free joint along world axes instead of the body's.
VectorXd mujoco_torques(const Tree& tree, Instant at)
{
    const auto model = load_model(tree_to_mjcf(tree));
    const std::unique_ptr<mjData, DataDelete> data(mj_makeData(model.get()));
    EXPECT_EQ(model->nq, tree.q_count());
    EXPECT_EQ(model->nv, tree.dof_count());
    for (const Link& link : tree.links())
        if (link.kind == JointKind::free) {
            const double* q = at.q.data() + link.first_q;
            const Matrix3d R = Quaterniond(q[3], q[4], q[5], q[6]).toRotationMatrix();
            double* v = at.qdot.data() + link.first_dof;
            double* a = at.qddot.data() + link.first_dof;
            three(a) = R * Vector3d(three(a) + three(v + 3).cross(three(v)));
            three(v) = R * Vector3d(three(v));
        }
    mju_copy(data->qpos, at.q.data(), model->nq);
    mju_copy(data->qvel, at.qdot.data(), model->nv);
    mju_copy(data->qacc, at.qddot.data(), model->nv);
    mj_inverse(model.get(), data.get());
    VectorXd torques = VectorXd::Map(data->qfrc_inverse, model->nv);
    for (const Link& link : tree.links())
        if (link.kind == JointKind::free) {
            const double* q = at.q.data() + link.first_q;
            const Quaterniond R(q[3], q[4], q[5], q[6]);
            double* force = torques.data() + link.first_dof;
            three(force) = R.conjugate() * Vector3d(three(force));
        }
    return torques;
}

VectorXd our_torques(const Tree& tree, const Instant& at)
{
    VectorXd torques(tree.dof_count());
    joint_torques<double>(tree, test::state_of(tree, at),
        std::span<double>(torques.data(), std::size_t(torques.size())));
    return torques;
}

/// Joints depth first, a free root without a pose of its own.
Tree depth_first(const Tree& tree)
{
    std::vector<Joint> joints;
    const std::function<void(int, int)> visit = [&](int index, int parent) {
        Joint joint = tree.joints()[std::size_t(index)];
        joint.parent = parent;
        if (joint.kind == JointKind::free) {
            joint.position.setZero();
            joint.rotation.setIdentity();
        }
        joints.push_back(joint);
        const int here = int(joints.size()) - 1;
        for (int child = index + 1; child < tree.joint_count(); ++child)
            if (tree.joints()[std::size_t(child)].parent == index)
                visit(child, here);
    };
    for (int i = 0; i < tree.joint_count(); ++i)
        if (tree.joints()[std::size_t(i)].parent < 0)
            visit(i, -1);
    return Tree(joints, tree.gravity());
}

TEST(MujocoDynamics, AgreesAboutTorquesOfRandomTrees)
{
    test::Random random(1);
    for (int trial = 0; trial < 12; ++trial) {
        const test::TreeRoot root = static_cast<test::TreeRoot>(trial % 3);
        const Tree tree = depth_first(test::random_tree(
            random, { .root = root, .branches = trial % 2 == 0, .prismatic = 0.3, .joints = 10 }));
        const Instant at = test::random_instant(tree, random);
        EXPECT_LT(test::relative_error(our_torques(tree, at), mujoco_torques(tree, at)), 1e-10)
            << "trial " << trial;
    }
}

TEST(MujocoDynamics, AgreesAboutTheHuman)
{
    test::Random random(2);
    const Character human = io::read_character("human").character;
    for (const RootJoint root : { RootJoint::axes, RootJoint::free, RootJoint::rotations }) {
        const Tree tree = depth_first(character_tree(human, root).tree);
        for (int trial = 0; trial < 4; ++trial) {
            const Instant at = test::random_instant(tree, random);
            const VectorXd ours = our_torques(tree, at), theirs = mujoco_torques(tree, at);
            EXPECT_LT(test::relative_error(ours, theirs), 1e-10);
            // The rows of the root on their own: they are the aggregate force.
            EXPECT_LT(test::relative_error(ours.head(3), theirs.head(3)), 1e-10);
        }
    }
}

TEST(MujocoDynamics, SeesAWrongMass)
{
    test::Random random(3);
    const Tree tree = depth_first(test::random_tree(random, {}));
    std::vector<Joint> joints = tree.joints();
    joints[4].mass *= 1.001;
    const Instant at = test::random_instant(tree, random);
    EXPECT_GT(test::relative_error(
                  our_torques(Tree(joints, tree.gravity()), at), mujoco_torques(tree, at)),
        1e-6);
}

}  // namespace
}  // namespace gambol::dynamics
