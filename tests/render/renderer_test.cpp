// SPDX-License-Identifier: MIT
#include "gambol/render/renderer.hpp"

#include "gambol/render/drawing.hpp"
#include "render/picture_facts.hpp"
#include "render/walking_figure.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol::render {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;
using test::brightness;
using test::color_at;
using test::Rgb;

const RenderOptions kSmall { .width = 160, .height = 120 };

/// A ball over level ground, seen from a little above.
struct BallScene {
    Motion motion = test::empty_stage();
    Camera camera { { 0, -6, 2.2 }, { 0, 0, 0.7 }, Vector3d::UnitZ(), 0.6 };
    Vector3d center { 0, 0, 1.0 };
    double radius = 0.4;

    BallScene()
    {
        motion.characters.push_back(
            test::resting_body("ball", Sphere { Vector3d::Zero(), radius }, center, 2));
    }
};

TEST(Renderer, SphereCoversTheAreaOfItsProjection)
{
    Motion motion = test::empty_stage();
    motion.surfaces.clear();
    const Camera camera { { 0, -4, 1 }, { 0, 0, 1 }, Vector3d::UnitZ(), 0.6 };
    const RenderOptions options { .width = 240, .height = 200 };
    const Image empty = render(motion, 0, camera, options);
    const double radius = 0.7, distance = 4;
    motion.characters.push_back(
        test::resting_body("ball", Sphere { Vector3d::Zero(), radius }, { 0, 0, 1 }, 2));
    const Image image = render(motion, 0, camera, options);

    // Rays graze the ball at sin(angle) = radius / distance.
    const double focal = 0.5 * options.height / std::tan(0.5 * camera.vertical_fov);
    const double pixels = focal * std::tan(std::asin(radius / distance));
    EXPECT_NEAR(test::changed_pixels(empty, image, 24) / (M_PI * pixels * pixels), 1, 0.02);
}

TEST(Renderer, AHillIsSeenWhereItIs)
{
    Motion motion = test::empty_stage();
    motion.surfaces.clear();
    const RenderOptions fine { .width = 480, .height = 360 };
    const Camera camera { { 0, -40, 1 }, { 0, 0, 1 }, Vector3d::UnitZ(), 0.06 };
    const Image empty = render(motion, 0, camera, fine);
    // Half a wave of 1 m height and 2 m width, seen from the side: its area above the lowest height
    // is 2·2/π, and the sides go 0.2 m farther down.
    Heightfield hill { { -1, -0.5 }, { 0.1, 0.5 }, Eigen::MatrixXd(21, 3) };
    for (int i = 0; i < 21; ++i)
        hill.heights.row(i).setConstant(0.6 + std::sin(M_PI * i / 20.0));
    motion.surfaces.push_back({ "hill", hill, 0.8 });
    const Image image = render(motion, 0, camera, fine);
    const double pixels_per_metre = 0.5 * fine.height / std::tan(0.03) / 40;
    EXPECT_NEAR(test::changed_pixels(empty, image, 24) / (pixels_per_metre * pixels_per_metre),
        4 / M_PI + 0.2 * 2, 0.05);
}

TEST(Renderer, MarkersLieOnTheHighestSurfaceBelowThem)
{
    Motion motion = test::empty_stage();
    motion.surfaces.push_back(
        { "crate", Box { { 2, 0, 0.2 }, Quaterniond::Identity(), { 0.5, 0.5, 0.2 } }, 0.8 });
    Heightfield ramp { { -3, -1 }, { 1, 2 }, Eigen::MatrixXd(3, 2) };
    ramp.heights << 0.1, 0.1, 0.2, 0.2, 0.3, 0.3;
    motion.surfaces.push_back({ "ramp", ramp, 0.8 });
    const auto lowest_and_highest = [&](const Vector3d& target) {
        motion.markers = { { "target", target } };
        Drawing drawing;
        draw_markers(motion, drawing);
        std::pair<float, float> range { 9, -9 };
        for (const DrawnRound& round : drawing.rounds)
            for (const float z : { round.from.z(), round.to.z() })
                range = { std::min(range.first, z), std::max(range.second, z) };
        return range;
    };
    EXPECT_NEAR(lowest_and_highest({ 2, 0, 0.4 }).first, 0.4, 0.01);
    EXPECT_NEAR(lowest_and_highest({ 2, 0, 0.4 }).second, 0.4, 0.01);
    EXPECT_NEAR(lowest_and_highest({ 0.5, 0, 0 }).second, 0, 0.01);
    // On a slope of 10 % a ring of 20 cm follows it.
    EXPECT_NEAR(lowest_and_highest({ -2, 0, 0.2 }).first, 0.18, 0.01);
    EXPECT_NEAR(lowest_and_highest({ -2, 0, 0.2 }).second, 0.22, 0.01);
}

