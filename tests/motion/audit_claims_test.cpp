// SPDX-License-Identifier: MIT
// How a body is used: each check with a motion that keeps it and one that was sabotaged.
#include "gambol/motion/audit.hpp"

#include "gambol/motion/complaints.hpp"
#include "support/example_motion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Two steps by somebody who was asked to stand at the end and whose file says all there is to say.
Motion claimed_steps()
{
    Motion motion = test::two_steps();
    motion.claims = { "drag", "joint_limits", "torque", "pops", "rest" };
    motion.asked = { { "ann", "stand", motion.times.back(), { "left_foot", "right_foot" } } };
    MotionJoints& joints = motion.characters[0].joints;
    joints.names = { "left_knee", "right_knee" };
    joints.values.assign(motion.times.size(), VectorXd::Constant(2, 0.3));
    joints.torques.assign(motion.times.size(), VectorXd::Constant(2, -40));
    joints.lower = VectorXd::Zero(2);
    joints.upper = VectorXd::Constant(2, 2.6);
    joints.torque_lower = VectorXd::Constant(2, -100);
    joints.torque_upper = VectorXd::Constant(2, kInfinity);
    return motion;
}

const AuditCheck* judged(const AuditReport& report, const std::string& name)
{
    for (const AuditCheck& check : report.checks)
        if (check.name == name)
            return &check;
    return nullptr;
}

const UnjudgedCheck* unjudged(const AuditReport& report, const std::string& name)
{
    for (const UnjudgedCheck& check : report.not_judged)
        if (check.figure.name == name)
            return &check;
    return nullptr;
}

void expect_failure(const Motion& motion, const std::string& name, const std::string& subject)
{
    const AuditReport report = audit(motion);
    const AuditCheck* check = judged(report, name);
    ASSERT_TRUE(check) << name;
    EXPECT_FALSE(check->passed) << name << " is " << check->value;
    EXPECT_EQ(check->subject, subject);
    EXPECT_FALSE(report.passed());
}

int body_of(const Motion& motion, const std::string& name)
{
    const std::vector<MotionBody>& bodies = motion.characters[0].bodies;
    for (std::size_t i = 0; i < bodies.size(); ++i)
        if (bodies[i].name == name)
            return static_cast<int>(i);
    throw std::out_of_range(name);
}

MotionContact& foot(Motion& motion, const std::string& name)
{
    for (MotionContact& contact : motion.characters[0].contacts)
        if (contact.name == name)
            return contact;
    throw std::out_of_range(name);
}

TEST(AuditClaims, AnHonestClaimIsJudgedAndHolds)
{
    const AuditReport report = audit(claimed_steps());
    for (const char* name : { "drag", "joint_limits", "torque", "pops", "rest_speed",
             "rest_support", "rest_stance", "rest_turn" }) {
        const AuditCheck* check = judged(report, name);
        ASSERT_TRUE(check) << name;
        EXPECT_TRUE(check->passed) << name << " is " << check->value;
    }
    EXPECT_TRUE(report.not_judged.empty());
    EXPECT_NEAR(report.find("torque").value, 0.4, 1e-12);
    EXPECT_GT(report.find("pops").value, 0.1);
    EXPECT_NEAR(report.find("rest_stance").value, 1, 0.2);
}

TEST(AuditClaims, WhatIsNotClaimedIsMeasuredAndNotJudged)
{
    Motion motion = claimed_steps();
    motion.claims.clear();
    for (VectorXd& torques : motion.characters[0].joints.torques)
        torques *= 10;
    const AuditReport report = audit(motion);
    EXPECT_FALSE(judged(report, "torque"));
    ASSERT_TRUE(unjudged(report, "torque"));
    EXPECT_NEAR(unjudged(report, "torque")->figure.value, 4, 1e-12);
    EXPECT_FALSE(unjudged(report, "torque")->figure.passed);
    EXPECT_NE(unjudged(report, "torque")->why.find("claim"), std::string::npos);
    EXPECT_TRUE(report.passed()) << "physics holds";
}

/// Whatever it claims: limbs without mass need no strength.
TEST(AuditClaims, LimbsWithoutMassAreNotJudged)
{
    Motion motion = test::hop();
    motion.claims = { "drag", "pops", "rest", "torque", "joint_limits" };
    const AuditReport report = audit(motion);
    for (const char* name : { "drag", "pops" }) {
        EXPECT_FALSE(judged(report, name));
        ASSERT_TRUE(unjudged(report, name)) << name;
        EXPECT_NE(unjudged(report, name)->why.find("limbs"), std::string::npos);
    }
}

TEST(AuditClaims, WhatTheFileDoesNotSayIsNotJudged)
{
    Motion motion = claimed_steps();
    motion.asked.clear();
    motion.characters[0].joints.torques.clear();
    motion.characters[0].joints.lower.resize(0);
    const AuditReport report = audit(motion);
    for (const char* name :
        { "torque", "joint_limits", "rest_speed", "rest_support", "rest_stance", "rest_turn" }) {
        EXPECT_FALSE(judged(report, name));
        ASSERT_TRUE(unjudged(report, name)) << name;
        EXPECT_TRUE(std::isnan(unjudged(report, name)->figure.value)) << name;
    }
    EXPECT_TRUE(judged(report, "drag"));
}

