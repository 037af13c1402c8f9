// SPDX-License-Identifier: MIT
#include "gambol/cloth/cloth_simulation.hpp"

#include "gambol/parallel/thread_clock.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gambol::cloth {

namespace {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

// m: from where contacts are foreseen, at least; farther when things move faster.
constexpr double kReach = 0.01, kFarthestReach = 0.1;

// Pieces of cloth up to this size answer to impulses as a whole. Their response is a dense matrix.
constexpr int kPatchVertices = 16;
// Iterations of the implicit solve for cloth, and for shells: sheets whose bending carries their
// own weight over more than the length below [m]. A tube of foil moves as if in honey with 8.
// Cloth that still moves by more than the third [m] when 8 are made, as where it catches on an
// edge, gets as many as a shell: left as it is, it is pulled taut, and thrown when it comes free.
constexpr int kClothIterations = 8, kShellIterations = 30;
constexpr double kUnsettled = 3e-5;
constexpr double kShellLength = 0.06;

int usual_iterations(const std::vector<Garment>& garments, const ClothOptions& options)
{
    if (options.iterations > 0)
        return options.iterations;
    const double weight = options.gravity.norm();
    const bool shell = std::any_of(garments.begin(), garments.end(), [&](const Garment& garment) {
        const ClothMaterial& m = garment.material;
        return m.bending > std::pow(kShellLength, 3) * m.density * weight;
    });
    return shell ? kShellIterations : kClothIterations;
}

}  // namespace

ClothSimulation::ClothSimulation(std::vector<Garment> garments, std::vector<ScriptedBody> bodies,
    std::vector<Pins> pins, const ClothOptions& options, int threads)
    : garments_(std::move(garments))
    , bodies_(std::move(bodies))
    , pins_(std::move(pins))
    , options_(options)
    , pool_(std::make_shared<WorkerPool>(threads))
{
    for (const Garment& garment : garments_)
        first_.push_back(add_sheet(fabric_, garment.rest, garment.warp, garment.material));
    first_.push_back(fabric_.vertex_count());
    int count = fabric_.vertex_count();
    for (const ScriptedBody& body : bodies_) {
        first_of_body_.push_back(count);
        count += int(body.mesh.vertices.size());
    }
    state_.x.resize(3, count);
    state_.v = Matrix3Xd::Zero(3, count);
    for (std::size_t g = 0; g < garments_.size(); ++g)
        for (std::size_t i = 0; i < garments_[g].rest.vertices.size(); ++i) {
            state_.x.col(first_[g] + int(i)) = garments_[g].first_vertices()[i];
            state_.v.col(first_[g] + int(i)) = garments_[g].velocity;
        }
    start_ = state_.x;
    state_.time = options_.start_time;
    place_scripted(state_.time, state_.x);
    start_ = state_.x;
    rebuild(held_at(state_.time));
}

std::vector<bool> ClothSimulation::held_at(double time) const
{
    std::vector<bool> held(fabric_.mass.size(), false);
    for (const Pins& pins : pins_)
        if (pins.holds(time))
            for (const int i : pins.vertices)
                held[std::size_t(first_[std::size_t(pins.garment)] + i)] = true;
    return held;
}

Eigen::MatrixXd ClothSimulation::frictions() const
{
    // A pair is as slippery as its more slippery side.
    std::vector<double> mu;
    for (const Garment& garment : garments_)
        mu.push_back(garment.material.friction);
    for (const ScriptedBody& body : bodies_)
        mu.push_back(body.friction);
    const auto count = Eigen::Index(mu.size());
    Eigen::MatrixXd result(count, count);
    for (Eigen::Index a = 0; a < count; ++a)
        for (Eigen::Index b = 0; b < count; ++b)
            result(a, b) = std::min(mu[std::size_t(a)], mu[std::size_t(b)]);
    return result;
}

void ClothSimulation::rebuild(const std::vector<bool>& held)
{
    held_ = held;
    std::vector<double> mass_inverse;
    for (std::size_t i = 0; i < held.size(); ++i)
        mass_inverse.push_back(held[i] ? 0 : 1 / fabric_.mass[i]);
    collision::CollisionMesh mesh;
    for (std::size_t g = 0; g < garments_.size(); ++g)
        collision::add_object(mesh, garments_[g].name,
            { mass_inverse.begin() + first_[g], mass_inverse.begin() + first_[g + 1] },
            garments_[g].rest.triangles);
    for (const ScriptedBody& body : bodies_)
        collision::add_rigid_object(mesh, body.name, body.mesh.vertices, body.mesh.triangles);
    CollisionOptions collision;
    collision.thickness = options_.thickness;
    collision.separation = options_.separation;
    collision.pair_friction = frictions();
    collision.zones = options_.zones;
    collision.repels_all = options_.zones == ZoneKind::rigid;
    collision.edges = fabric_.edges;
    collision.patches = stiff_patches(fabric_, kPatchVertices);
    in_patch_.assign(std::size_t(fabric_.vertex_count()), 0);
    for (const StiffPatch& patch : collision.patches)
        for (const int vertex : patch.vertices)
            in_patch_[std::size_t(vertex)] = 1;
    collision.pool = pool_;
    response_ = std::make_unique<CollisionResponse>(std::move(mesh), collision);
    response_->let_go().restore(state_.let_go);
    // Its search tree is cut by the first positions it sees. With the same ones every time, a run
    // that goes on from a stored state meets contacts in the same order.
    (void)response_->predict_contacts(start_, start_, 0);
    implicit_ = std::make_unique<ImplicitStep>(fabric_, std::move(mass_inverse),
        ImplicitStepOptions { .dt = options_.dt,
            .max_iterations = options_.iterations > 0 ? options_.iterations : kShellIterations,
            .usual_iterations = usual_iterations(garments_, options_),
            .unsettled = kUnsettled,
            .pool = pool_ });
    inner_contact_ = std::make_unique<InnerContact>(frictions(), options_.thickness / 2);
}

