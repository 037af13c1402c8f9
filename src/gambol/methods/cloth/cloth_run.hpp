// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/cloth_simulation.hpp"
#include "gambol/motion/motion.hpp"
#include "gambol/scene/dress.hpp"

#include <string>
#include <vector>

namespace gambol::cloth {

/// Sums and worst cases over the steps of a run.
struct ClothTotals {
    int steps = 0;
    double dynamics_seconds = 0, broad_seconds = 0, narrow_seconds = 0, zone_seconds = 0;
    double slowest_step = 0;  // s
    long zones = 0, passes = 0, solver_iterations = 0;
    int largest_rows = 0, largest_vertices = 0;
    int last_resorts = 0, cut_steps = 0;
    std::vector<std::pair<int, int>> pinched;  // objects, each pair once
    int let_go = 0, most_let_go = 0;  // vertices and bodies: now, and at most
    double first_let_go = 0, last_free = 0;  // s; when let_go rose from 0, when it fell back to it
    std::vector<int> let_go_bodies;  // objects, each once

    void add(const ClothStepReport& report);
    [[nodiscard]] double collision_seconds() const
    {
        return broad_seconds + narrow_seconds + zone_seconds;
    }
    [[nodiscard]] double seconds() const { return dynamics_seconds + collision_seconds(); }
};

/// Which bodies went through cloth, when, and whether it is free again; empty if none did.
[[nodiscard]] std::string let_go_warning(
    const collision::CollisionMesh& mesh, const ClothTotals& totals);

/// The simulation that a scene describes, at its start, with its cloth put on. The result does not
/// depend on the number of threads.
[[nodiscard]] ClothSimulation make_simulation(
    const Scene& scene, const Outfit& outfit, int threads = 1);

/// The same; puts the cloth on itself.
[[nodiscard]] ClothSimulation make_simulation(const Scene& scene, int threads = 1);

/// Vertices of all cloth at every sample of the resulting motion. Between two steps vertices go
/// straight, as the collision response made sure that they can.
class FrameRecorder {
public:
    FrameRecorder(double fps, double duration);

    /// Stores the samples up to the time of `after`.
    void record(const ClothState& before, const ClothState& after, int cloth_vertices);
    /// Stores what there is as one sample, whatever the time.
    void record_now(const ClothState& state, int cloth_vertices);
    [[nodiscard]] int frames() const { return int(frames_.size()); }
    [[nodiscard]] int expected() const { return expected_; }
    [[nodiscard]] const std::vector<std::vector<float>>& stored() const { return frames_; }
    void restore(std::vector<std::vector<float>> frames) { frames_ = std::move(frames); }

private:
    void store(const ClothState& before, const ClothState& after, double share, int cloth_vertices);

    double fps_;
    int expected_;
    std::vector<std::vector<float>> frames_;  // x, y, z of every cloth vertex
};

/// Cloth, surfaces, moving bodies and carriers at the frames that are stored.
[[nodiscard]] Motion make_motion(const Scene& scene, const Outfit& outfit,
    const ClothSimulation& simulation, const FrameRecorder& recorder);

}  // namespace gambol::cloth
