// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/cio_problem.hpp"

#include "gambol/terms/body_limits.hpp"
#include "gambol/terms/contact_violation.hpp"
#include "gambol/terms/goals.hpp"
#include "gambol/terms/posture.hpp"
#include "gambol/terms/zmp_hint.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol::cio {

namespace {

/// Weights of ½w‖r‖², tuned once for all scenes (docs/cio.md says what each one does when it is
/// wrong).
constexpr double kContactDistance = 30, kContactAlignment = 0.5, kContactSlip = 10,
                 kContactSpin = 0.3, kContactAmount = 1e-4;
constexpr double kPhysics = 100;
constexpr double kLimbLength = 20000, kJointLimit = 100, kPenetration = 4000, kSelfCollision = 2000,
                 kOwnSide = 2000;
constexpr double kAcceleration = 1, kRestPose = 2, kSwingClearance = 0.3, kSidestep = 2;
constexpr double kGoalPosition = 600, kGoalFacing = 30, kGoalStand = 100, kGoalStrike = 1200,
                 kGoalStill = 5;
constexpr double kZmpHint = 10;

constexpr double kSlipTolerance = 0.01, kGapTolerance = 0.004;  // m/s, m
/// Forces through what is farther off than this (m) are missing ones; the barrier of the inner
/// problem makes 2 % of the weight.
constexpr double kTouches = 0.006, kAfarTolerance = 0.05;
constexpr double kSpinArm = 0.05;  // m: half a hand
constexpr double kMostAtOnce = 10, kMostEmphasis = 1e4;

/// What is left of a violation after which the audit is content.
double tolerance_of(std::string_view term)
{
    if (term == "physics_violation")
        return 0.02;
    if (term == "limb_length")
        return 0.004;
    if (term == "penetration")
        return 0.006;
    if (term == "self_collision")
        return 0.015;
    if (term == "goal_position" || term == "goal_strike")
        return 0.04;
    return std::numeric_limits<double>::infinity();
}

constexpr int kSegmentsPerPhase = 2;  // one alone cannot lift a foot within a phase
constexpr int kSamplesPerSegment = 3;
constexpr double kLeastFps = 60;
constexpr double kReferenceStep = 0.1;  // s; running costs are per sample of this spacing

std::vector<double> frictions_of(const Scene& scene)
{
    std::vector<double> frictions;
    for (const Surface& surface : scene.surfaces)
        frictions.push_back(surface.friction);
    return frictions;
}

std::vector<Shape> shapes_of(const Scene& scene)
{
    std::vector<Shape> shapes;
    for (const Surface& surface : scene.surfaces)
        shapes.push_back(surface.shape);
    return shapes;
}

}  // namespace

int CioScene::instant_of(const Goal& goal) const
{
    const double when = goal.when.value_or(instants.back());
    const auto found = std::lower_bound(instants.begin(), instants.end(), when);
    return int(std::min(found, instants.end() - 1) - instants.begin());
}

CioCost::CioCost(const CioScene& ready)
    : ready_(ready)
    , frames_(ready.models.size())
{
    for (int i = 0; i < int(ready.models.size()); ++i) {
        add_running_terms(*ready.scene, i);
        add_goals(i);
    }
    reset_figures();
    const size_t patches = size_t(ready.layout.contacts);
    holds_.assign(ready.samples.size(),
        { std::vector<double>(patches, 0.0), std::vector<double>(patches, 1.0) });
}

void CioCost::add(std::unique_ptr<FeatureTerm> term, double weight, Family family, int character,
    int kinds, int instant)
{
    auto* const physics = dynamic_cast<PhysicsViolation*>(term.get());
    const double tolerance = tolerance_of(term->name());
    const std::vector<double> zeros(ready_.samples.size(), 0.0), ones(ready_.samples.size(), 1.0);
    entries_.push_back({ std::move(term), physics, weight, family, character, kinds, instant,
        tolerance, zeros, ones });
}

void CioCost::add_running_terms(const Scene& scene, int character)
{
    const auto run = [&](std::unique_ptr<FeatureTerm> term, double weight, Family family) {
        add(std::move(term), weight, family, character,
            family == body || family == apart            ? running | between | finest
                : family == physics || family == contact ? running | edge
                                                         : running);
    };
    PhysicsOptions options;
    options.form = task_of<Task>(scene).options.residual == ResidualForm::value
        ? PhysicsForm::value
        : PhysicsForm::residual;
    options.friction = frictions_of(scene);
    options.effort = task_of<Task>(scene).options.effort;

    run(std::make_unique<Acceleration>(AccelerationScales {}), kAcceleration, smoothness);
    run(std::make_unique<RestPose>(), kRestPose, posture);
    run(std::make_unique<SwingClearance>(), kSwingClearance, posture);
    run(std::make_unique<Sidestep>(), kSidestep, posture);
    run(std::make_unique<ContactAmount>(), kContactAmount, posture);
    run(std::make_unique<ContactDistance>(), kContactDistance, contact);
    run(std::make_unique<ContactAlignment>(), kContactAlignment, contact);
    run(std::make_unique<ContactSlip>(), kContactSlip, contact);
    run(std::make_unique<ContactSpin>(), kContactSpin, contact);
    run(std::make_unique<PhysicsViolation>(options), kPhysics, physics);
    if (task_of<Task>(scene).options.zmp_hint)
        run(std::make_unique<ZmpHint>(), kZmpHint, hint);
    run(std::make_unique<LimbLength>(), kLimbLength, body);
    run(std::make_unique<JointLimit>(), kJointLimit, body);
    run(std::make_unique<Penetration>(), kPenetration, body);
    run(std::make_unique<SelfCollision>(), kSelfCollision, apart);
    run(std::make_unique<OwnSide>(), kOwnSide, apart);
}

