// SPDX-License-Identifier: MIT
#include "gambol/cloth/step/fold_contact.hpp"

#include "gambol/cloth/step/contact_compliance.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace gambol::cloth {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

// Of its longest: an edge beyond this was torn at by impulses. Dynamics alone keep below.
constexpr double kTornAt = 1.02;

bool is_torn(const LimitedEdge& edge, const Matrix3Xd& x)
{
    return (x.col(edge.a) - x.col(edge.b)).norm() > kTornAt * edge.longest;
}

}  // namespace

struct FoldContact::Row {
    ForceRow force;
    double missing = 0;  // e, m; negative: room that is left
    double mass = 0;  // kg, of the pair along its normal; for friction shared by rows on a vertex
    double friction = 0;
};

FoldContact::FoldContact(Eigen::MatrixXd friction, std::vector<LimitedEdge> edges, double gap)
    : friction_(std::move(friction))
    , edges_(std::move(edges))
    , gap_(gap)
{
}

bool FoldContact::is_needed(const Matrix3Xd& x_t0) const
{
    return std::any_of(
        edges_.begin(), edges_.end(), [&](const LimitedEdge& edge) { return is_torn(edge, x_t0); });
}

std::vector<FoldContact::Row> FoldContact::find_rows(const collision::CollisionMesh& mesh,
    const std::vector<collision::Contact>& contacts, int cloth_vertices, const Matrix3Xd& x_t0,
    const Matrix3Xd& x_t1) const
{
    std::vector<Row> rows;
    if (!is_needed(x_t0))
        return rows;
    std::vector<char> torn(std::size_t(cloth_vertices), 0);
    for (const LimitedEdge& edge : edges_)
        if (is_torn(edge, x_t0))
            torn[std::size_t(edge.a)] = torn[std::size_t(edge.b)] = 1;
    std::vector<int> rows_on_vertex(std::size_t(cloth_vertices), 0);
    for (const collision::Contact& contact : contacts) {
        const auto& v = contact.vertices;
        if (std::any_of(v.begin(), v.end(), [&](int i) { return i >= cloth_vertices; })
            || std::none_of(v.begin(), v.end(), [&](int i) { return torn[std::size_t(i)]; }))
            continue;
        Row row { { v, contact.weights, contact.normal }, 0, 0,
            friction_(mesh.object[std::size_t(v[0])], mesh.object[std::size_t(v[3])]) };
        double approach = 0, compliance = 0;
        for (int k = 0; k < 4; ++k) {
            const int i = v[std::size_t(k)];
            const double w = contact.weights[k];
            approach += w * contact.normal.dot(x_t1.col(i) - x_t0.col(i));
            compliance += w * w * mesh.mass_inverse[std::size_t(i)];
        }
        if (!(compliance > 0))
            continue;
        row.missing = std::min(gap_, contact.distance) - (contact.distance + approach);
        row.mass = 1 / compliance;
        for (const int i : v)
            ++rows_on_vertex[std::size_t(i)];
        rows.push_back(row);
    }
    for (Row& row : rows) {
        int most = 1;
        for (const int i : row.force.vertices)
            most = std::max(most, rows_on_vertex[std::size_t(i)]);
        row.mass /= most;
    }
    return rows;
}

int FoldContact::resolve(const ImplicitStep& step, const collision::CollisionMesh& mesh,
    const std::vector<collision::Contact>& contacts, const Matrix3Xd& x_t0, Matrix3Xd& x_t1) const
{
    const int cloth = int(step.mass_inverse().size());
    const std::vector<Row> rows = find_rows(mesh, contacts, cloth, x_t0, x_t1);
    if (std::none_of(rows.begin(), rows.end(), [](const Row& r) { return r.missing > kLeastPush; }))
        return 0;
    Matrix3Xd moved(3, cloth);
    std::vector<ForceRow> forces;
    VectorXd missing(Eigen::Index(rows.size()));
    for (std::size_t r = 0; r < rows.size(); ++r) {
        forces.push_back(rows[r].force);
        missing[Eigen::Index(r)] = rows[r].missing;
    }
    const VectorXd pushes = ContactCompliance(step, std::move(forces)).find_pushes(missing, moved);
    x_t1.leftCols(cloth) += moved;
    std::vector<FrictionRow> friction;
    for (std::size_t r = 0; r < rows.size(); ++r)
        friction.push_back({ rows[r].force, Vector3d::Zero(), rows[r].mass,
            rows[r].friction * pushes[Eigen::Index(r)] });
    apply_friction(step, friction, x_t0, x_t1);
    return int((pushes.array() > 0).count());
}

}  // namespace gambol::cloth
