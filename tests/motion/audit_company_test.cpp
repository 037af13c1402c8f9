// SPDX-License-Identifier: MIT
#include "gambol/motion/audit.hpp"

#include "support/example_company.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace gambol {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

MotionContact& patch(std::vector<MotionContact>& contacts, const std::string& name)
{
    for (MotionContact& contact : contacts)
        if (contact.name == name)
            return contact;
    throw std::out_of_range(name);
}

/// Exactly these checks fail, the first of them for that subject.
void expect_failures(
    const Motion& motion, const std::vector<std::string>& checks, const std::string& subject)
{
    const AuditReport report = audit(motion);
    std::vector<std::string> failed;
    for (const AuditCheck& check : report.checks)
        if (!check.passed)
            failed.push_back(check.name);
    std::vector<std::string> expected = checks;
    std::sort(expected.begin(), expected.end());
    std::sort(failed.begin(), failed.end());
    EXPECT_EQ(failed, expected) << motion.name;
    EXPECT_EQ(report.find(checks.front()).subject, subject) << motion.name;
}

TEST(AuditCompany, AcceptsEveryExample)
{
    for (const Motion& motion : test::company_examples()) {
        const AuditReport report = audit(motion);
        for (const AuditCheck& check : report.checks)
            EXPECT_TRUE(check.passed) << motion.name << ": " << check.name << " of "
                                      << check.subject << " is " << check.value;
        EXPECT_LT(report.find("residual_force_rms").value, 2e-3) << motion.name;
        EXPECT_LT(report.find("residual_torque_rms").value, 2e-3) << motion.name;
    }
}

TEST(AuditCompany, ABoxThatDoesNotFeelTheHandsIsNamed)
{
    // Forces from a hand that names the ground: nothing carries the box any more.
    Motion motion = test::held_box();
    for (std::string& with : patch(motion.characters[0].contacts, "left_hand").with)
        with = "ground";
    const AuditReport report = audit(motion);
    EXPECT_EQ(report.find("residual_force_max").subject, "parcel");
    EXPECT_FALSE(report.find("residual_force_max").passed);
    EXPECT_EQ(report.find("touch").subject, "ann/left_hand");
    EXPECT_FALSE(report.find("touch").passed);
}

TEST(AuditCompany, WhoHoldsABoxFeelsItsWeight)
{
    // The feet carry Ann alone: 8 of her 70 kg are missing.
    Motion motion = test::held_box();
    for (const char* foot : { "left_foot", "right_foot" })
        for (Vector3d& force : patch(motion.characters[0].contacts, foot).force)
            force.z() *= 70.0 / 78;
    const AuditCheck residual = audit(motion).find("residual_force_rms");
    EXPECT_EQ(residual.subject, "ann");
    EXPECT_NEAR(residual.value, 8.0 / 70, 0.02);
}

TEST(AuditCompany, ResidualsAreMeasuredByEachOnesOwnWeight)
{
    // 5 N are half a percent of Ann's weight and 6 % of the box's.
    Motion motion = test::held_box();
    for (Vector3d& force : patch(motion.characters[0].contacts, "left_hand").force)
        force.x() += 5;
    const AuditReport report = audit(motion);
    EXPECT_EQ(report.find("residual_force_max").subject, "parcel");
    EXPECT_NEAR(report.find("residual_force_max").value, 5 / (8 * 9.81), 1e-3);
    EXPECT_EQ(std::count_if(report.notes.begin(), report.notes.end(),
                  [](const std::string& note) {
                      return note.find("residual_force") != std::string::npos;
                  }),
        0);
}

TEST(AuditCompany, TorsionActsOnTheOtherToo)
{
    Motion motion = test::hand_in_hand();
    for (double& torsion : patch(motion.characters[0].contacts, "left_hand").torsion)
        torsion = -20;  // 21.5 N m off: a tenth of weight x 0.3 m, on both
    const AuditReport report = audit(motion);
    EXPECT_FALSE(report.find("residual_torque_max").passed);
    EXPECT_NEAR(report.find("residual_torque_max").value, 21.5 / (70 * 9.81 * 0.3), 2e-3);
    EXPECT_NE(std::find(report.notes.begin(), report.notes.end(),
                  report.find("residual_torque_max").subject == "ann"
                      ? "residual_torque_max also fails for bob"
                      : "residual_torque_max also fails for ann"),
        report.notes.end());
}

