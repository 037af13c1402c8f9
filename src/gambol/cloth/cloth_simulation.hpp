// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/body_contact.hpp"
#include "gambol/cloth/collision_response.hpp"
#include "gambol/cloth/fabric.hpp"
#include "gambol/cloth/implicit_step.hpp"
#include "gambol/geometry/rigid_path.hpp"
#include "gambol/geometry/shape.hpp"

#include <Eigen/Dense>

#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace gambol {

/// A sheet as it is at the start.
struct Garment {
    std::string name;
    Mesh rest;  // undeformed, placed in the world
    Eigen::Vector3d warp = Eigen::Vector3d::UnitX();  // world
    ClothMaterial material;
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  // m/s
};

/// Something solid that goes its way whatever the cloth does.
struct ScriptedBody {
    std::string name;
    Mesh mesh;  // in the frame that `path` moves
    RigidPath path;
    double friction = 0.3;
};

/// Vertices held, and carried along a path as they were at the start.
struct Pins {
    int garment = 0;
    std::vector<int> vertices;  // of the garment
    RigidPath path;
    double until = std::numeric_limits<double>::infinity();  // s; then let go
};

struct ClothOptions {
    double dt = 1.0 / 480;  // s
    ZoneKind zones = ZoneKind::nonnegative;
    double thickness = 2e-3;  // m
    double separation = 1e-4;  // m
    double air = 1.2;  // kg/m³
    Eigen::Vector3d gravity { 0, 0, -9.81 };
    int solver_iterations = 12;
    double solver_tolerance = 2e-6;  // m
    int strain_sweeps = 4;
};

/// All that a run needs to go on. Plain data: written to a file and read back, the next step
/// is the same to the last bit.
struct ClothState {
    double time = 0;  // s
    long steps = 0;
    Eigen::Matrix3Xd x;  // all vertices: garments in their order, then bodies
    Eigen::Matrix3Xd v;
    Eigen::VectorXd contact_force;  // N, of cloth vertices: where the next contact solve starts
};

/// What one step did.
struct ClothStepReport {
    CollisionReport collision;
    int solver_iterations = 0;
    double dynamics_seconds = 0;  // CPU of the calling thread, with contact inside the solve
};

/// Cloth over time: implicit dynamics with body contact inside, then the collision response. The
/// result does not depend on the number of threads.
class ClothSimulation {
public:
    ClothSimulation(std::vector<Garment> garments, std::vector<ScriptedBody> bodies,
        std::vector<Pins> pins, const ClothOptions& options);

    [[nodiscard]] const ClothState& state() const { return state_; }
    /// `state` of an earlier run of the same setup.
    void restore(ClothState state);

    ClothStepReport step();

    [[nodiscard]] const CollisionMesh& mesh() const { return response_->mesh(); }
    [[nodiscard]] const Fabric& fabric() const { return fabric_; }
    [[nodiscard]] int cloth_vertices() const { return fabric_.vertex_count(); }
    /// First vertex of every garment, and one past the last.
    [[nodiscard]] const std::vector<int>& first_vertices() const { return first_; }

private:
    [[nodiscard]] std::vector<bool> held_at(double time) const;
    void rebuild(const std::vector<bool>& held);
    void place_scripted(double time, Eigen::Matrix3Xd& x) const;
    [[nodiscard]] Eigen::MatrixXd frictions() const;

    std::vector<Garment> garments_;
    std::vector<ScriptedBody> bodies_;
    std::vector<Pins> pins_;
    ClothOptions options_;
    Fabric fabric_;
    std::vector<int> first_, first_of_body_;
    Eigen::Matrix3Xd start_;  // of the cloth
    ClothState state_;
    std::vector<bool> held_;
    std::unique_ptr<ImplicitStep> implicit_;
    std::unique_ptr<CollisionResponse> response_;
    std::unique_ptr<BodyContact> body_contact_;
};

}  // namespace gambol
