// SPDX-License-Identifier: MIT
#include "methods/cio/terms/all_terms.hpp"

#include "gambol/methods/cio/term_table.hpp"

#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace gambol::cio {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using test::all_terms;
using test::Instant;
using test::Stage;
using test::TermCase;

class EveryTerm : public testing::TestWithParam<TermCase> {
protected:
    void expect_right_derivatives(const Stage& stage, unsigned seed) const
    {
        const auto term = GetParam().make(stage.model());
        for (const Instant& instant : test::awkward_instants(stage, seed)) {
            VectorXd y = instant.y;
            if (GetParam().provoke)
                GetParam().provoke(stage, y);
            EXPECT_EQ(test::wrong_derivatives(stage, *term, y, GetParam().check), "")
                << stage.name << ", " << instant.name;
        }
    }
};

TEST(TermTable, EveryRowIsCheckedHereByItsName)
{
    const std::vector<TermCase> cases = all_terms();
    for (const TermRow& row : term_table())
        EXPECT_TRUE(std::count(test::kOfSeveral.begin(), test::kOfSeveral.end(), row.name) > 0
            || std::any_of(cases.begin(), cases.end(),
                [&](const TermCase& entry) { return entry.name == row.name; }))
            << row.name;
}

TEST_P(EveryTerm, DerivativesMatchDifferencesOnTheGround)
{
    expect_right_derivatives(test::ground_stage(), 71);
}

TEST_P(EveryTerm, DerivativesMatchDifferencesAmongThings)
{
    expect_right_derivatives(test::cluttered_stage(), 72);
}

TEST_P(EveryTerm, DerivativesMatchDifferencesOnFourLegs)
{
    expect_right_derivatives(test::cluttered_stage("quadruped"), 73);
}

TEST_P(EveryTerm, DerivativesMatchDifferencesOnHills)
{
    expect_right_derivatives(test::hilly_stage(), 82);
}

TEST_P(EveryTerm, GivesTheSameBitsEveryTime)
{
    const Stage stage = test::cluttered_stage();
    const VectorXd y = test::awkward_instants(stage, 74)[0].y;
    const auto one = GetParam().make(stage.model()), other = GetParam().make(stage.model());
    const double first = test::cost_of(stage, *one, y);
    EXPECT_EQ(first, test::cost_of(stage, *one, y));
    EXPECT_EQ(first, test::cost_of(stage, *other, y));
}

std::string parameter_name(const testing::TestParamInfo<TermCase>& info)
{
    return info.param.name + "_" + std::to_string(info.index);
}

INSTANTIATE_TEST_SUITE_P(All, EveryTerm, testing::ValuesIn(all_terms()), parameter_name);

TEST(PhysicsViolation, DerivativesMatchDifferencesWithHandsThatGrip)
{
    const Stage stage = test::gripping_stage();
    for (const PhysicsForm form : { PhysicsForm::value, PhysicsForm::residual }) {
        const PhysicsViolation term({ 0 }, test::physics_options(form));
        for (const Instant& instant : test::awkward_instants(stage, 75))
            EXPECT_EQ(test::wrong_derivatives(stage, term, instant.y, test::kPhysicsCheck), "")
                << instant.name;
    }
}

TEST(PhysicsViolation, DerivativesMatchDifferencesWhereSurfacesDifferInFriction)
{
    for (const char* model : { "human", "quadruped" }) {
        Stage stage = test::cluttered_stage(model);
        stage.scene.supports.front().friction = { 0.8, 0.2, 1.5, 0.5 };
        for (const PhysicsForm form : { PhysicsForm::value, PhysicsForm::residual }) {
            const PhysicsViolation term({ 0 }, test::physics_options(form));
            for (const Instant& instant : test::awkward_instants(stage, 83))
                EXPECT_EQ(test::wrong_derivatives(stage, term, instant.y, test::kPhysicsCheck), "")
                    << model << ", " << instant.name;
        }
    }
}

