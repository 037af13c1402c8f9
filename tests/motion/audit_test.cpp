// SPDX-License-Identifier: MIT
#include "gambol/motion/audit.hpp"

#include "support/example_motion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace gambol {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

std::vector<std::string> failed_checks(const Motion& motion)
{
    std::vector<std::string> names;
    for (const AuditCheck& check : audit(motion).checks)
        if (!check.passed)
            names.push_back(check.name);
    return names;
}

bool names(const std::vector<std::string>& failed, const std::string& check)
{
    return std::find(failed.begin(), failed.end(), check) != failed.end();
}

MotionContact& contact(Motion& motion, const std::string& name)
{
    for (MotionContact& candidate : motion.characters[0].contacts)
        if (candidate.name == name)
            return candidate;
    throw std::out_of_range(name);
}

int body(const Motion& motion, const std::string& name)
{
    const auto& bodies = motion.characters[0].bodies;
    for (std::size_t i = 0; i < bodies.size(); ++i)
        if (bodies[i].name == name)
            return static_cast<int>(i);
    throw std::out_of_range(name);
}

TEST(Audit, AcceptsEveryExample)
{
    for (const Motion& motion : test::all_examples())
        for (const AuditCheck& check : audit(motion).checks)
            EXPECT_TRUE(check.passed) << motion.name << ": " << check.name << " of "
                                      << check.subject << " is " << check.value;
}

TEST(Audit, ResidualOfSmoothExampleIsTiny)
{
    const AuditReport report = audit(test::two_steps());
    EXPECT_LT(report.find("residual_force_max").value, 5e-4);
    EXPECT_LT(report.find("residual_torque_max").value, 5e-4);
    EXPECT_LT(report.find("slip").value, 1e-9);
    EXPECT_LT(report.find("pressure_point").value, 1e-9);
}

TEST(Audit, JumpingForcesStayWithinALimitOfTwoPercent)
{
    // The hop's force jumps by 1.8 weights at take-off and at landing.
    const AuditReport report = audit(test::hop());
    EXPECT_LT(report.find("residual_force_max").value, 0.02);
    EXPECT_NEAR(report.find("peak_force").value, 0.9, 0.01);
}

TEST(Audit, NamesForcesThatAreTooStrong)
{
    for (Motion motion : test::all_examples()) {
        for (MotionContact& contact : motion.characters[0].contacts)
            for (Vector3d& force : contact.force)
                force *= 1.2;
        const AuditReport report = audit(motion);
        EXPECT_FALSE(report.find("residual_force_rms").passed) << motion.name;
        EXPECT_FALSE(report.find("residual_force_max").passed) << motion.name;
        EXPECT_EQ(
            report.find("residual_force_max").subject, motion.props.empty() ? "ann" : "crate");
    }
}

TEST(Audit, MeasuresTheSizeOfAMissingForce)
{
    Motion motion = test::twisting_stand();
    const double weight = 70 * 9.81;
    for (Vector3d& force : contact(motion, "left_foot").force)
        force.x() += 0.1 * weight;
    EXPECT_NEAR(audit(motion).find("residual_force_max").value, 0.1, 1e-3);
}

TEST(Audit, NamesALiftedFootThatStillCarries)
{
    Motion motion = test::two_steps();
    const int foot = body(motion, "left_foot");
    for (std::size_t k = 0; k < motion.times.size(); ++k)
        motion.characters[0].positions[k][foot].z() += 0.03;
    const AuditCheck touch = audit(motion).find("touch");
    EXPECT_FALSE(touch.passed);
    EXPECT_EQ(touch.subject, "ann/left_foot");
    EXPECT_NEAR(touch.value, 0.03, 1e-9);
}

TEST(Audit, NamesATiltedFootByItsFarthestCorner)
{
    Motion motion = test::twisting_stand();
    const int foot = body(motion, "left_foot");
    for (std::size_t k = 0; k < motion.times.size(); ++k)
        motion.characters[0].rotations[k][foot] = Eigen::AngleAxisd(-0.2, Vector3d::UnitY());
    EXPECT_TRUE(names(failed_checks(motion), "touch"));
}

