// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/cio.hpp"

#include "gambol/methods/cio/continuation.hpp"
#include "gambol/methods/cio/reconstruct.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <mutex>
#include <thread>

namespace gambol::cio {

namespace {

constexpr int kRounds = 6;  // of cio.starts each; a round without a valid result asks for another

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// Seeds of starts must not repeat those of the neighbouring scene seed.
std::uint64_t start_seed(std::uint64_t scene_seed, int start)
{
    std::uint64_t mixed = scene_seed * 0x9E3779B97F4A7C15ull + std::uint64_t(start);
    mixed = (mixed ^ (mixed >> 31)) * 0xBF58476D1CE4E5B9ull;
    return mixed ^ (mixed >> 29);
}

struct Candidate {
    StartResult start;
    AuditedMotion end;
    [[nodiscard]] bool valid() const { return start.finished && end.valid(); }
    /// Order of preference: valid before invalid, further before less far, cheaper before dearer.
    [[nodiscard]] bool better_than(const Candidate& other) const
    {
        if (valid() != other.valid())
            return valid();
        if (start.stages_done != other.start.stages_done)
            return start.stages_done > other.start.stages_done;
        return start.cost < other.start.cost;
    }
};

/// Turns what starts tell into one stream of Progress, one call at a time.
class Reporter {
public:
    Reporter(const RunControl& control, int starts, int stages, double began)
        : control_(control)
        , starts_(starts)
        , stages_(stages)
        , began_(began)
        , done_(size_t(starts), 0.0)
    {
    }

    /// False when the run should stop.
    bool operator()(int start, const Stage& stage, const StageProgress& progress)
    {
        const double seconds = now() - began_;
        const double share
            = (progress.stage + std::min(1.0, progress.iteration.number / double(stage.iterations)))
            / stages_;
        if (control_.on_progress) {
            const std::lock_guard lock(mutex_);
            done_[size_t(start)] = share;
            double sum = 0;
            for (const double part : done_)
                sum += part;
            Progress p;
            p.start = start;
            p.starts = starts_;
            p.stage = progress.stage;
            p.stages = stages_;
            p.stage_name = stage.name;
            p.iteration = progress.iteration.number;
            p.cost = progress.iteration.cost;
            if (progress.worst) {
                p.worst_violation = progress.worst->worst;
                p.worst_term = progress.worst->name;
            }
            p.seconds = seconds;
            p.fraction = sum / starts_;
            control_.on_progress(p);
        }
        if (control_.cancel && control_.cancel->load())
            return false;
        if (seconds > control_.time_limit) {
            out_of_time_ = true;
            return false;
        }
        return true;
    }

    [[nodiscard]] bool out_of_time() const { return out_of_time_; }

private:
    const RunControl& control_;
    int starts_, stages_;
    double began_;
    std::vector<double> done_;
    std::mutex mutex_;
    std::atomic<bool> out_of_time_ { false };
};

void warn(RunReport& report, const Candidate& best)
{
    for (const AuditCheck& check : best.end.audit.checks)
        if (!check.passed)
            report.warnings.push_back({ "audit: " + check.name
                    + (check.subject.empty() ? "" : " of " + check.subject) + " beyond its limit",
                "more starts (cio.starts), another seed, or a longer duration" });
    if (!best.end.meets_goals())
        report.warnings.push_back({ "a goal was missed",
            "a longer duration, a nearer target, or more starts (cio.starts)" });
}

}  // namespace

RunResult run(const Scene& scene, const RunControl& control)
{
    const double began = now();
    const std::clock_t cpu_began = std::clock();
    const CioScene ready = prepare(scene);
    const std::vector<Stage>& plan = stages(scene.cio.zmp_hint);
    const int batch = std::max(1, scene.cio.starts);
    Reporter reporter(control, batch * kRounds, int(plan.size()), began);

    // Every start is sequential and depends on its seed alone; threads only decide when it runs.
    // The first round with a valid result is the last that counts, whole, so that the result does
    // not depend on which start happens to end first; threads that have nothing to do in a round
    // run ahead into the next.
    std::vector<Candidate> candidates(size_t(batch * kRounds));
    std::mutex dealing;
    int dealt = 0, needed = batch * kRounds;  // starts
    std::atomic<int> needed_now { needed };  // the same, for starts under way
    const auto stopped
        = [&] { return reporter.out_of_time() || (control.cancel && control.cancel->load()); };
    const auto deal = [&] {
        const std::lock_guard lock(dealing);
        // The first begins even when all is to stop already: there must be a motion to return.
        return dealt < needed && (dealt == 0 || !stopped()) ? dealt++ : -1;
    };
    const auto work = [&] {
        for (int i = deal(); i >= 0; i = deal()) {
            Candidate& candidate = candidates[size_t(i)];
            candidate.start
                = run_start(ready, start_seed(scene.seed, i), i, [&](const StageProgress& p) {
                      return reporter(i, plan[size_t(p.stage)], p) && i < needed_now;
                  });
            for (CostRow& row : candidate.start.history)
                row.start = i;
            candidate.end = audited_motion(ready, candidate.start.x);
            if (candidate.valid()) {
                const std::lock_guard lock(dealing);
                needed_now = needed = std::min(needed, (i / batch + 1) * batch);
            }
        }
    };
    const int cores = int(std::max(1u, std::thread::hardware_concurrency()));
    {
        std::vector<std::jthread> pool;
        for (int i = 1; i < std::min(needed, control.threads > 0 ? control.threads : cores); ++i)
            pool.emplace_back(work);
        work();
    }
    candidates.resize(size_t(std::min(dealt, needed)));

    size_t best = 0;
    for (size_t i = 1; i < candidates.size(); ++i)
        if (candidates[i].better_than(candidates[best]))
            best = i;

    RunResult result;
    RunReport& report = result.report;
    for (const Candidate& candidate : candidates) {
        report.iterations += candidate.start.iterations;
        report.evaluations += candidate.start.evaluations;
        report.history.insert(
            report.history.end(), candidate.start.history.begin(), candidate.start.history.end());
    }
    Candidate& chosen = candidates[best];
    warn(report, chosen);
    report.seed = scene.seed;
    report.starts = int(candidates.size());
    report.chosen_start = int(best);
    report.stopped_because = chosen.start.note;
    report.terms = chosen.start.terms;
    report.figures = chosen.end.result.figures;
    report.audit = chosen.end.audit;
    report.status = chosen.valid() ? RunStatus::valid : RunStatus::audit_failed;
    if (control.cancel && control.cancel->load())
        report.status = RunStatus::interrupted;
    else if (reporter.out_of_time())
        report.status = RunStatus::limit_reached;
    result.motion = std::move(chosen.end.result.motion);
    report.wall_seconds = now() - began;
    report.cpu_seconds = double(std::clock() - cpu_began) / CLOCKS_PER_SEC;
    return result;
}

}  // namespace gambol::cio
