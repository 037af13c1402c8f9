// SPDX-License-Identifier: MIT
// Contact-invariant optimization [Mordatch 2012]: several starts in parallel, each audited and, if
// valid, carried on with all masses; the best of least cost wins. docs/cio.md.
#include "gambol/methods/cio/continuation.hpp"
#include "gambol/methods/cio/handling/carry.hpp"
#include "gambol/methods/cio/limb_masses.hpp"
#include "gambol/methods/cio/reconstruct.hpp"
#include "gambol/methods/method.hpp"
#include "gambol/parallel/worker_pool.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>

namespace gambol::cio {

namespace {

constexpr int kRounds = 6;  // of cio.starts each; a round without a good result asks for another
constexpr int kLeastStarts = 12;  // before it is given up
/// Starts that are valid but that the full body finds fault with: after so many no more are asked
/// for.
constexpr int kFaultyStarts = 3;

/// Seeds of starts must not repeat those of the neighbouring scene seed.
std::uint64_t start_seed(std::uint64_t scene_seed, int start)
{
    std::uint64_t mixed = scene_seed * 0x9E3779B97F4A7C15ull + std::uint64_t(start);
    mixed = (mixed ^ (mixed >> 31)) * 0xBF58476D1CE4E5B9ull;
    return mixed ^ (mixed >> 29);
}

/// A start and where it led.
struct EndedStart {
    StartResult start;
    AuditedMotion end;
    std::optional<refine::WholeBody> whole;  // when it is valid and the full body is asked for
    [[nodiscard]] bool valid() const { return start.finished && end.valid(); }
    /// Order of preference: valid before invalid, with all masses before without, less to complain
    /// of before more, further before less far, cheaper before dearer.
    [[nodiscard]] bool better_than(const EndedStart& other) const
    {
        if (valid() != other.valid())
            return valid();
        if (whole && other.whole) {
            if (whole->better_than(*other.whole))
                return true;
            if (other.whole->better_than(*whole))
                return false;
        }
        if (start.stages_done != other.start.stages_done)
            return start.stages_done > other.start.stages_done;
        return start.cost < other.start.cost;
    }
};

/// All starts of a scene, on several threads. Every start is sequential and depends on its seed
/// alone; threads only decide when it runs. The first round with a good result is the last that
/// counts, whole, so that the result does not depend on which start happens to end first; threads
/// that have nothing to do in a round run ahead into the next.
class Starts {
public:
    Starts(const Scene& scene, const Task& task, RunWatch& watch)
        : scene_(scene)
        , task_(task)
        , watch_(watch)
        , company_(gather(scene))
        , plan_(stages(task.options.zmp_hint))
        , batch_(std::max(1, task.options.starts))
        , full_body_(task.options.body == CioBody::full && no_full_body_because(scene).empty())
        , ended_(size_t(batch_ * std::max(kRounds, kLeastStarts / batch_)))
        , ends_(ended_.size(), End::open)
        , share_(ended_.size(), 0.0)
        , needed_(int(ended_.size()))
    {
    }

    [[nodiscard]] std::vector<EndedStart> run()
    {
        const int threads = std::min(int(ended_.size()), watch_.threads());
        WorkerPool(threads).run(threads, [this](int) { work(); });
        ended_.resize(size_t(std::min(dealt_, int(needed_))));
        return std::move(ended_);
    }

private:
    [[nodiscard]] int deal()
    {
        const std::lock_guard lock(dealing_);
        // The first begins even when all is to stop already: there must be a motion to return.
        return dealt_ < needed_ && (dealt_ == 0 || watch_.go_on()) ? dealt_++ : -1;
    }

    void work()
    {
        for (int i = deal(); i >= 0; i = deal()) {
            EndedStart& ended = ended_[size_t(i)];
            ended.start = run_start(company_, start_seed(scene_.seed, i), i,
                [&](const StageProgress& progress) { return tell(i, progress) && i < needed_; });
            for (CostRow& row : ended.start.history)
                row.start = i;
            // One that was stopped is not valid, whatever an audit, which takes long, says of it.
            if (ended.start.finished)
                ended.end = audited_motion(company_, ended.start.x);
            else
                ended.end.result = reconstruct(company_, ended.start.x);
            if (ended.valid() && full_body_)
                ended.whole = go_on_with_all_masses(i, ended.end.result.motion);
            note_end(i, ended);
        }
    }

    [[nodiscard]] refine::WholeBody go_on_with_all_masses(int start, const Motion& found)
    {
        const auto goes_on = [&](Progress progress) {
            return tell(start, std::move(progress)) && start < needed_;
        };
        const double fps = task_.options.fps;
        return scene_.characters.size() == 1 && scene_.props.empty()
            ? refine::whole_body(scene_, task_.goals, found, fps, goes_on)
            : refine::whole_company(scene_, task_.goals, found, fps, goes_on);
    }