TEST(Audit, NamesAForceFromNothing)
{
    Motion motion = test::twisting_stand();
    contact(motion, "left_foot").with[100].clear();
    const AuditReport report = audit(motion);
    EXPECT_FALSE(report.find("touch").passed);
    EXPECT_NE(report.find("touch").subject.find("ann/left_foot"), std::string::npos);
    EXPECT_FALSE(report.find("reaction").passed);
}

TEST(Audit, NamesASlidingFoot)
{
    Motion motion = test::twisting_stand();
    const int foot = body(motion, "right_foot");
    for (std::size_t k = 0; k < motion.times.size(); ++k) {
        const Vector3d slide(0.015 * motion.times[k], 0, 0);
        motion.characters[0].positions[k][foot] += slide;
        contact(motion, "right_foot").point[k] += slide;
    }
    const AuditCheck slip = audit(motion).find("slip");
    EXPECT_FALSE(slip.passed);
    EXPECT_EQ(slip.subject, "ann/right_foot");
    EXPECT_GT(slip.value, 0.025);  // of 0.03 m; the foot is free for a moment
    EXPECT_LT(slip.value, 0.03);
}

TEST(Audit, CountsPivotingAsSlip)
{
    // About the centre of pressure, kept still: only the turn itself counts.
    Motion motion = test::twisting_stand();
    const int foot = body(motion, "left_foot");
    MotionContact& patch = contact(motion, "left_foot");
    const Vector3d pivot = motion.characters[0].positions[0][foot] + patch.center;
    for (std::size_t k = 0; k < motion.times.size(); ++k) {
        const Eigen::AngleAxisd turn(0.2 * motion.times[k], Vector3d::UnitZ());
        Vector3d& position = motion.characters[0].positions[k][foot];
        position = pivot + turn * (position - pivot);
        motion.characters[0].rotations[k][foot] = turn;
        patch.point[k] = pivot;
    }
    const AuditCheck slip = audit(motion).find("slip");
    EXPECT_FALSE(slip.passed);
    EXPECT_EQ(slip.subject, "ann/left_foot");
    EXPECT_NEAR(slip.value, 0.2 * motion.times.back() * patch.half_size.mean(), 1e-9);
}

TEST(Audit, AllowsAFootToRollOverItsEdge)
{
    // A ball of 0.1 m rolls 0.2 m: its material always rests where it touches.
    Motion motion = test::crate_scene();
    motion.characters.clear();
    motion.props.resize(2);
    motion.props.erase(motion.props.begin());
    MotionProp& ball = motion.props[0];
    ball.inertial.inertia = Eigen::Matrix3d::Identity() * 0.002;
    MotionContact touch;
    touch.name = "underside";
    const double radius = 0.11, speed = 0.1;
    for (std::size_t k = 0; k < motion.times.size(); ++k) {
        const double t = motion.times[k];
        ball.positions[k] = { speed * t, 0, radius };
        ball.rotations[k] = Eigen::AngleAxisd(speed * t / radius, Vector3d::UnitY());
        touch.activation.push_back(1);
        touch.with.push_back("ground");
        touch.force.push_back({ 0, 0, ball.inertial.mass * 9.81 });
        touch.point.push_back({ speed * t, 0, 0 });
        touch.torsion.push_back(0);
    }
    ball.contacts = { touch };
    const AuditReport report = audit(motion);
    EXPECT_LT(report.find("slip").value, 1e-4);
    EXPECT_LT(report.find("residual_force_max").value, 1e-6);
}

