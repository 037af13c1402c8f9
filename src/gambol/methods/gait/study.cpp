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
constexpr double kSame = 1e-9;  // of periods and shares of them
constexpr double kMargin = 0.8;  // of the audit's limits on residuals, as clips have more cycles

bool feet_in_pairs(const Animal& animal)
{
    for (size_t f = 0; f < animal.feet.size(); ++f)
        if (animal.feet[f].mirror == int(f))
            return false;
    return animal.has_mirror;
}

Treadmill treadmill_of(const Task& task, const Units& units)
{
    const double unit = std::sqrt(units.leg * kGravity), speed = task.speed / unit;
    return { speed, task.slope, task.radius == 0 ? 0 : speed * units.leg / task.radius };
}

Settings settings_of(const Scene& scene, const Task& task, const Animal& animal)
{
    Settings settings;
    settings.frames = task.search.frames;
    settings.even = task.symmetric && feet_in_pairs(animal);
    settings.symmetric = settings.even && task.radius == 0;
    settings.friction = scene.surfaces.front().friction;
    settings.springs = task.springs;
    settings.slope = task.slope;
    settings.curve = task.radius == 0 ? 0 : animal.leg / task.radius;
    if (task.form)
        settings.head_height = task.form->head_height / animal.leg;
    if (task.cost == Cost::paper)
        settings.objective = paper_objective(animal);
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
std::vector<FootRequest> requests_of(const Task& task, const Animal& animal, bool even)
{
    std::vector<FootRequest> feet(animal.feet.size());
    for (size_t f = 0; f < feet.size(); ++f)
        if (const auto found = task.feet.find(animal.feet[f].name); found != task.feet.end())
            feet[f] = found->second;
    if (!even)
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

double within(const Asked& asked, double value)
{
    return std::clamp(value, asked.lower, asked.upper);
}

}  // namespace

Study::Study(const Scene& scene, const Task& task)
    : scene_(modelled(scene, task))
    , task_(task)
    , animal_(make_animal(scene_.characters.front().body, own_units(scene_.characters.front().body),
          treadmill_of(task, own_units(scene_.characters.front().body))))
    , settings_(settings_of(scene, task, animal_))
    , speed_(task.speed / animal_.speed_unit())
    , feet_(requests_of(task, animal_, settings_.even))
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
        return value >= asked.lower - kSame && value <= asked.upper + kSame;
    };
    // When a cycle begins means nothing, only how long after each other feet do.
    std::optional<double> late;
    for (size_t f = 0; f < feet_.size(); ++f) {
        if (!keeps(feet_[f].duty, timing.feet[f].duty))
            return false;
        if (!feet_[f].start)
            continue;
        const double shift = timing.feet[f].start - *feet_[f].start;
        if (late && std::abs(std::remainder(shift - *late, 1)) > kSame)
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
        if (audit(motion(best.cycle, used, kAuditedCycles), limits).passed())
            break;
    }
    return best;
}

Motion Study::motion(const Cycle& cycle, const Settings& settings, int cycles) const
{
    return reconstruct(scene_, animal_, cycle, settings, cycles);
}

}  // namespace gambol::gait
