// SPDX-License-Identifier: MIT
#include "gambol/methods/cloth/cloth_run.hpp"

#include "gambol/motion/resample.hpp"
#include "gambol/scene/scripted_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <string>

namespace gambol::cloth {

namespace {

constexpr double kSlack = 1e-9;  // s, of times that should be equal

// Threads stretch to the strain limit. Shear alone makes the diagonal of a square of threads √2
// times as long before they lie side by side: no edge of woven cloth gets longer than both
// together.
constexpr double kShearLock = 1.4142135623730951;

/// Pins that are pulled: props without mass or shape, so that the motion tells that something
/// drives the cloth. Those of characters follow one of their bodies.
void add_handles(const Outfit& outfit, Motion& motion)
{
    std::map<std::string, int> count;
    for (const Pins& pins : outfit.pins) {
        if (!pins.path.moves())
            continue;
        const std::string& garment = outfit.garments[std::size_t(pins.garment)].name;
        MotionProp handle;
        handle.name = garment + "-handle-" + std::to_string(++count[garment]);
        for (const double time : motion.times) {
            const Eigen::Isometry3d pose = pins.path.at(std::min(time, pins.until));
            handle.positions.push_back(pose.translation());
            handle.rotations.emplace_back(pose.rotation());
        }
        motion.props.push_back(std::move(handle));
    }
}

void add_moving_surfaces(const Scene& scene, Motion& motion)
{
    for (const Surface& surface : scene.surfaces) {
        if (!surface.path.moves()) {
            motion.surfaces.push_back({ surface.name, surface.shape, surface.friction });
            continue;
        }
        // A thing that goes its way whatever acts on it: a prop without mass.
        MotionProp prop;
        prop.name = surface.name;
        prop.shapes = { surface.shape };
        for (const double time : motion.times) {
            const Eigen::Isometry3d pose = surface.path.at(time);
            prop.positions.push_back(pose.translation());
            prop.rotations.emplace_back(pose.rotation());
        }
        motion.props.push_back(std::move(prop));
    }
}

/// The carriers at the times of the frames.
void add_carriers(const Task& task, Motion& motion)
{
    if (task.carriers.characters.empty())
        return;
    motion.mass_model = task.carriers.mass_model;
    Motion resampled = resample(task.carriers, task.fps);
    const std::size_t count = std::min(resampled.times.size(), motion.times.size());
    motion.times.resize(count);
    for (MotionCharacter& character : resampled.characters) {
        character.positions.resize(count);
        character.rotations.resize(count);
        character.joints.values.resize(std::min(count, character.joints.values.size()));
        character.joints.torques.resize(std::min(count, character.joints.torques.size()));
        for (MotionContact& contact : character.contacts) {
            contact.activation.resize(count);
            contact.with.resize(count);
            contact.force.resize(count);
            contact.point.resize(count);
            contact.torsion.resize(count);
        }
        motion.characters.push_back(std::move(character));
    }
}

}  // namespace

void ClothTotals::add(const ClothStepReport& report)
{
    const CollisionReport& collision = report.collision;
    ++steps;
    dynamics_seconds += report.dynamics_seconds;
    broad_seconds += collision.broad_seconds;
    narrow_seconds += collision.narrow_seconds;
    zone_seconds += collision.zone_seconds;
    slowest_step = std::max(slowest_step,
        report.dynamics_seconds + collision.broad_seconds + collision.narrow_seconds
            + collision.zone_seconds);
    zones += collision.zones;
    passes += collision.passes;
    solver_iterations += report.solver_iterations;
    largest_rows = std::max(largest_rows, collision.largest_zone_rows);
    largest_vertices = std::max(largest_vertices, collision.largest_zone_vertices);
    last_resorts += collision.last_resort ? 1 : 0;
    cut_steps += collision.step_fraction < 1 ? 1 : 0;
    for (const std::pair<int, int>& pair : collision.pinched)
        if (std::find(pinched.begin(), pinched.end(), pair) == pinched.end())
            pinched.push_back(pair);
    if (collision.let_go > 0 && most_let_go == 0)
        first_let_go = report.time;
    if (collision.let_go == 0 && let_go > 0)
        last_free = report.time;
    let_go = collision.let_go;
    most_let_go = std::max(most_let_go, let_go);
    for (const int body : collision.let_go_bodies)
        if (std::find(let_go_bodies.begin(), let_go_bodies.end(), body) == let_go_bodies.end())
            let_go_bodies.push_back(body);
}

std::string let_go_warning(const collision::CollisionMesh& mesh, const ClothTotals& totals)
{
    if (totals.most_let_go == 0)
        return {};
    std::string names;
    for (std::size_t i = 0; i < totals.let_go_bodies.size(); ++i)
        names += (i == 0                                        ? ""
                         : i + 1 == totals.let_go_bodies.size() ? " and "
                                                                : ", ")
            + mesh.object_names[std::size_t(totals.let_go_bodies[i])];
    std::ostringstream text;
    text.precision(3);
    text << std::fixed << "cloth was caught and let go by " << names << " at "
         << totals.first_let_go << " s, " << totals.most_let_go
         << " pairs of vertex and body at most; ";
    if (totals.let_go > 0)
        text << totals.let_go << " are not free again at the end";
    else
        text << "all are free again at " << totals.last_free << " s";
    return text.str();
}

ClothSimulation make_simulation(const Scene& scene, const Outfit& outfit, int threads)
{
    return { outfit.garments, scripted_bodies(scene, outfit), outfit.pins,
        task_of<Task>(scene).options, threads };
}

ClothSimulation make_simulation(const Scene& scene, int threads)
{
    return make_simulation(scene, dress(scene), threads);
}

FrameRecorder::FrameRecorder(double fps, double duration)
    : fps_(fps)
    , expected_(int(std::floor(duration * fps + kSlack)) + 1)
{
}

void FrameRecorder::record(const ClothState& before, const ClothState& after, int cloth_vertices)
{
    for (int k = frames(); k < expected_ && k / fps_ <= after.time + kSlack; ++k) {
        const double span = after.time - before.time;
        const double share = span > 0 ? std::clamp((k / fps_ - before.time) / span, 0.0, 1.0) : 1.0;
        store(before, after, share, cloth_vertices);
    }
}

void FrameRecorder::record_now(const ClothState& state, int cloth_vertices)
{
    store(state, state, 1, cloth_vertices);
}

void FrameRecorder::store(
    const ClothState& before, const ClothState& after, double share, int cloth_vertices)
{
    std::vector<float> frame;
    frame.reserve(3 * std::size_t(cloth_vertices));
    for (int i = 0; i < cloth_vertices; ++i)
        for (int d = 0; d < 3; ++d)
            frame.push_back(float((1 - share) * before.x(d, i) + share * after.x(d, i)));
    frames_.push_back(std::move(frame));
}

Motion make_motion(const Scene& scene, const Outfit& outfit, const ClothSimulation& simulation,
    const FrameRecorder& recorder)
{
    const Task& task = task_of<Task>(scene);
    Motion motion;
    motion.name = scene.name;
    motion.method = Task::kMethod;
    motion.gravity = task.options.gravity;
    for (int k = 0; k < recorder.frames(); ++k)
        motion.times.push_back(k / task.fps);
    add_carriers(task, motion);
    add_moving_surfaces(scene, motion);
    if (task.carriers.characters.empty())
        add_handles(outfit, motion);
    for (std::size_t g = 0; g < outfit.garments.size(); ++g) {
        const Garment& garment = outfit.garments[g];
        MotionCloth cloth;
        cloth.name = garment.name;
        cloth.triangles = garment.rest.triangles;
        cloth.rest = garment.rest.vertices;
        cloth.area_density = garment.material.density;
        cloth.thickness = task.options.thickness;
        cloth.stretch_limit = kShearLock * (1 + garment.material.strain_limit);
        const std::size_t begin = 3 * std::size_t(simulation.first_vertices()[g]),
                          end = 3 * std::size_t(simulation.first_vertices()[g + 1]);
        for (std::size_t k = 0; k < motion.times.size(); ++k) {
            const std::vector<float>& frame = recorder.stored()[k];
            cloth.positions.insert(cloth.positions.end(), frame.begin() + std::ptrdiff_t(begin),
                frame.begin() + std::ptrdiff_t(end));
        }
        motion.cloth.push_back(std::move(cloth));
    }
    return motion;
}

}  // namespace gambol::cloth
