// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/cio_problem.hpp"

#include "gambol/methods/cio/contact_geometry.hpp"
#include "gambol/methods/cio/touch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol::cio {

namespace {

constexpr double kSlipTolerance = 0.01;  // m/s
/// Likewise of props, which rest for seconds where feet do for phases, and the audit adds up.
constexpr double kCreepTolerance = 0.0015;
/// × weight, of forces from afar; the barrier of the inner problem makes 2 %.
constexpr double kAfarTolerance = 0.05;
constexpr double kSpinArm = 0.05;  // m: half a hand
constexpr double kMostAtOnce = 10, kMostEmphasis = 1e4;

/// Bodies pass through each other faster than physics changes: limits of the body are looked at
/// more often, physics at the edges of segments too.
int kinds_of(Family family)
{
    switch (family) {
    case Family::body:
    case Family::apart:
        return CioCost::running | CioCost::between | CioCost::finest;
    case Family::physics:
    case Family::contact:
        return CioCost::running | CioCost::edge;
    default:
        return CioCost::running;
    }
}

}  // namespace

int CioScene::instant_of(const Goal& goal) const
{
    const double when = goal.when.value_or(instants.back());
    const auto found = std::lower_bound(instants.begin(), instants.end(), when);
    return int(std::min(found, instants.end() - 1) - instants.begin());
}

std::vector<std::vector<int>> CioScene::coupled_bodies() const
{
    const int bodies = int(model.characters.size());
    std::vector<int> body_of(size_t(model.torso(bodies)));  // per carrier
    for (int c = 0; c < bodies; ++c)
        std::fill(body_of.begin() + model.torso(c), body_of.begin() + model.torso(c + 1), c);
    std::vector<forces::Contact> contacts;
    for (const ContactPair& pair : model.contacts) {
        const int support = model.supports[size_t(pair.support)].carrier;
        contacts.push_back(
            { pair.character, support == kWorld ? kWorld : body_of[size_t(support)] });
    }
    std::vector<int> group_of;
    std::vector<std::vector<int>> groups(size_t(forces::find_groups(bodies, contacts, group_of)));
    for (int b = 0; b < bodies; ++b)
        groups[size_t(group_of[size_t(b)])].push_back(b);
    return groups;
}

CioCost::CioCost(const CioScene& ready)
    : ready_(ready)
{
    for (int i = 0; i < int(ready.model.characters.size()); ++i) {
        add_running_terms(i);
        add_goals(i);
    }
    reset_figures();
    const size_t contacts = ready.model.contacts.size();
    contacts_.assign(ready.samples.size(),
        { std::vector<double>(contacts, 0.0), std::vector<double>(contacts, 1.0) });
}

CioCost::Entry& CioCost::add(std::unique_ptr<Term> term, const TermRow& row, int kinds, int instant)
{
    const std::vector<double> zeros(ready_.samples.size(), 0.0), ones(ready_.samples.size(), 1.0);
    return entries_.emplace_back(Entry { std::move(term), &row, kinds, instant, -1, zeros, ones });
}

void CioCost::add_running_terms(int character)
{
    const FeatureModel& model = ready_.model.characters[size_t(character)];
    const int end = int(ready_.instants.size()) - 1;
    for (const TermRow& row : term_table()) {
        if (row.when == When::at_its_goal)
            continue;
        if (!row.make) {
            // Once for the whole group, with the first of its bodies.
            for (const std::vector<int>& bodies : ready_.coupled_bodies())
                if (bodies.front() == character)
                    add_physics(bodies, row, kinds_of(row.family));
            continue;
        }
        auto term = row.make({ *ready_.scene, model, character });
        if (term && row.when == When::at_the_end)
            add(std::move(term), row, goal_instant, end);
        else if (term)
            add(std::move(term), row, kinds_of(row.family));
    }
}

void CioCost::add_physics(const std::vector<int>& bodies, const TermRow& row, int kinds)
{
    const Options& cio = task_of<Task>(*ready_.scene).options;
    PhysicsOptions options;
    options.form = cio.residual == ResidualForm::value ? PhysicsForm::value : PhysicsForm::residual;
    options.effort = cio.effort;
    auto term = std::make_unique<PhysicsViolation>(bodies, options);
    physics_.push_back({ term.get(), bodies, std::vector<Eigen::VectorXd>(ready_.samples.size()) });
    add(std::move(term), row, kinds).physics = int(physics_.size()) - 1;
}

void CioCost::add_goals(int character)
{
    const FeatureModel& model = ready_.model.characters[size_t(character)];
    for (const Goal& goal : task_of<Task>(*ready_.scene).goals) {
        if (goal.who != character)
            continue;
        for (const TermRow& row : term_table())
            if (row.when == When::at_its_goal)
                if (auto term = row.make({ *ready_.scene, model, character, &goal }))
                    add(std::move(term), row, goal_instant, ready_.instant_of(goal));
    }
}

