// SPDX-License-Identifier: MIT
#include "gambol/cloth/impact_zone.hpp"

#include "gambol/cloth/zone_response.hpp"

#include <Eigen/SparseCholesky>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gambol {

using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Matrix = Eigen::SparseMatrix<double>;
using Factors = Eigen::SimplicialLDLT<Matrix>;

namespace {

// Of the unit diagonal. 1e-2 froze squares on an incline, 1e-10 lets nearly dependent rows blow up.
constexpr double kRidge = 1e-6;
// Each takes a factor kRidge / (kRidge + σ) off what is left along an eigenvector with value σ.
constexpr int kRefinements = 12;
// Most zones of a funnel need some tens. A tall stack needs thousands, and is better factorised.
constexpr int kSweeps = 100;
// Exchanges of rows between those that push and those that do not, and how many in a row may leave
// as many wrong as before.
constexpr int kExchanges = 12, kPatience = 4;
constexpr std::size_t kSweptRows = 40;
// Of rows that pull and need not; those that are left then pull a little.
constexpr int kMostDrops = 6;

/// The one block of which ∇H M⁻¹∇Hᵀ holds three, Σ_i w_ri w_si m_i⁻¹, scaled likewise.
Matrix scaled_friction_matrix(const ImpactZone& zone, const std::vector<int>& rows)
{
    std::vector<std::vector<std::pair<int, double>>> at_vertex(zone.vertices.size());
    for (int r = 0; r < int(rows.size()); ++r) {
        const ImpactZone::Row& row = zone.rows[std::size_t(rows[std::size_t(r)])];
        for (int k = 0; k < 4; ++k)
            if (row.vertices[std::size_t(k)] >= 0)
                at_vertex[std::size_t(row.vertices[std::size_t(k)])].emplace_back(
                    r, row.weights[k] / std::sqrt(row.mass_compliance));
    }
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t i = 0; i < at_vertex.size(); ++i)
        for (const auto& [r, w_r] : at_vertex[i])
            for (const auto& [s, w_s] : at_vertex[i])
                if (s <= r)
                    entries.emplace_back(r, s, w_r * w_s * zone.mass_inverse[i]);
    Matrix matrix(Eigen::Index(rows.size()), Eigen::Index(rows.size()));
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
}

void factorise(const Matrix& lower, Factors& factors)
{
    Matrix with_ridge = lower;
    for (Eigen::Index r = 0; r < with_ridge.rows(); ++r)
        with_ridge.coeffRef(r, r) += kRidge;
    factors.compute(with_ridge);
}

Vector3d relative_motion(const ImpactZone::Row& row, const Matrix3Xd& d)
{
    Vector3d h = row.scripted;
    for (int k = 0; k < 4; ++k)
        if (const int i = row.vertices[std::size_t(k)]; i >= 0)
            h += row.weights[k] * d.col(i);
    return h;
}

std::vector<int> all_rows(const ImpactZone& zone)
{
    std::vector<int> rows(zone.rows.size());
    for (std::size_t r = 0; r < rows.size(); ++r)
        rows[r] = int(r);
    return rows;
}

/// What is asked of the rows: ∇C d = share · push − room, to within a tolerance [m].
struct Target {
    double share = 0, tolerance = 0;

    [[nodiscard]] double missing(const ImpactZone::Row& row, const Matrix3Xd& d) const
    {
        return share * row.push - row.room - row.normal.dot(relative_motion(row, d));
    }
};

/// ∇C M⁻¹∇Cᵀ of some rows of a zone.
struct RowFactors {
    std::vector<int> rows;
    Factors factors;

    RowFactors(const ZoneResponse& response, std::vector<int> of)
        : rows(std::move(of))
    {
        factorise(response.scaled_matrix(rows), factors);
    }
};

/// Meets the target with these rows from where d is, by refinement, and adds what it takes to
/// the multipliers; returns the largest residual [m].
double project(const ImpactZone& zone, const ZoneResponse& response, const RowFactors& factored,
    const Target& target, VectorXd& multipliers, Matrix3Xd& d)
{
    const std::vector<int>& rows = factored.rows;
    VectorXd scaled(Eigen::Index(rows.size()));
    for (int step = 0;; ++step) {
        double residual = 0;
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const ImpactZone::Row& row = zone.rows[std::size_t(rows[r])];
            const double missing = target.missing(row, d);
            residual = std::max(residual, std::abs(missing));
            scaled[Eigen::Index(r)] = missing / std::sqrt(row.compliance);
        }
        if (residual <= target.tolerance || step == kRefinements)
            return residual;
        const VectorXd change = factored.factors.solve(scaled);
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const ImpactZone::Row& row = zone.rows[std::size_t(rows[r])];
            const double lambda = change[Eigen::Index(r)] / std::sqrt(row.compliance);
            multipliers[rows[r]] += lambda;
            response.add(row, lambda * row.normal, d);
        }
    }
}