TEST(Renderer, CapsuleBoxAndMeshOfOneBoxCoverWhatTheyShould)
{
    Motion motion = test::empty_stage();
    motion.surfaces.clear();
    const Camera camera { { 0, -40, 1 }, { 0, 0, 1 }, Vector3d::UnitZ(), 0.06 };
    const Image empty = render(motion, 0, camera, kSmall);
    const double pixels_per_metre = 0.5 * kSmall.height / std::tan(0.03) / 40;
    const auto area = [&](const Shape& shape) {
        Motion with = motion;
        with.characters = { test::resting_body("thing", shape, { 0, 0, 1 }, 2) };
        return test::changed_pixels(empty, render(with, 0, camera, kSmall), 24)
            / (pixels_per_metre * pixels_per_metre);
    };

    const Capsule capsule { { -0.4, 0, 0 }, { 0.4, 0, 0 }, 0.3 };
    EXPECT_NEAR(area(capsule), 0.8 * 0.6 + M_PI * 0.09, 0.02);
    const Box box { Vector3d::Zero(), Quaterniond::Identity(), { 0.6, 0.2, 0.4 } };
    EXPECT_NEAR(area(box), 1.2 * 0.8, 0.03);
    Mesh mesh;
    for (int corner = 0; corner < 8; ++corner)
        mesh.vertices.push_back(Vector3d(
            (corner & 1) ? 0.6 : -0.6, (corner & 2) ? 0.2 : -0.2, (corner & 4) ? 0.4 : -0.4));
    mesh.triangles = { { 0, 1, 5 }, { 0, 5, 4 } };  // the face towards the camera
    EXPECT_NEAR(area(mesh), 1.2 * 0.8, 0.03);
}

TEST(Renderer, NearBoxHidesTheBoxBehind)
{
    const Box box { Vector3d::Zero(), Quaterniond::Identity(), { 0.3, 0.1, 0.3 } };
    const Camera camera { { 0, -4, 1 }, { 0, 0, 1 }, Vector3d::UnitZ(), 0.5 };
    const auto center = [&](double left_y, double right_y) {
        Motion motion = test::empty_stage();
        motion.characters = { test::resting_body("left_box", box, { 0, left_y, 1 }, 2),
            test::resting_body("right_box", box, { 0, right_y, 1 }, 2) };
        return color_at(render(motion, 0, camera, kSmall), kSmall.width / 2, kSmall.height / 2);
    };
    const Rgb left_near = center(-0.5, 0.5), right_near = center(0.5, -0.5);
    // Left leans to blue and right to orange, in company only so far that one tells them apart.
    EXPECT_GT(left_near[2] - left_near[0], right_near[2] - right_near[0] + 50);
}

TEST(Renderer, LitSideIsBrighterThanTheShadowSide)
{
    const BallScene scene;
    const Image image = render(scene.motion, 0, scene.camera, kSmall);
    // Of the points seen, those nearest to and farthest from the light.
    const Vector3d to_eye = (scene.camera.eye - scene.center).normalized();
    const Vector3d light = key_light(scene.camera);
    const Vector3d across = (light - light.dot(to_eye) * to_eye).normalized();
    const auto seen = [&](double sign) {
        const Vector3d normal = (0.45 * to_eye + sign * 0.89 * across).normalized();
        return brightness(color_at(image, scene.camera, scene.center + scene.radius * normal));
    };
    EXPECT_GT(seen(1), 1.5 * seen(-1));
}