TEST(AuditCompany, AHandThatSlipsAlongTheBoxIsNamed)
{
    // The grip bears the box across the palm's normal: it is loaded though nothing presses.
    Motion motion = test::held_box();
    MotionCharacter& ann = motion.characters[0];
    MotionContact& palm = patch(ann.contacts, "right_hand");
    for (std::size_t k = 0; k < motion.times.size(); ++k) {
        const Vector3d normal = ann.rotations[k][0] * palm.normal;
        palm.force[k] -= normal * normal.dot(palm.force[k]);
        const Vector3d way = ann.rotations[k][0] * Vector3d(0.012 * motion.times[k], 0, 0);
        ann.positions[k][static_cast<std::size_t>(palm.body)] += way;
        palm.point[k] += way;
    }
    const AuditCheck slip = audit(motion).find("slip");
    EXPECT_FALSE(slip.passed);
    EXPECT_EQ(slip.subject, "ann/right_hand");
    EXPECT_NEAR(slip.value, 0.024, 1e-3);
}

TEST(AuditCompany, AHandBesideTheBoxIsNamed)
{
    Motion motion = test::held_box();
    MotionCharacter& ann = motion.characters[0];
    for (std::size_t k = 0; k < motion.times.size(); ++k)
        ann.positions[k][static_cast<std::size_t>(patch(ann.contacts, "left_hand").body)]
            += ann.rotations[k][0] * Vector3d(0, 0.02, 0);
    expect_failures(motion, { "touch" }, "ann/left_hand");
    EXPECT_NEAR(audit(motion).find("touch").value, 0.02, 1e-9);
}

TEST(AuditCompany, ABoxInsideItsCarrierIsNamedWithBoth)
{
    Motion motion = test::held_box();
    for (std::size_t k = 0; k < motion.times.size(); ++k)
        motion.props[0].positions[k] -= motion.props[0].rotations[k] * Vector3d(0.13, 0, 0);
    const AuditCheck penetration = audit(motion).find("penetration");
    EXPECT_FALSE(penetration.passed);
    EXPECT_EQ(penetration.subject, "ann/torso into parcel");
    EXPECT_NEAR(penetration.value, 0.04, 1e-3);
}

TEST(AuditCompany, ATableThatDoesNotCarryItsLoadIsNamed)
{
    Motion motion = test::box_on_table();
    MotionContact& base = patch(motion.props[1].contacts, "base");
    for (std::size_t k = 0; k < motion.times.size(); ++k) {
        base.force[k] = { 0, 0, 20 * 9.81 };
        base.point[k] = { 0, 0, 0 };
    }
    expect_failures(motion,
        { "residual_force_max", "residual_force_rms", "residual_torque_max",
            "residual_torque_rms" },
        "table");
}

TEST(AuditCompany, ABoxAboveItsTableIsNamed)
{
    Motion motion = test::box_on_table();
    for (Vector3d& place : motion.props[0].positions)
        place.z() += 0.03;
    expect_failures(motion, { "touch", "pressure_point" }, "parcel/base");
}

TEST(AuditCompany, ABoxInItsTableIsNamedWithBoth)
{
    Motion motion = test::box_on_table();
    for (Vector3d& place : motion.props[0].positions)
        place.z() -= 0.02;
    expect_failures(motion, { "penetration", "pressure_point", "touch" }, "parcel into table");
}

TEST(AuditCompany, ABoxThatCreepsOverTheTableSlips)
{
    Motion motion = test::box_on_table();
    for (std::size_t k = 0; k < motion.times.size(); ++k) {
        const Vector3d way(0.03 * motion.times[k], 0, 0);
        motion.props[0].positions[k] += way;
        motion.props[0].contacts[0].point[k] += way;
    }
    const AuditCheck slip = audit(motion).find("slip");
    EXPECT_FALSE(slip.passed);
    EXPECT_EQ(slip.subject, "parcel/base");
}

TEST(AuditCompany, ABoxThatRidesOnAMovingTableDoesNotSlip)
{
    // Both glide at constant speed: against the ground the table slides, the box rests on it.
    Motion motion = test::box_on_table();
    for (std::size_t k = 0; k < motion.times.size(); ++k) {
        const Vector3d way(0.6 * motion.times[k], 0, 0);
        for (MotionProp& prop : motion.props) {
            prop.positions[k] += way;
            prop.contacts[0].point[k] += way;
        }
    }
    const AuditReport report = audit(motion);
    EXPECT_LT(report.find("slip").value, 1e-9);
    EXPECT_EQ(report.find("sliding").subject, "table/base");  // it should be braked
    EXPECT_NEAR(report.find("sliding").value, 0.8 * 23 / 20, 1e-9);
}