void CioCost::add_goals(int character)
{
    const auto at = [&](int instant, std::unique_ptr<FeatureTerm> term, double weight) {
        add(std::move(term), weight, task, character, goal_instant, instant);
    };
    at(int(ready_.instants.size()) - 1, std::make_unique<Still>(), kGoalStill);
    const FeatureModel& model = ready_.models[character];
    for (const Goal& goal : task_of<Task>(*ready_.scene).goals) {
        if (goal.who != character)
            continue;
        const int when = ready_.instant_of(goal);
        std::visit(
            Overloaded {
                [&](const PositionGoal& g) {
                    at(when, std::make_unique<TorsoAt>(g.target, g.with_height), kGoalPosition);
                },
                [&](const FacingGoal& g) {
                    at(when, std::make_unique<TorsoFaces>(g.direction), kGoalFacing);
                },
                [&](const StandGoal&) {
                    at(when, std::make_unique<Stands>(model, Stands::On::feet), kGoalStand);
                },
                [&](const HandstandGoal&) {
                    at(when, std::make_unique<Stands>(model, Stands::On::hands), kGoalStand);
                },
                [&](const StrikeGoal& g) {
                    at(when, std::make_unique<Strikes>(g.limb, g.target, g.velocity), kGoalStrike);
                },
            },
            goal.kind);
    }
}

void CioCost::set_corner_prices(double gap, double slip)
{
    for (const Entry& entry : entries_)
        if (entry.physics)
            entry.physics->set_corner_prices(gap, slip);
}

void CioCost::reset_figures()
{
    figures_.clear();
    for (const Entry& entry : entries_)
        figures_.push_back({ std::string(entry.term->name()), entry.family, 0, 0 });
    unsupported_.assign(ready_.models.size(), std::vector<double>(size_t(ready_.phases()), 0.0));
}

void CioCost::hold_patches(int sample, size_t character)
{
    FeatureFrame& frame = frames_[character];
    Holds& holds = holds_[size_t(sample)];
    size_t i = size_t(ready_.columns[character].z - ready_.layout.local_z());
    for (PatchState& patch : frame.patches) {
        patch.hold = holds.hold[i];
        double& excess = holds.excess[i++];
        excess = 0;
        if (patch.activity < kHeld)
            continue;
        // A patch may roll over an edge, whose corners then rest, but not turn about its normal.
        double slip = std::numeric_limits<double>::infinity(), gap = slip;
        for (int k = 0; k < kCorners; ++k) {
            slip = std::min(
                slip, material_velocity(frame, patch.carrier, patch.arm[size_t(k)]).v.norm());
            gap = std::min(gap, corner_gap(frame, patch, k).gap.norm());
        }
        const CarrierState& carrier = frame.carriers[size_t(patch.carrier)];
        slip += kSpinArm * std::abs(patch.axes.col(2).dot(carrier.turn.omega));
        excess = std::max(slip / kSlipTolerance, gap / kGapTolerance);
    }
}

int CioCost::tighten()
{
    int places = 0;
    const auto raise = [&](double& factor, double excess) {
        if (excess <= 1)
            return;
        factor = std::min(kMostEmphasis, factor * std::min(excess * excess, kMostAtOnce));
        ++places;
    };
    for (Entry& entry : entries_)
        for (size_t s = 0; s < entry.worst.size(); ++s)
            raise(entry.emphasis[s], entry.worst[s] / entry.tolerance);
    for (Holds& holds : holds_)
        for (size_t i = 0; i < holds.hold.size(); ++i)
            raise(holds.hold[i], holds.excess[i]);
    return places;
}

void CioCost::relax()
{
    for (Entry& entry : entries_)
        std::fill(entry.emphasis.begin(), entry.emphasis.end(), 1.0);
    for (Holds& holds : holds_)
        std::fill(holds.hold.begin(), holds.hold.end(), 1.0);
}

