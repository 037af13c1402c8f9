// SPDX-License-Identifier: MIT
#include "terms/all_terms.hpp"

#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

namespace gambol {
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
        const auto term = GetParam().make(stage.model);
        for (const Instant& instant : test::awkward_instants(stage, seed)) {
            VectorXd y = instant.y;
            if (GetParam().provoke)
                GetParam().provoke(stage, y);
            EXPECT_EQ(test::wrong_derivatives(stage, *term, y, GetParam().check), "")
                << stage.name << ", " << instant.name;
        }
    }
};

TEST_P(EveryTerm, HasItsName)
{
    EXPECT_EQ(GetParam().make(test::ground_stage().model)->name(), GetParam().name);
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
    const auto one = GetParam().make(stage.model), other = GetParam().make(stage.model);
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
        const PhysicsViolation term(test::physics_options(form));
        for (const Instant& instant : test::awkward_instants(stage, 75))
            EXPECT_EQ(test::wrong_derivatives(stage, term, instant.y, test::kPhysicsCheck), "")
                << instant.name;
    }
}

TEST(PhysicsViolation, DerivativesMatchDifferencesWhereSurfacesDifferInFriction)
{
    for (const char* model : { "human", "quadruped" }) {
        const Stage stage = test::cluttered_stage(model);
        for (const PhysicsForm form : { PhysicsForm::value, PhysicsForm::residual }) {
            PhysicsOptions options = test::physics_options(form);
            options.friction = { 0.8, 0.2, 1.5, 0.5 };
            const PhysicsViolation term(options);
            for (const Instant& instant : test::awkward_instants(stage, 79))
                EXPECT_EQ(test::wrong_derivatives(stage, term, instant.y, test::kPhysicsCheck), "")
                    << model << ", " << instant.name;
        }
    }
}

TEST(PhysicsViolation, SurfacesOfOneFrictionGiveTheSameBitsAsOneNumber)
{
    const Stage stage = test::cluttered_stage();
    PhysicsOptions one, each;
    one.friction = { 0.7 };
    each.friction = { 0.7, 0.7, 0.7, 0.7 };
    for (const Instant& instant : test::awkward_instants(stage, 80))
        EXPECT_EQ(test::cost_of(stage, PhysicsViolation(one), instant.y),
            test::cost_of(stage, PhysicsViolation(each), instant.y))
            << instant.name;
}

TEST(PhysicsViolation, WarmStartsChangeNothing)
{
    const Stage stage = test::ground_stage();
    for (const PhysicsForm form : { PhysicsForm::value, PhysicsForm::residual }) {
        const PhysicsViolation warm(test::physics_options(form)), cold(test::physics_options(form));
        const auto instants = test::awkward_instants(stage, 76);
        for (size_t i = 0; i < instants.size(); ++i)
            for (const double shift : { 0.0, 0.01, 0.02 }) {
                VectorXd y = instants[i].y;
                y.head(3).array() += shift;
                warm.select_sample(int(i));
                EXPECT_NEAR(test::cost_of(stage, warm, y), test::cost_of(stage, cold, y), 1e-8)
                    << instants[i].name;
            }
    }
}

/// Contact slip whose derivative in one velocity is 1 % too large.
class SlipWithAnError final : public FeatureTerm {
public:
    std::string_view name() const override { return "slip_with_an_error"; }
    void add(const FeatureFrame& frame, LocalModel& out) const override
    {
        right_.add(frame, out);
        if (!out.wants_derivatives())
            return;
        const int column = frame.columns.v + frame.model->effector(1);
        out.add_gradient(0.01 * out.gradient()[column] / out.weight, column);
    }

private:
    ContactSlip right_;
};

/// Contact slip whose cost depends on whether derivatives are asked for.
class SlipWithTwoMinds final : public FeatureTerm {
public:
    std::string_view name() const override { return "slip_with_two_minds"; }
    void add(const FeatureFrame& frame, LocalModel& out) const override
    {
        right_.add(frame, out);
        if (out.wants_derivatives())
            out.add_cost(1e-6);
    }

private:
    ContactSlip right_;
};

