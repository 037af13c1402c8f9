// SPDX-License-Identifier: MIT
#include "jacobian.hpp"

#include "difference_quotients.hpp"
#include "durations.hpp"
#include "gambol/io/export/export_options.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/io/plot/line_plot.hpp"
#include "gambol/math/random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace gambol::bench {

namespace {

using dynamics::AggregateForce;
using dynamics::Coordinates;
using dynamics::Joint;
using dynamics::Lanes;
using dynamics::State;
using dynamics::Tree;
using dynamics::Wrench;

Eigen::Vector3d random_vector(Random& dice, double reach)
{
    return { dice.uniform(-reach, reach), dice.uniform(-reach, reach),
        dice.uniform(-reach, reach) };
}

/// Nothing about it is easy: axes, offsets and inertias point anywhere.
Tree random_chain(Random& dice, int links)
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

Sample random_sample(Random& dice, int links)
{
    Sample sample;
    for (int i = 0; i < links; ++i) {
        sample.q.push_back(dice.uniform(-1.5, 1.5));
        sample.qdot.push_back(dice.uniform(-1, 1));
        sample.qddot.push_back(dice.uniform(-3, 3));
    }
    return sample;
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

std::string plot_of(const std::vector<JacobianRow>& rows)
{
    io::LinePlot plot { "f₀ and its derivatives, one instant of a chain", "links", "µs", {} };
    for (const JacobianRow& row : rows) {
        const std::vector<NamedWay> ways = named(row);
        plot.curves.resize(ways.size());
        for (std::size_t i = 0; i < ways.size(); ++i) {
            plot.curves[i].name = ways[i].name;
            plot.curves[i].x.push_back(row.links);
            plot.curves[i].y.push_back(1e6 * ways[i].figure->seconds);
        }
    }
    return io::line_plot_svg(plot);
}

void print(const SceneJacobians& scene)
{
    fmt::print("\n{}: {} degrees of freedom, {} slices with physics, {} iterations of our solver\n",
        scene.scene, scene.dofs, scene.slices, scene.iterations);
    fmt::print(
        "{:>12}  {:>12} {:>14} {:>6}  {:>10}\n", "", "Jacobians", "one iteration", "", "error");
    for (const auto& [name, figure] : named(scene))
        fmt::print("{:>12}  {:>9.3f} ms {:>11.2f} ms {:>5.1f}x  {:>10.1e}\n", name,
            1e3 * figure->seconds, 1e3 * scene.iteration_with(*figure),
            scene.iteration_with(*figure) / scene.iteration, figure->error);
}

std::string plot_of(const SceneJacobians& scene)
{
    io::BarPlot plot { fmt::format("One iteration of {}, by how f₀ is differentiated", scene.scene),
        "ms (beside the bars: ms, largest relative error)", {} };
    for (const auto& [name, figure] : named(scene)) {
        const double ms = 1e3 * scene.iteration_with(*figure);
        plot.bars.push_back({ name, ms, fmt::format("{:.2f}, {:.1g}", ms, figure->error) });
    }
    return io::bar_plot_svg(plot);
}

}  // namespace

std::vector<NamedWay> named(const JacobianWays& ways)
{
    return { { "ours", &ways.ours }, { fmt::format("{} lanes", Lanes::kCount), &ways.lanes },
        { "direct", &ways.direct }, { "forward", &ways.forward }, { "central", &ways.central },
        { "Richardson", &ways.richardson } };
}

JacobianRow compare_jacobians(int links, const JacobianArguments& arguments)
{
    Random dice(std::uint64_t(arguments.seed), std::uint64_t(links));
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
    time_in_turns(
        { { [&] { run_ours(sample); }, &row.ours.seconds },
            { [&] {
                 dynamics::update<Lanes>(tree, packed.coordinates(), lanes_state);
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
        arguments.timing);
    row.lanes.seconds /= Lanes::kCount;
    const auto error = [&](const AggregateForce<double>& other) {
        Difference difference;
        difference.add(other, ours);
        return difference.relative();
    };
    row.direct.error = error(direct);
    row.forward.error = error(forward);
    row.central.error = error(central);
    row.richardson.error = error(richardson);
    for (int lane = 0; lane < Lanes::kCount; ++lane) {
        run_ours(samples[std::size_t(lane)]);
        row.lanes.error = std::max(row.lanes.error, error(lane_of(tree, lanes, lane)));
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
    if (!arguments.plot.empty())
        io::write_export(arguments.plot, plot_of(rows));
    if (arguments.scene.empty())
        return 0;
    const Scene read = io::read_job(arguments.scene).scene;
    if (!std::holds_alternative<spacetime::Task>(read.task))
        throw io::InputError(
            fmt::format("{}: is not solved for slices of time; `--scene` takes one of "
                        "`method: spacetime` with `phases`",
                arguments.scene.string()));
    const SceneJacobians scene = compare_jacobians_of(read, arguments.timing, control);
    if (control.cancel && control.cancel->load())
        return 130;
    print(scene);
    if (!arguments.scene_plot.empty())
        io::write_export(arguments.scene_plot, plot_of(scene));
    return 0;
}

}  // namespace gambol::bench
