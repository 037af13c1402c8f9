// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/company.hpp"

#include "gambol/io/scene/job_reader.hpp"
#include "gambol/jobs/run_job.hpp"
#include "gambol/motion/complaints.hpp"
#include "support/finite_difference.hpp"
#include "support/shipped_scene.hpp"
#include "gambol/methods/cio/contact_choice.hpp"
#include "gambol/methods/cio/continuation.hpp"
#include "gambol/methods/cio/guide.hpp"
#include "gambol/methods/cio/part_ways.hpp"
#include "gambol/motion/audit.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace gambol::cio {
namespace {

using Eigen::VectorXd;

Scene scene_of(const std::string& text)
{
    return io::read_job_text("gambol: 1\n" + text, "test.yaml", {}).scene;
}

/// Two who walk towards each other's place, `apart` m beside each other's line.
Scene two(double apart, const std::string& more = "duration: 2s")
{
    const std::string y = std::to_string(apart);
    return scene_of(more
        + "\ncharacters:\n"
          "  ann: {model: human, at: [0, 0], facing: 0deg}\n"
          "  bob: {model: human, height: 1.7, at: [2, "
        + y
        + "], facing: 180deg}\n"
          "goals:\n"
          "  - {who: ann, position: [2, 0], stand: true}\n"
          "  - {who: bob, position: [0, "
        + y + "], stand: true}\n");
}

/// As guides lead them, shaken a little.
std::vector<VectorXd> guided(const Company& company, unsigned seed)
{
    std::vector<VectorXd> parts;
    for (const Island& island : company.islands) {
        const TrajectoryLayout& layout = island.ready.layout;
        VectorXd x = VectorXd::Zero(layout.variables());
        set_contacts(layout, contact_variable(0.1), x);
        (void)write_guide(island.ready, {}, x);
        const VectorXd noise
            = 0.01 * test::Random(seed + unsigned(parts.size())).vector(int(x.size()));
        for (int k = 0; k < layout.segments; ++k)
            x.segment(layout.q(k), 2 * layout.coordinates)
                += noise.segment(layout.q(k), 2 * layout.coordinates);
        parts.push_back(x);
    }
    return parts;
}

double collision_cost(const CompanyProblem& problem)
{
    for (const TermFigures& term : problem.figures())
        if (term.name == "collision")
            return term.cost;
    return -1;
}

TEST(Company, WhatIslandsShareHasTheRightGradient)
{
    const Scene scene = two(0.35);
    const Company company = gather(scene);
    ASSERT_EQ(company.islands.size(), 2u);
    CompanyProblem problem(company);
    problem.set_scales({ .apart = 1 });
    const VectorXd x = company.whole(guided(company, 3));
    VectorXd g;
    problem.reset_figures();
    const double cost = problem.gradient(x, g);
    EXPECT_GT(collision_cost(problem), 0.01) << "they do walk into each other";
    EXPECT_DOUBLE_EQ(problem.value(x), cost);
    for (unsigned seed = 1; seed <= 5; ++seed) {
        VectorXd along = test::Random(seed).vector(int(x.size()));
        // Knots are not free: their times are no variables of the gradient.
        int first = 0;
        for (const Island& island : company.islands) {
            const TrajectoryLayout& layout = island.ready.layout;
            for (int k = 0; k < layout.segments; ++k)
                along[first + layout.late(k)] = 0;
            first += layout.variables();
        }
        const double step = 1e-7;
        const double slope
            = (problem.value(x + step * along) - problem.value(x - step * along)) / (2 * step);
        EXPECT_NEAR(g.dot(along), slope, 1e-4 * std::abs(slope) + 1e-5) << seed;
    }
    // The same with a model, which is positive definite once damped and does not couple islands.
    VectorXd again;
    BlockTridiagonal H;
    EXPECT_NEAR(problem.model(x, again, H), cost, 1e-9 * cost);
    EXPECT_LT((again - g).norm(), 1e-9 * g.norm());
    const int first = company.islands[0].ready.layout.segments;
    EXPECT_EQ(H.lower[size_t(first)].size(), 0);
    BlockTridiagonalCholesky cholesky;
    EXPECT_TRUE(cholesky.factorise(H, VectorXd::Constant(x.size(), 1e-3)));
    // A step of nothing switches nothing.
    const HingeSwitches none = problem.switch_hinges(VectorXd::Zero(x.size()), again, H);
    EXPECT_EQ(none.constant, 0);
    EXPECT_EQ(none.missed, 0);
}

TEST(Company, HingesThatSwitchMakeTheModelOfWhereTheyCount)
{
    const Scene scene = two(0.35);
    const Company company = gather(scene);
    CompanyProblem problem(company);
    problem.set_scales({ .apart = 1 });
    const VectorXd x = company.whole(guided(company, 4));
    VectorXd g;
    BlockTridiagonal H;
    (void)problem.model(x, g, H);
    const VectorXd step = 0.02 * test::Random(9).vector(int(x.size()));
    (void)problem.switch_hinges(step, g, H);
    // Nothing is left to switch, and back again all is as it was.
    VectorXd same = g;
    EXPECT_EQ(problem.switch_hinges(step, same, H).missed, 0);
    EXPECT_EQ((same - g).norm(), 0);
    VectorXd before;
    BlockTridiagonal fresh;
    (void)problem.switch_hinges(VectorXd::Zero(x.size()), g, H);
    CompanyProblem other(company);
    other.set_scales({ .apart = 1 });
    (void)other.model(x, before, fresh);
    EXPECT_LT((g - before).norm(), 1e-9 * before.norm());
    EXPECT_LT((H.dense() - fresh.dense()).norm(), 1e-9 * fresh.dense().norm());
}

TEST(Company, WhoIsFarAwayCostsWhatHeCostsAlone)
{
    const Scene scene = two(8);
    const Company company = gather(scene);
    const std::vector<VectorXd> parts = guided(company, 5);
    CompanyProblem problem(company);
    const FamilyScales scales = stages(false).back().scales;
    problem.set_scales(scales);
    double sum = 0;
    for (size_t i = 0; i < 2; ++i) {
        const CioProblem alone = make_problem(company.islands[i].ready);
        alone.cost.set_scales(scales);
        sum += alone.trajectory->value(parts[i]);
    }
    problem.reset_figures();
    EXPECT_DOUBLE_EQ(problem.value(company.whole(parts)), sum);
    EXPECT_EQ(collision_cost(problem), 0);
}

TEST(PartWays, TwoOnOneLinePassEachOtherOnTheirRight)
{
    const std::string corridor = "duration: 4s\n"
                                 "world:\n"
                                 "  ground: {}\n"
                                 "  left: {box: {size: [3, 0.2, 2.2], at: [1, 0.7, 1.1]}}\n"
                                 "  right: {box: {size: [3, 0.2, 2.2], at: [1, -0.7, 1.1]}}";
    for (const std::string& world : { std::string("duration: 4s"), corridor }) {
        const Scene scene = two(0, world);
        const Company company = gather(scene);
        std::vector<VectorXd> x;
        for (const Island& island : company.islands) {
            x.emplace_back(VectorXd::Zero(island.ready.layout.variables()));
            EXPECT_TRUE(write_guide(island.ready, {}, x.back())) << "nobody crawls";
        }
        const std::vector<VectorXd> before = x;
        part_ways(company, x);
        const TrajectoryLayout& layout = company.islands[0].ready.layout;
        double nearest = 1e3;
        for (int k = 0; k < layout.segments; ++k) {
            const Eigen::Vector3d ann = x[0].segment<3>(layout.q(k)),
                                  bob = x[1].segment<3>(layout.q(k));
            nearest = std::min(nearest, (ann - bob).head<2>().norm());
            EXPECT_LT(ann.y(), 0.02) << k;
            EXPECT_GT(bob.y(), -0.02) << k;
            EXPECT_LT(ann.z(), 1.2) << "nobody climbs a wall";
            if (world == corridor) {
                EXPECT_GT(ann.y(), -0.37) << k;
                EXPECT_LT(bob.y(), 0.37) << k;
            }
        }
        EXPECT_GT(nearest, 0.5);
        const int end = layout.q(layout.segments - 1);
        EXPECT_LT((x[0].segment<3>(end) - before[0].segment<3>(end)).norm(), 1e-12);
    }
}

/// The whole way, with one start: who meets nobody walks as one alone does.
TEST(Passing, IsValidAndNobodyPassesThroughAnybody)
{
    Scene scene = two(0, "duration: 4s\ncio: {starts: 1}");
    const JobResult result = run_scene(scene);
    EXPECT_EQ(result.report.status, RunStatus::valid);
    EXPECT_LE(result.report.audit.find("penetration").value, 0.015);
    ASSERT_EQ(result.motion.characters.size(), 2u);
    EXPECT_EQ(result.motion.characters[1].name, "bob");
    // Both with all their masses, and with nothing to complain of.
    EXPECT_EQ(result.report.figure("full_body"), 1);
    EXPECT_EQ(result.motion.claims.size(), kClaims.size());
}

/// Fetched, lifted between two hands, put down where it belongs: with nothing but goals.
TEST(Carrying, ABoxIsLiftedByHandsAndPutDown)
{
    const JobResult result = run_scene(test::shipped_scene("carry"));
    EXPECT_EQ(result.report.status, RunStatus::valid);
    ASSERT_EQ(result.motion.props.size(), 1u);
    const MotionProp& box = result.motion.props.front();
    const Eigen::Vector3d missed = box.positions.back() - Eigen::Vector3d(3, 0, 0.15);
    EXPECT_LT(missed.norm(), 0.03);
    double highest = 0;
    bool lifted_by_both = false;
    for (size_t k = 0; k < result.motion.times.size(); ++k) {
        highest = std::max(highest, box.positions[k].z());
        int hands = 0;
        for (const MotionContact& contact : result.motion.characters.front().contacts)
            hands += contact.with[k] == "box" && contact.force[k].norm() > 5;
        lifted_by_both = lifted_by_both || (hands == 2 && box.positions[k].z() > 0.3);
    }
    EXPECT_GT(highest, 0.35) << "it is carried, not pushed";
    EXPECT_TRUE(lifted_by_both);
}

}  // namespace
}  // namespace gambol::cio