bool has_push(const ImpactZone& zone)
{
    return std::any_of(
        zone.rows.begin(), zone.rows.end(), [](const auto& row) { return row.push > 0; });
}

/// Gauss-Seidel for ∇C d ≥ share · push with multipliers ≥ 0; returns the last largest change [m].
double sweep(const ImpactZone& zone, const ZoneResponse& response, const Target& target,
    VectorXd& multipliers, Matrix3Xd& d)
{
    double worst = 0;
    for (int count = 0; count < kSweeps; ++count) {
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

Matrix3Xd with_impulses(
    const ImpactZone& zone, const ZoneResponse& response, const VectorXd& multipliers, Matrix3Xd d)
{
    for (std::size_t r = 0; r < zone.rows.size(); ++r)
        if (const double multiplier = multipliers[Eigen::Index(r)]; multiplier != 0)
            response.add(zone.rows[r], multiplier * zone.rows[r].normal, d);
    return d;
}

/// The same by exchanges, from the rows that push now: solve for them alone, exchange those that
/// would pull for those that are violated. Where that does not get better, one at a time, which
/// must end [Júdice 1994]. Returns the largest violation left [m].
double exchange(const ImpactZone& zone, const ZoneResponse& response, const Target& target,
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
            project(zone, response, RowFactors(response, rows), target, multipliers, d);
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

double solve_nonnegative(const ImpactZone& zone, const ZoneResponse& response, const Target& target,
    const Matrix3Xd& start, VectorXd& multipliers, Matrix3Xd& d)
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
    const double change = sweep(zone, response, target, multipliers, d);
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
        const RowFactors factored(response, rows);
        VectorXd multipliers = VectorXd::Zero(Eigen::Index(zone.rows.size()));
        ZoneMotion result { .velocity = motion, .position = {}, .residual = 0 };
        result.residual
            = project(zone, response, factored, { 0, tolerance }, multipliers, result.velocity);
        const auto dropped = std::erase_if(rows, [&](int r) {
            return zone.rows[std::size_t(r)].kind != RowKind::impact && multipliers[r] < 0;
        });
        if (dropped > 0 && drops < kMostDrops)
            continue;
        for (std::size_t r = 0; r < zone.rows.size(); ++r)
            zone.rows[r].multiplier = multipliers[Eigen::Index(r)];
        result.position = result.velocity;
        if (has_push(zone))
            project(zone, response, factored, { 1, tolerance }, multipliers, result.position);
        return result;
    }
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

void apply_zone_friction(
    const ImpactZone& zone, const Matrix3Xd& before, double tolerance, ZoneMotion& motion)
{
    std::vector<int> active;
    double weight = 0, mu = 0;
    for (std::size_t r = 0; r < zone.rows.size(); ++r)
        if (zone.rows[r].multiplier != 0 && zone.rows[r].kind != RowKind::strain) {
            active.push_back(int(r));
            weight += std::abs(zone.rows[r].multiplier);
            mu += std::abs(zone.rows[r].multiplier) * zone.rows[r].mu;
        }
    if (!(mu > 0))
        return;
    mu /= weight;

    Factors factors;
    factorise(scaled_friction_matrix(zone, active), factors);
    Matrix3Xd fixed = motion.velocity;
    MatrixXd scaled(Eigen::Index(active.size()), 3);
    for (int step = 0; step < kRefinements; ++step) {
        double residual = 0;
        for (std::size_t r = 0; r < active.size(); ++r) {
            const ImpactZone::Row& row = zone.rows[std::size_t(active[r])];
            const Vector3d slide = relative_motion(row, fixed);
            residual = std::max(residual, slide.norm());
            scaled.row(Eigen::Index(r)) = -slide / std::sqrt(row.mass_compliance);
        }
        if (residual <= tolerance)
            break;
        const MatrixXd change = factors.solve(scaled);
        for (std::size_t r = 0; r < active.size(); ++r) {
            const ImpactZone::Row& row = zone.rows[std::size_t(active[r])];
            const Vector3d p
                = change.row(Eigen::Index(r)).transpose() / std::sqrt(row.mass_compliance);
            for (int k = 0; k < 4; ++k)
                if (const int i = row.vertices[std::size_t(k)]; i >= 0)
                    fixed.col(i) += row.weights[k] * zone.mass_inverse[std::size_t(i)] * p;
        }
    }
    double normal_sq = 0, slide_sq = 0;
    for (std::size_t i = 0; i < zone.vertices.size(); ++i) {
        const auto column = Eigen::Index(i);
        const double mass = 1 / zone.mass_inverse[i];
        normal_sq += mass * (motion.velocity.col(column) - before.col(column)).squaredNorm();
        slide_sq += mass * (motion.velocity.col(column) - fixed.col(column)).squaredNorm();
    }
    if (!(slide_sq > 0))
        return;
    const double share = std::min(mu * std::sqrt(normal_sq / slide_sq), 1.0);
    const Matrix3Xd change = share * (fixed - motion.velocity);
    motion.velocity += change;
    motion.position += change;
}

}  // namespace gambol
