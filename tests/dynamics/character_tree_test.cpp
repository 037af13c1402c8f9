// SPDX-License-Identifier: MIT
#include "gambol/dynamics/character_tree.hpp"

#include "gambol/io/character/character_reader.hpp"
#include "support/dynamics_results.hpp"
#include "support/newton_euler.hpp"

#include <gtest/gtest.h>

namespace gambol::dynamics {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using test::Instant;
using test::InstantT;
using test::Jet;
using test::relative_error;
using test::Variable;
using test::VectorT;

const Character& human()
{
    static const Character character = io::read_character("human").character;
    return character;
}

Pose random_pose(const Character& character, test::Random& random)
{
    Pose pose;
    pose.root_position = random.vector(3, 2);
    pose.root_rotation = Eigen::Quaterniond(Eigen::AngleAxisd(2.5, random.direction()));
    pose.angles = random.vector(character.dof_count());
    return pose;
}

TEST(CharacterTree, CoordinatesAndPosesAreTheSameThing)
{
    test::Random random(5);
    for (const RootJoint root : { RootJoint::axes, RootJoint::rotations, RootJoint::plane }) {
        const CharacterTree tree = character_tree(human(), root);
        Pose pose = random_pose(human(), random);
        if (root != RootJoint::axes)
            pose.root_position.setZero();
        if (root == RootJoint::plane)
            pose.root_rotation = Eigen::AngleAxisd(2.5, Vector3d::UnitY());
        const Pose back = pose_of(tree, coordinates(tree, pose));
        EXPECT_LT((back.root_position - pose.root_position).norm(), 1e-14);
        EXPECT_LT(back.root_rotation.angularDistance(pose.root_rotation), 1e-7);
        EXPECT_EQ(back.angles, pose.angles);
    }
}

constexpr RootJoint kRoots[] = { RootJoint::axes, RootJoint::rotations, RootJoint::free };

TEST(CharacterTree, PutsSegmentsWhereForwardKinematicsDoes)
{
    test::Random random(1);
    for (const io::Listing& model : io::list_characters()) {
        const Character character = io::read_character(model.name).character;
        for (const RootJoint root : kRoots) {
            const CharacterTree tree = character_tree(character, root);
            const Pose pose = random_pose(character, random);
            const VectorXd rest = VectorXd::Zero(tree.tree.dof_count());
            const State<double> state
                = test::state_of(tree.tree, { coordinates(tree, pose), rest, rest });
            const std::vector<SegmentFrame> frames = forward_kinematics(character, pose);
            const Vector3d at(0.1, -0.2, 0.3);
            const Vector3d shift
                = root == RootJoint::rotations ? pose.root_position : Vector3d::Zero();
            for (int i = 0; i < int(frames.size()); ++i) {
                const SegmentFrame& frame = frames[std::size_t(i)];
                PointMotion<double> motion(tree.tree);
                point_motion(tree.tree, state, tree.point(i, at), motion);
                const Vector3d expected = frame.position + frame.rotation * at - shift;
                EXPECT_LT((test::vector(motion.p) - expected).norm(), 1e-12)
                    << model.name << ", segment " << i;
            }
        }
    }
}

TEST(CharacterTree, WeighsWhatTheCharacterWeighs)
{
    for (const io::Listing& model : io::list_characters()) {
        const Character character = io::read_character(model.name).character;
        const CharacterTree tree = character_tree(character, RootJoint::free);
        EXPECT_NEAR(tree.tree.mass(), character.total_mass(), 1e-10);
        EXPECT_EQ(tree.tree.dof_count(), 6 + character.dof_count());
    }
}

TEST(CharacterTree, DerivativesOfTheHumanAreExact)
{
    test::Random random(2);
    for (const RootJoint root : kRoots) {
        const CharacterTree human_tree = character_tree(human(), root);
        const Tree& tree = human_tree.tree;
        const Instant at { coordinates(human_tree, random_pose(human(), random)),
            random.vector(tree.dof_count(), 3), random.vector(tree.dof_count(), 10) };
        const State<double> state = test::state_of(tree, at);
        const AggregateForce<double> force = test::force_of(tree, state);
        const JointTorques<double> torques = test::torques_of(tree, state, force);
        const auto exact = [&](Variable variable) {
            return test::exact_jacobian(
                at, variable, [&](const InstantT<Jet>& instant) -> VectorT<Jet> {
                    const auto all = test::newton_euler<Jet>(tree, instant);
                    VectorT<Jet> result(6 + tree.dof_count());
                    result << all.force, all.torques;
                    return result;
                });
        };
        const auto expect_exact = [&](const std::vector<Wrench<double>>& columns,
                                      const std::vector<double>& rows, Variable variable) {
            const MatrixXd reference = exact(variable);
            EXPECT_LT(relative_error(test::matrix(columns), reference.topRows(6)), 1e-11);
            EXPECT_LT(relative_error(test::rows(rows, tree.dof_count()),
                          reference.bottomRows(tree.dof_count())),
                1e-11);
        };
        expect_exact(force.dq, torques.dq, Variable::q);
        expect_exact(force.dqdot, torques.dqdot, Variable::qdot);
        expect_exact(force.dqddot, torques.dqddot, Variable::qddot);
    }
}

TEST(CharacterTree, SegmentWithoutDofsIsAPartOfItsParent)
{
    // A stick of two halves, the second of which is glued on and carries a wheel.
    Character stick;
    stick.segments.resize(3);
    for (Segment& segment : stick.segments) {
        segment.mass = 1;
        segment.inertia = Vector3d(0.1, 0.2, 0.25).asDiagonal();
    }
    stick.segments[1].parent = 0;
    stick.segments[1].offset = { 2, 0, 0 };
    stick.segments[2].parent = 1;
    stick.segments[2].offset = { 0, 0, 1 };
    stick.segments[2].dofs = { Dof { "wheel" } };
    const CharacterTree tree = character_tree(stick, RootJoint::free);
    ASSERT_EQ(tree.tree.joint_count(), 2);
    const Joint& body = tree.tree.joints()[0];
    EXPECT_EQ(body.mass, 2);
    EXPECT_EQ(body.center, Vector3d(1, 0, 0));
    EXPECT_TRUE(
        body.inertia.isApprox(Vector3d(0.2, 0.4 + 2, 0.5 + 2).asDiagonal().toDenseMatrix()));
    EXPECT_EQ(tree.tree.joints()[1].position, Vector3d(2, 0, 1));
    EXPECT_EQ(tree.segments[1].joint, 0);
    EXPECT_EQ(tree.segments[1].position, Vector3d(2, 0, 0));
}

}  // namespace
}  // namespace gambol::dynamics