TEST(Audit, NamesABreachOfTheFrictionCone)
{
    Motion motion = test::twisting_stand();
    MotionContact& patch = contact(motion, "left_foot");
    patch.force[120] += Vector3d(0, patch.friction * patch.force[120].z() + 20, 0);
    const AuditCheck friction = audit(motion).find("friction");
    EXPECT_FALSE(friction.passed);
    EXPECT_EQ(friction.subject, "ann/left_foot");
    EXPECT_DOUBLE_EQ(friction.time, motion.times[120]);
}

TEST(Audit, TakesTheLesserFrictionOfPatchAndSurface)
{
    Motion motion = test::twisting_stand();
    MotionContact& patch = contact(motion, "left_foot");
    patch.force[120] += Vector3d(0, 0.5 * patch.force[120].z(), 0);
    EXPECT_TRUE(audit(motion).find("friction").passed);
    motion.surfaces[0].friction = 0.3;
    EXPECT_FALSE(audit(motion).find("friction").passed);
    // A surface rougher than the patch gives nothing more.
    motion.surfaces[0].friction = 2;
    EXPECT_TRUE(audit(motion).find("friction").passed);
    for (MotionContact& each : motion.characters[0].contacts)
        each.friction = 0.3;
    EXPECT_FALSE(audit(motion).find("friction").passed);
}

TEST(Audit, TakesTheNormalFromTheSurfaceNotFromThePatch)
{
    // The ground tilts by 45°: forces that hold on the level are outside its cone.
    Motion motion = test::twisting_stand();
    std::get<Plane>(motion.surfaces[0].shape).normal = Vector3d(1, 0, 1).normalized();
    const std::vector<std::string> failed = failed_checks(motion);
    EXPECT_TRUE(names(failed, "friction"));
    EXPECT_TRUE(names(failed, "touch"));
}

TEST(Audit, NamesFlippedTorsion)
{
    Motion motion = test::twisting_stand();
    for (MotionContact& contact : motion.characters[0].contacts)
        for (double& torsion : contact.torsion)
            torsion = -torsion;
    const std::vector<std::string> failed = failed_checks(motion);
    EXPECT_TRUE(names(failed, "residual_torque_rms"));
    EXPECT_TRUE(names(failed, "residual_torque_max"));
    EXPECT_FALSE(names(failed, "residual_force_max"));
}

TEST(Audit, NamesTorsionThatFrictionCannotGive)
{
    Motion motion = test::twisting_stand();
    contact(motion, "left_foot").torsion[60] = 80;
    EXPECT_FALSE(audit(motion).find("torsion").passed);
    contact(motion, "left_foot").grip = true;
    EXPECT_TRUE(audit(motion).find("torsion").passed);
}

TEST(Audit, NamesAFootInTheFloor)
{
    Motion motion = test::two_steps();
    const int foot = body(motion, "right_foot");
    for (std::size_t k = 0; k < motion.times.size(); ++k)
        motion.characters[0].positions[k][foot].z() -= 0.02;
    const AuditCheck penetration = audit(motion).find("penetration");
    EXPECT_FALSE(penetration.passed);
    EXPECT_EQ(penetration.subject, "ann/right_foot into ground");
    EXPECT_NEAR(penetration.value, 0.02, 1e-9);
}

TEST(Audit, PatchesArePartsOfABodyUnlessTheyGrip)
{
    Motion motion = test::two_steps();
    contact(motion, "right_foot").center.z() -= 0.03;
    EXPECT_NEAR(audit(motion).find("penetration").value, 0.03, 0.002);
    contact(motion, "right_foot").grip = true;
    EXPECT_LT(audit(motion).find("penetration").value, 0.002);
}

TEST(Audit, NamesCharactersThatPassThroughEachOther)
{
    Motion motion = test::crate_scene();
    for (auto& row : motion.characters[1].positions)
        for (Vector3d& position : row)
            position += Vector3d(-0.2, -1.5, 0.3);
    EXPECT_TRUE(names(failed_checks(motion), "penetration"));
}

