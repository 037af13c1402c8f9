// SPDX-License-Identifier: MIT
// Simulates the cloth of a scene among its surfaces and carriers [Harmon 2008]. What stops it keeps
// the frames that are done. docs/cloth.md.
#include "gambol/methods/cloth/checkpoint.hpp"
#include "gambol/methods/cloth/cloth_run.hpp"
#include "gambol/methods/cloth/limb_room.hpp"
#include "gambol/methods/method.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

namespace gambol::cloth {

namespace {

constexpr double kRoom = 3;  // thicknesses between limbs: a layer of cloth and some air

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

std::vector<Figure> figures_of(const ClothTotals& totals)
{
    const double steps = std::max(1, totals.steps);
    return {
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
    Run(const Scene& scene, const Outfit& outfit, RunWatch& watch)
        : scene_(scene)
        , task_(task_of<Task>(scene))
        , outfit_(outfit)
        , watch_(watch)
        , simulation_(make_simulation(scene, outfit, watch.threads()))
        , recorder_(task_.fps, scene.duration)
    {
        if (std::optional<Checkpoint> stored = decode(watch.resume_from(scene))) {
            simulation_.restore(std::move(stored->state));
            recorder_.restore(std::move(stored->frames));
            totals_ = std::move(stored->totals);
            strain_ = stored->strain;
        } else {
            recorder_.record(
                simulation_.state(), simulation_.state(), simulation_.cloth_vertices());
        }
    }

    void simulate();
    [[nodiscard]] Motion motion() const;
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
    bool tell(const ClothStepReport& step);
    void store() const
    {
        watch_.store_checkpoint(
            encode({ simulation_.state(), recorder_.stored(), totals_, strain_ }));
    }

    const Scene& scene_;
    const Task& task_;
    const Outfit& outfit_;
    RunWatch& watch_;
    ClothSimulation simulation_;
    FrameRecorder recorder_;
    ClothTotals totals_;
    double strain_ = 0;
};

bool Run::tell(const ClothStepReport& step)
{
    const double start = task_.options.start_time;
    Progress progress;
    const bool settling = simulation_.state().time < 0;
    progress.stages = start < 0 ? 2 : 1;
    progress.stage = settling || start >= 0 ? 0 : 1;
    progress.stage_name = settling ? "settle" : "simulate";
    progress.iteration = totals_.steps;
    progress.fraction = (simulation_.state().time - start) / (scene_.duration - start);
    progress.detail = describe(recorder_, simulation_.state(), step, totals_);
    progress.figures = { { "frame", double(recorder_.frames()), "" },
        { "frames", double(recorder_.expected()), "" },
        { "zones", double(step.collision.zones), "" },
        { "largest_zone", double(totals_.largest_vertices), "vertices" },
        { "let_go", double(totals_.let_go), "pairs of vertex and body" } };
    if (watch_.wants_preview())
        progress.preview = std::make_shared<Motion>(motion());
    return watch_.tell(std::move(progress));
}

void Run::simulate()
{
    while (recorder_.frames() < recorder_.expected()) {
        const ClothState before = simulation_.state();
        const ClothStepReport step = simulation_.step();
        totals_.add(step);
        strain_ = std::max(strain_, largest_strain(simulation_));
        recorder_.record(before, simulation_.state(), simulation_.cloth_vertices());
        if (!tell(step))
            return store();
        if (watch_.wants_checkpoint())
            store();
    }
}

Motion Run::motion() const
{
    // A motion needs two samples, also when it was stopped before it began.
    FrameRecorder frames = recorder_;
    if (frames.frames() == 0)
        frames.record_now(simulation_.state(), simulation_.cloth_vertices());
    if (frames.frames() == 1)
        frames.restore({ frames.stored()[0], frames.stored()[0] });
    return make_motion(scene_, outfit_, simulation_, frames);
}

}  // namespace

MethodResult run(const Scene& asked, const Task&, RunWatch& watch)
{
    MethodResult result;
    const Outfit outfit = dress(asked);
    Scene scene = asked;
    Task& task = task_of<Task>(scene);
    const std::vector<ThinnedLimb> thinned
        = leave_room(task.carriers, kRoom * task.options.thickness);
    Run run(scene, outfit, watch);
    run.simulate();
    const std::string stopped = watch.stopped_because();
    result.stopped_because = stopped.empty() ? "simulated to the end" : stopped;
    result.motion = run.motion();
    result.iterations = run.totals().steps;
    result.evaluations = int(run.totals().solver_iterations);
    result.figures = figures_of(run.totals());
    result.figures.push_back({ "largest_strain", 100 * run.strain(), "%" });
    if (!thinned.empty()) {
        const ThinnedLimb& most = *std::max_element(thinned.begin(), thinned.end(),
            [](const ThinnedLimb& a, const ThinnedLimb& b) { return a.by < b.by; });
        result.figures.push_back({ "thinned_limbs", 1e3 * most.by, "mm at most, " + most.name });
    }
    for (const std::string& warning : run.pinches())
        result.warnings.push_back({ warning, "more room between them, or thinner cloth" });
    return result;
}

}  // namespace gambol::cloth
