// SPDX-License-Identifier: MIT
#include "gambol/cloth/step/body_contact.hpp"

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

}  // namespace

struct BodyContact::Rows {
    std::vector<FrictionRow> rows;  // `limit` holds μ until the pushes are known
    std::vector<double> missing;  // e, m; negative: room that is left
};

BodyContact::BodyContact(Eigen::MatrixXd friction, double gap)
    : friction_(std::move(friction))
    , gap_(gap)
{
}

BodyContact::Rows BodyContact::find_rows(const collision::CollisionMesh& mesh,
    const std::vector<collision::Contact>& contacts, int cloth_vertices, const Matrix3Xd& x_t0,
    const Matrix3Xd& x_t1) const
{
    Rows result;
    for (const collision::Contact& contact : contacts) {
        const auto& v = contact.vertices;
        // Only cloth against bodies: a side of the pair is not free.
        if (v[0] < cloth_vertices && v[3] < cloth_vertices)
            continue;
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
        const double missing = std::min(gap_, contact.distance) - (contact.distance + approach);
        if (!(compliance > 0) || missing < -kRoom)
            continue;
        row.mass = 1 / compliance;
        result.rows.push_back(row);
        result.missing.push_back(missing);
    }
    return result;
}

void BodyContact::resolve(const ImplicitStep& step, const collision::CollisionMesh& mesh,
    const std::vector<collision::Contact>& contacts, const Matrix3Xd& x_t0, Matrix3Xd& x_t1) const
{
    const int cloth = int(step.mass_inverse().size());
    auto [rows, missing] = find_rows(mesh, contacts, cloth, x_t0, x_t1);
    if (std::none_of(missing.begin(), missing.end(), [](double e) { return e > kLeastPush; }))
        return;
    std::vector<ForceRow> forces;
    for (const FrictionRow& row : rows)
        forces.push_back(row.contact);
    const ContactCompliance compliance(step, std::move(forces), step.vertex_normals(x_t0));
    Matrix3Xd moved(3, cloth);
    const VectorXd pushes = compliance.find_pushes(
        Eigen::Map<const VectorXd>(missing.data(), Eigen::Index(missing.size())), moved);
    x_t1.leftCols(cloth) += moved;
    for (std::size_t r = 0; r < rows.size(); ++r)
        rows[r].limit *= pushes[Eigen::Index(r)];
    std::erase_if(rows, [](const FrictionRow& row) { return row.limit <= 0; });
    share_masses(rows, cloth);
    apply_friction(step, rows, x_t0, x_t1);
}

}  // namespace gambol::cloth
