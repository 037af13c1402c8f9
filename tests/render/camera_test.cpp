// SPDX-License-Identifier: MIT
#include "gambol/render/camera.hpp"

#include "gambol/render/frame_pose.hpp"
#include "gambol/render/stage.hpp"
#include "render/walking_figure.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol::render {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr int kWidth = 640, kHeight = 360;
constexpr double kAspect = double(kWidth) / kHeight;

/// How far the picture of a ball reaches, as a fraction of half the picture: 1 touches the border.
double reach(const Camera& camera, const Ball& ball)
{
    const Eigen::Matrix3d axes = camera_axes(camera);
    double farthest = 0;
    for (int i = 0; i < 16; ++i) {
        const double angle = i * M_PI / 8;
        const Vector3d rim = ball.center
            + ball.radius
                * (std::cos(angle) * axes.row(0) + std::sin(angle) * axes.row(1)).transpose();
        const Vector2d p = project(camera, kWidth, kHeight, rim).value();
        farthest = std::max(
            { farthest, std::abs(2 * p.x() / kWidth - 1), std::abs(2 * p.y() / kHeight - 1) });
    }
    return farthest;
}

TEST(Camera, ProjectsItsTargetToTheCentreAndAnglesToPixels)
{
    const Camera camera { { 0, -2, 1 }, { 0, 0, 1 }, Vector3d::UnitZ(), 0.8 };
    EXPECT_TRUE(project(camera, 200, 100, { 0, 0, 1 }).value().isApprox(Vector2d(100, 50), 1e-12));
    // Half the field of view above the axis is the upper border; x is to the right.
    const Vector2d corner = project(camera, 200, 100, { 1, 0, 1 + 2 * std::tan(0.4) }).value();
    EXPECT_NEAR(corner.y(), 0, 1e-9);
    EXPECT_GT(corner.x(), 100);
    EXPECT_FALSE(project(camera, 200, 100, { 0, -3, 1 }).has_value());
}

TEST(FollowCamera, HoldsWhatIsCarried)
{
    Motion motion = test::walking_figure();
    MotionProp pole;
    pole.name = "pole";
    pole.inertial.mass = 3;
    pole.shapes = { Capsule { { -2, 0, 0 }, { 2, 0, 0 }, 0.03 } };
    for (const auto& row : motion.characters[0].positions) {
        pole.positions.push_back(row[0] + Vector3d(0.3, 0, 0));
        pole.rotations.push_back(Eigen::Quaterniond::Identity());
    }
    const FollowCamera alone(motion, kAspect);
    motion.props = { pole };
    const FollowCamera with(motion, kAspect);
    const double time = motion.times.back() / 2;
    const std::size_t middle = motion.times.size() / 2;
    for (const double end : { -2.0, 2.0 }) {
        const Vector3d tip = pole.positions[middle] + Vector3d(end, 0, 0);
        EXPECT_LT(reach(with.at(time), { tip, 0.03 }), 1);
    }
    const Vector3d ahead = pole.positions[middle] + Vector3d(2, 0, 0);
    EXPECT_GT(reach(alone.at(time), { ahead, 0.03 }), 1);
    // A pole that lies far away changes nothing.
    for (Vector3d& place : motion.props[0].positions)
        place = { 0, 40, 0 };
    EXPECT_EQ(FollowCamera(motion, kAspect).distance(), alone.distance());
}

/// Whether a box hides the point from the eye, by walking along the line of sight.
bool hidden(const Box& wall, const Vector3d& eye, const Vector3d& point)
{
    for (int i = 1; i < 2000; ++i) {
        const Vector3d at = eye + (point - eye) * (i / 2000.0) - wall.center;
        if ((at.cwiseAbs().array() < wall.half_size.array()).all())
            return true;
    }
    return false;
}

TEST(ClearView, StaysAsWantedWhereNothingIsInTheWay)
{
    const Motion motion = test::walking_figure();
    for (const Framing framing : { Framing::whole, Framing::follow }) {
        const View view = clear_view(motion, kAspect, framing);
        EXPECT_EQ(view.azimuth, View {}.azimuth);
        EXPECT_EQ(view.elevation, View {}.elevation);
    }
}

