// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/first_guess.hpp"

#include "gambol/dynamics/point_motion.hpp"
#include "gambol/methods/spacetime/contact_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gambol::spacetime {

namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// A value that a coordinate has at an instant.
struct Anchor {
    double time, value;
};

/// How far the body has turned until `time` if it turns as fast as each phase lets it: where it
/// never flies nor swings, evenly over all phases but the first and the last.
double turning_until(const std::vector<Phase>& phases, double time, double swing_share)
{
    const bool stands = std::all_of(phases.begin(), phases.end(),
        [](const Phase& phase) { return phase.kind == PhaseKind::support; });
    double sum = 0;
    for (size_t i = 0; i < phases.size(); ++i) {
        const Phase& phase = phases[i];
        const bool inner = i > 0 && i + 1 < phases.size();
        const double speed = phase.kind == PhaseKind::flight ? 1
            : phase.kind == PhaseKind::grip                  ? swing_share
            : stands && inner                                ? 1
                                                             : 0;
        sum += speed * std::clamp(time - phase.begin, 0.0, phase.duration());
    }
    return sum;
}

class Guess {
public:
    Guess(const ScenePlan& plan, double swing_share)
        : plan_(plan)
        , swing_share_(swing_share)
        , anchors_(size_t(plan.body->tree.dof_count()))
        , neutral_(coordinates(*plan.body, plan.scene->characters.front().start))
    {
        for (const Pin& pin : plan.plan.pins)
            if (pin.order == 0)
                anchors_[size_t(pin.dof)].push_back({ pin.time, pin.value });
        for (size_t dof = 0; dof < anchors_.size(); ++dof) {
            std::vector<Anchor>& list = anchors_[dof];
            std::stable_sort(list.begin(), list.end(),
                [](const Anchor& a, const Anchor& b) { return a.time < b.time; });
            if (list.empty() || list.front().time > 0)
                list.insert(list.begin(), { 0, neutral_[Eigen::Index(dof)] });
        }
    }

    [[nodiscard]] VectorXd at(double time) const
    {
        VectorXd q(neutral_.size());
        for (Eigen::Index dof = 0; dof < q.size(); ++dof)
            q[dof] = value(anchors_[size_t(dof)], int(dof), time);
        return q;
    }

private:
    [[nodiscard]] double value(const std::vector<Anchor>& list, int dof, double time) const
    {
        const auto after = std::find_if(
            list.begin(), list.end(), [&](const Anchor& anchor) { return anchor.time >= time; });
        if (after == list.end())
            return list.back().value;
        if (after == list.begin())
            return after->value;
        const Anchor &a = *(after - 1), &b = *after;
        double share = (time - a.time) / (b.time - a.time);
        if (dof == plan_.turning_dof && std::abs(b.value - a.value) > std::numbers::pi) {
            const std::vector<Phase>& phases = plan_.plan.context.phases;
            const double start = turning_until(phases, a.time, swing_share_);
            const double whole = turning_until(phases, b.time, swing_share_) - start;
            if (whole > 0)
                share = (turning_until(phases, time, swing_share_) - start) / whole;
        }
        return a.value + share * (b.value - a.value);
    }

    const ScenePlan& plan_;
    double swing_share_;
    std::vector<std::vector<Anchor>> anchors_;  // per coordinate, in the order of time
    VectorXd neutral_;
};

/// The centre of mass of a body whose tie is in its place.
Vector3d center_over(const ScenePlan& plan, const Tie& tie, const VectorXd& q)
{
    const dynamics::Tree& tree = plan.body->tree;
    const std::vector<double> still(size_t(tree.dof_count()), 0.0);
    dynamics::State<double> state(tree);
    dynamics::PointMotion<double> center(tree), point(tree);
    dynamics::update<double>(tree, { { q.data(), size_t(q.size()) }, still, still }, state);
    dynamics::center_of_mass_motion(tree, state, center);
    dynamics::point_motion(tree, state, tie.point, point);
    const dynamics::Vector<double> off = center.p - point.p;
    return tie.place + Vector3d(off.x, off.y, off.z);
}

constexpr double kGuessedStrength = 4;  // × the body's own

// rad: beyond that the rows that keep soles flat lead to nowhere, or to soles that face up.
constexpr double kTooTilted = 0.8;

/// Ties of an instant, and those of the neighbouring phases as far as these are near.
std::vector<WeightedTie> ties_at(const std::vector<Phase>& phases, double time)
{
    size_t p = 0;
    while (p + 1 < phases.size() && time > phases[p].end)
        ++p;
    std::vector<WeightedTie> ties;
    const auto add = [&](const Phase& phase, double weight) {
        for (const Tie& tie : phase.ties) {
            const bool known = std::any_of(ties.begin(), ties.end(), [&](const WeightedTie& other) {
                return other.tie->point.joint == tie.point.joint;
            });
            if (!known)
                ties.push_back({ &tie, weight });
        }
    };
    add(phases[p], 1);
    const double share = std::clamp((time - phases[p].begin) / phases[p].duration(), 0.0, 1.0);
    if (!ties.empty() && p + 1 < phases.size())
        add(phases[p + 1], std::pow(share, 8));
    if (!ties.empty() && p > 0)
        add(phases[p - 1], std::pow(1 - share, 8));
    return ties;
}

/// Where the guess would have what stands lie on its side, limbs are moved so that it does not.
void put_contacts_down(const ScenePlan& plan, const CubicSpline& spline, int dofs, VectorXd& x)
{
    ContactFit fit(plan.plan);
    double worst = 0;
    const auto control = [&](int k) { return x.segment(k * dofs, dofs); };
    for (int k = 0; k < spline.controls(); ++k)
        worst = std::max(
            worst, fit.tilt(control(k), ties_at(plan.plan.context.phases, spline.abscissa(k))));
    if (worst < kTooTilted)
        return;
    for (int k = 0; k < spline.controls(); ++k) {
        const auto ties = ties_at(plan.plan.context.phases, spline.abscissa(k));
        if (!ties.empty())
            control(k) = fit.fit(control(k), ties);
    }
}

}  // namespace

VectorXd first_guess(const ScenePlan& plan, const SpacetimeProblem& problem, double swing_share)
{
    const Guess guess(plan, swing_share);
    const CubicSpline& spline = problem.spline();
    VectorXd x = VectorXd::Zero(problem.shape().variables());
    for (int k = 0; k < spline.controls(); ++k)
        x.segment(k * problem.dofs(), problem.dofs()) = guess.at(spline.abscissa(k));
    put_contacts_down(plan, spline, problem.dofs(), x);
    if (problem.strength_column() >= 0)
        x[problem.strength_column()] = kGuessedStrength;
    const std::vector<Phase>& phases = plan.plan.context.phases;
    for (size_t i = 1; i + 1 < phases.size(); ++i) {
        const Phase& flight = phases[i];
        if (flight.kind != PhaseKind::flight)
            continue;
        const Vector3d from = center_over(plan, phases[i - 1].ties.front(), guess.at(flight.begin));
        const Vector3d to = center_over(plan, phases[i + 1].ties.front(), guess.at(flight.end));
        const double T = flight.duration();
        const int column = problem.flight_column(int(i));
        x.segment<3>(column) = from;
        x.segment<3>(column + 3) = (to - from) / T - 0.5 * T * plan.body->tree.gravity();
    }
    return x;
}

}  // namespace gambol::spacetime
