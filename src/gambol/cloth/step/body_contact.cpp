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

constexpr int kContactSweeps = 6;  // over the contacts, to share out who has to get out by how much
constexpr double kLeast = 1e-6;  // m; what has to move by less waits for the next step
constexpr double kResidual = 0.01;  // of the squared distances, left for the collision response
constexpr int kRounds = 4;  // of solving without the vertices that would pull

}  // namespace

struct BodyContact::Touch {
    int vertex = 0;
    Vector3d normal = Vector3d::Zero();
    double out = 0;  // e, m
    Vector3d carried = Vector3d::Zero();  // how the body there moves during the step, m
    double friction = 0;
};

ForceRow BodyContact::force_row(const Touch& touch)
{
    return { { touch.vertex }, { 1, 0, 0, 0 }, touch.normal };
}

BodyContact::BodyContact(Eigen::MatrixXd friction, const BodyContactOptions& options)
    : friction_(std::move(friction))
    , options_(options)
{
}

std::vector<BodyContact::Touch> BodyContact::find_touches(const collision::CollisionMesh& mesh,
    const std::vector<collision::Contact>& contacts, const Matrix3Xd& x_t0, const Matrix3Xd& x_t1,
    int cloth_vertices) const
{
    // Only cloth against bodies: a side of the pair is not free.
    struct Row {
        const collision::Contact* contact;
        double compliance;
        Vector3d carried;
        double friction;
    };
    std::vector<Row> rows;
    for (const collision::Contact& contact : contacts) {
        const int a = contact.vertices[0], b = contact.vertices[3];
        if (a < cloth_vertices && b < cloth_vertices)
            continue;
        Row row { &contact, 0, Vector3d::Zero(),
            friction_(mesh.object[std::size_t(a)], mesh.object[std::size_t(b)]) };
        for (int k = 0; k < 4; ++k) {
            const int i = contact.vertices[std::size_t(k)];
            const double w = contact.weights[k];
            row.compliance += w * w * mesh.mass_inverse[std::size_t(i)];
            if (i >= cloth_vertices)
                row.carried += std::abs(w) * (x_t1.col(i) - x_t0.col(i));
        }
        if (row.compliance > 0)
            rows.push_back(row);
    }
    Matrix3Xd x = x_t1.leftCols(cloth_vertices), carried = Matrix3Xd::Zero(3, cloth_vertices);
    VectorXd push = VectorXd::Zero(cloth_vertices), friction = push;
    for (int sweep = 0; sweep < kContactSweeps; ++sweep)
        for (const Row& row : rows) {
            const collision::Contact& c = *row.contact;
            double approach = 0;
            for (int k = 0; k < 4; ++k) {
                const int i = c.vertices[std::size_t(k)];
                const Vector3d end(i < cloth_vertices ? Vector3d(x.col(i)) : Vector3d(x_t1.col(i)));
                approach += c.weights[k] * c.normal.dot(end - x_t0.col(i));
            }
            const double missing = std::min(options_.gap, c.distance) - (c.distance + approach);
            if (missing <= 0)
                continue;
            for (int k = 0; k < 4; ++k) {
                const int i = c.vertices[std::size_t(k)];
                const double share
                    = c.weights[k] * mesh.mass_inverse[std::size_t(i)] / row.compliance * missing;
                if (i >= cloth_vertices || share == 0)
                    continue;
                x.col(i) += share * c.normal;
                push[i] += std::abs(share);
                carried.col(i) += std::abs(share) * row.carried;
                friction[i] += std::abs(share) * row.friction;
            }
        }
    std::vector<Touch> touches;
    for (int i = 0; i < cloth_vertices; ++i) {
        const Vector3d moved = x.col(i) - x_t1.col(i);
        const double out = moved.norm();
        if (out > kLeast)
            touches.push_back(
                { i, moved / out, out, carried.col(i) / push[i], friction[i] / push[i] });
    }
    return touches;
}

