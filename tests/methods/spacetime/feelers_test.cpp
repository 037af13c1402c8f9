// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/feelers.hpp"

#include "gambol/dynamics/point_motion.hpp"
#include "gambol/io/character/character_reader.hpp"
#include "gambol/math/rotation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace gambol::spacetime {
namespace {

using Eigen::Vector3d;

struct Example {
    Character character;
    dynamics::CharacterTree body;

    explicit Example(const std::string& model)
        : character(io::read_character(model).character)
        , body(dynamics::character_tree(character,
              character.planar ? dynamics::RootJoint::plane : dynamics::RootJoint::rotations))
    {
    }

    [[nodiscard]] int segment(const std::string& name) const
    {
        for (size_t i = 0; i < character.segments.size(); ++i)
            if (character.segments[i].name == name)
                return int(i);
        ADD_FAILURE() << "no segment " << name;
        return 0;
    }
    [[nodiscard]] int joint(const std::string& name) const
    {
        return body.segments[size_t(segment(name))].joint;
    }
    [[nodiscard]] int patch(const std::string& segment_name) const
    {
        for (size_t i = 0; i < character.patches.size(); ++i)
            if (character.patches[i].segment == segment(segment_name))
                return int(i);
        ADD_FAILURE() << "no patch on " << segment_name;
        return 0;
    }
    /// Where points of the body are when it stands on z = 0.
    [[nodiscard]] Vector3d standing_place(const dynamics::BodyPoint& point) const
    {
        const Pose pose = place(character, character.poses.at("standing"), { 0, 0 }, 0);
        const Eigen::VectorXd q = coordinates(body, pose);
        const std::vector<double> still(size_t(q.size()), 0.0);
        dynamics::State<double> state(body.tree);
        dynamics::PointMotion<double> motion(body.tree);
        dynamics::update<double>(
            body.tree, { { q.data(), size_t(q.size()) }, still, still }, state);
        dynamics::point_position(body.tree, state, point, motion);
        return pose.root_position + Vector3d(motion.p.x, motion.p.y, motion.p.z);
    }
};

class Feelers : public testing::TestWithParam<const char*> { };

TEST_P(Feelers, OfWhoStandsTouchTheFloorAndNoneIsBelowIt)
{
    const Example e(GetParam());
    double lowest = 1;
    for (const Feeler& feeler : feelers_of(e.character, e.body)) {
        const double height = e.standing_place(feeler.point).z() - feeler.radius;
        // Rounded toes and heels reach a little below the flat sole that they are drawn around.
        EXPECT_GT(height, feeler.radius > 0 ? -0.011 : -1e-9);
        lowest = std::min(lowest, height);
    }
    EXPECT_LT(lowest, 1e-9);
}

TEST_P(Feelers, NoneIsThereTwice)
{
    const Example e(GetParam());
    const std::vector<Feeler> all = feelers_of(e.character, e.body);
    EXPECT_GE(all.size(), 4u);
    for (size_t i = 0; i < all.size(); ++i)
        for (size_t k = 0; k < i; ++k)
            EXPECT_FALSE(all[i].point.joint == all[k].point.joint
                && all[i].point.position == all[k].point.position);
}

INSTANTIATE_TEST_SUITE_P(
    All, Feelers, testing::Values("human", "leaper", "tumbler", "gymnast", "luxo", "quadruped"));

TEST(FeelersOf, EverySoleHasItsFourCorners)
{
    const Example e("leaper");
    const std::vector<Feeler> all = feelers_of(e.character, e.body);
    for (const char* foot : { "left_foot", "right_foot" }) {
        const Patch& sole = e.character.patches[size_t(e.patch(foot))];
        const Eigen::Matrix3d axes = patch_axes(sole.normal);
        for (const double x : { -1.0, 1.0 })
            for (const double y : { -1.0, 1.0 }) {
                const Vector3d corner = sole.center + axes.col(0) * x * sole.half_size.x()
                    + axes.col(1) * y * sole.half_size.y();
                const dynamics::BodyPoint at = e.body.point(sole.segment, corner);
                EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const Feeler& feeler) {
                    return feeler.radius == 0 && feeler.point.joint == at.joint
                        && (feeler.point.position - at.position).norm() < 1e-12;
                })) << foot;
            }
    }
}