/// The swinging foot keeps its way but never leaves the floor.
TEST(AuditClaims, NamesAFootThatDrags)
{
    Motion motion = claimed_steps();
    const int right = body_of(motion, "right_foot");
    for (auto& positions : motion.characters[0].positions)
        positions[right].z() = motion.characters[0].positions[0][right].z();
    expect_failure(motion, "drag", "ann/right_foot");
    EXPECT_NEAR(audit(motion).find("drag").value, 0.22, 0.03) << "one stride";
}

/// Whoever lies may brush along the floor.
TEST(AuditClaims, LimbsOfWhoLiesMayBrush)
{
    Motion motion = claimed_steps();
    const int right = body_of(motion, "right_foot"), pelvis = 0;
    for (auto& positions : motion.characters[0].positions) {
        positions[right].z() = motion.characters[0].positions[0][right].z();
        positions[pelvis].z() = 0.15;
    }
    EXPECT_LT(audit(motion).find("drag").value, 0.01);
}

TEST(AuditClaims, NamesAJointBeyondItsLimit)
{
    Motion motion = claimed_steps();
    motion.characters[0].joints.values[50][1] = -0.06;
    expect_failure(motion, "joint_limits", "ann/right_knee");
    motion.characters[0].joints.values[50][1] = -0.04;
    EXPECT_TRUE(audit(motion).find("joint_limits").passed);
}

TEST(AuditClaims, NamesATorqueBeyondStrength)
{
    Motion motion = claimed_steps();
    motion.characters[0].joints.torques[50] << -40, -106;
    expect_failure(motion, "torque", "ann/right_knee");
    motion.characters[0].joints.torques[50] << -40, 1e4;  // that way it has no limit
    EXPECT_TRUE(audit(motion).find("torque").passed);
}

TEST(AuditClaims, NamesAPopOutsideStrikes)
{
    Motion motion = claimed_steps();
    const int shank = body_of(motion, "left_shank");
    const std::size_t at = 60;
    auto& rotations = motion.characters[0].rotations;
    for (std::size_t k = at; k < rotations.size(); ++k)
        rotations[k][shank]
            = rotations[k][shank] * Eigen::AngleAxisd(15 * M_PI / 180, Vector3d::UnitZ());
    EXPECT_FALSE(audit(motion).find("pops").passed);
    EXPECT_GT(audit(motion).find("pops").value, 14);
    motion.asked.push_back({ "ann", "strike", motion.times[at], { "left_foot" } });
    EXPECT_TRUE(audit(motion).find("pops").passed);
}

TEST(AuditClaims, NamesAClipThatEndsInMidMovement)
{
    Motion motion = claimed_steps();
    const int pelvis = 0;
    motion.characters[0].positions.back()[pelvis].x() += 0.2 / 120;
    expect_failure(motion, "rest_speed", "ann");
    motion.asked[0].time = motion.times.back() - 1;  // stands earlier, and may move on
    EXPECT_TRUE(unjudged(audit(motion), "rest_speed"));
}

TEST(AuditClaims, NamesAFootThatDoesNotStand)
{
    Motion motion = claimed_steps();
    foot(motion, "left_foot").force.back().setZero();
    expect_failure(motion, "rest_support", "ann");
    EXPECT_EQ(audit(motion).find("rest_support").value, 1);
}

TEST(AuditClaims, NamesFeetThatAreTooFarApartUnlessTheGroundIs)
{
    Motion motion = claimed_steps();
    const int left = body_of(motion, "left_foot");
    const auto spread = [&](const Vector3d& by) {
        Motion moved = motion;
        for (auto& positions : moved.characters[0].positions)
            positions[left] += by;
        return moved;
    };
    expect_failure(spread({ 0, 0.25, 0 }), "rest_stance", "ann");
    EXPECT_TRUE(unjudged(audit(spread({ 0, 0.25, 0.1 })), "rest_stance"));
}

TEST(AuditClaims, NamesAFootThatWasLeftBehindInATurn)
{
    Motion motion = claimed_steps();
    const int left = body_of(motion, "left_foot");
    const auto turned = [&](double degrees) {
        Motion one = motion;
        const Eigen::Quaterniond by(Eigen::AngleAxisd(degrees * EIGEN_PI / 180, Vector3d::UnitZ()));
        for (auto& rotations : one.characters[0].rotations)
            rotations[left] = by * rotations[left];
        return one;
    };
    expect_failure(turned(60), "rest_turn", "ann/left_foot");
    expect_failure(turned(-60), "rest_turn", "ann/left_foot");
    EXPECT_NEAR(audit(turned(60)).find("rest_turn").value, 60, 5);
    EXPECT_TRUE(audit(turned(15)).find("rest_turn").passed) << "people turn their toes out";
}

TEST(Complaints, AreAboutUseJudgedOrNot)
{
    AuditReport report;
    report.checks = { { "slip", "", 2, 1, "m", 0, false }, { "drag", "", 2, 1, "m", 0, false },
        { "pops", "", 0, 1, "", 0, true } };
    report.not_judged = { { { "torque", "", 3, 1, "", 0, false }, "" },
        { { "rest_speed", "", 0, 1, "", 0, false }, "" } };
    EXPECT_EQ(complaints(report), (std::vector<std::string> { "drag", "torque" }));
}

}  // namespace
}  // namespace gambol