TEST(Audit, NamesLegsThatPassThroughEachOther)
{
    Motion motion = test::twisting_stand();
    const int left = body(motion, "left_shank"), right = body(motion, "right_shank");
    motion.characters[0].positions[40][left] = motion.characters[0].positions[40][right];
    motion.characters[0].rotations[40][left] = motion.characters[0].rotations[40][right];
    const AuditReport report = audit(motion);
    EXPECT_FALSE(report.find("self_overlap").passed);
    EXPECT_GT(report.find("self_overlap").value, 0.05);
    // The shank meets thigh, shank and foot of the other leg; the thickest is named.
    EXPECT_EQ(report.find("self_overlap").subject, "ann/left_shank and right_thigh");
}

TEST(Audit, PatchesThatStandOffFromABodyTouchNoneOfItsOwn)
{
    Motion motion = test::twisting_stand();
    // A patch as wide as a table, through both legs: it carries nothing and is no part of a shape.
    MotionContact wide = motion.characters[0].contacts[0];
    wide.name = "wide";
    wide.half_size = { 0.4, 0.4 };
    for (auto& force : wide.force)
        force.setZero();
    for (double& torsion : wide.torsion)
        torsion = 0;
    for (std::string& with : wide.with)
        with.clear();
    wide.center.z() += 0.3;
    motion.characters[0].contacts.push_back(wide);
    EXPECT_TRUE(audit(motion).find("self_overlap").passed);
}

TEST(Audit, NamesAShankPulledOffTheKnee)
{
    Motion motion = test::two_steps();
    const int shank = body(motion, "left_shank");
    for (std::size_t k = 300; k < 330; ++k)
        motion.characters[0].positions[k][shank].y() += 0.02;
    const AuditCheck gap = audit(motion).find("joint_gap");
    EXPECT_FALSE(gap.passed);
    EXPECT_NEAR(gap.value, 0.02, 1e-6);
}

TEST(Audit, NamesAHoveringCharacter)
{
    Motion motion = test::twisting_stand();
    motion.characters[0].contacts.clear();
    const AuditReport report = audit(motion);
    EXPECT_FALSE(report.find("residual_force_rms").passed);
    EXPECT_NEAR(report.find("residual_force_rms").value, 1, 0.15);
}

TEST(Audit, NamesPressureOutsideThePatch)
{
    Motion motion = test::twisting_stand();
    MotionContact& patch = contact(motion, "left_foot");
    const Vector3d center = motion.characters[0].positions[50][patch.body] + patch.center;
    patch.point[50] = center + Vector3d(patch.half_size.x() + 0.02, 0, 0);
    const AuditCheck pressure = audit(motion).find("pressure_point");
    EXPECT_FALSE(pressure.passed);
    EXPECT_NEAR(pressure.value, 0.02, 1e-9);
    patch.point[50] = center + Vector3d(0, 0, 0.01);
    EXPECT_NEAR(audit(motion).find("pressure_point").value, 0.01, 1e-9);
}

TEST(Audit, NamesPullingWithoutGrip)
{
    Motion motion = test::twisting_stand();
    MotionContact& patch = contact(motion, "left_foot");
    patch.force[77].z() = -50;
    EXPECT_FALSE(audit(motion).find("pull").passed);
    EXPECT_NEAR(audit(motion).find("pull").value, 50 / (70 * 9.81), 1e-9);
    patch.grip = true;
    EXPECT_TRUE(audit(motion).find("pull").passed);
}

TEST(Audit, NamesAPropThatDoesNotFeelItsRider)
{
    // The ground carries only the crate's own weight; Ann's reaction is missing.
    Motion motion = test::crate_scene();
    MotionContact& base = motion.props[0].contacts[0];
    for (std::size_t k = 0; k < motion.times.size(); ++k) {
        base.force[k] = { 0, 0, motion.props[0].inertial.mass * 9.81 };
        base.point[k] = { 0, 0, 0 };
        base.torsion[k] = 0;
    }
    const AuditCheck residual = audit(motion).find("residual_force_max");
    EXPECT_FALSE(residual.passed);
    EXPECT_EQ(residual.subject, "crate");
}

