// SPDX-License-Identifier: MIT
#include "gambol/cloth/zones/impact_zone.hpp"

#include "gambol/cloth/zones/zone_factors.hpp"
#include "gambol/cloth/zones/zone_response.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gambol::cloth {

using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

// Most zones of a funnel need some tens. A tall stack needs thousands, and is better factorised.
constexpr int kZoneSweeps = 100;
// Exchanges of rows between those that push and those that do not, and how many in a row may leave
// as many wrong as before.
constexpr int kExchanges = 12, kPatience = 4;
constexpr std::size_t kSweptRows = 40;
// Of rows that pull and need not; those that are left then pull a little.
constexpr int kMostDrops = 6;

std::vector<int> all_rows(const ImpactZone& zone)
{
    std::vector<int> rows(zone.rows.size());
    for (std::size_t r = 0; r < rows.size(); ++r)
        rows[r] = int(r);
    return rows;
}

/// What is asked of the rows: ∇C d = share · push − room, to within a tolerance [m].
struct ZoneTarget {
    double share = 0, tolerance = 0;

    [[nodiscard]] double missing(const ImpactZone::Row& row, const Eigen::Matrix3Xd& d) const
    {
        return share * row.push - row.room - row.normal.dot(relative_motion(row, d));
    }
};

/// Meets a target with some rows of a zone, by refinement.
class Projection {
public:
    /// Keeps references.
    Projection(const ImpactZone& zone, const ZoneResponse& response, std::vector<int> rows)
        : zone_(zone)
        , response_(response)
        , rows_(std::move(rows))
        , factors_(response.scaled_matrix(rows_))
    {
    }

    /// From where d is, and adds what it takes to the multipliers; returns the largest residual
    /// [m].
    double meet(const ZoneTarget& target, VectorXd& multipliers, Matrix3Xd& d) const;

private:
    const ImpactZone& zone_;
    const ZoneResponse& response_;
    std::vector<int> rows_;
    ZoneFactors factors_;
};

double Projection::meet(const ZoneTarget& target, VectorXd& multipliers, Matrix3Xd& d) const
{
    VectorXd scaled(Eigen::Index(rows_.size()));
    Matrix3Xd impulses(3, d.cols());
    for (int step = 0;; ++step) {
        double residual = 0;
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            const ImpactZone::Row& row = zone_.rows[std::size_t(rows_[r])];
            const double missing = target.missing(row, d);
            residual = std::max(residual, std::abs(missing));
            scaled[Eigen::Index(r)] = missing / std::sqrt(row.compliance);
        }
        if (residual <= target.tolerance || step == ZoneFactors::kRefinements)
            return residual;
        const VectorXd change = factors_.solve(scaled);
        impulses.setZero();
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            const ImpactZone::Row& row = zone_.rows[std::size_t(rows_[r])];
            const double lambda = change[Eigen::Index(r)] / std::sqrt(row.compliance);
            multipliers[rows_[r]] += lambda;
            add_impulse(row, lambda * row.normal, impulses);
        }
        response_.multiply(impulses);
        d += impulses;
    }
}

bool has_push(const ImpactZone& zone)
{
    return std::any_of(
        zone.rows.begin(), zone.rows.end(), [](const auto& row) { return row.push > 0; });
}

/// Gauss-Seidel for ∇C d ≥ share · push with multipliers ≥ 0; returns the last largest change [m].
double sweep(const ImpactZone& zone, const ZoneResponse& response, const ZoneTarget& target,
    int sweeps, VectorXd& multipliers, Matrix3Xd& d)
{
    double worst = 0;
    for (int count = 0; count < sweeps; ++count) {
        worst = 0;
        for (std::size_t r = 0; r < zone.rows.size(); ++r) {
            const ImpactZone::Row& row = zone.rows[r];
            double& multiplier = multipliers[Eigen::Index(r)];
            const double wanted
                = std::max(0.0, multiplier + target.missing(row, d) / row.compliance);
            const double change = wanted - multiplier;
            multiplier = wanted;
            worst = std::max(worst, std::abs(change) * row.compliance);
            if (change != 0)
                response.add(row, change * row.normal, d);
        }
        if (worst <= target.tolerance)
            break;
    }
    return worst;
}