TEST(ClearView, GoesRoundAWallOrAboveACorridor)
{
    const Motion open = test::walking_figure();
    // The figure walks along +x; the camera wants to stand on its right, at −y.
    const Box right { { 1.2, -0.8, 1.2 }, Eigen::Quaterniond::Identity(), { 4, 0.05, 1.2 } };
    const Box left { { 1.2, 0.8, 1.2 }, Eigen::Quaterniond::Identity(), { 4, 0.05, 1.2 } };
    for (const std::vector<Box>& walls :
        { std::vector<Box> { right }, std::vector<Box> { right, left } }) {
        Motion motion = open;
        for (const Box& wall : walls)
            motion.surfaces.push_back({ "wall", wall, 0.8 });
        for (const Framing framing : { Framing::whole, Framing::follow }) {
            const View view = clear_view(motion, kAspect, framing);
            const auto seen = [&](const View& from) {
                const Camera still = frame_motion(motion, kAspect, from);
                const FollowCamera follow(motion, kAspect, from);
                int visible = 0;
                for (int k = 0; k <= 10; ++k) {
                    const double time = motion.times.back() * k / 10;
                    const Vector3d eye
                        = framing == Framing::whole ? still.eye : follow.at(time).eye;
                    const Vector3d center
                        = center_of_mass(motion.characters[0], sample_at(motion.times, time));
                    bool free = true;
                    for (const Box& wall : walls)
                        free = free && !hidden(wall, eye, center);
                    visible += free;
                }
                return visible;
            };
            EXPECT_LT(seen(View {}), 4);
            EXPECT_GE(seen(view), 9) << walls.size() << " walls";
        }
    }
}

TEST(Camera, LooksStraightDownWithoutTrouble)
{
    const Camera camera { { 1, 2, 5 }, { 1, 2, 0 }, Vector3d::UnitZ(), 0.8 };
    const Eigen::Matrix3d axes = camera_axes(camera);
    EXPECT_LT((axes * axes.transpose() - Eigen::Matrix3d::Identity()).norm(), 1e-12);
}

TEST(Camera, FramesTheWholeClipTightly)
{
    const Motion motion = test::walking_figure();
    const View view;
    const Camera camera = frame_motion(motion, kAspect, view);
    double farthest = 0;
    for (double time : motion.times)
        for (const Ball& ball : moving_bounds(motion, sample_at(motion.times, time), true))
            farthest = std::max(farthest, reach(camera, ball));
    farthest = std::max(farthest, reach(camera, { motion.markers[0].position, 0.2 }));
    EXPECT_LT(farthest, 1 - 2 * view.margin + 0.03);
    EXPECT_GT(farthest, 1 - 2 * view.margin - 0.05);
}

TEST(Camera, LooksAtWhoMovesAndNotAtTheLandOrTheFoundations)
{
    Motion motion = test::walking_figure();
    const auto distance = [&] {
        const Camera camera = frame_motion(motion, kAspect);
        return (camera.eye - camera.target).norm();
    };
    const double alone = distance();
    motion.surfaces.push_back(
        { "land", Heightfield { { -20, -20 }, { 1, 1 }, Eigen::MatrixXd::Zero(41, 41) }, 0.8 });
    EXPECT_DOUBLE_EQ(distance(), alone);
    const auto with_block = [&](double depth) {
        motion.surfaces.push_back({ "block",
            Box { { 1, 0, 0.1 - depth / 2 }, Eigen::Quaterniond::Identity(),
                { 0.5, 0.5, depth / 2 } },
            0.8 });
        const double result = distance();
        motion.surfaces.pop_back();
        return result;
    };
    EXPECT_DOUBLE_EQ(with_block(1), with_block(3));
}

