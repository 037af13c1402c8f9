// SPDX-License-Identifier: MIT
#include "gambol/io/export/csv.hpp"

#include "support/example_motion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace gambol::io {
namespace {

using Table = std::vector<std::vector<std::string>>;

Table parse(const std::string& text)
{
    Table table;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        table.emplace_back();
        std::istringstream fields(line + ",");
        for (std::string field; std::getline(fields, field, ',');)
            table.back().push_back(field);
    }
    return table;
}

std::string value(const Table& table, const std::string& column, std::size_t sample)
{
    const auto& names = table[0];
    const auto found = std::find(names.begin(), names.end(), column);
    EXPECT_NE(found, names.end()) << column;
    return table[sample + 1][static_cast<std::size_t>(found - names.begin())];
}

TEST(Csv, HasANamedColumnForEveryNumber)
{
    const Motion motion = test::crate_scene();
    const Table table = parse(motion_to_csv(motion));
    ASSERT_EQ(table.size(), motion.times.size() + 1);
    for (const auto& row : table)
        EXPECT_EQ(row.size(), 1u + 2 * (7 * 7 + 2 + 2 * 9) + (7 + 9) + 7);
    const std::size_t k = 77;
    EXPECT_NEAR(std::stod(value(table, "time", k)), motion.times[k], 1e-9);
    EXPECT_NEAR(std::stod(value(table, "ann/left_shank.px", k)),
        motion.characters[0].positions[k][2].x(), 1e-8);
    EXPECT_NEAR(
        std::stod(value(table, "ann/torso.qz", k)), motion.characters[0].rotations[k][0].z(), 1e-8);
    EXPECT_NEAR(std::stod(value(table, "crate/base.fz", k)),
        motion.props[0].contacts[0].force[k].z(), 1e-4);
    EXPECT_EQ(value(table, "ann/left_foot.with", k), "crate");
}

TEST(Csv, JointAnglesAndTorquesSayTheirUnits)
{
    Motion motion = test::hop();
    MotionJoints& joints = motion.characters[0].joints;
    const std::size_t k = 55;
    Table table = parse(motion_to_csv(motion));
    EXPECT_NEAR(std::stod(value(table, "ann/right_knee.angle_rad", k)), joints.values[k][1], 1e-8);
    // A method that knows no torques leaves no empty columns behind.
    EXPECT_EQ(motion_to_csv(motion).find("torque_Nm"), std::string::npos);
    joints.torques.assign(motion.times.size(), Eigen::Vector2d(12.5, -3));
    table = parse(motion_to_csv(motion, { .up = 'y', .scale = 100 }));
    EXPECT_EQ(value(table, "ann/left_knee.torque_Nm", k), "12.5");
    EXPECT_EQ(value(table, "ann/right_knee.torque_Nm", k), "-3");
    for (const auto& row : table)
        EXPECT_EQ(row.size(), table[0].size());
}

TEST(Csv, TurnsAndScalesWhenAsked)
{
    const Motion motion = test::crate_scene();
    const Table table = parse(motion_to_csv(motion, { .fps = 60, .up = 'y', .scale = 100 }));
    ASSERT_EQ(table.size(), 122u);
    EXPECT_NEAR(
        std::stod(value(table, "ball.py", 30)), 100 * motion.props[1].positions[60].z(), 1e-5);
    EXPECT_NEAR(std::stod(value(table, "ann/torso.qy", 30)),
        motion.characters[0].rotations[60][0].z(), 1e-8);
    // Forces keep their unit.
    EXPECT_NEAR(std::stod(value(table, "crate/base.fy", 30)),
        motion.props[0].contacts[0].force[60].z(), 1e-4);
}

}  // namespace
}  // namespace gambol::io