Matrix3Xd with_impulses(const ImpactZone& zone, const ZoneResponse& response,
    const VectorXd& multipliers, const Matrix3Xd& d)
{
    Matrix3Xd impulses = Matrix3Xd::Zero(3, d.cols());
    for (std::size_t r = 0; r < zone.rows.size(); ++r)
        add_impulse(zone.rows[r], multipliers[Eigen::Index(r)] * zone.rows[r].normal, impulses);
    response.multiply(impulses);
    return d + impulses;
}

/// The same by exchanges, from the rows that push now: solve for them alone, exchange those that
/// would pull for those that are violated. Where that does not get better, one at a time, which
/// must end [Júdice 1994]. Returns the largest violation left [m].
double exchange(const ImpactZone& zone, const ZoneResponse& response, const ZoneTarget& target,
    const Matrix3Xd& start, VectorXd& multipliers, Matrix3Xd& d)
{
    const int count = int(zone.rows.size());
    std::vector<char> active(zone.rows.size());
    for (int r = 0; r < count; ++r)
        active[std::size_t(r)] = multipliers[r] > 0;
    int fewest = count + 1, patience = kPatience;
    double violation = 0;
    for (int step = 0; step < kExchanges; ++step) {
        std::vector<int> rows;
        for (int r = 0; r < count; ++r)
            if (active[std::size_t(r)])
                rows.push_back(r);
        multipliers.setZero();
        d = start;
        if (!rows.empty())
            Projection(zone, response, rows).meet(target, multipliers, d);
        violation = 0;
        std::vector<int> wrong;
        for (int r = 0; r < count; ++r) {
            const ImpactZone::Row& row = zone.rows[std::size_t(r)];
            const double missing = target.missing(row, d);
            violation = std::max(violation, missing);
            if (active[std::size_t(r)] ? multipliers[r] * row.compliance < -target.tolerance
                                       : missing > target.tolerance)
                wrong.push_back(r);
        }
        if (wrong.empty())
            break;
        if (int(wrong.size()) < fewest) {
            fewest = int(wrong.size());
            patience = kPatience;
        } else if (--patience < 0) {
            wrong.erase(wrong.begin(), wrong.end() - 1);
        }
        for (const int r : wrong)
            active[std::size_t(r)] ^= 1;
    }
    if ((multipliers.array() < 0).any()) {
        multipliers = multipliers.cwiseMax(0);
        d = with_impulses(zone, response, multipliers, start);
        for (const ImpactZone::Row& row : zone.rows)
            violation = std::max(violation, target.missing(row, d));
    }
    return violation;
}

double solve_nonnegative(const ImpactZone& zone, const ZoneResponse& response,
    const ZoneTarget& target, const Matrix3Xd& start, VectorXd& multipliers, Matrix3Xd& d)
{
    // Large zones: from the rows that pushed last, or from all, exchanges are done in a few
    // factorisations where sweeps need thousands.
    if (zone.rows.size() > kSweptRows) {
        VectorXd exchanged
            = multipliers.isZero() ? VectorXd::Ones(multipliers.size()) : multipliers;
        const double violation = exchange(zone, response, target, start, exchanged, d);
        if (violation <= target.tolerance) {
            multipliers = exchanged;
            return violation;
        }
    }
    d = with_impulses(zone, response, multipliers, start);
    const double change = sweep(zone, response, target, kZoneSweeps, multipliers, d);
    if (change <= target.tolerance)
        return change;
    // Exchanges end soon, or are not worth more.
    VectorXd exchanged = multipliers;
    Matrix3Xd d_exchanged = d;
    const double violation = exchange(zone, response, target, start, exchanged, d_exchanged);
    if (!(violation < change))
        return change;
    multipliers = exchanged;
    d = d_exchanged;
    return violation;
}

}  // namespace

