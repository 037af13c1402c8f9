// SPDX-License-Identifier: MIT
#include "gambol/motion/audit.hpp"
#include "support/example_cloth.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol {
namespace {

using Eigen::Vector3d;

/// The three numbers of a vertex at a sample.
float* vertex(Motion& motion, int k, int i)
{
    MotionCloth& cloth = motion.cloth[0];
    return cloth.positions.data() + 3 * (std::size_t(k) * cloth.rest.size() + std::size_t(i));
}

bool notes_mention(const AuditReport& report, const std::string& text)
{
    for (const std::string& note : report.notes)
        if (note.find(text) != std::string::npos)
            return true;
    return false;
}

TEST(ClothAudit, AWavingSheetPasses)
{
    const AuditReport report = audit(test::waving_sheet());
    for (const AuditCheck& check : report.checks)
        EXPECT_TRUE(check.passed) << check.name << " " << check.value << " " << check.subject;
    EXPECT_EQ(report.find("cloth_intersections").value, 0);
    // The steepest slope of the wave is 2π · 0.06.
    const double slope = 2 * M_PI * 0.06;
    EXPECT_NEAR(report.find("cloth_stretch").value, std::sqrt(1 + slope * slope), 0.005);
    EXPECT_EQ(report.find("cloth_stretch").limit, 1.1);
    EXPECT_EQ(report.find("cloth_distance").value, 0.004);  // as far as it looks
}

TEST(ClothAudit, AMotionWithoutClothHasNoSuchChecks)
{
    Motion motion = test::waving_sheet();
    motion.cloth.clear();
    for (const AuditCheck& check : audit(motion).checks)
        EXPECT_FALSE(check.name.starts_with("cloth"));
}

TEST(ClothAudit, FindsOneVertexPushedThroughAtOneFrame)
{
    Motion motion = test::waving_sheet();
    motion.cloth.push_back(motion.cloth[0]);
    motion.cloth[1].name = "upper";
    for (std::size_t i = 2; i < motion.cloth[1].positions.size(); i += 3)
        motion.cloth[1].positions[i] += 0.003f;
    EXPECT_TRUE(audit(motion).passed());
    EXPECT_NEAR(audit(motion).find("cloth_distance").value, 0.003, 3e-4);

    vertex(motion, 23, 80)[2] += 0.0031f;
    const AuditReport report = audit(motion);
    const AuditCheck& check = report.find("cloth_intersections");
    EXPECT_FALSE(check.passed);
    EXPECT_GT(check.value, 0);
    EXPECT_DOUBLE_EQ(check.time, motion.times[23]);
    EXPECT_NE(check.subject.find("upper"), std::string::npos) << check.subject;
    EXPECT_NE(check.subject.find("sheet"), std::string::npos) << check.subject;
    EXPECT_TRUE(notes_mention(report, "frame 23:"));
    EXPECT_TRUE(notes_mention(report, "in 1 frame,"));
}

TEST(ClothAudit, FindsTheSheetInEverySolid)
{
    const auto penetration = [](Motion motion) { return audit(motion).find("cloth_penetration"); };
    Motion into_ball = test::waving_sheet();
    into_ball.props[0].positions[30].z() = 0.4;  // its top at 0.55, under it the sheet at 0.5
    EXPECT_GT(penetration(into_ball).value, 0.03);
    EXPECT_NE(penetration(into_ball).subject.find("ball"), std::string::npos);

    Motion below_ground = test::waving_sheet();
    vertex(below_ground, 11, 3)[2] = -1e-4f;
    EXPECT_NEAR(penetration(below_ground).value, 1e-4, 1e-9);
    EXPECT_NE(penetration(below_ground).subject.find("vertex 3 and ground"), std::string::npos);

    Motion into_post = test::waving_sheet();
    into_post.surfaces[1].shape = Box { { 0.55, 0.01, 0.4 }, Eigen::Quaterniond::Identity(),
        { 0.1, 0.003, 0.4 } };  // a blade between the vertices: no vertex is inside
    const AuditReport report = audit(into_post);
    EXPECT_TRUE(report.find("cloth_penetration").passed);
    EXPECT_FALSE(report.find("cloth_intersections").passed);
    EXPECT_NE(report.find("cloth_intersections").subject.find("post"), std::string::npos);

    Motion swallowed = test::waving_sheet();
    swallowed.surfaces[1].shape
        = Box { { 0, 0, 0.5 }, Eigen::Quaterniond::Identity(), { 2, 2, 0.4 } };  // crosses no face
    EXPECT_EQ(audit(swallowed).find("cloth_intersections").value, 0);
    EXPECT_FALSE(audit(swallowed).find("cloth_penetration").passed);
}

TEST(ClothAudit, FindsTheSheetInAMovingMesh)
{
    Motion motion = test::waving_sheet();
    motion.props[0].shapes = { Mesh { "spike.obj",
        { { -0.1, -0.1, 0 }, { 0.1, -0.1, 0 }, { 0, 0.1, 0 }, { 0, 0, 0.2 } },
        { { 0, 2, 1 }, { 0, 1, 3 }, { 1, 2, 3 }, { 2, 0, 3 } } } };
    EXPECT_TRUE(audit(motion).passed());
    motion.props[0].positions[40].z() = 0.4;
    const AuditReport report = audit(motion);
    EXPECT_FALSE(report.find("cloth_intersections").passed);
    EXPECT_DOUBLE_EQ(report.find("cloth_intersections").time, motion.times[40]);
    EXPECT_NE(report.find("cloth_intersections").subject.find("ball"), std::string::npos);
}

TEST(ClothAudit, TouchingIsNoDistanceAndFails)
{
    Motion motion = test::waving_sheet(3);
    motion.cloth.push_back(motion.cloth[0]);
    motion.cloth[1].name = "copy";
    const AuditReport report = audit(motion);
    EXPECT_FALSE(report.find("cloth_intersections").passed);
    EXPECT_EQ(report.find("cloth_distance").value, 0);
    EXPECT_TRUE(notes_mention(report, "only touch"));
}

TEST(ClothAudit, NamesTheEdgeThatIsStretched)
{
    Motion motion = test::waving_sheet();
    vertex(motion, 7, 0)[0] -= 0.05f;
    const AuditReport report = audit(motion);
    const AuditCheck& check = report.find("cloth_stretch");
    EXPECT_FALSE(check.passed);
    EXPECT_GT(check.value, 1.5);
    EXPECT_DOUBLE_EQ(check.time, motion.times[7]);
    EXPECT_NE(check.subject.find("sheet edge 0-"), std::string::npos) << check.subject;
}

TEST(ClothAudit, EnergyIsThatOfTheWave)
{
    // Each vertex keeps its place and moves up and down: dz/dt = −2π 0.06 cos, so that the mean
    // kinetic energy per kilogram is ¼ (2π 0.06)², and height adds nothing on average.
    Motion motion = test::waving_sheet();
    motion.cloth[0].area_density = 0;
    Motion still = motion;
    for (int i = 0; i < motion.cloth[0].vertex_count(); ++i)
        vertex(still, 1, i)[2] = vertex(still, 0, i)[2];
    const double amplitude = 2 * M_PI * 0.06;
    const AuditCheck rise = audit(still).find("cloth_energy_rise");
    EXPECT_EQ(rise.unit, "J/kg");
    EXPECT_TRUE(std::isfinite(rise.limit));
    // The second step makes good for the first: twice the velocity, four times the energy.
    EXPECT_NEAR(rise.value, amplitude * amplitude, 0.25 * amplitude * amplitude);
    EXPECT_LT(audit(motion).find("cloth_energy_rise").value, 0.1 * rise.value);
}

TEST(ClothAudit, EnergyOutOfNowhereFailsUnlessSomethingMoves)
{
    // A flat sheet of 1 m² and 0.2 kg falls freely: kinetic energy is what height loses.
    Motion motion = test::waving_sheet();
    motion.props.clear();
    MotionCloth& sheet = motion.cloth[0];
    sheet.area_density = 0.2;
    const auto set = [&](double acceleration) {
        for (int k = 0; k < int(motion.times.size()); ++k)
            for (int i = 0; i < sheet.vertex_count(); ++i) {
                float* p = vertex(motion, k, i);
                for (int d = 0; d < 3; ++d)
                    p[d] = float(sheet.rest[std::size_t(i)][d]);
                const double t = motion.times[std::size_t(k)];
                p[2] = float(10 - 0.5 * acceleration * t * t);
            }
    };
    set(9.81);
    const AuditCheck falling = audit(motion).find("cloth_energy_rise");
    EXPECT_TRUE(falling.passed);
    EXPECT_NEAR(falling.limit, 0.02 * 0.2 * 9.81 * std::sqrt(2), 1e-3);
    EXPECT_LT(falling.value, 1e-3);
    set(10.5);  // something pulls
    const AuditCheck pulled = audit(motion).find("cloth_energy_rise");
    EXPECT_FALSE(pulled.passed) << pulled.value;
    EXPECT_GT(pulled.value, 0.5);
    // Something that stands by does no work; what moves down as fast may have pulled it.
    motion.props = test::waving_sheet().props;
    ASSERT_EQ(motion.props.size(), 1u);
    MotionProp& hand = motion.props[0];
    const Eigen::Vector3d from = hand.positions[0];
    std::fill(hand.positions.begin(), hand.positions.end(), from);
    std::fill(hand.rotations.begin(), hand.rotations.end(), hand.rotations[0]);
    EXPECT_NEAR(audit(motion).find("cloth_energy_rise").limit, pulled.limit, 1e-9);
    for (std::size_t k = 0; k < motion.times.size(); ++k)
        hand.positions[k] = from - 2 * motion.times[k] * Eigen::Vector3d::UnitZ();
    const AuditCheck helped = audit(motion).find("cloth_energy_rise");
    EXPECT_NEAR(helped.limit, pulled.limit + 0.2 * 0.5 * 16, 0.05);
    EXPECT_TRUE(helped.passed) << helped.value;
    // What goes up may have lifted it, and no higher.
    for (std::size_t k = 0; k < motion.times.size(); ++k)
        hand.positions[k] = from + 1e-3 * motion.times[k] * Eigen::Vector3d::UnitZ();
    const AuditCheck lifted = audit(motion).find("cloth_energy_rise");
    EXPECT_NEAR(lifted.limit, pulled.limit + 0.2 * 9.81 * 1e-3 * motion.times.back(), 1e-3);
    EXPECT_FALSE(lifted.passed);
}

TEST(ClothAudit, ArraysMustFitTogether)
{
    const auto fails = [](const Motion& motion, const std::string& why) {
        const AuditReport report = audit(motion);
        return !report.find("structure").passed && notes_mention(report, why);
    };
    Motion motion = test::waving_sheet();
    motion.cloth[0].positions.pop_back();
    EXPECT_TRUE(fails(motion, "sheet positions: expected"));
    motion = test::waving_sheet();
    motion.cloth[0].triangles[0][1] = 100000;
    EXPECT_TRUE(fails(motion, "does not exist"));
    motion = test::waving_sheet();
    vertex(motion, 3, 3)[1] = std::nanf("");
    EXPECT_TRUE(fails(motion, "not finite"));
    motion = test::waving_sheet();
    motion.cloth[0].rest[0] = motion.cloth[0].rest[1];
    EXPECT_TRUE(fails(motion, "no length at rest"));
}

}  // namespace
}  // namespace gambol
