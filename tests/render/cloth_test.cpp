// SPDX-License-Identifier: MIT
#include "gambol/render/renderer.hpp"
#include "gambol/render/sheet.hpp"
#include "render/picture_facts.hpp"
#include "support/example_cloth.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol::render {
namespace {

using Eigen::Vector3d;
using test::brightness;
using test::color_at;
using test::Rgb;

const RenderOptions kPicture { .width = 240, .height = 180 };

Camera above(const Vector3d& target)
{
    return { target + Vector3d(0.3, -2, 2), target, Vector3d::UnitZ(), 0.6 };
}
Camera below(const Vector3d& target)
{
    return { target + Vector3d(0.3, -2, -2), target, Vector3d::UnitZ(), 0.6 };
}

bool is_red(const Rgb& c)
{
    return c[0] > c[1] + 30 && c[0] > c[2] + 30;
}

TEST(RenderedCloth, IsSeenFromBothSidesInDifferentColours)
{
    Motion motion = test::waving_sheet();
    motion.surfaces.clear();
    motion.props.clear();
    const Vector3d point = motion.cloth[0].vertex(0, 6 * 13 + 6);
    const Rgb front = color_at(render(motion, 0, above(point), kPicture), above(point), point);
    const Rgb back = color_at(render(motion, 0, below(point), kPicture), below(point), point);
    EXPECT_TRUE(is_red(front)) << front[0] << " " << front[1] << " " << front[2];
    // The back is paler: relative to its red it has more blue.
    EXPECT_GT(back[2] * front[0], front[2] * back[0] + 20 * 255);
}

TEST(RenderedCloth, ShowsWhereItIsStretchedAndSqueezed)
{
    // The left half is a tenth longer than at rest, the right half a tenth shorter.
    Motion motion = test::waving_sheet();
    motion.surfaces.clear();
    motion.props.clear();
    MotionCloth& sheet = motion.cloth[0];
    for (std::size_t i = 0; i < sheet.rest.size(); ++i) {
        const Vector3d p = sheet.rest[i];
        const float x = float(p.x() * (p.x() < 0 ? 1.1 : 0.9));
        float* const stored = sheet.positions.data() + 3 * i;
        stored[0] = x;
        stored[1] = float(p.y());
        stored[2] = 0.5f;
    }
    RenderOptions options = kPicture;
    options.strain = true;
    const Camera camera = above({ 0, 0, 0.5 });
    const Image image = render(motion, 0, camera, options);
    const Rgb longer = color_at(image, camera, { -0.25, 0.03, 0.5 }),
              shorter = color_at(image, camera, { 0.25, 0.03, 0.5 });
    EXPECT_TRUE(is_red(longer)) << longer[0] << " " << longer[1] << " " << longer[2];
    EXPECT_GT(shorter[2], shorter[0] + 30);
}

TEST(RenderedCloth, MovesWithItsVertices)
{
    const Motion motion = test::waving_sheet();
    const Camera camera = above({ 0, 0, 0.5 });
    const Image start = render(motion, 0, camera, kPicture);
    EXPECT_GT(test::changed_pixels(start, render(motion, 0.5, camera, kPicture), 12), 500);
    EXPECT_LT(test::changed_pixels(start, render(motion, 1, camera, kPicture), 12), 500)
        << "only the ball has moved on";
}

TEST(RenderedCloth, FoldsAreRound)
{
    // Two triangles at a right angle: flat shading would jump at the fold between them.
    Motion motion;
    motion.times = { 0 };
    MotionCloth fold;
    fold.name = "fold";
    fold.triangles = { { 0, 1, 2 }, { 1, 0, 3 } };
    fold.rest = { { 0, -1, 0 }, { 0, 1, 0 }, { -1, 0, -1 }, { 1, 0, -1 } };
    for (const Vector3d& p : fold.rest)
        for (int k = 0; k < 3; ++k)
            fold.positions.push_back(float(p[k]));
    motion.cloth.push_back(fold);
    const Camera camera { { 0, -1, 5 }, { 0, 0, 0 }, Vector3d::UnitZ(), 0.5 };
    const Image image = render(motion, 0, camera, { .width = 400, .height = 300, .samples = 4 });
    const auto at = [&](double x) {
        return brightness(color_at(image, camera, { x, 0, -std::abs(x) }));
    };
    EXPECT_NEAR(at(-0.02), at(0.02), 12);
    EXPECT_GT(std::abs(at(-0.5) - at(0.5)), 30) << "far from the fold the sides differ";
}

TEST(RenderedCloth, FillsTheContactSheet)
{
    const Motion motion = test::waving_sheet();
    const Image sheet = contact_sheet(motion, { .samples = 1 });
    int red = 0;
    for (int y = 0; y < sheet.height; ++y)
        for (int x = 0; x < sheet.width; ++x)
            red += is_red(color_at(sheet, x, y));
    EXPECT_GT(red, sheet.width * sheet.height / 25);
}

TEST(RenderedCloth, StandsWhollyInTheFrameOfItsCamera)
{
    const Motion motion = test::waving_sheet();
    const FollowCamera follow(motion, 4.0 / 3);
    EXPECT_EQ(follow.at(0).eye, follow.at(1).eye) << "cloth alone is watched from one place";
    for (int k = 0; k < 61; k += 10)
        for (int i = 0; i < motion.cloth[0].vertex_count(); ++i) {
            const auto p
                = project(follow.at(motion.times[k]), 400, 300, motion.cloth[0].vertex(k, i));
            ASSERT_TRUE(p.has_value());
            EXPECT_GT(p->x(), 0);
            EXPECT_LT(p->x(), 400);
            EXPECT_GT(p->y(), 0);
            EXPECT_LT(p->y(), 300);
        }
}

TEST(RenderedCloth, IsFollowedWhereItTravelsFar)
{
    Motion motion = test::waving_sheet(4);
    motion.surfaces.clear();
    motion.props.clear();
    for (int k = 0; k < 61; ++k)
        for (int i = 0; i < motion.cloth[0].vertex_count(); ++i)
            motion.cloth[0].positions[3 * (std::size_t(k) * 25 + std::size_t(i))]
                += 0.2f * float(k);
    const FollowCamera follow(motion, 4.0 / 3);
    EXPECT_GT((follow.at(1).eye - follow.at(0).eye).norm(), 8);
}

}  // namespace
}  // namespace gambol::render
