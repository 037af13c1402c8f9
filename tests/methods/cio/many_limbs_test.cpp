// SPDX-License-Identifier: MIT
#include "gambol/character/feature_model.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/jobs/run_job.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numbers>

namespace gambol {
namespace {

std::string vector_text(const Eigen::Vector3d& v)
{
    return fmt::format("[{:.12f}, {:.12f}, {:.12f}]", v.x(), v.y(), v.z());
}

/// One leg of a body, straight out along `out` in the zero pose; its knee points up.
std::string leg_text(int number, const Eigen::Vector3d& out)
{
    const Eigen::Vector3d down = Eigen::Vector3d::UnitZ().cross(out);  // turns the leg downwards
    const auto link = [&](const char* name, const char* parent, double at, double length) {
        return fmt::format(R"(
  {0}{1}:
    parent: {2}
    at: {3}
    mass: 0.5
    com: {4}
    gyration: [0.08, 0.08, 0.08]
    shapes: [{{capsule: {{from: [0, 0, 0], to: {5}, radius: 0.025}}}}]
    dofs:)",
            name, number, parent, vector_text(at * out), vector_text(length / 2 * out),
            vector_text(length * out));
    };
    const std::string upper = fmt::format("upper{}", number),
                      lower = fmt::format("lower{}", number);
    return link("upper", "body", 0.15, 0.3)
        + fmt::format(R"(
      swing{0}: {{axis: z, range: [-40deg, 40deg]}}
      drop{0}: {{axis: {1}, range: [-70deg, 10deg]}})",
            number, vector_text(down))
        + link("lower", upper.c_str(), 0.3, 0.4)
        + fmt::format(R"(
      knee{0}: {{axis: {1}, range: [5deg, 150deg]}})",
            number, vector_text(down))
        + fmt::format(R"(
  foot{0}:
    parent: {1}
    at: {2}
    mass: 0.2
    com: [0, 0, -0.01]
    gyration: [0.02, 0.02, 0.02]
    shapes: [{{sphere: {{at: [0, 0, -0.005], radius: 0.025}}}}]
    dofs:
      ankle{0}: {{axis: {3}, range: [-140deg, 0deg]}}
      tilt{0}: {{axis: {4}, range: [-45deg, 45deg]}}
      turn{0}: {{axis: z, range: [-45deg, 45deg]}})",
            number, lower, vector_text(0.4 * out), vector_text(down), vector_text(out));
}

/// A round body that stands on `legs` legs, evenly spread, none of them straight ahead.
std::string body_text(int legs)
{
    std::string segments, patches, limbs, angles;
    for (int i = 0; i < legs; ++i) {
        const double angle = 2 * std::numbers::pi * (i + 0.5) / legs;
        segments += leg_text(i, { std::cos(angle), std::sin(angle), 0 });
        patches += fmt::format(
            "  foot{0}: {{segment: foot{0}, at: [0, 0, -0.03], normal: z, half_size: [0.03, "
            "0.03]}}\n",
            i);
        limbs += fmt::format("  leg{0}: {{segments: [upper{0}, lower{0}, foot{0}], patch: foot{0}, "
                             "pole: z, support: true}}\n",
            i);
        angles += fmt::format(
            "      drop{0}: -30deg\n      knee{0}: 100deg\n      ankle{0}: -70deg\n", i);
    }
    return fmt::format(R"(gambol-character: 1
mass: {}
segments:
  body:
    mass: 12
    com: [0, 0, 0]
    gyration: [0.1, 0.1, 0.12]
    shapes: [{{capsule: {{from: [-0.05, 0, 0], to: [0.05, 0, 0], radius: 0.1}}}}]{}
patches:
{}limbs:
{}poses:
  standing:
    angles:
{})",
        12 + 1.2 * legs, segments, patches, limbs, angles);
}

/// The body moves 0.2 m forward and stands there, in 1.5 s.
Scene scene_of(int legs)
{
    std::string body;
    for (const char c : body_text(legs))
        body += c == '\n' ? std::string("\n      ") : std::string(1, c);
    return io::read_job_text(
        "gambol: 1\nname: legs\nduration: 2.5s\ncharacters:\n  x:\n    model:\n      " + body
            + "\n    pose: standing\n"
            + "goals: [{who: x, position: [0.2, 0], facing: 0deg, stand: true}]\n"
            + "cio: {starts: 2, body: features}\n",
        "legs.yaml", "")
        .scene;
}

class Legs : public testing::TestWithParam<int> { };

TEST_P(Legs, BecomeAFeatureModel)
{
    const Scene scene = scene_of(GetParam());
    const Character& body = scene.characters[0].body;
    const FeatureModel model = feature_model(body);
    ASSERT_EQ(int(model.limbs.size()), GetParam());
    EXPECT_EQ(model.coordinates(), 6 + 7 * GetParam());
    EXPECT_NEAR(model.mass, 12 + 1.2 * GetParam(), 1e-9);
    // The tree and its feature view agree about a pose they can both express.
    const TreePose posed
        = tree_pose(body, model, features_of(body, model, scene.characters[0].start));
    const std::vector<SegmentFrame> exact = forward_kinematics(body, scene.characters[0].start);
    for (size_t i = 0; i < exact.size(); ++i) {
        EXPECT_LT((posed.frames[i].position - exact[i].position).norm(), 1e-9)
            << body.segments[i].name;
        EXPECT_LT(posed.frames[i].rotation.angularDistance(exact[i].rotation), 1e-6)
            << body.segments[i].name;
    }
}

TEST_P(Legs, CarryTheirBodyToAGoal)
{
    const RunReport report = run_scene(scene_of(GetParam())).report;
    std::string figures;
    for (const Figure& figure : report.figures)
        figures += fmt::format("{}: {:.3g} {}\n", figure.name, figure.value, figure.unit);
    EXPECT_EQ(report.status, RunStatus::valid) << figures;
    for (const RunWarning& warning : report.warnings)
        ADD_FAILURE() << warning.what;
}

TEST(MujocosHumanoid, Walks)
{
    const Scene scene = io::read_job(
        std::string(GAMBOL_SOURCE_DIR) + "/scenes/walk-mujoco-humanoid.yaml",
        { { "cio.body",
            "features" } }).scene;
    const RunReport report = run_scene(scene).report;
    EXPECT_EQ(report.status, RunStatus::valid);
    for (const Figure& figure : report.figures) {
        if (figure.name == "max: alternating_steps") {
            EXPECT_GE(figure.value, 3);
        }
        if (figure.name == "max: lowest_torso") {
            EXPECT_GE(figure.value, 0.85);
        }
    }
}

TEST(RobotDogOfAUrdf, WalksWithinTheRangeOfItsKnees)
{
    const Scene scene = io::read_job_text("gambol: 1\nduration: 3s\n"
                                          "characters: {dog: {model: robot_dog.urdf}}\n"
                                          "goals: [{who: dog, position: [0.6, 0], stand: true}]\n"
                                          "cio: {body: features}\n",
        "dog.yaml", GAMBOL_SOURCE_DIR "/tests/models")
                            .scene;
    const RunReport report = run_scene(scene).report;
    EXPECT_EQ(report.status, RunStatus::valid);
    bool measured = false;
    for (const Figure& figure : report.figures)
        if (figure.name == "joint_limit_error") {
            measured = true;
            EXPECT_LT(figure.value, 0.3) << "rad; 0.9 when limbs could straighten";
        }
    EXPECT_TRUE(measured);
}

INSTANTIATE_TEST_SUITE_P(ThreeToEight, Legs, testing::Range(3, 9));

}  // namespace
}  // namespace gambol
