// SPDX-License-Identifier: MIT
#include "gambol/character/limb_lengths.hpp"
#include "gambol/character/feature_model.hpp"
#include "gambol/io/character/character_reader.hpp"

#include <gtest/gtest.h>

namespace gambol {
namespace {

const Segment& segment(const Character& character, const std::string& name)
{
    return character.segments[std::size_t(character.find_segment(name))];
}

TEST(LimbLengths, BothLinksGrowAndNothingElseDoes)
{
    for (const char* model : { "human", "quadruped", "wide-biped" }) {
        const Character before = io::read_character(model).character;
        const FeatureModel old_view = feature_model(before);
        for (const Limb& limb : before.limbs) {
            const FeatureModel view
                = feature_model(with_limb_lengths(before, { { limb.name, 1.3 } }));
            for (std::size_t i = 0; i < view.limbs.size(); ++i) {
                const double factor = view.limbs[i].name == limb.name ? 1.3 : 1;
                EXPECT_NEAR(
                    view.limbs[i].upper_length, factor * old_view.limbs[i].upper_length, 1e-12);
                EXPECT_NEAR(
                    view.limbs[i].lower_length, factor * old_view.limbs[i].lower_length, 1e-12);
                EXPECT_EQ(view.limbs[i].upper_radius, old_view.limbs[i].upper_radius);
                EXPECT_EQ(view.limbs[i].tip, old_view.limbs[i].tip) << "the end keeps its size";
            }
        }
    }
}

TEST(LimbLengths, LongerLegsMakeATallerBody)
{
    const Character human = io::read_character("human").character;
    const Character tall = with_limb_lengths(human, { { "left_leg", 1.2 }, { "right_leg", 1.2 } });
    const double legs
        = segment(human, "left_shank").offset.norm() + segment(human, "left_foot").offset.norm();
    // Standing bends the knees by 9°, which costs less than 1 % of the legs.
    EXPECT_NEAR(standing_height(tall) - standing_height(human), 0.2 * legs, 0.01 * legs);
    EXPECT_DOUBLE_EQ(tall.total_mass(), human.total_mass());
    const double arms
        = standing_height(with_limb_lengths(human, { { "left_arm", 1.2 }, { "right_arm", 1.2 } }));
    EXPECT_DOUBLE_EQ(arms, standing_height(human));
}

TEST(LimbLengths, MassGoesAlongWithTheStretchedMaterial)
{
    // Two points of 1 kg on the link, 0.1 and 0.3 m below the joint, and two beside it.
    Character character = io::read_character("human").character;
    const int thigh = character.find_segment("left_thigh");
    const auto set = [&](double stretch) {
        Segment& s = character.segments[std::size_t(thigh)];
        const std::vector<Eigen::Vector3d> points { { 0, 0, -0.1 * stretch },
            { 0, 0, -0.3 * stretch }, { 0.05, 0, -0.2 * stretch }, { 0, 0.04, -0.2 * stretch } };
        s.mass = 4;
        s.com.setZero();
        for (const Eigen::Vector3d& p : points)
            s.com += p / 4;
        s.inertia.setZero();
        for (const Eigen::Vector3d& p : points) {
            const Eigen::Vector3d r = p - s.com;
            s.inertia += r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose();
        }
        return s;
    };
    const Segment expected = set(1.5);
    (void)set(1);
    const Character longer = with_limb_lengths(character, { { "left_leg", 1.5 } });
    const Segment& stretched = segment(longer, "left_thigh");
    EXPECT_LT((stretched.com - expected.com).norm(), 1e-12);
    EXPECT_LT((stretched.inertia - expected.inertia).norm(), 1e-12);
}

TEST(LimbLengths, ShapesReachAsFarAsTheLinks)
{
    const Character human = io::read_character("human").character;
    const Character longer = with_limb_lengths(human, { { "left_leg", 1.25 } });
    const Segment &before = segment(human, "left_shank"), &after = segment(longer, "left_shank");
    ASSERT_EQ(before.shapes.size(), after.shapes.size());
    const Capsule &a = std::get<Capsule>(before.shapes[0]), &b = std::get<Capsule>(after.shapes[0]);
    EXPECT_NEAR((b.to - b.from).norm(), 1.25 * (a.to - a.from).norm(), 1e-12);
    EXPECT_EQ(a.radius, b.radius);
}

}  // namespace
}  // namespace gambol
