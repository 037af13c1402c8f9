// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/cloth_setup.hpp"
#include "gambol/cloth/collision_response.hpp"
#include "gambol/cloth/fabric/fabric.hpp"
#include "gambol/cloth/step/implicit_step.hpp"
#include "gambol/cloth/step/inner_contact.hpp"

#include <Eigen/Dense>

#include <memory>
#include <vector>

namespace gambol::cloth {

/// All that a run needs to go on. Plain data: written to a file and read back, the next step
/// is the same to the last bit.
struct ClothState {
    double time = 0;  // s
    long steps = 0;
    Eigen::Matrix3Xd x;  // all vertices: garments in their order, then bodies
    Eigen::Matrix3Xd v;
    std::vector<CarriedImpulse> carried;  // where the next collision response starts
    std::vector<LetGo> let_go;  // cloth that was caught between bodies and is not free again yet
};

/// What one step did.
struct ClothStepReport {
    CollisionReport collision;
    double time = 0;  // s, at its end
    int solver_iterations = 0;
    double dynamics_seconds = 0;  // CPU of the calling thread, with contact inside the solve
};

/// Cloth over time: implicit dynamics with contact inside, then the collision response. The
/// result does not depend on the number of threads.
class ClothSimulation {
public:
    ClothSimulation(std::vector<Garment> garments, std::vector<ScriptedBody> bodies,
        std::vector<Pins> pins, const ClothOptions& options, int threads = 1);

    [[nodiscard]] const ClothState& state() const { return state_; }
    /// `state` of an earlier run of the same setup; of the cloth alone, if it has no more vertices:
    /// everything scripted is then put where it is at that time.
    void restore(ClothState state);

    ClothStepReport step();

    [[nodiscard]] const collision::CollisionMesh& mesh() const { return response_->mesh(); }
    [[nodiscard]] const Fabric& fabric() const { return fabric_; }
    [[nodiscard]] int cloth_vertices() const { return fabric_.vertex_count(); }
    /// First vertex of every garment, and one past the last.
    [[nodiscard]] const std::vector<int>& first_vertices() const { return first_; }

private:
    [[nodiscard]] std::vector<bool> held_at(double time) const;
    void rebuild(const std::vector<bool>& held);
    /// `x`: all vertices at state().time, of which those that are scripted go to where they are at
    /// `time`.
    void place_scripted(double time, Eigen::Matrix3Xd& x) const;
    [[nodiscard]] Eigen::MatrixXd frictions() const;
    [[nodiscard]] bool in_patch(const std::array<int, 4>& vertices) const;

    std::vector<Garment> garments_;
    std::vector<ScriptedBody> bodies_;
    std::vector<Pins> pins_;
    ClothOptions options_;
    std::shared_ptr<WorkerPool> pool_;
    Fabric fabric_;
    std::vector<int> first_, first_of_body_;
    Eigen::Matrix3Xd start_;  // all vertices at time 0
    ClothState state_;
    std::vector<bool> held_;
    /// Cloth vertices of stiff patches. Contact inside the solve would lift a square as a whole
    /// where it should turn, and gain energy; the response of a patch knows how it turns.
    std::vector<char> in_patch_;
    std::unique_ptr<ImplicitStep> implicit_;
    std::unique_ptr<CollisionResponse> response_;
    std::unique_ptr<InnerContact> inner_contact_;
};

}  // namespace gambol::cloth