TEST(FeelersOf, InAPlaneTheyAreInThePlane)
{
    const Example e("gymnast");
    for (const Feeler& feeler : feelers_of(e.character, e.body))
        EXPECT_EQ(feeler.point.position.y(), 0);
}

TEST(PairsOf, AreOfDistantPartsOfWhichOneIsAnEnd)
{
    const Example e("leaper");
    std::set<std::pair<int, int>> joints;
    for (const auto& [a, b] : pairs_of(e.character, e.body)) {
        EXPECT_GT(a.radius, 0);
        EXPECT_GT(b.radius, 0);
        joints.insert(std::minmax(a.point.joint, b.point.joint));
    }
    const auto has = [&](const char* a, const char* b) {
        return joints.count(std::minmax(e.joint(a), e.joint(b))) > 0;
    };
    EXPECT_TRUE(has("left_foot", "right_foot"));
    EXPECT_TRUE(has("left_shank", "right_shank"));
    // Neighbours cannot help touching, and thighs only meet where shanks do.
    EXPECT_FALSE(has("left_foot", "left_shank"));
    EXPECT_FALSE(has("left_foot", "left_thigh"));
    EXPECT_FALSE(has("left_thigh", "right_thigh"));
}

TEST(PairsOf, ABodyInAPlaneMeetsOnlyWhatIsNotBesideIt)
{
    const Example e("gymnast");
    for (const auto& [a, b] : pairs_of(e.character, e.body))
        EXPECT_LE(
            std::abs(a.point.position.y() - b.point.position.y()), a.radius + b.radius + 1e-12);
}

TEST(BarLimbsOf, AreHandsForearmsAndTheHead)
{
    const Example e("swinger");
    std::set<int> joints;
    for (const Limb& limb : bar_limbs_of(e.character, e.body, {})) {
        EXPECT_EQ(limb.from.joint, limb.to.joint);
        EXPECT_GT(limb.radius, 0);
        joints.insert(limb.from.joint);
    }
    for (const char* name : { "left_hand", "right_hand", "left_forearm", "right_forearm", "head" })
        EXPECT_TRUE(joints.count(e.joint(name))) << name;
    for (const char* name : { "left_foot", "right_shank", "left_thigh" })
        EXPECT_FALSE(joints.count(e.joint(name))) << name;
}

TEST(BarLimbsOf, InAPlaneWhatHoldsTheBarIsLeftOut)
{
    const Example e("gymnast");
    int grip = -1;
    for (size_t i = 0; i < e.character.patches.size(); ++i)
        if (e.character.patches[i].grip)
            grip = int(i);
    ASSERT_GE(grip, 0);
    const int hand = e.body.segments[size_t(e.character.patches[size_t(grip)].segment)].joint;
    const auto of_hand = [&](const std::vector<int>& holding) {
        const std::vector<Limb> limbs = bar_limbs_of(e.character, e.body, holding);
        return std::count_if(
            limbs.begin(), limbs.end(), [&](const Limb& limb) { return limb.from.joint == hand; });
    };
    EXPECT_GT(of_hand({}), of_hand({ grip }));
}

TEST(LegLimbsOf, AreThoseOfTheLegThatDoesNotStand)
{
    const Example e("leaper");
    const std::vector<Limb> limbs = leg_limbs_of(e.character, e.body, { e.patch("left_foot") });
    std::set<int> joints;
    for (const Limb& limb : limbs) {
        EXPECT_EQ(limb.from.position, limb.to.position) << "balls";
        joints.insert(limb.from.joint);
    }
    EXPECT_EQ(joints, (std::set<int> { e.joint("right_foot"), e.joint("right_shank") }));
    EXPECT_TRUE(
        leg_limbs_of(e.character, e.body, { e.patch("left_foot"), e.patch("right_foot") }).empty());
}

}  // namespace
}  // namespace gambol::spacetime
