// SPDX-License-Identifier: MIT
#include "gambol/cloth/step/contact_compliance.hpp"

#include <algorithm>
#include <utility>

namespace gambol::cloth {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;
using Eigen::VectorXd;

ContactCompliance::ContactCompliance(
    const ImplicitStep& step, std::vector<ForceRow> rows, Matrix3Xd normals)
    : step_(step)
    , rows_(std::move(rows))
    , normals_(std::move(normals))
{
}

Matrix3Xd ContactCompliance::respond(const VectorXd& f) const
{
    Matrix3Xd force = Matrix3Xd::Zero(3, Eigen::Index(step_.mass_inverse().size()));
    for (std::size_t r = 0; r < rows_.size(); ++r)
        for (int k = 0; k < 4; ++k)
            if (const double w = rows_[r].weights[k]; w != 0)
                force.col(rows_[r].vertices[std::size_t(k)])
                    += f[Eigen::Index(r)] * w * rows_[r].normal;
    return normals_.size() > 0 ? step_.respond_at(normals_, force) : step_.respond(force);
}

VectorXd ContactCompliance::along(const Matrix3Xd& x) const
{
    VectorXd result = VectorXd::Zero(Eigen::Index(rows_.size()));
    for (std::size_t r = 0; r < rows_.size(); ++r)
        for (int k = 0; k < 4; ++k)
            if (const double w = rows_[r].weights[k]; w != 0)
                result[Eigen::Index(r)]
                    += w * rows_[r].normal.dot(x.col(rows_[r].vertices[std::size_t(k)]));
    return result;
}

void ContactCompliance::solve(const VectorXd& e, const VectorXd& active, int iterations,
    double enough, VectorXd& f, Matrix3Xd& moved) const
{
    VectorXd r = active.cwiseProduct(e - along(moved)), p = r;
    double rr = r.squaredNorm();
    for (int it = 0; it < iterations && rr > enough; ++it) {
        const Matrix3Xd answer = respond(p);
        const VectorXd Sp = active.cwiseProduct(along(answer));
        const double pSp = p.dot(Sp);
        if (!(pSp > 0))
            return;
        const double a = rr / pSp;
        f += a * p;
        moved += a * answer;
        r -= a * Sp;
        const double next = r.squaredNorm();
        p = r + next / rr * p;
        rr = next;
    }
}

VectorXd ContactCompliance::find_pushes(const VectorXd& e, Matrix3Xd& moved) const
{
    constexpr double kResidual = 0.01;  // of the squared distances, left for the collision response
    constexpr int kIterations = 10;  // of conjugate gradients in a round
    constexpr int kRounds = 6;  // of choosing the pairs that push
    const Eigen::Index count = e.size();
    VectorXd f = VectorXd::Zero(count);
    moved.setZero();
    VectorXd active = (e.array() > kLeastPush).select(VectorXd::Ones(count), 0.0);
    for (int round = 0; round < kRounds; ++round) {
        const double enough = kResidual * active.cwiseProduct(e).squaredNorm();
        solve(e, active, kIterations, enough, f, moved);
        const bool pulled = drop_pulls(e, active, f, moved);
        const VectorXd left = e - along(moved);
        const VectorXd more
            = (left.array() > kLeastPush && active.array() == 0).select(VectorXd::Ones(count), 0.0);
        if (!pulled && more.isZero(0))
            break;
        active += more;
    }
    return f;
}

bool ContactCompliance::drop_pulls(
    const VectorXd& e, VectorXd& active, VectorXd& f, Matrix3Xd& moved) const
{
    if (!(f.array() < 0).any())
        return false;
    active = (f.array() < 0).select(0.0, active);
    f = f.cwiseMax(0.0);
    moved = respond(f);
    const VectorXd s = active.cwiseProduct(along(moved));
    const double scale = s.squaredNorm() > 0 ? std::clamp(e.dot(s) / s.squaredNorm(), 0.0, 1.0) : 0;
    f *= scale;
    moved *= scale;
    return true;
}

void share_masses(std::vector<FrictionRow>& rows, int cloth_vertices)
{
    std::vector<int> rows_on(std::size_t(cloth_vertices), 0);
    const auto each = [](const ForceRow& row, auto&& act) {
        for (std::size_t k = 0; k < 4; ++k)
            if (row.weights[Eigen::Index(k)] != 0)
                act(row.vertices[k]);
    };
    for (const FrictionRow& row : rows)
        each(row.contact, [&](int i) { ++rows_on[std::size_t(i)]; });
    for (FrictionRow& row : rows) {
        int most = 1;
        each(row.contact, [&](int i) { most = std::max(most, rows_on[std::size_t(i)]); });
        row.mass /= most;
    }
}

void apply_friction(const ImplicitStep& step, const std::vector<FrictionRow>& rows,
    const Matrix3Xd& x_t0, Matrix3Xd& x_t1)
{
    constexpr int kRounds = 3;
    const double dt = step.dt();
    const auto cloth = Eigen::Index(step.mass_inverse().size());
    Matrix3Xd pull = Matrix3Xd::Zero(3, Eigen::Index(rows.size()));
    for (int round = 0; round < kRounds; ++round) {
        Matrix3Xd change = Matrix3Xd::Zero(3, cloth);
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const FrictionRow& row = rows[r];
            const auto& [vertices, weights, normal] = row.contact;
            if (row.limit <= 0)
                continue;
            Vector3d slid = -row.carried;
            for (std::size_t k = 0; k < 4; ++k)
                if (const double w = weights[Eigen::Index(k)]; w != 0)
                    slid += w * (x_t1.col(vertices[k]) - x_t0.col(vertices[k]));
            slid -= normal.dot(slid) * normal;
            const Vector3d before = pull.col(Eigen::Index(r));
            Vector3d wanted = before - row.mass / (dt * dt) * slid;
            if (wanted.norm() > row.limit)
                wanted *= row.limit / wanted.norm();
            for (std::size_t k = 0; k < 4; ++k)
                if (const double w = weights[Eigen::Index(k)]; w != 0)
                    change.col(vertices[k]) += w * (wanted - before);
            pull.col(Eigen::Index(r)) = wanted;
        }
        if (change.isZero(0))
            return;
        x_t1.leftCols(cloth) += step.respond(change);
    }
}

}  // namespace gambol::cloth