VectorXd BodyContact::solve_normal(
    const ImplicitStep& step, const std::vector<Touch>& touches, Matrix3Xd& moved) const
{
    const auto count = Eigen::Index(touches.size());
    std::vector<ForceRow> rows;
    for (const Touch& touch : touches)
        rows.push_back(force_row(touch));
    const ContactCompliance compliance(step, std::move(rows));
    VectorXd e(count), f(count), active = VectorXd::Ones(count);
    for (Eigen::Index k = 0; k < count; ++k) {
        e[k] = touches[std::size_t(k)].out;
        f[k] = last_force[touches[std::size_t(k)].vertex];
    }
    moved = compliance.respond(f);
    // The forces of the last step may be worse than none.
    if ((e - compliance.along(moved)).squaredNorm() > e.squaredNorm()) {
        f.setZero();
        moved.setZero();
    }
    // A vertex that would have to be pulled is carried out by its neighbours: without it they solve
    // again. Merely dropping its pull would throw the cloth off the body.
    for (int round = 0; round < kRounds; ++round) {
        compliance.solve(e, active, options_.iterations, kResidual * e.squaredNorm(), f, moved);
        if (!compliance.drop_pulls(e, true, active, f, moved))
            break;
    }
    return f;
}

/// A is much too stiff across the sheet: where one light vertex has to get out, A⁻¹ throws all the
/// cloth around it. The other extreme moves the vertices that touch and nothing else. Both get
/// out, and so does everything between; the least energy of the step decides.
void BodyContact::soften(ImplicitStep& step, const std::vector<Touch>& touches, const Matrix3Xd& y,
    const Matrix3Xd& x, Matrix3Xd& moved, VectorXd& force) const
{
    Matrix3Xd alone = Matrix3Xd::Zero(3, x.cols()), slope(3, x.cols());
    for (const Touch& touch : touches)
        alone.col(touch.vertex) = touch.out * touch.normal;
    const Matrix3Xd towards = moved - alone;
    const double at_alone = step.energy(x + alone, y, slope);
    const double rise = slope.cwiseProduct(towards).sum();
    const double curvature = 2 * (step.energy(x + moved, y, slope) - at_alone - rise);
    const double share = curvature > 0 ? std::clamp(-rise / curvature, 0.0, 1.0)
                                       : (rise + curvature / 2 < 0 ? 1.0 : 0.0);
    moved = alone + share * towards;
    const double dt_sq = step.dt() * step.dt();
    for (std::size_t k = 0; k < touches.size(); ++k) {
        const double inertia
            = touches[k].out / (step.mass_inverse()[std::size_t(touches[k].vertex)] * dt_sq);
        force[Eigen::Index(k)] += (1 - share) * (inertia - force[Eigen::Index(k)]);
    }
}

void BodyContact::resolve(ImplicitStep& step, const collision::CollisionMesh& mesh,
    const std::vector<collision::Contact>& contacts, const Matrix3Xd& y, const Matrix3Xd& x_t0,
    Matrix3Xd& x_t1)
{
    const int cloth = int(step.mass_inverse().size());
    if (last_force.size() != cloth)
        last_force = VectorXd::Zero(cloth);
    const std::vector<Touch> touches = find_touches(mesh, contacts, x_t0, x_t1, cloth);
    Matrix3Xd moved(3, cloth);
    VectorXd force = solve_normal(step, touches, moved);
    last_force.setZero();
    for (std::size_t k = 0; k < touches.size(); ++k)
        last_force[touches[k].vertex] = force[Eigen::Index(k)];
    if (touches.empty())
        return;
    soften(step, touches, y, x_t1.leftCols(cloth), moved, force);
    x_t1.leftCols(cloth) += moved;
    std::vector<FrictionRow> rows;
    for (std::size_t k = 0; k < touches.size(); ++k)
        rows.push_back({ force_row(touches[k]), touches[k].carried,
            1 / mesh.mass_inverse[std::size_t(touches[k].vertex)],
            touches[k].friction * force[Eigen::Index(k)] });
    apply_friction(step, rows, x_t0, x_t1);
}

}  // namespace gambol::cloth