TEST(Renderer, ShadowLiesOnTheGroundAwayFromTheLight)
{
    const BallScene scene;
    Motion bare = scene.motion;
    bare.characters.clear();
    bare.markers.push_back({ "same interest", scene.center });
    RenderOptions options = kSmall;
    options.markers = options.grid = false;
    const Image with = render(scene.motion, 0, scene.camera, options);
    const Image without = render(bare, 0, scene.camera, options);
    const Vector3d light = key_light(scene.camera);
    const Vector3d shadow = scene.center - scene.center.z() / light.z() * light;
    EXPECT_LT(brightness(color_at(with, scene.camera, shadow)),
        0.75 * brightness(color_at(without, scene.camera, shadow)));
    const Vector3d mirrored(-shadow.x(), -shadow.y(), 0);
    EXPECT_NEAR(brightness(color_at(with, scene.camera, mirrored)),
        brightness(color_at(without, scene.camera, mirrored)), 12);
}

TEST(Renderer, ForcesAndContactsAreDrawnOnlyWhenAsked)
{
    const Motion motion = test::walking_figure();
    const Camera camera = frame_motion(motion, 4.0 / 3);
    const auto green = [&](bool forces, bool contacts) {
        RenderOptions options = kSmall;
        options.forces = forces;
        options.contacts = contacts;
        return test::green_pixels(render(motion, 2.3, camera, options));
    };
    EXPECT_EQ(green(false, false), 0);
    EXPECT_GT(green(true, false), 15);
    EXPECT_GT(green(false, true), 5);
}

TEST(Renderer, ArrowIsAsLongAsItsForceAndShowsThroughBodies)
{
    BallScene scene;
    MotionCharacter& body = scene.motion.characters[0];
    body.bodies[0].inertial.mass = 10;
    MotionContact contact;
    contact.force.assign(2, Vector3d(0, 0, 20 * 9.81));
    contact.point.assign(2, Vector3d(0, 0, 0.9));
    body.contacts = { contact };
    const RenderOptions options { .width = 480, .height = 360, .contacts = false };
    const Image image = render(scene.motion, 0, scene.camera, options);
    const auto is_green = [&](double height) {
        const Rgb c = color_at(image, scene.camera, Vector3d(0, 0, height));
        return c[1] > c[0] + 30 && c[1] > c[2] + 30;
    };
    // Two body weights: 1.2 m from 0.9 m up, the ball between 0.6 m and 1.4 m in front of it.
    EXPECT_TRUE(is_green(1.1));
    EXPECT_TRUE(is_green(1.6));
    EXPECT_TRUE(is_green(2.0));
    EXPECT_FALSE(is_green(2.16));
}

TEST(Renderer, MarkersAppearWhereTheCameraProjectsThem)
{
    Motion motion = test::empty_stage();
    motion.markers.push_back({ "target", { 0.7, 0.4, 0 } });
    const Camera camera { { 0, -4, 2.5 }, { 0, 0, 0.2 }, Vector3d::UnitZ(), 0.5 };
    RenderOptions options { .width = 480, .height = 360 };
    const auto is_marker = [&](const Vector3d& point) {
        const Rgb c = color_at(render(motion, 0, camera, options), camera, point);
        return c[0] > 150 && c[1] < 110;
    };
    EXPECT_TRUE(is_marker({ 0.7, 0.4, 0.01 }));
    EXPECT_TRUE(is_marker({ 0.9, 0.4, 0.01 }));
    EXPECT_FALSE(is_marker({ 0.82, 0.4, 0.01 }));
    options.markers = false;
    EXPECT_FALSE(is_marker({ 0.7, 0.4, 0.01 }));
}

TEST(Renderer, GridLinesLieOnWholeMetresAndCanBeSwitchedOff)
{
    const Motion motion = test::empty_stage();
    const Camera camera { { 0.25, 0.25, 4 }, { 0.25, 0.25, 0 }, Vector3d::UnitY(), 0.6 };
    RenderOptions options { .width = 400, .height = 400 };
    const Image image = render(motion, 0, camera, options);
    const auto at = [&](double x, double y) {
        return brightness(color_at(image, camera, Vector3d(x, y, 0)));
    };
    const int between = at(0.25, 0.25);
    EXPECT_LT(at(0, 0.25), between - 60);
    EXPECT_LT(at(0.5, 0.25), between - 15);
    EXPECT_GT(at(0.5, 0.25), at(0, 0.25) + 20);
    options.grid = false;
    const Image plain = render(motion, 0, camera, options);
    EXPECT_NEAR(brightness(color_at(plain, camera, Vector3d(0, 0.25, 0))), between, 6);
}

