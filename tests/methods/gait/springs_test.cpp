// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/springs.hpp"

#include "animals.hpp"

#include "gambol/methods/gait/solve_timing.hpp"

#include <gtest/gtest.h>

namespace gambol::gait {
namespace {

using Eigen::VectorXd;

TEST(Springs, LeftAndRightShareOneAndTheMiddleHasItsOwn)
{
    const Animal body = animal("human");
    const Springs springs(body);
    int pairs = 0, middle = 0;
    for (int k = kRootDofs; k < body.dofs(); ++k) {
        const int mirror = body.mirror[size_t(k)];
        EXPECT_EQ(springs.of(k), springs.of(mirror));
        (mirror == k ? middle : pairs) += 1;
        EXPECT_EQ(springs.centred(springs.of(k)), mirror == k && body.mirror_sign[k] < 0);
    }
    EXPECT_EQ(springs.count(), middle + pairs / 2);
    EXPECT_GT(middle, 0);
    EXPECT_GT(pairs, 0);
}

TEST(Springs, PullLeftAndRightAlike)
{
    // The mirror image of an angle and of its speed gets the mirror image of the torque.
    const Animal body = animal("human");
    const Springs springs(body);
    VectorXd numbers(int(Springs::kNumbers));
    numbers << 0.2, 0.1, 0.03;
    for (int k = kRootDofs; k < body.dofs(); ++k) {
        const int mirror = body.mirror[size_t(k)];
        if (mirror == k)
            continue;
        const double s = body.mirror_sign[k], q = 0.4, qdot = -1.1;
        EXPECT_NEAR(Springs::torque(numbers, springs.sign(k), q, qdot),
            s * Springs::torque(numbers, springs.sign(mirror), s * q, s * qdot), 1e-15);
    }
}

TEST(Springs, TakeWorkOffMusclesWithinTheirBounds)
{
    const Animal body = animal("biped");
    const double speed = 3 / body.speed_unit();
    Settings settings;
    settings.symmetric = true;
    const TimingSolution without = solve_timing(body, usual_timing(body, speed), speed, settings);
    settings.springs = true;
    const TimingSolution with = solve_timing(body, usual_timing(body, speed), speed, settings);
    ASSERT_LE(without.violation, kFeasible);
    ASSERT_LE(with.violation, kFeasible);
    EXPECT_LT(with.cost, 0.8 * without.cost);
    EXPECT_EQ(without.cycle.springs.size(), 0);
    const Springs springs(body);
    ASSERT_EQ(with.cycle.springs.cols(), springs.count());
    for (int i = 0; i < springs.count(); ++i) {
        const VectorXd numbers = with.cycle.springs.col(i);
        const double k = numbers[Springs::stiffness], b = numbers[Springs::offset];
        EXPECT_GE(k, 0);
        EXPECT_LE(k, Springs::kMostStiffness);
        EXPECT_GE(numbers[Springs::damping], 0);
        EXPECT_LE(numbers[Springs::damping], Springs::kMostDamping);
        // Rest angles within the limits of the joint.
        EXPECT_GE(b, body.lower[springs.leader(i)] * k - kFeasible);
        EXPECT_LE(b, body.upper[springs.leader(i)] * k + kFeasible);
    }
}

}  // namespace
}  // namespace gambol::gait