    /// What is known of a start: not ended, not valid, or valid and good or not.
    enum class End { open, invalid, faulty, good };

    /// Finds out how many starts are needed. What is not known of earlier ones can only make it
    /// fewer.
    void note_end(int start, const EndedStart& ended)
    {
        const std::lock_guard lock(dealing_);
        ends_[size_t(start)] = !ended.valid()                  ? End::invalid
            : full_body_ && !ended.whole->free_of_complaints() ? End::faulty
                                                               : End::good;
        int faulty = 0;
        bool all_known = true;
        for (int i = 0; i < needed_; ++i) {
            const End end = ends_[size_t(i)];
            all_known = all_known && end != End::open;
            faulty += end == End::faulty;
            if (end == End::good || (all_known && faulty >= kFaultyStarts))
                needed_ = std::min(int(needed_), (i / batch_ + 1) * batch_);
        }
    }

    /// The same while it goes on with all masses.
    bool tell(int start, Progress progress)
    {
        progress.start = start;
        progress.starts = int(ended_.size());
        progress.stage = progress.stages = int(plan_.size());
        progress.fraction = fraction(start, progress.fraction);
        return watch_.tell(std::move(progress));
    }

    /// False when the start should stop.
    bool tell(int start, const StageProgress& progress)
    {
        const Stage& stage = plan_[size_t(progress.stage)];
        Progress p;
        p.start = start;
        p.starts = int(ended_.size());
        p.stage = progress.stage;
        p.stages = int(plan_.size());
        p.stage_name = stage.name;
        p.iteration = progress.iteration.number;
        p.cost = progress.iteration.cost;
        if (progress.worst) {
            p.worst_violation = progress.worst->worst;
            p.worst_term = progress.worst->name;
        }
        p.fraction = fraction(
            start, (p.stage + std::min(1.0, p.iteration / double(stage.iterations))) / p.stages);
        if (progress.iteration.x && watch_.wants_preview())
            p.preview
                = std::make_shared<Motion>(reconstruct(company_, *progress.iteration.x).motion);
        return watch_.tell(std::move(p));
    }

    /// Of all starts, when `start` has done `share` of its own work.
    double fraction(int start, double share)
    {
        const std::lock_guard lock(sharing_);
        share_[size_t(start)] = share;
        double sum = 0;
        for (const double part : share_)
            sum += part;
        return sum / double(share_.size());
    }

    const Scene& scene_;
    const Task& task_;
    RunWatch& watch_;
    const Company company_;
    const std::vector<Stage>& plan_;
    int batch_;
    bool full_body_;
    std::vector<EndedStart> ended_;
    std::vector<End> ends_;
    std::vector<double> share_;  // done of each start's work
    std::mutex dealing_, sharing_;
    int dealt_ = 0;
    std::atomic<int> needed_;  // starts
};

}  // namespace

MethodResult run(const Scene& scene, const Task& task, RunWatch& watch)
{
    std::vector<EndedStart> ended = Starts(scene, task, watch).run();
    size_t best = 0;
    for (size_t i = 1; i < ended.size(); ++i)
        if (ended[i].better_than(ended[best]))
            best = i;

    MethodResult result;
    for (const EndedStart& one : ended) {
        result.iterations += one.start.iterations;
        result.evaluations += one.start.evaluations;
        if (one.whole) {
            result.iterations += one.whole->iterations;
            result.evaluations += one.whole->evaluations;
        }
        result.history.insert(
            result.history.end(), one.start.history.begin(), one.start.history.end());
    }
    for (const Island& island : gather(scene).islands)
        for (const std::string& prop : unmovable_props(island.ready))
            result.warnings.push_back({ "nobody can get " + prop + " there in the time",
                "a longer duration, room to stand beside it and where it goes, or a prop that two "
                "arms reach around" });
    EndedStart& chosen = ended[best];
    if (!chosen.end.meets_goals())
        result.warnings.push_back({ "a goal was missed",
            "a longer duration, a nearer target, or more starts (cio.starts)" });
    result.audit_advice = "more starts (cio.starts), another seed, or a longer duration";
    result.solved = chosen.start.finished && chosen.end.meets_goals();
    result.starts = int(ended.size());
    result.chosen_start = int(best);
    result.stopped_because = chosen.start.note;
    result.terms = chosen.start.terms;
    result.figures = chosen.end.result.figures;
    result.motion = std::move(chosen.end.result.motion);
    if (task.options.body == CioBody::full) {
        std::string why_none = no_full_body_because(scene);
        if (why_none.empty())
            why_none = "no movement was found that the full body could begin from";
        take_whole_body(std::move(chosen.whole), why_none, result);
    }
    return result;
}

}  // namespace gambol::cio
