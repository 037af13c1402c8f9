// SPDX-License-Identifier: MIT
#include "gambol/cloth/step/contact_compliance.hpp"

#include <algorithm>
#include <utility>

namespace gambol::cloth {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;
using Eigen::VectorXd;

ContactCompliance::ContactCompliance(int vertices, std::vector<ForceRow> rows, Response response)
    : vertices_(vertices)
    , rows_(std::move(rows))
    , response_(std::move(response))
{
}

Matrix3Xd ContactCompliance::respond(const VectorXd& f) const
{
    Matrix3Xd force = Matrix3Xd::Zero(3, vertices_);
    for (std::size_t r = 0; r < rows_.size(); ++r)
        for (int k = 0; k < 4; ++k)
            if (const double w = rows_[r].weights[k]; w != 0)
                force.col(rows_[r].vertices[std::size_t(k)])
                    += f[Eigen::Index(r)] * w * rows_[r].normal;
    return response_(force);
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

void ContactCompliance::find_pushes(const VectorXd& e, VectorXd& f, Matrix3Xd& moved) const
{
    constexpr double kResidual = 0.01;  // of the squared distances, left for the collision response
    constexpr int kIterations = 10;  // of conjugate gradients in a round
    constexpr int kRounds = 6;  // of choosing the pairs that push
    const Eigen::Index count = e.size();
    if (f.size() == 0)
        f = VectorXd::Zero(count);
    if (f.isZero(0))
        moved = Matrix3Xd::Zero(3, vertices_);
    else
        moved = respond(f);
    VectorXd active = ((e - along(moved)).array() > kLeastPush || f.array() > 0)
                          .select(VectorXd::Ones(count), 0.0);
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

}  // namespace gambol::cloth