void CioCost::evaluate(int sample, const Sample& where, const Eigen::VectorXd& y, LocalModel& out)
{
    for (size_t i = 0; i < frames_.size(); ++i) {
        update(ready_.models[i], ready_.surfaces, ready_.columns[i], y, out.wants_derivatives(),
            frames_[i]);
        if (where.kind & (running | edge))
            hold_patches(sample, i);
    }
    for (size_t i = 0; i < entries_.size(); ++i) {
        Entry& entry = entries_[i];
        const double scale = scales_[entry.family];
        if (!(entry.kinds & where.kind) || entry.instant != where.instant || scale == 0)
            continue;
        if (entry.physics)
            entry.physics->select_sample(sample);
        const double before = out.cost();
        out.weight = scale * entry.weight * entry.emphasis[size_t(sample)];
        out.largest_residual = 0;
        entry.term->add(frames_[entry.character], out);
        figures_[i].cost += where.weight * (out.cost() - before);
        figures_[i].worst = std::max(figures_[i].worst, out.largest_residual);
        entry.worst[size_t(sample)] = out.largest_residual;
        if (entry.physics) {
            const double afar
                = entry.physics->carried_from_afar(frames_[entry.character], kTouches);
            entry.worst[size_t(sample)]
                = std::max(out.largest_residual, afar / kAfarTolerance * entry.tolerance);
            if (where.kind != running)
                continue;
            double& worst
                = unsupported_[size_t(entry.character)][size_t(ready_.phase(where.segment))];
            worst = std::max(worst, out.largest_residual);
        }
    }
}

CioScene prepare(const Scene& scene)
{
    CioScene ready;
    ready.scene = &scene;
    ready.surfaces = shapes_of(scene);
    std::vector<Eigen::VectorXd> starts;
    for (const SceneCharacter& character : scene.characters) {
        ready.models.push_back(feature_model(character.body));
        starts.push_back(features_of(character.body, ready.models.back(), character.start));
    }

    TrajectoryLayout& layout = ready.layout;
    for (const FeatureModel& model : ready.models) {
        ready.columns.push_back({ layout.coordinates, 0, 0, layout.contacts });
        layout.coordinates += model.coordinates();
        layout.contacts += int(model.patches.size());
    }
    for (FeatureColumns& c : ready.columns) {
        c.v = c.q + layout.local_v();
        c.a = c.q + layout.local_a();
        c.z += layout.local_z();
    }
    const int phases = std::max(
        1, int(std::lround(scene.duration / task_of<Task>(scene).options.phase_duration)));
    layout.segments_per_phase = kSegmentsPerPhase;
    layout.segments = phases * kSegmentsPerPhase;
    layout.segment_duration = scene.duration / layout.segments;
    ready.frames_per_segment = std::max(1,
        int(std::ceil(
            std::max(task_of<Task>(scene).options.fps, kLeastFps) * layout.segment_duration
            - 1e-9)));

    ready.start.resize(layout.coordinates);
    for (size_t i = 0; i < starts.size(); ++i)
        ready.start.segment(ready.columns[i].q, starts[i].size()) = starts[i];

    const double weight = layout.segment_duration / kSamplesPerSegment / kReferenceStep;
    for (int k = 0; k < layout.segments; ++k) {
        constexpr int kSteps = 4 * kSamplesPerSegment;
        for (int j = 1; j <= kSteps; ++j) {
            // Halfway between samples, a segment's ends, and what is left.
            const int kind = j % 4 == 2                   ? CioCost::running
                : j % 4 == 0 || j == 1 || j == kSteps - 1 ? CioCost::between
                                                          : CioCost::finest;
            ready.samples.push_back(
                { k, double(j) / kSteps, weight, kind, -1, kind != CioCost::running });
            if (j == 1 || j == kSteps - 1)
                ready.samples.push_back({ k, double(j) / kSteps, weight, CioCost::edge, -1 });
        }
    }

    for (const Goal& goal : task_of<Task>(scene).goals)
        ready.instants.push_back(
            std::clamp(goal.when.value_or(scene.duration), 0.0, scene.duration));
    ready.instants.push_back(scene.duration);
    std::sort(ready.instants.begin(), ready.instants.end());
    ready.instants.erase(
        std::unique(ready.instants.begin(), ready.instants.end()), ready.instants.end());
    ready.movable.assign(size_t(layout.segments), true);
    for (size_t i = 0; i < ready.instants.size(); ++i) {
        const double at = ready.instants[i] / layout.segment_duration;
        const int segment = std::clamp(int(std::ceil(at)) - 1, 0, layout.segments - 1);
        const double u = std::min(at - segment, 1.0);
        ready.samples.push_back({ segment, u, 1.0, CioCost::goal_instant, int(i), false, false });
        // Who says when, means it.
        ready.movable[size_t(segment)] = false;
        if (segment > 0 && u < 1)
            ready.movable[size_t(segment - 1)] = false;
    }
    return ready;
}

std::unique_ptr<TrajectoryProblem> make_problem(const CioScene& ready)
{
    return std::make_unique<TrajectoryProblem>(
        ready.layout, ready.start, ready.samples, std::make_unique<CioCost>(ready));
}

}  // namespace gambol::cio