Vector3d relative_motion(const ImpactZone::Row& row, const Matrix3Xd& d)
{
    Vector3d h = row.scripted;
    for (int k = 0; k < 4; ++k)
        if (const int i = row.vertices[std::size_t(k)]; i >= 0)
            h += row.weights[k] * d.col(i);
    return h;
}

void add_impulse(const ImpactZone::Row& row, const Vector3d& p, Matrix3Xd& impulses)
{
    for (int k = 0; k < 4; ++k)
        if (const int i = row.vertices[std::size_t(k)]; i >= 0)
            impulses.col(i) += row.weights[k] * p;
}

void set_compliances(ImpactZone& zone)
{
    const ZoneResponse response(zone);
    for (ImpactZone::Row& row : zone.rows) {
        row.mass_compliance = 0;
        for (int k = 0; k < 4; ++k)
            if (const int i = row.vertices[std::size_t(k)]; i >= 0)
                row.mass_compliance
                    += row.weights[k] * row.weights[k] * zone.mass_inverse[std::size_t(i)];
        row.compliance = zone.patches.empty() ? row.mass_compliance : response.compliance(row);
    }
}

ZoneMotion project_zone(ImpactZone& zone, const Matrix3Xd& motion, double tolerance)
{
    const ZoneResponse response(zone);
    std::vector<int> rows = all_rows(zone);
    for (int drops = 0;; ++drops) {
        Projection projection(zone, response, rows);
        VectorXd multipliers = VectorXd::Zero(Eigen::Index(zone.rows.size()));
        ZoneMotion result { .velocity = motion, .position = {}, .residual = 0 };
        result.residual = projection.meet({ 0, tolerance }, multipliers, result.velocity);
        const auto dropped = std::erase_if(rows, [&](int r) {
            return zone.rows[std::size_t(r)].kind != RowKind::impact && multipliers[r] < 0;
        });
        if (dropped > 0 && drops < kMostDrops)
            continue;
        for (std::size_t r = 0; r < zone.rows.size(); ++r)
            zone.rows[r].multiplier = multipliers[Eigen::Index(r)];
        result.position = result.velocity;
        if (has_push(zone))
            projection.meet({ 1, tolerance }, multipliers, result.position);
        return result;
    }
}

double push_again(ImpactZone& zone, int sweeps, double tolerance, Matrix3Xd& d)
{
    const ZoneResponse response(zone);
    VectorXd multipliers(Eigen::Index(zone.rows.size()));
    for (std::size_t r = 0; r < zone.rows.size(); ++r)
        multipliers[Eigen::Index(r)] = zone.rows[r].multiplier;
    d = with_impulses(zone, response, multipliers, d);
    const double change = sweep(zone, response, { 0, tolerance }, sweeps, multipliers, d);
    for (std::size_t r = 0; r < zone.rows.size(); ++r)
        zone.rows[r].multiplier = multipliers[Eigen::Index(r)];
    return change;
}

ZoneMotion solve_zone_nonnegative(ImpactZone& zone, const Matrix3Xd& motion, double tolerance)
{
    const ZoneResponse response(zone);
    ZoneMotion result;
    VectorXd multipliers(Eigen::Index(zone.rows.size()));
    for (std::size_t r = 0; r < zone.rows.size(); ++r)
        multipliers[Eigen::Index(r)] = zone.rows[r].multiplier;
    result.residual
        = solve_nonnegative(zone, response, { 0, tolerance }, motion, multipliers, result.velocity);
    for (std::size_t r = 0; r < zone.rows.size(); ++r)
        zone.rows[r].multiplier = multipliers[Eigen::Index(r)];
    result.position = result.velocity;
    if (has_push(zone))
        solve_nonnegative(zone, response, { 1, tolerance }, motion, multipliers, result.position);
    return result;
}

}  // namespace gambol::cloth