TEST(Audit, NamesAPartnerThatDoesNotExist)
{
    Motion motion = test::crate_scene();
    for (std::string& with : contact(motion, "left_foot").with)
        with = "cloud";
    EXPECT_FALSE(audit(motion).find("reaction").passed);
}

TEST(Audit, NamesAForceRecordedOnBothSides)
{
    Motion motion = test::crate_scene();
    MotionContact mirrored = contact(motion, "left_foot");
    mirrored.name = "top";
    mirrored.body = 0;
    mirrored.center = { 0, 0, 0.15 };
    mirrored.normal = -Vector3d::UnitZ();
    mirrored.half_size = { 0.5, 0.4 };
    for (std::size_t k = 0; k < motion.times.size(); ++k) {
        mirrored.force[k] *= -1;
        mirrored.with[k] = "ann";
    }
    motion.props[0].contacts.push_back(mirrored);
    EXPECT_FALSE(audit(motion).find("reaction").passed);
}

TEST(Audit, NamesCoarseSampling)
{
    Motion motion = test::twisting_stand();
    Motion coarse = motion;
    coarse.times.clear();
    MotionCharacter& thin = coarse.characters[0];
    thin.positions.clear();
    thin.rotations.clear();
    thin.contacts.clear();
    for (std::size_t k = 0; k < motion.times.size(); k += 4) {
        coarse.times.push_back(motion.times[k]);
        thin.positions.push_back(motion.characters[0].positions[k]);
        thin.rotations.push_back(motion.characters[0].rotations[k]);
    }
    EXPECT_FALSE(audit(coarse).find("sampling").passed);
}

TEST(Audit, NamesRotationsThatAreNotUnit)
{
    Motion motion = test::twisting_stand();
    motion.characters[0].rotations[5][0].coeffs() *= 1.01;
    EXPECT_FALSE(audit(motion).find("unit_rotation").passed);
}

TEST(Audit, StopsAtArraysThatDoNotFit)
{
    Motion motion = test::twisting_stand();
    motion.characters[0].contacts[1].force.pop_back();
    const AuditReport report = audit(motion);
    EXPECT_FALSE(report.find("structure").passed);
    EXPECT_EQ(report.checks.size(), 1u);
    ASSERT_EQ(report.notes.size(), 1u);
    EXPECT_EQ(report.notes[0], "ann/right_foot force: expected 241 entries, found 240");
}

TEST(Audit, StopsAtNumbersThatAreNotFinite)
{
    Motion motion = test::twisting_stand();
    motion.characters[0].positions[9][2].x() = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(audit(motion).find("structure").passed);
}

TEST(Audit, DoesNotDependOnWhereTheSceneStands)
{
    Motion motion = test::two_steps();
    const AuditReport here = audit(motion);
    const Eigen::Isometry3d move
        = Eigen::Translation3d(3, -2, 0) * Quaterniond(Eigen::AngleAxisd(1.1, Vector3d::UnitZ()));
    MotionCharacter& ann = motion.characters[0];
    for (std::size_t k = 0; k < motion.times.size(); ++k)
        for (std::size_t i = 0; i < ann.bodies.size(); ++i) {
            ann.positions[k][i] = move * ann.positions[k][i];
            ann.rotations[k][i] = Quaterniond(move.linear()) * ann.rotations[k][i];
        }
    for (MotionContact& contact : ann.contacts)
        for (std::size_t k = 0; k < motion.times.size(); ++k) {
            contact.force[k] = move.linear() * contact.force[k];
            contact.point[k] = move * contact.point[k];
        }
    const AuditReport there = audit(motion);
    for (std::size_t i = 0; i < here.checks.size(); ++i)
        EXPECT_NEAR(here.checks[i].value, there.checks[i].value, 1e-7) << here.checks[i].name;
}

}  // namespace
}  // namespace gambol
