// SPDX-License-Identifier: MIT
#include "jacobian.hpp"

#include "dice.hpp"
#include "direct_differentiation.hpp"
#include "durations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>

namespace gambol::bench {

namespace {

using dynamics::AggregateForce;
using dynamics::Coordinates;
using dynamics::Joint;
using dynamics::Lanes;
using dynamics::State;
using dynamics::Tree;
using dynamics::Wrench;

Eigen::Vector3d random_vector(Dice& dice, double reach)
{
    return { dice.uniform(-reach, reach), dice.uniform(-reach, reach),
        dice.uniform(-reach, reach) };
}

/// Nothing about it is easy: axes, offsets and inertias point anywhere.
Tree random_chain(Dice& dice, int links)
{
    std::vector<Joint> joints;
    for (int i = 0; i < links; ++i) {
        Joint joint;
        joint.parent = i - 1;
        joint.axis = (random_vector(dice, 1) + Eigen::Vector3d(0.1, 0, 0)).normalized();
        joint.position = random_vector(dice, 0.3);
        joint.rotation = Eigen::AngleAxisd(dice.uniform(-3, 3), joint.axis.unitOrthogonal());
        joint.mass = dice.uniform(0.5, 3);
        joint.center = random_vector(dice, 0.2);
        const Eigen::Vector3d moments(
            dice.uniform(0.03, 0.05), dice.uniform(0.03, 0.05), dice.uniform(0.03, 0.05));
        const Eigen::Matrix3d R
            = Eigen::AngleAxisd(dice.uniform(-3, 3), joint.axis).toRotationMatrix();
        joint.inertia = R * moments.asDiagonal() * R.transpose();
        joints.push_back(joint);
    }
    return Tree(joints);
}

struct Sample {
    std::vector<double> q, qdot, qddot;

    Coordinates<double> coordinates() const { return { q, qdot, qddot }; }
};

Sample random_sample(Dice& dice, int links)
{
    Sample sample;
    for (int i = 0; i < links; ++i) {
        sample.q.push_back(dice.uniform(-1.5, 1.5));
        sample.qdot.push_back(dice.uniform(-1, 1));
        sample.qddot.push_back(dice.uniform(-3, 3));
    }
    return sample;
}

struct PackedSamples {
    std::vector<Lanes> q, qdot, qddot;

