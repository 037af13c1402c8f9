// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/company.hpp"

#include "gambol/methods/cio/capsule_depth.hpp"

#include <algorithm>
#include <utility>

namespace gambol::cio {

namespace {

using Eigen::VectorXd;

constexpr double kWeight = 2000;  // as self_collision
constexpr double kTolerance = 0.01;  // m, less than the audit's
constexpr double kClearance = 0.01;  // m: bodies are a little wider than their capsules
constexpr double kHorizon = 0.1;  // m: how far the model looks ahead

/// Of the family of what bodies keep out of.
bool looks_at(const Sample& sample)
{
    return sample.instant < 0
        && (sample.kind & (CioCost::running | CioCost::between | CioCost::finest)) != 0;
}

}  // namespace

CompanyProblem::CompanyProblem(const Company& company)
    : company_(company)
    , collision_ { "collision", kTolerance }
{
    for (const Island& island : company.islands)
        islands_.push_back(make_problem(island.ready));
    const size_t count = islands_.size(), samples = islands_.front().trajectory->samples().size();
    for (int a = 0; a < int(count); ++a)
        for (int b = a + 1; b < int(count); ++b)
            pairs_.push_back(
                { a, b, std::vector<double>(samples, 0.0), std::vector<double>(samples, 1.0) });
    instants_.resize(count);
    room_.resize(count);
    located_.resize(count);
    local_.resize(count);
    touched_.resize(count);
    H_.resize(count);
}

std::vector<VectorXd> CompanyProblem::parts(const VectorXd& x) const
{
    std::vector<VectorXd> parts;
    for (int i = 0; i < int(islands_.size()); ++i)
        parts.push_back(company_.part(x, i));
    return parts;
}

double CompanyProblem::value(const VectorXd& x)
{
    if (alone())
        return islands_.front().trajectory->value(x);
    const std::vector<VectorXd> each = parts(x);
    double cost = 0;
    for (size_t i = 0; i < each.size(); ++i)
        cost += islands_[i].trajectory->value(each[i]);
    return cost + add_encounters(each, Detail::value, nullptr, nullptr);
}

double CompanyProblem::gradient(const VectorXd& x, VectorXd& g)
{
    if (alone())
        return islands_.front().trajectory->gradient(x, g);
    const std::vector<VectorXd> each = parts(x);
    std::vector<VectorXd> gradients(each.size());
    double cost = 0;
    for (size_t i = 0; i < each.size(); ++i)
        cost += islands_[i].trajectory->gradient(each[i], gradients[i]);
    cost += add_encounters(each, Detail::gradient, &gradients, nullptr);
    g = company_.whole(gradients);
    return cost;
}

double CompanyProblem::finite_difference_gradient(const VectorXd& x, double epsilon, VectorXd& g)
{
    const std::vector<VectorXd> each = parts(x);
    std::vector<VectorXd> gradients(each.size());
    double cost = 0;
    for (size_t i = 0; i < each.size(); ++i)
        cost += islands_[i].trajectory->finite_difference_gradient(each[i], epsilon, gradients[i]);
    cost += add_encounters(each, Detail::gradient, &gradients, nullptr);
    g = company_.whole(gradients);
    return cost;
}

namespace {

/// Moves the blocks of one chain into a matrix of several, or back.
void exchange(BlockTridiagonal& chain, BlockTridiagonal& all, size_t first)
{
    for (size_t k = 0; k < chain.diagonal.size(); ++k) {
        std::swap(chain.diagonal[k], all.diagonal[first + k]);
        if (k > 0)
            std::swap(chain.lower[k], all.lower[first + k]);
    }
}

}  // namespace

double CompanyProblem::model(const VectorXd& x, VectorXd& g, BlockTridiagonal& H)
{
    if (alone())
        return islands_.front().trajectory->model(x, g, H);
    const std::vector<VectorXd> each = parts(x);
    std::vector<VectorXd> gradients(each.size());
    double cost = 0;
    size_t blocks = 0;
    for (size_t i = 0; i < each.size(); ++i) {
        cost += islands_[i].trajectory->model(each[i], gradients[i], H_[i]);
        blocks += H_[i].diagonal.size();
    }
    cost += add_encounters(each, Detail::hessian, &gradients, &H_);
    g = company_.whole(gradients);
    H.diagonal.resize(blocks);
    H.lower.resize(blocks);  // empty where a chain begins
    size_t first = 0;
    for (BlockTridiagonal& chain : H_) {
        exchange(chain, H, first);
        first += chain.diagonal.size();
    }
    return cost;
}

HingeSwitches CompanyProblem::switch_hinges(const VectorXd& step, VectorXd& g, BlockTridiagonal& H)
{
    if (alone())
        return islands_.front().trajectory->switch_hinges(step, g, H);
    const std::vector<VectorXd> steps = parts(step);
    std::vector<VectorXd> gradients = parts(g);
    HingeSwitches sum;
    size_t first = 0;
    for (size_t i = 0; i < steps.size(); ++i) {
        exchange(H_[i], H, first);
        first += H_[i].diagonal.size();
        const HingeSwitches own
            = islands_[i].trajectory->switch_hinges(steps[i], gradients[i], H_[i]);
        sum.constant += own.constant;
        sum.missed += own.missed;
    }
    std::vector<VectorXd> moved(steps.size());
    for (size_t begin = 0, end = 0; begin < rows_.size(); begin = end) {
        const int sample = rows_[begin].sample;
        const double weight = islands_.front().trajectory->samples()[size_t(sample)].weight;
        for (size_t i = 0; i < steps.size(); ++i)
            islands_[i].trajectory->moved_by(steps[i], sample, moved[i]);
        std::fill(touched_.begin(), touched_.end(), false);
        for (; end < rows_.size() && rows_[end].sample == sample; ++end) {
            SharedRow& row = rows_[end];
            const Pair& pair = pairs_[size_t(row.pair)];
            double after = row.r;
            for (int k = 0; k < LimbDerivatives::kColumns; ++k)
                after += row.J_a[k] * moved[size_t(pair.a)][row.columns_a[size_t(k)]]
                    + row.J_b[k] * moved[size_t(pair.b)][row.columns_b[size_t(k)]];
            if ((after > 0) == row.counts)
                continue;
            row.counts = !row.counts;
            add_row(row, row.counts ? 1 : -1);
            sum.constant += (row.counts ? 0.5 : -0.5) * weight * row.weight * row.r * row.r;
            sum.missed += 0.5 * weight * row.weight * after * after;
        }
        fold(sample, gradients, &H_);
    }
    g = company_.whole(gradients);
    first = 0;
    for (BlockTridiagonal& chain : H_) {
        exchange(chain, H, first);
        first += chain.diagonal.size();
    }
    return sum;
}

void CompanyProblem::add_row(const SharedRow& row, double sign)
{
    const Pair& pair = pairs_[size_t(row.pair)];
    const auto add = [&](int island, const auto& J, const auto& columns) {
        LocalModel& out = local_[size_t(island)];
        if (!touched_[size_t(island)])
            out.reset(company_.islands[size_t(island)].ready.layout.coordinates, Detail::hessian);
        touched_[size_t(island)] = true;
        out.weight = sign * row.weight;
        for (int i = 0; i < LimbDerivatives::kColumns; ++i) {
            out.add_gradient(row.r * J[i], columns[size_t(i)]);
            for (int j = 0; j < LimbDerivatives::kColumns; ++j)
                out.add_hessian(2 * J[i] * J[j], columns[size_t(i)], columns[size_t(j)]);
        }
    };
    add(pair.a, row.J_a, row.columns_a);
    add(pair.b, row.J_b, row.columns_b);
}

void CompanyProblem::fold(int sample, std::vector<VectorXd>& g, std::vector<BlockTridiagonal>* H)
{
    for (size_t i = 0; i < islands_.size(); ++i)
        if (touched_[i])
            islands_[i].trajectory->add_shared(sample, local_[i], g[i], H ? &(*H)[i] : nullptr);
}

void CompanyProblem::locate(const std::vector<VectorXd>& x, int sample, bool derivatives)
{
    // First where torsos are; only who is within reach of somebody else is looked at closely.
    const Sample& where = islands_.front().trajectory->samples()[size_t(sample)];
    std::vector<Eigen::AlignedBox3d> reach(islands_.size());
    std::vector<VectorXd> y(islands_.size());
    for (size_t i = 0; i < islands_.size(); ++i) {
        const SceneModel& model = company_.islands[i].ready.model;
        islands_[i].trajectory->local_state(x[i], where.segment, where.u, y[i]);
        for (size_t c = 0; c < size_t(model.people); ++c) {
            const double far = 0.5 * kHorizon + model.characters[c].farthest();
            const Eigen::Vector3d torso = y[i].segment<3>(model.columns[c].q);
            reach[i].extend(torso - Eigen::Vector3d::Constant(far));
            reach[i].extend(torso + Eigen::Vector3d::Constant(far));
        }
    }
    std::fill(located_.begin(), located_.end(), false);
    for (const Pair& pair : pairs_)
        if (reach[size_t(pair.a)].intersects(reach[size_t(pair.b)]))
            located_[size_t(pair.a)] = located_[size_t(pair.b)] = true;
    for (size_t i = 0; i < islands_.size(); ++i) {
        if (!located_[i])
            continue;
        update_bodies(company_.islands[i].ready.model, y[i], derivatives, instants_[i]);
        room_[i].setEmpty();
        for (const CharacterState& character : instants_[i].characters)
            for (const BodyCapsule& c : character.capsules)
                for (const Eigen::Vector3d& p : { c.a.p, c.b.p }) {
                    const Eigen::Vector3d around
                        = Eigen::Vector3d::Constant(c.radius + 0.5 * (kClearance + kHorizon));
                    room_[i].extend(p - around);
                    room_[i].extend(p + around);
                }
    }
}

double CompanyProblem::add_pair(int sample, Pair& pair, int index, Detail detail)
{
    const SceneInstant &at_a = instants_[size_t(pair.a)], &at_b = instants_[size_t(pair.b)];
    const double weight = scale_ * kWeight * pair.emphasis[size_t(sample)];
    const double horizon = kClearance + (detail == Detail::hessian ? kHorizon : 0);
    double cost = 0;
    for (const CharacterState& a : at_a.characters)
        for (const CharacterState& b : at_b.characters)
            for (const BodyCapsule& part_a : a.capsules)
                for (const BodyCapsule& part_b : b.capsules) {
                    const double reach = part_a.radius + part_b.radius + horizon
                        + ((part_a.b.p - part_a.a.p).norm() + (part_b.b.p - part_b.a.p).norm()) / 2;
                    if ((part_a.a.p + part_a.b.p - part_b.a.p - part_b.b.p).squaredNorm()
                        > 4 * reach * reach)
                        continue;
                    const auto depth = capsule_depth(at_a, part_a, part_b, horizon);
                    if (!depth)
                        continue;
                    SharedRow row;
                    row.sample = sample;
                    row.pair = index;
                    row.r = depth->r + kClearance;
                    row.weight = weight;
                    row.counts = row.r > 0;
                    if (row.counts) {
                        cost += 0.5 * weight * row.r * row.r;
                        pair.worst[size_t(sample)]
                            = std::max(pair.worst[size_t(sample)], row.r - kClearance);
                    }
                    if (detail == Detail::value)
                        continue;
                    row.columns_a = a.limbs[size_t(part_a.limb)].columns;
                    row.columns_b = b.limbs[size_t(part_b.limb)].columns;
                    row.J_a = depth->by_a;
                    row.J_b = depth->by_b;
                    if (row.counts)
                        add_row(row, 1);
                    if (detail == Detail::hessian)
                        rows_.push_back(row);
                }
    return cost;
}

double CompanyProblem::add_encounters(const std::vector<VectorXd>& x, Detail detail,
    std::vector<VectorXd>* g, std::vector<BlockTridiagonal>* H)
{
    if (detail == Detail::hessian)
        rows_.clear();
    double sum = 0;
    const TrajectoryProblem& first = *islands_.front().trajectory;
    for (int s = 0; s < int(first.samples().size()); ++s) {
        if (scale_ == 0 || !looks_at(first.samples()[size_t(s)]) || first.leaves_out(s))
            continue;
        locate(x, s, detail != Detail::value);
        std::fill(touched_.begin(), touched_.end(), false);
        double cost = 0;
        for (int p = 0; p < int(pairs_.size()); ++p) {
            Pair& pair = pairs_[size_t(p)];
            pair.worst[size_t(s)] = 0;
            if (located_[size_t(pair.a)] && located_[size_t(pair.b)]
                && room_[size_t(pair.a)].intersects(room_[size_t(pair.b)]))
                cost += add_pair(s, pair, p, detail);
            collision_.worst = std::max(collision_.worst, pair.worst[size_t(s)]);
        }
        const double weight = first.samples()[size_t(s)].weight;
        collision_.cost += weight * cost;
        sum += weight * cost;
        if (g)
            fold(s, *g, H);
    }
    return sum;
}

void CompanyProblem::set_scales(const FamilyScales& scales)
{
    for (CioProblem& island : islands_)
        island.cost.set_scales(scales);
    scale_ = scales.apart;
}

void CompanyProblem::set_corner_prices(double gap, double slip)
{
    for (CioProblem& island : islands_)
        island.cost.set_corner_prices(gap, slip);
}

void CompanyProblem::leave_out(int kinds)
{
    for (CioProblem& island : islands_)
        island.trajectory->leave_out(kinds);
}

void CompanyProblem::set_free_knots(bool free, double stiffness)
{
    if (alone())
        islands_.front().trajectory->set_free_knots(
            free ? FreeKnots { company_.islands.front().ready.movable, stiffness } : FreeKnots {});
}

int CompanyProblem::tighten()
{
    int places = 0;
    for (CioProblem& island : islands_)
        places += island.cost.tighten();
    for (Pair& pair : pairs_)
        for (size_t s = 0; s < pair.worst.size(); ++s)
            places += raise_emphasis(pair.emphasis[s], pair.worst[s] / kTolerance);
    return places;
}

void CompanyProblem::relax()
{
    for (CioProblem& island : islands_)
        island.cost.relax();
    for (Pair& pair : pairs_)
        std::fill(pair.emphasis.begin(), pair.emphasis.end(), 1.0);
}

void CompanyProblem::reset_figures()
{
    for (CioProblem& island : islands_)
        island.cost.reset_figures();
    collision_ = { "collision", kTolerance };
}

std::vector<TermFigures> CompanyProblem::figures() const
{
    std::vector<TermFigures> all;
    for (const CioProblem& island : islands_)
        all.insert(all.end(), island.cost.figures().begin(), island.cost.figures().end());
    if (!alone())
        all.push_back(collision_);
    return all;
}

const std::vector<std::vector<double>>& CompanyProblem::unsupported(int island) const
{
    return islands_[size_t(island)].cost.unsupported();
}

}  // namespace gambol::cio
