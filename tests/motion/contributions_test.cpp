// SPDX-License-Identifier: MIT
#include "gambol/motion/contributions.hpp"

#include "support/example_company.hpp"

#include <gtest/gtest.h>

namespace gambol {
namespace {

using Eigen::Vector3d;

TEST(Contributions, WorkIsTheEnergyThatThePropGains)
{
    const Motion motion = test::held_box();
    const std::vector<Contribution> found = contributions(motion);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].character, "ann");
    EXPECT_EQ(found[0].prop, "parcel");
    EXPECT_NEAR(found[0].seconds, motion.times.back(), 1e-9);
    // The net impulse is what gravity and the change of momentum ask for.
    const MotionProp& box = motion.props[0];
    const auto velocity = [&](std::size_t k) {
        return Vector3d((box.positions[k + 1] - box.positions[k - 1])
            / (motion.times[k + 1] - motion.times[k - 1]));
    };
    const std::size_t last = motion.times.size() - 2;
    const double seconds = motion.times[last] - motion.times[1];
    const Vector3d momentum = 8 * (velocity(last) - velocity(1));
    EXPECT_LT((found[0].net_impulse - momentum - Vector3d(0, 0, 8 * 9.81 * seconds)).norm(), 2);
    EXPECT_GE(found[0].impulse, found[0].net_impulse.norm() - 1e-9);
    // Height and speed of its centre, and its spin.
    const auto energy = [&](std::size_t k) {
        const Eigen::AngleAxisd turn(box.rotations[k + 1] * box.rotations[k - 1].conjugate());
        const Vector3d spin
            = turn.axis() * turn.angle() / (motion.times[k + 1] - motion.times[k - 1]);
        const Eigen::Matrix3d R = box.rotations[k].toRotationMatrix();
        return 8 * 9.81 * box.positions[k].z() + 4 * velocity(k).squaredNorm()
            + 0.5 * spin.dot(R * box.inertial.inertia * R.transpose() * spin);
    };
    EXPECT_NEAR(found[0].work, energy(last) - energy(1), 0.3);
    EXPECT_GT(std::abs(energy(60) - energy(1)), 1);  // there is something to measure
}

TEST(Contributions, SharesAreToldApart)
{
    // Bob takes over the right hand's part: the forces of a patch of the prop count as well.
    Motion motion = test::held_box();
    MotionCharacter bob = motion.characters[0];
    bob.name = "bob";
    motion.characters[0].contacts.pop_back();
    bob.contacts.erase(bob.contacts.begin() + 2);
    motion.characters.push_back(bob);
    const std::vector<Contribution> both = contributions(motion);
    const Contribution alone = contributions(test::held_box())[0];
    ASSERT_EQ(both.size(), 2u);
    EXPECT_EQ(both[1].character, "bob");
    EXPECT_LT((both[0].net_impulse + both[1].net_impulse - alone.net_impulse).norm(), 1e-9);
    EXPECT_NEAR(both[0].work + both[1].work, alone.work, 1e-9);
}

TEST(Contributions, NobodyTouchesABallInFlight)
{
    EXPECT_TRUE(contributions(test::thrown_ball()).empty());
    EXPECT_TRUE(contributions(test::hand_in_hand()).empty());
}

}  // namespace
}  // namespace gambol
