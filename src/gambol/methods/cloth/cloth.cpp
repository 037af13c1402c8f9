// SPDX-License-Identifier: MIT
#include "gambol/methods/cloth/cloth.hpp"

#include "gambol/methods/cloth/cloth_run.hpp"

#include <chrono>
#include <cmath>
#include <ctime>
#include <sstream>

namespace gambol::cloth {

namespace {

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

std::string describe(const FrameRecorder& recorder, long steps, const ClothStepReport& step,
    const ClothTotals& totals)
{
    std::ostringstream text;
    text << "frame " << recorder.frames() << "/" << recorder.expected() << "  step " << steps
         << "  zones " << step.collision.zones << "  largest zone " << totals.largest_vertices
         << " vertices";
    return text.str();
}

double largest_strain(const ClothSimulation& simulation)
{
    double worst = 0;
    const Eigen::Matrix3Xd& x = simulation.state().x;
    for (const MembraneTriangle& triangle : simulation.fabric().membrane) {
        Eigen::Matrix<double, 3, 2> F = Eigen::Matrix<double, 3, 2>::Zero();
        for (int i = 0; i < 3; ++i)
            F += x.col(triangle.vertex[std::size_t(i)]) * triangle.b.row(i);
        worst = std::max(worst, F.colwise().norm().maxCoeff() - 1);
    }
    return worst;
}

void add_figures(const ClothTotals& totals, RunReport& report)
{
    const double steps = std::max(1, totals.steps);
    report.figures = {
        { "steps", double(totals.steps), "" },
        { "time_per_step", 1e3 * totals.seconds() / steps, "ms" },
        { "slowest_step", 1e3 * totals.slowest_step, "ms" },
        { "dynamics", 1e3 * totals.dynamics_seconds / steps, "ms per step" },
        { "broad_phase", 1e3 * totals.broad_seconds / steps, "ms per step" },
        { "narrow_phase", 1e3 * totals.narrow_seconds / steps, "ms per step" },
        { "impact_zones", 1e3 * totals.zone_seconds / steps, "ms per step" },
        { "zones", double(totals.zones) / steps, "per step" },
        { "largest_zone", double(totals.largest_vertices), "vertices" },
        { "largest_zone_rows", double(totals.largest_rows), "" },
        { "last_resort", double(totals.last_resorts), "steps" },
        { "cut_steps", double(totals.cut_steps), "" },
    };
}

}  // namespace

RunResult run(const Scene& scene, const RunControl& control)
{
    const double began = now();
    const std::clock_t cpu_began = std::clock();
    RunResult result;
    RunReport& report = result.report;
    report.seed = scene.seed;
    ClothSimulation simulation = make_simulation(scene);
    FrameRecorder recorder(scene.cloth.fps, scene.duration);
    recorder.record(simulation.state(), simulation.state(), simulation.cloth_vertices());
    ClothTotals totals;
    double strain = 0;
    report.stopped_because = "simulated to the end";
    while (recorder.frames() < recorder.expected()) {
        const ClothState before = simulation.state();
        const ClothStepReport step = simulation.step();
        totals.add(step);
        strain = std::max(strain, largest_strain(simulation));
        recorder.record(before, simulation.state(), simulation.cloth_vertices());
        const double seconds = now() - began;
        if (control.on_progress) {
            Progress progress;
            progress.stages = 1;
            progress.stage_name = "simulate";
            progress.iteration = totals.steps;
            progress.seconds = seconds;
            progress.fraction = simulation.state().time / scene.duration;
            progress.detail = describe(recorder, simulation.state().steps, step, totals);
            control.on_progress(progress);
        }
        if (control.cancel && control.cancel->load()) {
            report.status = RunStatus::interrupted;
            report.stopped_because = "interrupted";
            break;
        }
        if (seconds > control.time_limit) {
            report.status = RunStatus::limit_reached;
            report.stopped_because = "time limit";
            break;
        }
    }
    // A motion needs two samples.
    if (recorder.frames() == 1)
        recorder.restore({ recorder.stored()[0], recorder.stored()[0] });
    result.motion = make_motion(scene, simulation, recorder);
    report.iterations = totals.steps;
    report.evaluations = int(totals.solver_iterations);
    add_figures(totals, report);
    report.figures.push_back({ "largest_strain", 100 * strain, "%" });
    for (const std::string& warning : pinch_warnings(simulation.mesh(), totals.pinched))
        report.warnings.push_back({ warning, "more room between them, or thinner cloth" });
    report.wall_seconds = now() - began;
    report.cpu_seconds = double(std::clock() - cpu_began) / CLOCKS_PER_SEC;
    return result;
}

}  // namespace gambol::cloth