    explicit PackedSamples(const std::vector<Sample>& samples)
        : q(pack(samples, &Sample::q))
        , qdot(pack(samples, &Sample::qdot))
        , qddot(pack(samples, &Sample::qddot))
    {
    }
    static std::vector<Lanes> pack(
        const std::vector<Sample>& samples, std::vector<double> Sample::*what)
    {
        std::vector<Lanes> result((samples[0].*what).size());
        for (std::size_t i = 0; i < result.size(); ++i)
            for (int lane = 0; lane < Lanes::kCount; ++lane)
                result[i].set(lane, (samples[std::size_t(lane)].*what)[i]);
        return result;
    }
};

/// A difference quotient of `f` in the step of one coordinate.
using Quotient = Wrench<double> (*)(const std::function<Wrench<double>(double)>& f);

Wrench<double> weighted(double a, const Wrench<double>& A, double b, const Wrench<double>& B)
{
    return { a * A.force + b * B.force, a * A.torque + b * B.torque };
}

// Steps at which truncation and rounding meet, for functions of unit scale.
constexpr double kForwardStep = 1.5e-8, kCentralStep = 6e-6, kRichardsonStep = 2e-2;

Wrench<double> central_quotient(const std::function<Wrench<double>(double)>& f, double h)
{
    return weighted(0.5 / h, f(h), -0.5 / h, f(-h));
}

Wrench<double> forward_difference(const std::function<Wrench<double>(double)>& f)
{
    return weighted(1 / kForwardStep, f(kForwardStep), -1 / kForwardStep, f(0));
}

Wrench<double> central_difference(const std::function<Wrench<double>(double)>& f)
{
    return central_quotient(f, kCentralStep);
}

/// Central differences with h, h/2 and h/4, extrapolated to order 6.
Wrench<double> richardson_extrapolation(const std::function<Wrench<double>(double)>& f)
{
    const Wrench<double> a = central_quotient(f, kRichardsonStep);
    const Wrench<double> b = central_quotient(f, kRichardsonStep / 2);
    const Wrench<double> c = central_quotient(f, kRichardsonStep / 4);
    const Wrench<double> ab = weighted(4.0 / 3, b, -1.0 / 3, a);
    const Wrench<double> bc = weighted(4.0 / 3, c, -1.0 / 3, b);
    return weighted(16.0 / 15, bc, -1.0 / 15, ab);
}

/// Differences of the same Newton-Euler that direct differentiation differentiates.
void differentiate(Quotient quotient, DirectDifferentiation& newton_euler, Sample& sample,
    AggregateForce<double>& result)
{
    const Wrench<double> here = newton_euler.force(sample.coordinates());
    const auto columns = [&](std::vector<double>& x, std::vector<Wrench<double>>& into) {
        for (std::size_t k = 0; k < x.size(); ++k) {
            const double middle = x[k];
            into[k] = quotient([&](double step) {
                if (step == 0)
                    return here;
                x[k] = middle + step;
                return newton_euler.force(sample.coordinates());
            });
            x[k] = middle;
        }
    };
    columns(sample.q, result.dq);
    columns(sample.qdot, result.dqdot);
    columns(sample.qddot, result.dqddot);
}

std::vector<double> numbers(const std::vector<Wrench<double>>& columns)
{
    std::vector<double> result;
    for (const auto& [f, n] : columns)
        result.insert(result.end(), { f.x, f.y, f.z, n.x, n.y, n.z });
    return result;
}

/// Largest entry of A − B relative to the largest of B.
double difference(const std::vector<Wrench<double>>& A, const std::vector<Wrench<double>>& B)
{
    const std::vector<double> a = numbers(A), b = numbers(B);
    double largest = 0, apart = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest = std::max(largest, std::abs(b[i]));
        apart = std::max(apart, std::abs(a[i] - b[i]));
    }
    return apart / largest;
}

double difference(const AggregateForce<double>& a, const AggregateForce<double>& b)
{
    return std::max(
        { difference(a.dq, b.dq), difference(a.dqdot, b.dqdot), difference(a.dqddot, b.dqddot) });
}

AggregateForce<double> lane_of(const Tree& tree, const AggregateForce<Lanes>& packed, int lane)
{
    AggregateForce<double> result(tree);
    const auto pick = [&](const Wrench<Lanes>& F) -> Wrench<double> {
        return { { F.force.x[lane], F.force.y[lane], F.force.z[lane] },
            { F.torque.x[lane], F.torque.y[lane], F.torque.z[lane] } };
    };
    std::transform(packed.dq.begin(), packed.dq.end(), result.dq.begin(), pick);
    std::transform(packed.dqdot.begin(), packed.dqdot.end(), result.dqdot.begin(), pick);
    std::transform(packed.dqddot.begin(), packed.dqddot.end(), result.dqddot.begin(), pick);
    return result;
}

/// Work and the shortest time that it took.
struct Contender {
    std::function<void()> run;
    double* seconds;
    long calls = 1;
};

double time_calls(const std::function<void()>& run, long calls)
{
    const auto start = std::chrono::steady_clock::now();
    for (long i = 0; i < calls; ++i)
        run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// In turns, so that what slows the machine for a while slows all of them.
void time_all(std::vector<Contender> contenders, const JacobianArguments& arguments)
{
    for (Contender& contender : contenders) {
        while (time_calls(contender.run, contender.calls) < arguments.least_seconds)
            contender.calls *= 2;
        *contender.seconds = std::numeric_limits<double>::infinity();
    }
    for (int repeat = 0; repeat < arguments.repeats; ++repeat)
        for (const Contender& contender : contenders)
            *contender.seconds = std::min(*contender.seconds,
                time_calls(contender.run, contender.calls) / double(contender.calls));
}

void print_row(const JacobianRow& row)
{
    const auto micro = [](const JacobianFigure& figure) { return 1e6 * figure.seconds; };
    fmt::print("{:>5}  {:>8.3f} {:>8.3f} {:>8.2f} {:>8.1f} {:>8.1f} {:>10.1f}  {:>6.1f}x {:>6.1f}x "
               " {:>8.1e} "
               "{:>8.1e} {:>8.1e} {:>10.1e}\n",
        row.links, micro(row.ours), micro(row.lanes), micro(row.direct), micro(row.forward),
        micro(row.central), micro(row.richardson), row.direct.seconds / row.ours.seconds,
        row.direct.seconds / row.lanes.seconds, row.direct.error, row.forward.error,
        row.central.error, row.richardson.error);
    std::fflush(stdout);
}

void print_summary(const std::vector<JacobianRow>& rows)
{
    std::vector<double> links, ours, lanes, direct;
    double worst = 0, worst_lanes = 0;
    for (const JacobianRow& row : rows)
        if (row.links >= 5) {  // below, what is done once per call shows
            links.push_back(row.links);
            ours.push_back(row.ours.seconds);
            lanes.push_back(row.lanes.seconds);
            direct.push_back(row.direct.seconds);
            worst = std::max(worst, 1e9 * row.ours.seconds / row.links);
            worst_lanes = std::max(worst_lanes, 1e9 * row.lanes.seconds / row.links);
        }
    if (links.size() < 2)
        return;
    fmt::print(
        "\nfrom {} links on, time grows as links to the power {:.2f} (ours), {:.2f} ({} lanes), "
        "{:.2f} (direct)\n",
        links.front(), fitted_exponent(links, ours), fitted_exponent(links, lanes), Lanes::kCount,
        fitted_exponent(links, direct));
    fmt::print("at most {:.0f} ns per joint (ours), {:.0f} ns per joint and instant ({} lanes)\n",
        worst, worst_lanes, Lanes::kCount);
}

}  // namespace

JacobianRow compare_jacobians(int links, const JacobianArguments& arguments)
{
    Dice dice(std::uint64_t(arguments.seed), std::uint64_t(links));
    const Tree tree = random_chain(dice, links);
    std::vector<Sample> samples;
    for (int lane = 0; lane < Lanes::kCount; ++lane)
        samples.push_back(random_sample(dice, links));
    const PackedSamples packed(samples);
    Sample& sample = samples[0];

    State<double> state(tree);
    State<Lanes> lanes_state(tree);
    AggregateForce<double> ours(tree), direct(tree), forward(tree), central(tree), richardson(tree);
    AggregateForce<Lanes> lanes(tree);
    DirectDifferentiation newton_euler(tree);
    JacobianRow row;
    row.links = links;
    const auto run_ours = [&](const Sample& at) {
        dynamics::update(tree, at.coordinates(), state);
        dynamics::aggregate_force(tree, state, ours);
    };
    time_all(
        { { [&] { run_ours(sample); }, &row.ours.seconds },
            { [&] {
                 dynamics::update<Lanes>(
                     tree, { packed.q, packed.qdot, packed.qddot }, lanes_state);
                 dynamics::aggregate_force(tree, lanes_state, lanes);
             },
                &row.lanes.seconds },
            { [&] { newton_euler.evaluate(sample.coordinates(), direct); }, &row.direct.seconds },
            { [&] { differentiate(forward_difference, newton_euler, sample, forward); },
                &row.forward.seconds },
            { [&] { differentiate(central_difference, newton_euler, sample, central); },
                &row.central.seconds },
            { [&] { differentiate(richardson_extrapolation, newton_euler, sample, richardson); },
                &row.richardson.seconds } },
        arguments);
    row.lanes.seconds /= Lanes::kCount;
    row.direct.error = difference(direct, ours);
    row.forward.error = difference(forward, ours);
    row.central.error = difference(central, ours);
    row.richardson.error = difference(richardson, ours);
    for (int lane = 0; lane < Lanes::kCount; ++lane) {
        run_ours(samples[std::size_t(lane)]);
        row.lanes.error = std::max(row.lanes.error, difference(lane_of(tree, lanes, lane), ours));
    }
    return row;
}

int bench_jacobian(const JacobianArguments& arguments, const RunControl& control)
{
    fmt::print("{:5}  {:^55}  {:^15}  {:^37}\n", "", "µs per instant", "direct takes",
        "differs from ours by");
    fmt::print(
        "{:>5}  {:>8} {:>8} {:>8} {:>8} {:>8} {:>10}  {:>7} {:>7}  {:>8} {:>8} {:>8} {:>10}\n",
        "links", "ours", fmt::format("{} lanes", Lanes::kCount), "direct", "forward", "central",
        "Richardson", "of ours", "lanes", "direct", "forward", "central", "Richardson");
    std::vector<JacobianRow> rows;
    for (const int links : arguments.links) {
        if (control.cancel && control.cancel->load())
            return 130;
        rows.push_back(compare_jacobians(links, arguments));
        print_row(rows.back());
    }
    print_summary(rows);
    return 0;
}

}  // namespace gambol::bench
