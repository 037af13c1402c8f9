// SPDX-License-Identifier: MIT
#include "gambol/methods/cloth/cloth.hpp"

#include "gambol/methods/cloth/checkpoint.hpp"
#include "gambol/methods/cloth/cloth_run.hpp"
#include "gambol/methods/cloth/limb_room.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <utility>

namespace gambol::cloth {

namespace {

constexpr double kRoom = 3;  // thicknesses between limbs: a layer of cloth and some air

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

std::string describe(const FrameRecorder& recorder, const ClothState& state,
    const ClothStepReport& step, const ClothTotals& totals)
{
    std::ostringstream text;
    if (state.time < 0)
        text << "settling  ";
    text << "frame " << recorder.frames() << "/" << recorder.expected() << "  step " << state.steps
         << "  zones " << step.collision.zones << "  largest zone " << totals.largest_vertices
         << " vertices";
    if (totals.let_go > 0)
        text << "  let go " << totals.let_go;
    else if (totals.most_let_go > 0)
        text << "  all free again";
    return text.str();
}

int thread_count(const RunControl& control)
{
    return control.threads > 0 ? control.threads
                               : std::max(1, int(std::thread::hardware_concurrency()));
}

double largest_strain(const ClothSimulation& simulation)
{
    double longest_sq = 1;
    const Eigen::Matrix3Xd& x = simulation.state().x;
    for (const MembraneTriangle& triangle : simulation.fabric().membrane) {
        Eigen::Matrix<double, 3, 2> F = Eigen::Matrix<double, 3, 2>::Zero();
        for (int i = 0; i < 3; ++i)
            F += x.col(triangle.vertex[std::size_t(i)]) * triangle.b.row(i);
        longest_sq = std::max(longest_sq, F.colwise().squaredNorm().maxCoeff());
    }
    return std::sqrt(longest_sq) - 1;
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
        { "let_go", double(totals.most_let_go), "pairs of vertex and body at most" },
    };
}

/// A run under way, its checkpoints and its end.
class Run {
public:
    Run(const Scene& scene, const RunControl& control)
        : scene_(scene)
        , control_(control)
        , simulation_(make_simulation(scene, thread_count(control)))
        , recorder_(scene.cloth.fps, scene.duration)
    {
        if (std::optional<Checkpoint> stored = decode(control.resume_from)) {
            simulation_.restore(std::move(stored->state));
            recorder_.restore(std::move(stored->frames));
            totals_ = std::move(stored->totals);
            strain_ = stored->strain;
        } else {
            recorder_.record(
                simulation_.state(), simulation_.state(), simulation_.cloth_vertices());
        }
    }

    void simulate(RunReport& report);
    [[nodiscard]] Motion motion();
    [[nodiscard]] const ClothTotals& totals() const { return totals_; }
    [[nodiscard]] double strain() const { return strain_; }
    [[nodiscard]] std::vector<std::string> pinches() const
    {
        std::vector<std::string> lines = pinch_warnings(simulation_.mesh(), totals_.pinched);
        if (std::string line = let_go_warning(simulation_.mesh(), totals_); !line.empty())
            lines.push_back(std::move(line));
        return lines;
    }

private:
    void show(const ClothStepReport& step, double seconds) const;
    void store() const
    {
        if (control_.on_checkpoint)
            control_.on_checkpoint(
                encode({ simulation_.state(), recorder_.stored(), totals_, strain_ }));
    }

    const Scene& scene_;
    const RunControl& control_;
    ClothSimulation simulation_;
    FrameRecorder recorder_;
    ClothTotals totals_;
    double strain_ = 0;
};

void Run::show(const ClothStepReport& step, double seconds) const
{
    if (!control_.on_progress)
        return;
    const double start = scene_.cloth.options.start_time;
    Progress progress;
    const bool settling = simulation_.state().time < 0;
    progress.stages = start < 0 ? 2 : 1;
    progress.stage = settling || start >= 0 ? 0 : 1;
    progress.stage_name = settling ? "settle" : "simulate";
    progress.iteration = totals_.steps;
    progress.seconds = seconds;
    progress.fraction = (simulation_.state().time - start) / (scene_.duration - start);
    progress.detail = describe(recorder_, simulation_.state(), step, totals_);
    control_.on_progress(progress);
}

void Run::simulate(RunReport& report)
{
    const double began = now();
    double stored = began;
    report.stopped_because = "simulated to the end";
    while (recorder_.frames() < recorder_.expected()) {
        const ClothState before = simulation_.state();
        const ClothStepReport step = simulation_.step();
        totals_.add(step);
        strain_ = std::max(strain_, largest_strain(simulation_));
        recorder_.record(before, simulation_.state(), simulation_.cloth_vertices());
        const double time = now();
        show(step, time - began);
        const bool cancelled = control_.cancel && control_.cancel->load();
        if (cancelled || time - began > control_.time_limit) {
            report.status = cancelled ? RunStatus::interrupted : RunStatus::limit_reached;
            report.stopped_because = cancelled ? "interrupted" : "time limit";
            store();
            return;
        }
        if (time - stored > control_.checkpoint_every) {
            store();
            stored = time;
        }
    }
}

Motion Run::motion()
{
    // A motion needs two samples, also when it was stopped before it began.
    if (recorder_.frames() == 0)
        recorder_.record_now(simulation_.state(), simulation_.cloth_vertices());
    if (recorder_.frames() == 1)
        recorder_.restore({ recorder_.stored()[0], recorder_.stored()[0] });
    return make_motion(scene_, simulation_, recorder_);
}

}  // namespace

RunResult run(const Scene& asked, const RunControl& control)
{
    const double began = now();
    const std::clock_t cpu_began = std::clock();
    RunResult result;
    RunReport& report = result.report;
    report.seed = asked.seed;
    Scene scene = asked;
    const std::vector<ThinnedLimb> thinned
        = leave_room(scene.cloth.carriers, kRoom * scene.cloth.options.thickness);
    Run run(scene, control);
    run.simulate(report);
    result.motion = run.motion();
    report.iterations = run.totals().steps;
    report.evaluations = int(run.totals().solver_iterations);
    add_figures(run.totals(), report);
    report.figures.push_back({ "largest_strain", 100 * run.strain(), "%" });
    if (!thinned.empty()) {
        const ThinnedLimb& most = *std::max_element(thinned.begin(), thinned.end(),
            [](const ThinnedLimb& a, const ThinnedLimb& b) { return a.by < b.by; });
        report.figures.push_back({ "thinned_limbs", 1e3 * most.by, "mm at most, " + most.name });
    }
    for (const std::string& warning : run.pinches())
        report.warnings.push_back({ warning, "more room between them, or thinner cloth" });
    report.wall_seconds = now() - began;
    report.cpu_seconds = double(std::clock() - cpu_began) / CLOCKS_PER_SEC;
    return result;
}

}  // namespace gambol::cloth
