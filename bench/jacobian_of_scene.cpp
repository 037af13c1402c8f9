// SPDX-License-Identifier: MIT
#include "jacobian.hpp"

#include "difference_quotients.hpp"
#include "gambol/dynamics/effective_root.hpp"
#include "gambol/methods/spacetime/first_guess.hpp"
#include "gambol/methods/spacetime/solve_plan.hpp"

#include <algorithm>
#include <ctime>
#include <limits>

namespace gambol::bench {

namespace {

using dynamics::AggregateForce;
using dynamics::Lanes;
using dynamics::State;
using dynamics::Tree;
using Eigen::VectorXd;
using spacetime::Phase;
using spacetime::PhaseKind;
using spacetime::SpacetimeProblem;

constexpr int kSolves = 3;  // of which the fastest counts

/// Instants of one phase, at most as many as there are lanes.
struct Bundle {
    const Phase* phase;
    std::vector<Sample> samples;
};

std::vector<Bundle> bundles_of(const SpacetimeProblem& problem, const VectorXd& x)
{
    std::vector<Bundle> result;
    for (int i = 0; i < problem.slice_count(); ++i) {
        const spacetime::Slice& slice = problem.slice(i);
        if (!(slice.rows & spacetime::physics))
            continue;
        const Phase* const phase = &problem.plan().context.phases[size_t(slice.phase)];
        if (result.empty() || result.back().phase != phase
            || result.back().samples.size() == size_t(Lanes::kCount))
            result.push_back({ phase, {} });
        const SpacetimeProblem::Local at = problem.local(x, i);
        const auto numbers
            = [](const VectorXd& v) { return std::vector<double>(v.data(), v.data() + v.size()); };
        result.back().samples.push_back({ numbers(at.q), numbers(at.qdot), numbers(at.qddot) });
    }
    return result;
}

/// What all ways share.
template <class S> class AtRoot {
public:
    explicit AtRoot(const Tree& tree)
        : state(tree)
        , tree_(tree)
        , root_(tree)
    {
    }
    void update(const dynamics::Coordinates<S>& coordinates)
    {
        dynamics::update(tree_, coordinates, state);
    }
    /// `force` is that of a body whose root does not move; carried along with its phase from then
    /// on.
    void carry(const Phase& phase, AggregateForce<S>& force)
    {
        if (phase.kind == PhaseKind::flight)
            dynamics::center_of_mass_motion(tree_, state, root_);
        else
            dynamics::point_motion(tree_, state, phase.ties.front().point, root_);
        dynamics::apply_effective_root(tree_, state, root_,
            dynamics::broadcast<S>(dynamics::from_eigen(acceleration_of(phase, tree_))), force);
    }
    State<S> state;

private:
    const Tree& tree_;
    dynamics::PointMotion<S> root_;
};

/// Solves it a few times; the time of one iteration.
double solve(const spacetime::ScenePlan& plan, SpacetimeProblem& problem, VectorXd& x,
    int& iterations, const RunControl& control)
{
    const spacetime::Attempt& attempt = spacetime::attempts().front();
    const VectorXd guess = spacetime::first_guess(plan, problem, attempt.swing_share);
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kSolves; ++i) {
        x = guess;
        const std::clock_t began = std::clock();
        const ConstrainedReport report = spacetime::solve_plan(plan, attempt, problem, x,
            [&](const Iteration&) { return !(control.cancel && control.cancel->load()); });
        const double seconds = double(std::clock() - began) / CLOCKS_PER_SEC;
        iterations = std::max(1, report.solve.iterations);
        best = std::min(best, seconds / iterations);
    }
    return best;
}

}  // namespace

SceneJacobians compare_jacobians_of(
    const Scene& scene, const Timing& timing, const RunControl& control)
{
    SceneJacobians result;
    result.scene = scene.name;
    const spacetime::ScenePlan plan
        = spacetime::plan_scene(scene, spacetime::attempts().front().density);
    SpacetimeProblem problem(plan.plan);
    VectorXd x;
    result.iteration = solve(plan, problem, x, result.iterations, control);

    const Tree& tree = plan.body->tree;
    std::vector<Bundle> bundles = bundles_of(problem, x);
    std::vector<PackedSamples> packed;
    for (const Bundle& bundle : bundles) {
        packed.emplace_back(bundle.samples);
        result.slices += int(bundle.samples.size());
    }
    result.dofs = tree.dof_count();

    AtRoot<double> one(tree);
    AtRoot<Lanes> eight(tree);
    AggregateForce<double> force(tree), ours(tree);
    AggregateForce<Lanes> lanes(tree);
    DirectDifferentiation newton_euler(tree);
    using Take = std::function<void(Sample&)>;
    const auto evaluate = [&](const Phase& phase, Sample& sample, const Take& take) {
        one.update(sample.coordinates());
        take(sample);
        one.carry(phase, force);
    };
    const auto everywhere = [&](const Take& take) {
        return [&, take] {
            for (Bundle& bundle : bundles)
                for (Sample& sample : bundle.samples)
                    evaluate(*bundle.phase, sample, take);
        };
    };
    const auto by_lanes = [&](size_t i) {
        eight.update(packed[i].coordinates());
        dynamics::aggregate_force(tree, eight.state, lanes);
        eight.carry(*bundles[i].phase, lanes);
    };
    const Take linear = [&](Sample&) { dynamics::aggregate_force(tree, one.state, force); };
    const Take direct = [&](Sample& s) { newton_euler.evaluate(s.coordinates(), force); };
    const auto by_differences = [&](Quotient quotient) -> Take {
        return [&, quotient](Sample& s) { differentiate(quotient, newton_euler, s, force); };
    };
    struct Way {
        Take take;
        JacobianFigure* figure;
        Difference difference = {};
    };
    std::vector<Way> ways { { linear, &result.ours }, { direct, &result.direct },
        { by_differences(forward_difference), &result.forward },
        { by_differences(central_difference), &result.central },
        { by_differences(richardson_extrapolation), &result.richardson } };

    Difference of_lanes;
    for (size_t i = 0; i < bundles.size(); ++i) {
        by_lanes(i);
        for (size_t k = 0; k < bundles[i].samples.size(); ++k) {
            Sample& sample = bundles[i].samples[k];
            evaluate(*bundles[i].phase, sample, linear);
            ours = force;
            of_lanes.add(lane_of(tree, lanes, int(k)), ours);
            for (Way& way : ways) {
                evaluate(*bundles[i].phase, sample, way.take);
                way.difference.add(force, ours);
            }
        }
    }
    result.lanes.error = of_lanes.relative();
    for (const Way& way : ways)
        way.figure->error = way.difference.relative();
    std::vector<Contender> contenders { { [&] {
                                             for (size_t i = 0; i < bundles.size(); ++i)
                                                 by_lanes(i);
                                         },
        &result.lanes.seconds } };
    for (const Way& way : ways)
        contenders.push_back({ everywhere(way.take), &way.figure->seconds });
    time_in_turns(std::move(contenders), timing);
    return result;
}

}  // namespace gambol::bench
