// SPDX-License-Identifier: MIT
#include "gambol/cloth/step/contact_compliance.hpp"

#include <algorithm>
#include <utility>

namespace gambol::cloth {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;
using Eigen::VectorXd;

ContactCompliance::ContactCompliance(const ImplicitStep& step, std::vector<ForceRow> rows)
    : step_(step)
    , rows_(std::move(rows))
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
    return step_.respond(force);
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

bool ContactCompliance::drop_pulls(
    const VectorXd& e, bool fit_all, VectorXd& active, VectorXd& f, Matrix3Xd& moved) const
{
    if (!(f.array() < 0).any())
        return false;
    active = (f.array() < 0).select(0.0, active);
    f = f.cwiseMax(0.0);
    moved = respond(f);
    VectorXd s = along(moved);
    if (!fit_all)
        s = active.cwiseProduct(s);
    const double scale = s.squaredNorm() > 0 ? std::clamp(e.dot(s) / s.squaredNorm(), 0.0, 1.0) : 0;
    f *= scale;
    moved *= scale;
    return true;
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