TEST(PhysicsViolation, WarmStartsChangeNothing)
{
    const Stage stage = test::ground_stage();
    for (const PhysicsForm form : { PhysicsForm::value, PhysicsForm::residual }) {
        const PhysicsViolation physics({ 0 }, test::physics_options(form));
        for (const Instant& instant : test::awkward_instants(stage, 76)) {
            TermWorkspace warm;
            for (const double shift : { 0.0, 0.01, 0.02 }) {
                VectorXd y = instant.y;
                y.head(3).array() += shift;
                EXPECT_NEAR(
                    test::cost_of(stage, physics, y, warm), test::cost_of(stage, physics, y), 1e-8)
                    << instant.name;
            }
        }
    }
}

/// Contact slip whose derivative in one velocity is 1 % too large.
class SlipWithAnError final : public Term {
public:
    void add(const SceneInstant& instant, TermWorkspace& work, LocalModel& out) const override
    {
        right_.add(instant, work, out);
        if (!out.wants_derivatives())
            return;
        const int column = instant.effector(0, 1).motion[6];
        out.add_gradient(0.01 * out.gradient()[column] / out.weight, column);
    }

private:
    ContactSlip right_ { 0 };
};

/// Contact slip whose cost depends on whether derivatives are asked for.
class SlipWithTwoMinds final : public Term {
public:
    void add(const SceneInstant& instant, TermWorkspace& work, LocalModel& out) const override
    {
        right_.add(instant, work, out);
        if (out.wants_derivatives())
            out.add_cost(1e-6);
    }

private:
    ContactSlip right_ { 0 };
};

class Indefinite final : public Term {
public:
    void add(const SceneInstant& instant, TermWorkspace& work, LocalModel& out) const override
    {
        right_.add(instant, work, out);
        if (out.wants_hessian())
            out.add_hessian(-1, 0, 0);
    }

private:
    ContactSlip right_ { 0 };
};

TEST(TermCheck, CatchesWrongTerms)
{
    const Stage stage = test::ground_stage();
    const test::TermCheck every_entry { .stride = 1 };
    for (const Instant& instant : test::awkward_instants(stage, 77)) {
        EXPECT_EQ(test::wrong_derivatives(stage, ContactSlip(0), instant.y), "") << instant.name;
        EXPECT_NE(test::wrong_derivatives(stage, SlipWithAnError(), instant.y, every_entry)
                      .find("gradient wrong by 0.0"),
            std::string::npos)
            << instant.name;
        EXPECT_NE(test::wrong_derivatives(stage, SlipWithTwoMinds(), instant.y).find("by detail"),
            std::string::npos);
        EXPECT_NE(test::wrong_derivatives(stage, Indefinite(), instant.y).find("eigenvalue"),
            std::string::npos);
    }
}

TEST(TermCheck, RefusesToCompareNothingWithNothing)
{
    // Nobody overreaches when standing.
    const Stage stage = test::ground_stage();
    EXPECT_NE(test::wrong_derivatives(stage, LimbLength(0), test::standing(stage))
                  .find("nothing is checked"),
        std::string::npos);
}

TEST(RestingPoint, DerivativesMatchDifferences)
{
    const Stage stage = test::cluttered_stage();
    for (const NearestPoint form : { NearestPoint::facing, NearestPoint::paper }) {
        test::Random random(78);
        const auto rest = [&](const VectorXd& p) {
            return resting_point(form, stage.scene.surfaces(), p, Vector3d::UnitZ());
        };
        const auto both = [&](const VectorXd& p) {
            VectorXd values(6);
            values << rest(p).point, rest(p).normal;
            return values;
        };
        for (int i = 0; i < 100; ++i) {
            const Vector3d p = random.vector(3, 0.4) + Vector3d(0, 0, 0.1);
            Eigen::MatrixXd formula(6, 3);
            formula << rest(p).dpoint_dp, rest(p).dnormal_dp;
            EXPECT_LT(test::relative_error(formula, test::central_jacobian(both, p), 1),
                form == NearestPoint::paper ? 1e-5 : 1e-6)
                << p.transpose();
        }
    }
}

