// SPDX-License-Identifier: MIT
#include "gambol/cloth/step/inner_contact.hpp"

#include "gambol/cloth/step/contact_friction.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gambol::cloth {

namespace {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;
using Eigen::VectorXd;

// m: pairs with more room than this are not met because others are pushed apart.
constexpr double kRoom = 2e-3;
// Of what is missing of the gap, in a step: 1 mm comes back at 0.05 m/s at first.
constexpr double kRegained = 0.1;

}  // namespace

struct InnerContact::Rows {
    std::vector<FrictionRow> rows;  // `limit` holds μ until the pushes are known
    std::vector<double> missing;  // m at x_t1; negative: room that is left
};

InnerContact::InnerContact(Eigen::MatrixXd friction, double gap)
    : friction_(std::move(friction))
    , gap_(gap)
{
}

InnerContact::Rows InnerContact::find_rows(const collision::CollisionMesh& mesh,
    const std::vector<collision::Contact>& contacts, int cloth_vertices, const Matrix3Xd& x_t0,
    const Matrix3Xd& x_t1) const
{
    Rows result;
    for (const collision::Contact& contact : contacts) {
        const auto& v = contact.vertices;
        FrictionRow row;
        row.contact.normal = contact.normal;
        row.limit = friction_(mesh.object[std::size_t(v[0])], mesh.object[std::size_t(v[3])]);
        double approach = 0, compliance = 0;
        for (int k = 0; k < 4; ++k) {
            const int i = v[std::size_t(k)];
            const double w = contact.weights[k];
            const Vector3d motion = x_t1.col(i) - x_t0.col(i);
            approach += w * contact.normal.dot(motion);
            compliance += w * w * mesh.mass_inverse[std::size_t(i)];
            if (i >= cloth_vertices) {
                row.carried += std::abs(w) * motion;
                continue;
            }
            row.contact.vertices[std::size_t(k)] = i;
            row.contact.weights[k] = w;
        }
        const double room = std::max(0.0, gap_ - contact.distance);
        const double wanted = std::min(gap_, contact.distance + kRegained * room);
        const double missing = wanted - (contact.distance + approach);
        if (!(compliance > 0) || missing < -kRoom)
            continue;
        row.mass = 1 / compliance;
        result.rows.push_back(row);
        result.missing.push_back(missing);
    }
    return result;
}

int InnerContact::resolve(ImplicitStep& step, const collision::CollisionMesh& mesh,
    const std::vector<collision::Contact>& contacts, const Matrix3Xd& y, const Matrix3Xd& x_t0,
    Matrix3Xd& x_t1) const
{
    const int cloth = int(step.mass_inverse().size());
    auto [rows, missing] = find_rows(mesh, contacts, cloth, x_t0, x_t1);
    if (std::none_of(missing.begin(), missing.end(), [](double e) { return e > kLeastPush; }))
        return 0;
    std::vector<ForceRow> forces;
    VectorXd least(Eigen::Index(rows.size())), pushes;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const auto& [vertices, weights, normal] = forces.emplace_back(rows[r].contact);
        double place = 0;
        for (int k = 0; k < 4; ++k)
            if (weights[k] != 0)
                place += weights[k] * normal.dot(x_t1.col(vertices[std::size_t(k)]));
        least[Eigen::Index(r)] = place + missing[r];
    }
    Matrix3Xd x = x_t1.leftCols(cloth);
    const ImplicitReport report = step.solve_apart(forces, least, y, x, pushes);
    x_t1.leftCols(cloth) = x;
    for (std::size_t r = 0; r < rows.size(); ++r)
        rows[r].limit *= pushes[Eigen::Index(r)];
    std::erase_if(rows, [](const FrictionRow& row) { return row.limit <= 0; });
    share_masses(rows, cloth);
    apply_friction(step, rows, x_t0, x_t1);
    return report.iterations;
}

}  // namespace gambol::cloth
