// SPDX-License-Identifier: MIT
#include "gambol/cloth/step/contact_friction.hpp"

#include <algorithm>

namespace gambol::cloth {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

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
