// SPDX-License-Identifier: MIT
#include "gambol/cloth/step/implicit_step.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

namespace gambol::cloth {

namespace {

using Eigen::Matrix3Xd;

constexpr int kHistory = 5;  // pairs of L-BFGS; more cost products, fewer cost iterations
constexpr double kSufficient = 1e-4;  // of the decrease that the slope promises
constexpr int kHalvings = 12;

// Of the membrane's stiffness, across the sheet: tension at a strain of so much resists so. With
// ten times as much, sheets drawn over an edge are thrown; with a tenth they crumple there.
constexpr double kAcross = 0.01;

constexpr int kPerTask = 256;  // elements or vertices

int tasks(int count)
{
    return (count + kPerTask - 1) / kPerTask;
}

/// The numbers that belong to a task: from the first to before the last. (clang 14 cannot read the
/// views of this standard library.)
struct Part {
    std::size_t first, last;
};
Part part(int task, int count)
{
    return { std::size_t(task * kPerTask), std::size_t(std::min((task + 1) * kPerTask, count)) };
}

double dot(const Matrix3Xd& a, const Matrix3Xd& b)
{
    return a.cwiseProduct(b).sum();
}

}  // namespace

Eigen::SparseMatrix<double> implicit_matrix(
    const Fabric& fabric, const std::vector<int>& unknown, double dt, double membrane_share)
{
    std::vector<Eigen::Triplet<double>> entries;
    const auto add = [&](const auto& vertices, const auto& block, double factor) {
        for (std::size_t i = 0; i < vertices.size(); ++i)
            for (std::size_t j = 0; j < vertices.size(); ++j) {
                const int row = unknown[std::size_t(vertices[i])],
                          column = unknown[std::size_t(vertices[j])];
                if (row >= 0 && column >= 0)
                    entries.emplace_back(
                        row, column, factor * block(Eigen::Index(i), Eigen::Index(j)));
            }
    };
    Eigen::Index unknowns = 0;
    for (std::size_t i = 0; i < unknown.size(); ++i)
        if (unknown[i] >= 0) {
            entries.emplace_back(unknown[i], unknown[i], fabric.mass[i] / (dt * dt));
            ++unknowns;
        }
    for (std::size_t t = 0; t < fabric.membrane.size(); ++t)
        add(fabric.membrane[t].vertex, membrane_bound(fabric.membrane[t]),
            membrane_share * (1 + fabric.membrane_damping[t] / dt));
    for (std::size_t h = 0; h < fabric.hinges.size(); ++h)
        add(fabric.hinges[h].vertex, hinge_bound(fabric.hinges[h]),
            1 + fabric.hinge_damping[h] / dt);
    Eigen::SparseMatrix<double> A(unknowns, unknowns);
    A.setFromTriplets(entries.begin(), entries.end());
    return A;
}

ImplicitStep::ImplicitStep(
    const Fabric& fabric, std::vector<double> mass_inverse, const ImplicitStepOptions& options)
    : fabric_(fabric)
    , mass_inverse_(std::move(mass_inverse))
    , options_(options)
    , pool_(options.pool ? options.pool : std::make_shared<WorkerPool>(1))
    , lbfgs_(kHistory, *pool_)
    , membrane_targets_(fabric.membrane.size())
    , hinge_targets_(fabric.hinges.size())
{
    assert(int(mass_inverse_.size()) == fabric.vertex_count());
    factorise();
    list_parts();
}

void ImplicitStep::factorise()
{
    std::vector<int> free;
    unknown_.assign(mass_inverse_.size(), -1);
    for (std::size_t i = 0; i < unknown_.size(); ++i)
        if (mass_inverse_[i] > 0) {
            unknown_[i] = int(free.size());
            free.push_back(int(i));
        }
    [[maybe_unused]] const bool positive
        = cholesky_.factorise(implicit_matrix(fabric_, unknown_, options_.dt), free)
        && across_.factorise(implicit_matrix(fabric_, unknown_, options_.dt, kAcross), free);
    assert(positive);
}

Matrix3Xd ImplicitStep::respond(const Matrix3Xd& force) const
{
    Matrix3Xd result = Matrix3Xd::Zero(3, fabric_.vertex_count());
    cholesky_.solve(force, result, *pool_);
    return result;
}

Matrix3Xd ImplicitStep::respond_at(const Matrix3Xd& normals, const Matrix3Xd& force) const
{
    const auto across = [&](const Matrix3Xd& a) {
        return Matrix3Xd(normals * normals.cwiseProduct(a).colwise().sum().asDiagonal());
    };
    const Matrix3Xd force_across = across(force);
    Matrix3Xd along = Matrix3Xd::Zero(3, fabric_.vertex_count()), result = along;
    cholesky_.solve(force - force_across, along, *pool_);
    across_.solve(force_across, result, *pool_);
    return across(result - along) + along;
}

Matrix3Xd ImplicitStep::vertex_normals(const Matrix3Xd& x) const
{
    Matrix3Xd normals = Matrix3Xd::Zero(3, fabric_.vertex_count());
    for (const Eigen::Vector3i& t : fabric_.triangles) {
        const Eigen::Vector3d a = x.col(t[0]), ab = x.col(t[1]) - a, ac = x.col(t[2]) - a;
        const Eigen::Vector3d n = ab.cross(ac);
        for (const int i : t)
            normals.col(i) += n;
    }
    normals.colwise().normalize();
    return normals;
}

void ImplicitStep::list_parts()
{
    std::vector<std::vector<int>> of_vertex(mass_inverse_.size());
    int column = 0;
    for (const MembraneTriangle& triangle : fabric_.membrane)
        for (const int vertex : triangle.vertex)
            of_vertex[std::size_t(vertex)].push_back(column++);
    for (const Hinge& hinge : fabric_.hinges)
        for (const int vertex : hinge.vertex)
            of_vertex[std::size_t(vertex)].push_back(column++);
    parts_.resize(3, column);
    first_part_.assign(1, 0);
    for (const std::vector<int>& columns : of_vertex) {
        part_of_vertex_.insert(part_of_vertex_.end(), columns.begin(), columns.end());
        first_part_.push_back(int(part_of_vertex_.size()));
    }
}

void ImplicitStep::set_targets(const Matrix3Xd& x_t0)
{
    const double dt = options_.dt;
    const int triangles = int(fabric_.membrane.size()), hinges = int(fabric_.hinges.size());
    pool_->run(tasks(triangles) + tasks(hinges), [&](int task) {
        if (task < tasks(triangles)) {
            for (auto [t, last] = part(task, triangles); t < last; ++t)
                membrane_targets_[t]
                    = damped_target(fabric_.membrane[t], x_t0, fabric_.membrane_damping[t] / dt);
            return;
        }
        for (auto [h, last] = part(task - tasks(triangles), hinges); h < last; ++h) {
            const Hinge& hinge = fabric_.hinges[h];
            const double ratio = fabric_.hinge_damping[h] / dt;
            hinge_targets_[h] = hinge.rest_angle
                + ratio / (1 + ratio) * angle_between(hinge_angle(hinge, x_t0), hinge.rest_angle);
        }
    });
}

double ImplicitStep::energy(const Matrix3Xd& x, const Matrix3Xd& y, Matrix3Xd& g)
{
    const double dt = options_.dt;
    const int triangles = int(fabric_.membrane.size()), hinges = int(fabric_.hinges.size()),
              vertices = fabric_.vertex_count();
    const int of_triangles = tasks(triangles), of_elements = of_triangles + tasks(hinges);
    energies_.assign(std::size_t(of_elements + tasks(vertices)), 0);
    pool_->run(of_elements, [&](int task) {
        double& sum = energies_[std::size_t(task)];
        if (task < of_triangles) {
            for (auto [t, last] = part(task, triangles); t < last; ++t)
                sum += evaluate_membrane(fabric_.membrane[t], membrane_targets_[t],
                    1 + fabric_.membrane_damping[t] / dt, x,
                    parts_.middleCols<3>(Eigen::Index(3 * t)));
            return;
        }
        for (auto [h, last] = part(task - of_triangles, hinges); h < last; ++h)
            sum += evaluate_hinge(fabric_.hinges[h], hinge_targets_[h],
                1 + fabric_.hinge_damping[h] / dt, x,
                parts_.middleCols<4>(Eigen::Index(3 * triangles) + Eigen::Index(4 * h)));
    });
    pool_->run(tasks(vertices), [&](int task) {
        double& sum = energies_[std::size_t(of_elements + task)];
        for (auto [i, last] = part(task, vertices); i < last; ++i) {
            const auto column = Eigen::Index(i);
            if (unknown_[i] < 0) {
                g.col(column).setZero();
                continue;
            }
            const double m = fabric_.mass[i] / (dt * dt);
            const Eigen::Vector3d off = x.col(column) - y.col(column);
            sum += 0.5 * m * off.squaredNorm();
            Eigen::Vector3d slope = m * off;
            for (int k = first_part_[i]; k < first_part_[i + 1]; ++k)
                slope += parts_.col(part_of_vertex_[std::size_t(k)]);
            g.col(column) = slope;
        }
    });
    return std::accumulate(energies_.begin(), energies_.end(), 0.0);
}

ImplicitReport ImplicitStep::solve(const Matrix3Xd& x_t0, const Matrix3Xd& y, Matrix3Xd& x_t1)
{
    set_targets(x_t0);
    Matrix3Xd x = x_t1;
    for (int i = 0; i < fabric_.vertex_count(); ++i)
        if (unknown_[std::size_t(i)] >= 0)
            x.col(i) = y.col(i);
    Matrix3Xd g(3, x.cols()), g_new(3, x.cols()), x_new, d;
    double e = energy(x, y, g);
    lbfgs_.forget();
    ImplicitReport report;
    const auto goes_on = [&] {
        return report.iterations < std::max(options_.usual_iterations, 1)
            || (report.iterations < options_.max_iterations
                && report.last_move > options_.unsettled);
    };
    while (goes_on()) {
        ++report.iterations;
        lbfgs_.before_solve(g, d);
        d = respond(d);
        lbfgs_.after_solve(d);
        report.last_move = std::sqrt(d.colwise().squaredNorm().maxCoeff());
        if (report.last_move < options_.tolerance) {
            x += d;
            break;  // before a line search that rounding would decide
        }
        const double slope = dot(g, d);
        double step = 1, e_new = e;
        bool lower = false;
        for (int halving = 0; halving < kHalvings && !lower; ++halving) {
            x_new = x + step * d;
            e_new = energy(x_new, y, g_new);
            lower = e_new <= e + kSufficient * step * slope;
            if (!lower)
                step /= 2;
        }
        if (!lower)
            break;  // at the rounding floor
        lbfgs_.add(x, x_new, g, g_new);
        x.swap(x_new);
        g.swap(g_new);
        e = e_new;
    }
    x_t1 = x;
    return report;
}

}  // namespace gambol::cloth
