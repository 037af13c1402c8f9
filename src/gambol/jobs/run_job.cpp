// SPDX-License-Identifier: MIT
#include "gambol/jobs/run_job.hpp"

#include "gambol/io/motion/motion_json.hpp"
#include "gambol/jobs/audit_advice.hpp"
#include "gambol/methods/method.hpp"
#include "gambol/motion/motion_size.hpp"
#include "gambol/scene/check_scene.hpp"

#include <ctime>

namespace gambol {

namespace {

constexpr double kGrace = 1;  // s after the time limit in which a result is audited and written
constexpr std::size_t kManyFeet = 4;  // the order of fewer is plain to see, unless it repeats

std::vector<Gait> gaits_of(const Scene& scene, const Motion& motion)
{
    std::vector<Gait> gaits;
    for (std::size_t i = 0; i < scene.characters.size(); ++i) {
        const Character& body = scene.characters[i].body;
        std::vector<std::string> feet;
        for (const Limb& limb : body.limbs)
            if (limb.support)
                feet.push_back(body.patches[std::size_t(limb.patch)].name);
        if (feet.size() >= kManyFeet || (motion.cycle > 0 && !feet.empty()))
            gaits.push_back(find_gait(motion, i, feet));
    }
    return gaits;
}

int starts_of(const Task& task)
{
    return std::visit(
        [](const auto& one) {
            if constexpr (requires { one.options.starts; })
                return one.options.starts;
            else
                return 1;
        },
        task);
}

RunStatus status_of(const RunWatch& watch, bool valid)
{
    return watch.cancelled()  ? RunStatus::interrupted
        : watch.out_of_time() ? RunStatus::limit_reached
        : valid               ? RunStatus::valid
                              : RunStatus::audit_failed;
}

/// For short motions it never is.
bool too_late_for_audit(const JobResult& result)
{
    const double size = motion_size(result.motion);
    return size > kShortMotion
        && !result.deadline.leaves(size * (2 * kWritingSeconds + kAuditSeconds));
}

constexpr const char* kNotAudited = "audited";  // the check of a report without an audit

AuditReport not_audited()
{
    AuditReport report;
    report.checks.push_back({ kNotAudited, "", 0, 1, "times", 0, false });
    report.notes.push_back(
        "the time limit left no time for the audit; gambol verify on this directory does it");
    return report;
}

/// What the method says, with what it does not know.
RunReport report_on(MethodResult&& found, AuditReport&& audit, const RunWatch& watch)
{
    RunReport report;
    report.status = status_of(watch, found.solved && audit.passed());
    report.starts = found.starts;
    report.chosen_start = found.chosen_start;
    report.iterations = found.iterations;
    report.evaluations = found.evaluations;
    report.stopped_because = std::move(found.stopped_because);
    report.terms = std::move(found.terms);
    report.history = std::move(found.history);
    report.figures = std::move(found.figures);
    report.warnings = std::move(found.warnings);
    if (!found.audit_advice.empty())
        for (const AuditCheck& check : audit.checks)
            if (!check.passed) {
                const std::string remedy = scene_remedy(check.name);
                const std::string what = check.name == kNotAudited
                    ? "the time limit left no time for the audit"
                    : "audit: " + check.name + (check.subject.empty() ? "" : " of " + check.subject)
                        + " beyond its limit";
                report.warnings.push_back({ what, remedy.empty() ? found.audit_advice : remedy });
            }
    report.audit = std::move(audit);
    return report;
}

/// The scenes of one job, one after the other.
class Chain {
public:
    Chain(const Job& job, const RunControl& control)
        : control_(control)
        , scenes_(scene_count(job))
    {
    }

    [[nodiscard]] JobResult carry_out(const Job& job)
    {
        Scene scene = job.scene;
        if (job.first) {
            JobResult first = carry_out(*job.first);
            if (!first.stopped_in.empty())
                return first;
            if (first.report.status == RunStatus::interrupted
                || first.report.status == RunStatus::limit_reached) {
                first.stopped_in = first.scene.name;
                first.motion = {};
                return first;
            }
            take_motion(written_, scene);
            check_scene(scene);
        }
        return carry_out(std::move(scene));
    }

private:
    [[nodiscard]] JobResult carry_out(Scene&& scene)
    {
        Event header;
        header.job = done_;
        header.jobs = scenes_;
        header.scene = scene.name;
        header.method = method_name(scene.task);
        RunWatch watch(control_, header, began_, done_ + 1 == scenes_);
        tell(header,
            SceneBegins { starts_of(scene.task), watch.threads(), scene.duration, scene.seed });
        const std::clock_t cpu_began = std::clock();
        MethodResult found = run_method(scene, watch);
        const double wall_seconds = watch.seconds(),
                     cpu_seconds = double(std::clock() - cpu_began) / CLOCKS_PER_SEC;
        JobResult result;
        result.motion = std::move(found.motion);
        result.body = std::move(found.body);
        result.deadline = Deadline::after(began_, control_.time_limit + kGrace);
        const bool late = watch.out_of_time() && too_late_for_audit(result);
        written_ = late ? Motion() : io::as_written(result.motion);
        result.report = report_on(std::move(found), late ? not_audited() : audit(written_), watch);
        result.written = written_;
        result.report.seed = scene.seed;
        result.report.wall_seconds = wall_seconds;
        result.report.cpu_seconds = cpu_seconds;
        if (!late) {
            result.report.gaits = gaits_of(scene, result.motion);
            result.report.contributions = contributions(result.motion);
        }
        result.scene = std::move(scene);
        tell(header, SceneEnds { result.report.status, result.report.audit.passed() });
        ++done_;
        return result;
    }

    template <class What> void tell(Event event, What&& what) const
    {
        event.what = std::forward<What>(what);
        if (control_.on_event)
            control_.on_event(event);
    }

    const RunControl& control_;
    RunWatch::Clock::time_point began_ = RunWatch::Clock::now();
    int scenes_, done_ = 0;
    Motion written_;  // the last one, as it reads back from motion.json
};

}  // namespace

JobResult run_job(const Job& job, const RunControl& control)
{
    check_job(job);
    return Chain(job, control).carry_out(job);
}

JobResult run_scene(const Scene& scene, const RunControl& control)
{
    return run_job({ .scene = scene }, control);
}

}  // namespace gambol