TEST(Renderer, GhostsAreAsOpaqueAsAsked)
{
    Motion motion = test::empty_stage();
    motion.surfaces.clear();
    MotionCharacter ball
        = test::resting_body("left_ball", Sphere { Vector3d::Zero(), 0.3 }, { -0.6, 0, 1 }, 2);
    ball.positions[1][0].x() = 0.6;
    motion.characters.push_back(ball);
    const Camera camera { { 0, -4, 1 }, { 0, 0, 1 }, Vector3d::UnitZ(), 0.6 };
    const auto at_start = [&](double time, std::vector<double> ghosts, double opacity) {
        RenderOptions options = kSmall;
        options.ghosts = std::move(ghosts);
        options.ghost_opacity = opacity;
        return color_at(render(motion, time, camera, options), camera, Vector3d(-0.6, 0, 1))[2];
    };
    const int solid = at_start(0, {}, 1), nothing = at_start(1, {}, 1);
    const int half = at_start(1, { 0 }, 0.5), full = at_start(1, { 0 }, 1);
    ASSERT_LT(solid, nothing - 60);
    EXPECT_NEAR(full, solid, 3);
    // Light adds linearly, sRGB bytes do not: half the light lies nearer to the brighter byte.
    const auto light = [](int byte) { return std::pow(byte / 255.0, 2.2); };
    EXPECT_NEAR(light(half), 0.5 * (light(solid) + light(nothing)), 0.05);
}

TEST(Renderer, PicturesDoNotDependOnTheNumberOfThreads)
{
    const Motion motion = test::walking_figure();
    const Camera camera = frame_motion(motion, 4.0 / 3);
    const auto picture = [&](int threads) {
        RenderOptions options = kSmall;
        options.threads = threads;
        return render(motion, 1.7, camera, options);
    };
    const Image one = picture(1);
    EXPECT_EQ(one, picture(2));
    EXPECT_EQ(one, picture(4));
}

TEST(Renderer, ReusedRendererForgetsEarlierFrames)
{
    const Motion motion = test::walking_figure();
    const Camera camera = frame_motion(motion, 4.0 / 3);
    Renderer renderer(motion);
    RenderOptions with_ghosts = kSmall;
    with_ghosts.ghosts = { 0, 4 };
    (void)renderer.render(0.3, camera, with_ghosts);
    EXPECT_EQ(renderer.render(3.1, camera, kSmall), render(motion, 3.1, camera, kSmall));
}

TEST(Renderer, PlainGroundLooksAsIfEveryRayHadBeenShot)
{
    // A second plane nobody can see makes the renderer shoot all rays everywhere.
    const auto worse_pixels = [](const Motion& motion, double time, const Camera& camera) {
        Motion thorough = motion;
        thorough.surfaces.push_back({ "deep", Plane { { 0, 0, -50 }, Vector3d::UnitZ() }, 0.8 });
        return test::changed_pixels(
            render(motion, time, camera, kSmall), render(thorough, time, camera, kSmall), 3);
    };
    const Motion walk = test::walking_figure();
    EXPECT_EQ(worse_pixels(walk, 2.3, frame_motion(walk, 4.0 / 3)), 0);
    // The shadow of a high ball lies far from it.
    BallScene high;
    high.motion.characters[0].positions.assign(2, { Vector3d(1, -1, 3) });
    EXPECT_EQ(worse_pixels(high.motion, 0, high.camera), 0);
}

TEST(Renderer, EmptyMotionsAndEmptyPicturesAreNoError)
{
    const Motion nothing;
    const Camera camera = frame_motion(nothing, 1);
    const Image image = render(nothing, 0, camera, kSmall);
    EXPECT_EQ(image.rgb.size(), 160u * 120u * 3u);
    EXPECT_TRUE(render(nothing, 0, camera, { .width = 0, .height = 50 }).rgb.empty());
    EXPECT_TRUE(render(nothing, 0, camera, { .width = 50, .height = -1 }).rgb.empty());

    // A character without bodies, a body without shapes, a single frame, a contact without data.
    Motion bare = test::empty_stage({ 0.5 });
    bare.characters.resize(1);
    bare.characters[0].positions.resize(1);
    bare.characters[0].rotations.resize(1);
    bare.characters.push_back(test::resting_body("dot", Mesh {}, Vector3d::Zero(), 1));
    bare.characters[1].contacts.resize(1);
    EXPECT_EQ(render(bare, 7, frame_motion(bare, 1), kSmall).width, 160);
}

}  // namespace
}  // namespace gambol::render