class Indefinite final : public FeatureTerm {
public:
    std::string_view name() const override { return "indefinite"; }
    void add(const FeatureFrame& frame, LocalModel& out) const override
    {
        right_.add(frame, out);
        if (out.wants_hessian())
            out.add_hessian(-1, 0, 0);
    }

private:
    ContactSlip right_;
};

TEST(TermCheck, CatchesWrongTerms)
{
    const Stage stage = test::ground_stage();
    for (const Instant& instant : test::awkward_instants(stage, 77)) {
        EXPECT_EQ(test::wrong_derivatives(stage, ContactSlip(), instant.y), "") << instant.name;
        EXPECT_NE(test::wrong_derivatives(stage, SlipWithAnError(), instant.y)
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
    EXPECT_NE(test::wrong_derivatives(stage, LimbLength(), test::standing(stage))
                  .find("nothing is checked"),
        std::string::npos);
}

TEST(SoftNearest, DerivativesMatchDifferences)
{
    const Stage stage = test::cluttered_stage();
    test::Random random(78);
    const auto both = [&](const VectorXd& p) {
        const SoftNearest s = soft_nearest(stage.surfaces, p);
        VectorXd values(6);
        values << s.point, s.normal;
        return values;
    };
    for (int i = 0; i < 100; ++i) {
        const Vector3d p = random.vector(3, 0.4) + Vector3d(0, 0, 0.1);
        const SoftNearest s = soft_nearest(stage.surfaces, p);
        Eigen::MatrixXd formula(6, 3);
        formula << s.dpoint_dp, s.dnormal_dp;
        EXPECT_LT(test::relative_error(formula, test::central_jacobian(both, p), 1), 1e-6)
            << p.transpose();
    }
}

TEST(SoftAverage, DerivativeMatchesDifferences)
{
    const Stage stage = test::cluttered_stage();
    const std::vector<double> values { 0.8, 0.2, 1.5, 0.5 };
    test::Random random(81);
    for (int i = 0; i < 100; ++i) {
        const Vector3d p = random.vector(3, 0.4) + Vector3d(0, 0, 0.1);
        const auto value
            = [&](const VectorXd& at) { return soft_average(stage.surfaces, values, at).value; };
        const SoftAverage average = soft_average(stage.surfaces, values, p);
        EXPECT_LT((average.slope.transpose() - test::central_gradient(value, p, 6e-6)).norm(), 1e-6)
            << p.transpose();
        EXPECT_GT(average.value, 0.2);
        EXPECT_LT(average.value, 1.5);
    }
}

TEST(SoftNearest, IsTheNearestPointCloseToASurfaceAndTheMeanFarFromAll)
{
    const std::vector<Shape> walls
        = { Plane { { 0, 0, 0 }, { 0, 0, 1 } }, Plane { { 3, 0, 0 }, { -1, 0, 0 } } };
    // A millimetre above the ground and 3 m from the wall, which keeps a weight of 1e-5.
    const SoftNearest near = soft_nearest(walls, { 0, 0.5, 0.001 });
    EXPECT_LT((near.point - Vector3d(0, 0.5, 0)).norm(), 1e-4);
    EXPECT_LT((near.normal - Vector3d::UnitZ()).norm(), 1e-4);
    // As far from one as from the other: neither wins.
    const SoftNearest far = soft_nearest(walls, { 0, 0.5, 3 });
    EXPECT_LT((far.point - Vector3d(1.5, 0.5, 1.5)).norm(), 1e-9);
    EXPECT_LT((far.normal - Vector3d(-0.5, 0, 0.5)).norm(), 1e-9);
    // One surface alone is itself at any distance.
    const SoftNearest alone = soft_nearest({ walls[0] }, { 0, 0.5, 3 });
    EXPECT_LT((alone.point - Vector3d(0, 0.5, 0)).norm(), 1e-15);
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
}  // namespace gambol