// Land of 1e300 m took a minute and all memory: a place every half metre.
TEST(Camera, LandHasFewPlacesHoweverLargeItIs)
{
    for (const double side : { 10.0, 1e4, 1e300 }) {
        std::vector<Ball> places;
        append_bounds(Heightfield { { 0, 0 }, { side, side }, Eigen::MatrixXd::Zero(2, 2) },
            Eigen::Isometry3d::Identity(), places);
        EXPECT_GE(places.size(), 400u) << side;
        EXPECT_LT(places.size(), 70000u) << side;
    }
}

TEST(Camera, TravelGoesFromLeftToRightWhateverItsDirection)
{
    for (double turn : { 0.0, 1.0, 2.5, 4.0 }) {
        Motion motion = test::walking_figure();
        const Eigen::AngleAxisd rotation(turn, Vector3d::UnitZ());
        for (auto& frame : motion.characters[0].positions)
            for (Vector3d& p : frame)
                p = rotation * p;
        const Camera camera = frame_motion(motion, kAspect);
        const auto at = [&](std::size_t k) {
            return project(camera, kWidth, kHeight, motion.characters[0].positions[k][0])
                .value()
                .x();
        };
        EXPECT_GT(at(motion.times.size() - 1), at(0) + 100) << "turned by " << turn;
    }
}

TEST(Camera, FollowingCameraHoldsTheCharacterAtAllTimesAndKeepsItsDistance)
{
    const Motion motion = test::walking_figure();
    const FollowCamera follow(motion, kAspect);
    const Vector3d step = follow.at(5).eye - follow.at(0).eye;
    EXPECT_GT(step.x(), 1.5);
    EXPECT_NEAR(step.z(), 0, 1e-12);
    double farthest = 0;
    for (double time : motion.times)
        for (const Ball& ball : moving_bounds(motion, sample_at(motion.times, time), false))
            farthest = std::max(farthest, reach(follow.at(time), ball));
    EXPECT_LT(farthest, 1);
    EXPECT_GT(farthest, 0.75);
}

TEST(Camera, StandsCloserWhenItFollows)
{
    const Motion motion = test::walking_figure();
    const Camera whole = frame_motion(motion, 1);
    EXPECT_LT(FollowCamera(motion, 1).distance(), 0.9 * (whole.eye - whole.target).norm());
}

TEST(FramePose, BlendsBetweenSamplesAndClampsOutside)
{
    const std::vector<double> times { 1, 2, 4 };
    EXPECT_EQ(sample_at(times, 0).before, 0);
    EXPECT_EQ(sample_at(times, 9).after, 2);
    EXPECT_EQ(sample_at({}, 1).before, -1);
    const TimeSample between = sample_at(times, 2.5);
    EXPECT_EQ(between.before, 1);
    EXPECT_EQ(between.after, 2);
    EXPECT_DOUBLE_EQ(between.blend, 0.25);

    MotionCharacter body = test::resting_body("b", Sphere {}, { 1, 0, 0 }, 3);
    body.positions[2][0] = { 5, 0, 0 };
    body.rotations[2][0] = Eigen::AngleAxisd(0.8, Vector3d::UnitZ());
    const Eigen::Isometry3d pose = body_pose(body, 0, between);
    EXPECT_TRUE(pose.translation().isApprox(Vector3d(2, 0, 0)));
    EXPECT_NEAR(pose.linear()(1, 0), std::sin(0.2), 1e-12);
}

TEST(Ground, LinesKeepTheirShareOfThePlaneAtAnyFilterWidth)
{
    EXPECT_NEAR(line_coverage(2.0f, 1e-4f, 1, 0.01f), 1, 0.01);
    EXPECT_FLOAT_EQ(line_coverage(2.3f, 1e-4f, 1, 0.01f), 0);
    for (float footprint : { 0.003f, 0.2f, 1.7f }) {
        double mean = 0;
        constexpr int kPoints = 2000;
        for (int i = 0; i < kPoints; ++i)
            mean += line_coverage(-3 + 6 * (float(i) + 0.5f) / kPoints, footprint, 0.5f, 0.02f);
        EXPECT_NEAR(mean / kPoints, 0.08, 0.002) << "footprint " << footprint;
    }
}

}  // namespace
}  // namespace gambol::render