TEST(AuditCompany, ACrateThatGlidesAsOnIceIsNamed)
{
    Motion motion = test::sliding_crate();
    EXPECT_LT(audit(motion).find("sliding").value, 1e-3);
    for (std::size_t k = 0; k < motion.times.size(); ++k) {
        motion.props[0].positions[k].x() = 2 * motion.times[k];
        motion.props[0].contacts[0].force[k].x() = 0;
        motion.props[0].contacts[0].point[k] = { 2 * motion.times[k], 0, 0 };
    }
    expect_failures(motion, { "sliding" }, "crate/base");
    EXPECT_NEAR(audit(motion).find("sliding").value, 0.4, 1e-9);
}

TEST(AuditCompany, TheFrictionOfAPropCounts)
{
    Motion motion = test::box_on_table();
    for (Vector3d& force : motion.props[0].contacts[0].force)
        force.x() = 0.5 * force.z();
    EXPECT_TRUE(audit(motion).find("friction").passed);
    motion.props[1].friction = 0.2;
    const AuditCheck friction = audit(motion).find("friction");
    EXPECT_EQ(friction.subject, "parcel/base");
    EXPECT_NEAR(friction.value, 0.3, 1e-9);
}

TEST(AuditCompany, APartnerWhoIsNotPulledIsNamed)
{
    // Bob's feet as if nobody pulled at him.
    Motion motion = test::hand_in_hand();
    for (std::string& with : patch(motion.characters[0].contacts, "left_hand").with)
        with = "ground";
    const AuditReport report = audit(motion);
    EXPECT_FALSE(report.find("residual_force_rms").passed);
    EXPECT_EQ(report.find("residual_force_rms").subject, "bob");
    EXPECT_EQ(report.find("touch").subject, "ann/left_hand");
}

TEST(AuditCompany, AHandThatSlipsOutOfAnotherIsNamed)
{
    Motion motion = test::hand_in_hand();
    MotionCharacter& bob = motion.characters[1];
    const auto hand = static_cast<std::size_t>(patch(bob.contacts, "right_hand").body);
    for (std::size_t k = 0; k < motion.times.size(); ++k)
        bob.positions[k][hand].z() += 0.01 * motion.times[k];
    const AuditReport report = audit(motion);
    EXPECT_FALSE(report.find("slip").passed);
    EXPECT_EQ(report.find("slip").subject, "ann/left_hand");
    EXPECT_NEAR(report.find("slip").value, 0.02, 1e-3);
}

TEST(AuditCompany, WhoStandsInAnotherIsNamedWithBoth)
{
    Motion motion = test::hand_in_hand();
    for (auto& row : motion.characters[1].positions)
        for (Vector3d& position : row)
            position.y() -= 0.8;
    const AuditCheck penetration = audit(motion).find("penetration");
    EXPECT_FALSE(penetration.passed);
    EXPECT_NE(penetration.subject.find("ann/"), std::string::npos);
    EXPECT_NE(penetration.subject.find(" into bob/"), std::string::npos);
}

TEST(AuditCompany, ABallThatFallsTooSlowlyIsNamed)
{
    Motion motion = test::thrown_ball();
    for (std::size_t k = 0; k < motion.times.size(); ++k)
        motion.props[0].positions[k].z() += 0.06 * 9.81 / 2 * std::pow(motion.times[k], 2);
    expect_failures(motion, { "residual_force_max", "residual_force_rms" }, "ball");
    EXPECT_NEAR(audit(motion).find("residual_force_rms").value, 0.06, 1e-3);
}

TEST(AuditCompany, ABallWhoseSpinChangesInTheAirIsNamed)
{
    Motion motion = test::thrown_ball();
    for (std::size_t k = 0; k < motion.times.size(); ++k)
        motion.props[0].rotations[k]
            = Eigen::AngleAxisd(20 * std::pow(motion.times[k], 2), Vector3d::UnitX());
    expect_failures(motion, { "residual_torque_max", "residual_torque_rms" }, "ball");
}

TEST(AuditCompany, ScriptedPropsAreStillNotWeighed)
{
    Motion motion = test::thrown_ball();
    motion.props[0].inertial = {};
    for (Vector3d& place : motion.props[0].positions)
        place = { 0, 0, 0.05 };  // half in the ground, hovering for ever
    EXPECT_TRUE(audit(motion).passed());
}

}  // namespace
}  // namespace gambol