TEST(RestingPoint, OfThePaperIsTheWeightedMeanOfTheSurfaces)
{
    // A floor 1 cm below, η = 1/2, and a wall 2 cm ahead, η = 1/5.
    const std::vector<Shape> corner
        = { Plane { { 0, 0, 0 }, { 0, 0, 1 } }, Plane { { 0.02, 0, 0 }, { -1, 0, 0 } } };
    const RestingPoint s
        = resting_point(NearestPoint::paper, corner, { 0, 0, 0.01 }, Vector3d::UnitZ());
    const double floor = 0.5 / 0.7, wall = 0.2 / 0.7;
    EXPECT_LT((s.point - Vector3d(wall * 0.02, 0, wall * 0.01)).norm(), 1e-15);
    EXPECT_LT((s.normal - Vector3d(-wall, 0, floor).normalized()).norm(), 1e-15);
    EXPECT_EQ(s.shape, 0);
    // With one surface both forms agree.
    const std::vector<Shape> alone = { corner[0] };
    EXPECT_EQ(resting_point(NearestPoint::paper, alone, { 1, 2, 3 }, Vector3d::UnitZ()).point,
        resting_point(NearestPoint::facing, alone, { 1, 2, 3 }, Vector3d::UnitZ()).point);
}

TEST(RestingPoint, IsOnASurfaceAndNeverBetweenTwo)
{
    const std::vector<Shape> platforms
        = { Box { { -1.25, 0, -1 }, Eigen::Quaterniond::Identity(), { 1, 1, 1 } },
              Box { { 1.25, 0, -1 }, Eigen::Quaterniond::Identity(), { 1, 1, 1 } } };
    for (const double x : { -0.2, -0.01, 0.01, 0.2 }) {
        const RestingPoint s
            = resting_point(NearestPoint::facing, platforms, { x, 0.1, 0.02 }, Vector3d::UnitZ());
        EXPECT_EQ(s.shape, x < 0 ? 0 : 1);
        EXPECT_NEAR(s.point.x(), std::copysign(0.27, x), 1e-12);  // 2 cm from the edge
        EXPECT_NEAR(s.point.z(), 0, 1e-12);
    }
}

TEST(RestingPoint, OfAFootBesideAStepIsOnItsTop)
{
    const std::vector<Shape> step = { Plane { { 0, 0, 0 }, { 0, 0, 1 } },
        Box { { 1.5, 0, 0.1 }, Eigen::Quaterniond::Identity(), { 0.5, 1, 0.1 } } };
    const Vector3d beside(0.99, 0, 0.15);
    EXPECT_LT((resting_point(NearestPoint::facing, step, beside, Vector3d::UnitZ()).normal
                  - Vector3d::UnitZ())
                  .norm(),
        1e-12);
    EXPECT_EQ(resting_point(NearestPoint::facing, step, beside, Vector3d::UnitZ()).shape, 1);
    // A palm turned to the wall rests on the wall.
    EXPECT_LT((resting_point(NearestPoint::facing, step, beside, -Vector3d::UnitX()).normal
                  + Vector3d::UnitX())
                  .norm(),
        1e-12);
}

TEST(ContactActivity, IsSmoothPositiveAndInvertible)
{
    for (const double z : { -30.0, -20.0, -1.0, 0.0, 2.0, 29.9, 30.1, 50.0 }) {
        const double c = contact_activity(z);
        EXPECT_GT(c, 0);
        EXPECT_NEAR(contact_variable(c), z, 1e-9 * std::max(1.0, std::abs(z)));
        const auto activity = [](const VectorXd& x) { return contact_activity(x[0]); };
        const double slope = test::central_gradient(activity, VectorXd::Constant(1, z), 1e-4)[0];
        EXPECT_NEAR(contact_activity_slope(z), slope, 1e-8 * slope) << z;
    }
}

}  // namespace
}  // namespace gambol::cio