void ClothSimulation::restore(ClothState state)
{
    const Eigen::Index given = state.x.cols(), all = state_.x.cols();
    state_ = std::move(state);
    if (given < all) {
        state_.x.conservativeResize(3, all);
        state_.v.conservativeResize(3, all);
        state_.v.rightCols(all - given).setZero();
        place_scripted(state_.time, state_.x);
    }
    rebuild(held_at(state_.time));
    if (given < all) {
        response_->let_go().find_caught(state_.x);
        state_.let_go = response_->let_go().pairs();
    }
}

void ClothSimulation::place_scripted(double time, Matrix3Xd& x) const
{
    for (const Pins& pins : pins_) {
        if (!pins.holds(time))
            continue;
        // What is gripped on the way goes on from where it is; the rest from the start, which adds
        // up no rounding.
        const bool gripped = pins.from > options_.start_time;
        const Eigen::Isometry3d moved = pins.path.at(time)
            * pins.path.at(gripped ? state_.time : options_.start_time).inverse();
        for (const int i : pins.vertices) {
            const int vertex = first_[std::size_t(pins.garment)] + i;
            const Vector3d from = (gripped ? x : start_).col(vertex);
            x.col(vertex) = moved * from;
        }
    }
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
        const Eigen::Isometry3d pose = bodies_[b].path.at(time);
        for (std::size_t i = 0; i < bodies_[b].mesh.vertices.size(); ++i)
            x.col(first_of_body_[b] + int(i)) = pose * bodies_[b].mesh.vertices[i];
    }
}

bool ClothSimulation::in_patch(const std::array<int, 4>& vertices) const
{
    return std::any_of(vertices.begin(), vertices.end(),
        [&](int i) { return i < cloth_vertices() && in_patch_[std::size_t(i)]; });
}

ClothStepReport ClothSimulation::step()
{
    ClothStepReport report;
    const double dt = options_.dt;
    if (const std::vector<bool> held = held_at(state_.time + dt); held != held_)
        rebuild(held);
    const double began = thread_cpu_seconds();
    const int cloth = fabric_.vertex_count();
    const Matrix3Xd& x_t0 = state_.x;
    Matrix3Xd x_t1 = x_t0;
    place_scripted(state_.time + dt, x_t1);

    const Matrix3Xd cloth_t0 = x_t0.leftCols(cloth);
    Matrix3Xd v = state_.v.leftCols(cloth);
    apply_air_drag(fabric_, cloth_t0, options_.air, dt, v);
    response_->let_go().draw_out(x_t0, x_t1, dt, v);
    const Matrix3Xd y = (cloth_t0 + dt * v).colwise() + dt * dt * options_.gravity;
    Matrix3Xd cloth_t1 = x_t1.leftCols(cloth);
    report.solver_iterations = implicit_->solve(cloth_t0, y, cloth_t1).iterations;
    limit_strain(fabric_.edges, implicit_->mass_inverse(), options_.strain_sweeps, cloth_t1);
    x_t1.leftCols(cloth) = cloth_t1;
    const double carry_began = thread_cpu_seconds();
    report.dynamics_seconds = carry_began - began;
    response_->carry_over(x_t0, dt, state_.carried, x_t1);

    const double search_began = thread_cpu_seconds();
    const double farthest = (x_t1 - x_t0).colwise().norm().maxCoeff();
    std::vector<collision::Contact> contacts
        = response_->predict_contacts(x_t0, x_t1, std::clamp(2 * farthest, kReach, kFarthestReach));
    std::erase_if(
        contacts, [&](const collision::Contact& contact) { return in_patch(contact.vertices); });
    const double contact_began = thread_cpu_seconds();
    const double search_seconds = contact_began - search_began;
    // Rigid zones are the baseline, as published: with nothing inside the solve.
    if (options_.zones != ZoneKind::rigid)
        report.solver_iterations
            += inner_contact_->resolve(*implicit_, response_->mesh(), contacts, y, x_t0, x_t1);
    report.dynamics_seconds += thread_cpu_seconds() - contact_began;

    Matrix3Xd v_t1 = (x_t1 - x_t0) / dt;
    report.collision = response_->resolve(x_t0, x_t1, v_t1, dt, state_.carried);
    report.collision.broad_seconds += search_seconds;
    report.collision.zone_seconds += search_began - carry_began;
    // Forces acted for as long as the step took.
    if (const double share = report.collision.step_fraction; share < 1)
        v_t1 = (1 - share) * state_.v + share * v_t1;
    state_.time += report.collision.step_fraction * dt;
    ++state_.steps;
    state_.x = std::move(x_t1);
    state_.v = std::move(v_t1);
    state_.let_go = response_->let_go().pairs();
    report.time = state_.time;
    return report;
}

}  // namespace gambol::cloth
