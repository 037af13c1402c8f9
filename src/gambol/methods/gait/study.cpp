// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/study.hpp"

#include "gambol/methods/gait/reconstruct.hpp"
#include "gambol/motion/audit.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::gait {

namespace {

// Between frames closer than this (own units, 6 to 10 ms) the audit finds less than a hundredth of
// the weight missing, of most animals; of one that hops on a point at 1.5 m/s, two hundredths.
constexpr double kFineStep = 0.025;
constexpr double kFiner = 1.6;  // times as many frames where the audit still finds more
constexpr int kRounds = 3;
constexpr int kAuditedCycles = 2;
// Small animals lift their feet off what the audit calls near the ground (1 cm), as far as that is
// in proportion.
constexpr double kClear = 0.015, kMostClearance = 0.06;  // m, legs
constexpr double kMargin = 0.8;  // of the audit's limits on residuals, as clips have more cycles

Settings settings_of(const Scene& scene, const Task& task, const Units& units)
{
    const Character& body = scene.characters.front().body;
    Settings settings;
    settings.frames = task.search.frames;
    settings.symmetric = task.symmetric && has_paired_legs(body) && has_like_sides(body);
    settings.friction = scene.surfaces.front().friction;
    settings.clearance = std::max(settings.clearance, std::min(kClear / units.leg, kMostClearance));
    settings.springs = task.springs;
    settings.slope = task.slope;
    settings.curve = task.radius == 0 ? 0 : units.leg / task.radius;
    if (task.form)
        settings.head_height = task.form->head_height / units.leg;
    if (task.cost == Cost::paper)
        settings.objective = paper_objective(units);
    return settings;
}

/// With the masses that the task wants its physics, and its audit, to see.
Scene modelled(Scene scene, const Task& task)
{
    Character& body = scene.characters.front().body;
    if (task.payload)
        body = loaded(std::move(body), *task.payload);
    if (task.point_masses)
        body = with_point_masses(std::move(body));
    return scene;
}

double half_a_period_later(double start)
{
    return start < 0.5 ? start + 0.5 : start - 0.5;
}

/// In the order of the animal's feet. Of symmetric gaits each side says what either does.
std::vector<FootRequest> requests_of(const Task& task, const Animal& animal, bool symmetric)
{
    std::vector<FootRequest> feet(animal.feet.size());
    for (size_t f = 0; f < feet.size(); ++f)
        if (const auto found = task.feet.find(animal.feet[f].name); found != task.feet.end())
            feet[f] = found->second;
    if (!symmetric)
        return feet;
    for (size_t f = 0; f < feet.size(); ++f) {
        const FootRequest& other = feet[size_t(animal.feet[f].mirror)];
        if (!feet[f].start && other.start)
            feet[f].start = half_a_period_later(*other.start);
        if (!feet[f].duty.is_asked())
            feet[f].duty = other.duty;
    }
    return feet;
}

int even_frames(double frames)
{
    return 2 * int(std::ceil(frames / 2));
}

/// Joints are no stronger with more frames.
bool more_frames_help(const AuditReport& report)
{
    return std::any_of(report.checks.begin(), report.checks.end(),
        [](const AuditCheck& check) { return !check.passed && check.name != "torque"; });
}

double within(const Asked& asked, double value)
{
    return std::clamp(value, asked.lower, asked.upper);
}

}  // namespace

Study::Study(const Scene& scene, const Task& task)
    : scene_(modelled(scene, task))
    , task_(task)
    , units_(own_units(scene_.characters.front().body))
    , settings_(settings_of(scene_, task, units_))
    , speed_(task.speed / units_.speed_unit())
    , animal_(make_animal(scene_.characters.front().body, units_, settings_.treadmill(speed_)))
    , feet_(requests_of(task, animal_, settings_.symmetric))
    , space_(animal_, speed_, settings_, task.period.over(animal_.time_unit()), feet_)
{
}

Timing Study::usual_timing() const
{
    Eigen::VectorXd means(Eigen::Index(space_.variables().size()));
    for (Eigen::Index i = 0; i < means.size(); ++i)
        means[i] = space_.variables()[size_t(i)].mean;
    Timing timing = space_.timing(means);
    timing.period = within(task_.period.over(animal_.time_unit()), usual_period(speed_));
    for (size_t f = 0; f < feet_.size(); ++f)
        timing.feet[f].duty = within(feet_[f].duty, usual_duty(speed_));
    return timing;
}

bool Study::allows(const Timing& timing) const
{
    const auto keeps = [](const Asked& asked, double value) {
        return value >= asked.lower - kSameTiming && value <= asked.upper + kSameTiming;
    };
    // When a cycle begins means nothing, only how long after each other feet do.
    std::optional<double> late;
    for (size_t f = 0; f < feet_.size(); ++f) {
        if (!keeps(feet_[f].duty, timing.feet[f].duty))
            return false;
        if (!feet_[f].start)
            continue;
        const double shift = timing.feet[f].start - *feet_[f].start;
        if (late && std::abs(std::remainder(shift - *late, 1)) > kSameTiming)
            return false;
        late = late.value_or(shift);
    }
    return keeps(task_.period.over(animal_.time_unit()), timing.period);
}

TimingSolution Study::sketch(const Timing& timing, const TimingSolveOptions& options) const
{
    return solve_timing(animal_, timing, speed_, settings_, options);
}

TimingSolution Study::finish(const Timing& timing, Settings& used) const
{
    TimingSolution best = sketch(timing);
    used = settings_;
    Settings fine = settings_;
    double frames = std::max(double(settings_.frames), timing.period / kFineStep);
    for (int round = 0; round < kRounds; ++round, frames *= kFiner) {
        fine.frames = even_frames(frames);
        TimingSolution finer = refine_cycle(animal_, best.cycle, fine);
        if (finer.violation > kFeasible)
            finer = solve_timing(animal_, timing, speed_, fine);
        if (finer.violation > kFeasible)
            break;
        best = std::move(finer);
        used = fine;
        AuditLimits limits;
        limits.residual_rms *= kMargin;
        limits.residual_max *= kMargin;
        if (!more_frames_help(audit(motion(best.cycle, used, kAuditedCycles), limits)))
            break;
    }
    return best;
}

Motion Study::motion(const Cycle& cycle, const Settings& settings, int cycles) const
{
    return reconstruct(scene_, animal_, cycle, settings, cycles);
}

}  // namespace gambol::gait