void CioCost::set_corner_prices(double gap, double slip)
{
    for (const Physics& physics : physics_)
        physics.term->set_corner_prices(gap, slip);
}

void CioCost::reset_figures()
{
    figures_.clear();
    for (const Entry& entry : entries_)
        figures_.push_back({ entry.row->name, entry.row->tolerance });
    unsupported_.assign(
        ready_.model.characters.size(), std::vector<double>(size_t(ready_.phases()), 0.0));
}

void CioCost::weigh_contacts(int sample)
{
    ContactEmphasis& weights = contacts_[size_t(sample)];
    for (size_t i = 0; i < instant_.contacts.size(); ++i) {
        ContactState& contact = instant_.contacts[i];
        contact.emphasis = weights.emphasis[i];
        double& excess = weights.excess[i];
        excess = 0;
        if (contact.activity < kHeld)
            continue;
        // A patch may roll over an edge, whose corners then rest, but not turn about its normal.
        double slip = std::numeric_limits<double>::infinity(), gap = slip;
        for (int k = 0; k < kCorners; ++k) {
            slip = std::min(slip, slip_at(instant_, contact, contact.arm[size_t(k)]).value.norm());
            gap = std::min(gap, corner_gap(instant_, contact, k).value.norm());
        }
        if (contact.slides) {
            excess = gap / kGapTolerance;
            continue;
        }
        slip += kSpinArm * std::abs(spin(instant_, contact).value[0]);
        const bool prop = ready_.model.is_prop(contact.character);
        excess = std::max(slip / (prop ? kCreepTolerance : kSlipTolerance), gap / kGapTolerance);
    }
}

bool raise_emphasis(double& factor, double excess)
{
    if (excess <= 1)
        return false;
    factor = std::min(kMostEmphasis, factor * std::min(excess * excess, kMostAtOnce));
    return true;
}

int CioCost::tighten()
{
    int places = 0;
    for (Entry& entry : entries_)
        for (size_t s = 0; s < entry.worst.size(); ++s)
            places += raise_emphasis(entry.emphasis[s], entry.worst[s] / entry.row->tolerance);
    for (ContactEmphasis& contacts : contacts_)
        for (size_t i = 0; i < contacts.emphasis.size(); ++i)
            places += raise_emphasis(contacts.emphasis[i], contacts.excess[i]);
    return places;
}

void CioCost::relax()
{
    for (Entry& entry : entries_)
        std::fill(entry.emphasis.begin(), entry.emphasis.end(), 1.0);
    for (ContactEmphasis& contacts : contacts_)
        std::fill(contacts.emphasis.begin(), contacts.emphasis.end(), 1.0);
}

void CioCost::note_support(Entry& entry, int sample, const Sample& where, double largest_residual)
{
    const double afar = PhysicsViolation::carried_from_afar(instant_, workspace_.forces, kFromAfar);
    entry.worst[size_t(sample)]
        = std::max(largest_residual, afar / kAfarTolerance * entry.row->tolerance);
    if (where.kind != running)
        return;
    const std::vector<int>& bodies = physics_[size_t(entry.physics)].bodies;
    for (size_t b = 0; b < bodies.size(); ++b) {
        double& worst = unsupported_[size_t(bodies[b])][size_t(ready_.phase(where.segment))];
        worst = std::max(worst, workspace_.forces.residual.segment<6>(6 * Eigen::Index(b)).norm());
    }
}

void CioCost::evaluate(int sample, const Sample& where, const Eigen::VectorXd& y, LocalModel& out)
{
    update(ready_.model, y, out.wants_derivatives(), instant_);
    if (where.kind & (running | edge))
        weigh_contacts(sample);
    for (size_t i = 0; i < entries_.size(); ++i) {
        Entry& entry = entries_[i];
        const double scale = scales_[size_t(entry.row->family)];
        if (!(entry.kinds & where.kind) || entry.instant != where.instant || scale == 0)
            continue;
        Eigen::VectorXd* const warm
            = entry.physics < 0 ? nullptr : &physics_[size_t(entry.physics)].warm[size_t(sample)];
        if (warm)
            workspace_.forces.residual = *warm;
        const double before = out.cost();
        out.weight = scale * entry.row->weight * entry.emphasis[size_t(sample)];
        out.largest_residual = 0;
        entry.term->add(instant_, workspace_, out);
        figures_[i].cost += where.weight * (out.cost() - before);
        figures_[i].worst = std::max(figures_[i].worst, out.largest_residual);
        entry.worst[size_t(sample)] = out.largest_residual;
        if (warm) {
            *warm = workspace_.forces.residual;
            note_support(entry, sample, where, out.largest_residual);
        }
    }
}

CioProblem make_problem(const CioScene& ready)
{
    auto cost = std::make_unique<CioCost>(ready);
    CioCost& known = *cost;
    return { std::make_unique<TrajectoryProblem>(
                 ready.layout, ready.start, ready.samples, std::move(cost)),
        known };
}

}  // namespace gambol::cio
