// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/term_table.hpp"
#include "gambol/methods/cio/terms/body_limits.hpp"
#include "gambol/methods/cio/terms/contact_violation.hpp"
#include "gambol/methods/cio/terms/goals.hpp"
#include "gambol/methods/cio/terms/physics_violation.hpp"
#include "gambol/methods/cio/terms/posture.hpp"
#include "gambol/methods/cio/terms/zmp_hint.hpp"
#include "support/feature_instants.hpp"

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace gambol::test {

using namespace cio;

/// A term, and what it takes to test it. A new row of the table is one line of all_terms().
struct TermCase {
    std::string name;
    std::function<std::unique_ptr<Term>(const FeatureModel&)> make;
    TermCheck check = {};
    /// Makes a hinge bite: applied to every instant before the derivatives are checked.
    std::function<void(const Stage&, Eigen::VectorXd&)> provoke = {};
    /// Counts at every sample, not just the last.
    bool running = true;
};

inline void PrintTo(const TermCase& term, std::ostream* out)
{
    *out << term.name;
}

template <class Term, class... Arguments>
std::function<std::unique_ptr<Term>(const FeatureModel&)> make(Arguments... arguments)
{
    return [=](const FeatureModel&) { return std::make_unique<Term>(arguments...); };
}

/// As the table makes it, for a scene that asks for all it can.
inline std::function<std::unique_ptr<Term>(const FeatureModel&)> from_table(std::string name)
{
    return [name](const FeatureModel& model) -> std::unique_ptr<Term> {
        Scene scene;
        task_of<cio::Task>(scene).options.zmp_hint = true;
        for (const TermRow& row : term_table())
            if (row.name == name)
                return row.make({ scene, model, 0 });
        return nullptr;
    };
}

/// A term of the table that is about a character and nothing else.
inline TermCase table_case(const std::string& name,
    std::function<void(const Stage&, Eigen::VectorXd&)> provoke = {}, TermCheck check = {})
{
    return { name, from_table(name), check, std::move(provoke) };
}

inline std::unique_ptr<Term> make_stands(const FeatureModel& model)
{
    return std::make_unique<Stands>(0, model, Stands::On::feet);
}

inline std::unique_ptr<Term> make_handstands(const FeatureModel& model)
{
    // Who has no arms is asked to stand on his feet: upside down without supports there is nothing
    // to check.
    for (const FeatureLimb& limb : model.limbs)
        if (!limb.support)
            return std::make_unique<Stands>(0, model, Stands::On::hands);
    return make_stands(model);
}

/// The inner problem is solved to |F| < 1e-10, so a difference quotient knows its cost to no better
/// than 1e-10 / step: with a step of 1e-4 that leaves six digits. It is no sum of squares of
/// residuals that the Hessian sees.
inline constexpr TermCheck kPhysicsCheck { 1e-5, 1e-4, 1e-8, false };
/// The same for a residual that comes out of an inner problem but is squared as it is.
inline constexpr TermCheck kInnerCheck { 1e-5, 1e-4, 1e-8, true };

inline PhysicsOptions physics_options(PhysicsForm form)
{
    PhysicsOptions options;
    options.form = form;
    return options;
}

/// Moves the tip of limb 0 out of reach and that of limb 1 closer to its base than it can fold.
inline void overreach(const Stage& stage, Eigen::VectorXd& y)
{
    const SceneInstant instant = stage.instant(y);
    const auto pull = [&](int limb, double reach) {
        const LimbPoints& points = instant.characters[0].limbs[limb].points;
        y.segment<3>(stage.model().effector(limb))
            += (reach - points.reach) * (points.tip - points.base).normalized();
    };
    const FeatureLimb& folded = stage.model().limbs[1];
    pull(0, 1.2 * (stage.model().limbs[0].upper_length + stage.model().limbs[0].lower_length));
    pull(1, 0.7 * folded.shortest * (folded.upper_length + folded.lower_length));
}

/// Turns the end of limb 0 about its tip joint until it folds back onto the lower link, and twists
/// the others against the torso.
inline void twist(const Stage& stage, Eigen::VectorXd& y)
{
    for (int i = 1; i < int(stage.model().limbs.size()); ++i)
        y.segment<3>(stage.model().effector(i) + 3)
            += Eigen::Vector3d(1.1, 0.3, i % 2 ? 1.9 : -1.9);
    const SceneInstant instant = stage.instant(y);
    const LimbPoints& points = instant.characters[0].limbs[0].points;
    const FeatureLimb& limb = stage.model().limbs[0];
    const int effector = stage.model().effector(0);
    const Eigen::Vector3d away
        = (points.tip - points.middle).normalized() + Eigen::Vector3d(0.2, 0.3, 0.1);
    const Eigen::Matrix3d R
        = Eigen::Quaterniond::FromTwoVectors(limb.end_cone.axis, away).toRotationMatrix();
    y.segment<3>(effector) = points.tip - R * limb.tip;
    y.segment<3>(effector + 3) = rotation_vector_near(R, y.segment<3>(effector + 3));
}

inline void sink(const Stage& stage, Eigen::VectorXd& y)
{
    y[2] -= 0.243;
    for (int i = 0; i < int(stage.model().limbs.size()); ++i)
        y[stage.model().effector(i) + 2] -= 0.0871;  // not level with any face of the stages
}

/// Puts one foot almost onto the other, turned: the distance of parallel capsules has a kink.
inline void cross_feet(const Stage& stage, Eigen::VectorXd& y)
{
    y.segment<3>(stage.model().effector(1) + 3) += Eigen::Vector3d(0.2, 0.1, -0.3);
    y.segment<3>(stage.model().effector(1))
        = y.segment<3>(stage.model().effector(0)) + Eigen::Vector3d(0.013, -0.041, 0.017);
}

/// Feet flat on the floor cost nothing and show no slope.
inline void tilt(const Stage& stage, Eigen::VectorXd& y)
{
    y.segment<3>(stage.model().effector(0) + 3) += Eigen::Vector3d(0.2, -0.3, 0.1);
}

/// Patches at a height at which sliding costs, whatever the limbs are asked.
inline void shuffle(const Stage& stage, Eigen::VectorXd& y)
{
    y[stage.model().effector(0) + 2] = 0.043;
    y[stage.model().effector(1) + 2] = 0.021;
}

/// Accelerates so much that no contact is below the zero-moment point.
inline void rush(const Stage& stage, Eigen::VectorXd& y)
{
    y.segment<2>(stage.columns().a) = Eigen::Vector2d(9, -6);
}

/// Rows about several bodies: moving_solids_test.cpp has stages for them.
/// What slides is in sliding_test.cpp, what hangs on a hinge in hinge_test.cpp.
inline const std::vector<std::string> kOfSeveral { "prop_penetration", "prop_collision",
    "others_collision", "contact_creep", "hinge", "prop_angle" };

inline std::vector<TermCase> all_terms()
{
    const Eigen::Vector3d target(2.5, 0.3, 1.1), left = Eigen::Vector3d(0.2, 1, 0).normalized();
    const auto value = physics_options(PhysicsForm::value),
               residual = physics_options(PhysicsForm::residual);
    auto strict = value;  // as in the last stages
    strict.gap_price = 400;
    strict.slip_price = 40;
    return {
        table_case("acceleration"),
        table_case("rest_pose"),
        table_case("sidestep"),
        table_case("swing_clearance", shuffle),
        table_case("contact_distance"),
        table_case("contact_alignment", tilt),
        table_case("contact_slip"),
        table_case("contact_spin"),
        table_case("contact_amount"),
        { "physics_violation", make<PhysicsViolation>(std::vector<int> { 0 }, value),
            kPhysicsCheck },
        { "physics_violation", make<PhysicsViolation>(std::vector<int> { 0 }, residual),
            kPhysicsCheck },
        { "physics_violation", make<PhysicsViolation>(std::vector<int> { 0 }, strict),
            kPhysicsCheck },
        table_case("limb_length", overreach),
        table_case("joint_limit", twist),
        table_case("penetration", sink),
        table_case("self_collision", cross_feet),
        table_case("own_side", cross_feet),
        table_case("zmp_hint", rush, kInnerCheck),
        { "goal_position", make<TorsoAt>(0, target, false), {}, {}, false },
        { "goal_position", make<TorsoAt>(0, target, true), {}, {}, false },
        { "prop_position", make<TorsoAt>(0, target, true), {}, {}, false },
        { "goal_facing", make<TorsoFaces>(0, left), {}, {}, false },
        { "goal_stand", make_stands, {}, {}, false },
        { "goal_handstand", make_handstands, {}, {}, false },
        { "goal_strike", make<Strikes>(0, 1, target, left), {}, {}, false },
        { "goal_still", from_table("goal_still"), {}, {}, false },
    };
}

}  // namespace gambol::test
