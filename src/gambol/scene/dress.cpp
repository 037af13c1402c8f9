// SPDX-License-Identifier: MIT
#include "gambol/scene/dress.hpp"

#include "gambol/motion/cloth_intersections.hpp"
#include "gambol/motion/cycle.hpp"
#include "gambol/scene/cloth_in_solids.hpp"
#include "gambol/scene/scene_error.hpp"
#include "gambol/scene/scripted_bodies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gambol::cloth {

namespace {

using Eigen::Vector3d;

std::string place_of(const GarmentPlan& plan)
{
    return plan.where.empty() ? plan.garment.name : plan.where;
}

/// How the body moves that is called `name`; nothing moves for the empty name.
RigidPath path_of(const std::string& name, const Task& task, const std::string& where)
{
    const Motion& carriers = task.carriers;
    if (name.empty())
        return {};
    for (std::size_t c = 0; c < carriers.characters.size(); ++c)
        for (std::size_t b = 0; b < carriers.characters[c].bodies.size(); ++b)
            if (carriers.characters[c].name + "/" + carriers.characters[c].bodies[b].name == name)
                return carrier_path(carriers, int(c), int(b), task.options.start_time);
    throw SceneError(fmt::format("{} is on '{}', which is no body of a character", where, name));
}

/// Vertices near a line, in world coordinates.
std::vector<int> vertices_near(
    const Garment& garment, const Vector3d& at, const Vector3d& to, double within)
{
    std::vector<int> found;
    for (std::size_t i = 0; i < garment.first_vertices().size(); ++i) {
        const Vector3d p = garment.first_vertices()[i] - at, line = to - at;
        const double share
            = line.norm() > 0 ? std::clamp(p.dot(line) / line.squaredNorm(), 0.0, 1.0) : 0;
        if ((p - share * line).norm() <= within)
            found.push_back(int(i));
    }
    return found;
}

/// Which vertices are held, and where their middle is. The wearer is at `place` first.
Vector3d choose_pinned(const PinPlan& pin, const Eigen::Isometry3d& place, const GarmentPlan& plan,
    const Garment& garment, std::vector<int>& chosen)
{
    if (!pin.vertices.empty() || pin.edge != PinPlan::Edge::none) {
        chosen = !pin.vertices.empty()       ? pin.vertices
            : pin.edge == PinPlan::Edge::top ? plan.top
                                             : plan.bottom;
        if (chosen.empty())
            throw SceneError(fmt::format("{} holds an edge, which only tubes have", pin.where));
        Vector3d sum = Vector3d::Zero();
        for (const int i : chosen)
            sum += garment.first_vertices()[std::size_t(i)];
        return sum / double(chosen.size());
    }
    const Vector3d at = place * pin.at, to = place * pin.to;
    chosen = vertices_near(garment, at, to, pin.within);
    if (chosen.empty())
        throw SceneError(fmt::format("{} holds nothing: no vertex of '{}' is within {:g} m of it",
            pin.where, garment.name, pin.within));
    return (at + to) / 2;
}

/// How fast carriers move that do so from the beginning.
Vector3d velocity_of(const Motion& carriers)
{
    if (carriers.cycle == 0)
        return Vector3d::Zero();
    const auto& positions = carriers.characters.front().positions;
    return (positions[std::size_t(carriers.cycle)][0] - positions[0][0]) / cycle_period(carriers);
}

void put_on(const GarmentPlan& plan, const Task& task, Outfit& outfit)
{
    const RigidPath worn = path_of(plan.on, task, place_of(plan));
    const Eigen::Isometry3d wearer = worn.at(task.options.start_time);
    const Eigen::Isometry3d place = wearer * Eigen::Translation3d(plan.at) * plan.rotation;
    Garment garment = plan.garment;
    for (std::vector<Vector3d>* vertices : { &garment.rest.vertices, &garment.start })
        for (Vector3d& vertex : *vertices)
            vertex = place * vertex;
    if (!plan.on.empty())
        garment.velocity += velocity_of(task.carriers);
    garment.warp = wearer.linear() * (plan.rotation * plan.garment.warp);
    for (const PinPlan& pin : plan.pins) {
        Pins pins;
        pins.garment = int(outfit.garments.size());
        const Vector3d middle = choose_pinned(pin, wearer, plan, garment, pins.vertices);
        pins.path = !pin.moves.empty() ? path_through(pin.moves, middle)
            : !pin.on.empty()          ? path_of(pin.on, task, pin.where)
                                       : worn;
        pins.from = pin.from;
        pins.until = pin.until;
        outfit.pins.push_back(std::move(pins));
    }
    outfit.garments.push_back(std::move(garment));
}

/// Which object a vertex or triangle of the assembled scene belongs to.
struct Owner {
    std::string name;
    int first_vertex, first_triangle;
    const GarmentPlan* plan;  // null for bodies

    /// Of a vertex or triangle; nothing unless it stands in a file.
    [[nodiscard]] std::string line_of(int vertex, int triangle) const
    {
        return plan && plan->lines ? plan->lines->place(vertex, triangle) : std::string();
    }
};

const Owner& owner_of(const std::vector<Owner>& owners, int index, int Owner::*first)
{
    const auto after = std::upper_bound(owners.begin(), owners.end(), index,
        [&](int value, const Owner& owner) { return value < owner.*first; });
    return *(after - 1);
}

/// Everything as one mesh, cloth first.
struct Assembly {
    std::vector<Vector3d> vertices;
    std::vector<Eigen::Vector3i> triangles;
    std::vector<Owner> owners;
    int cloth_triangles = 0;

    Assembly(const Scene& scene, const Outfit& outfit)
    {
        const Task& task = task_of<Task>(scene);
        for (std::size_t g = 0; g < outfit.garments.size(); ++g) {
            const Garment& garment = outfit.garments[g];
            add(garment.name, garment.rest, garment.first_vertices(), Eigen::Isometry3d::Identity(),
                &task.garments[g]);
        }
        cloth_triangles = int(triangles.size());
        for (const ScriptedBody& body : scripted_bodies(scene, outfit))
            add(body.name, body.mesh, body.mesh.vertices, body.path.at(task.options.start_time),
                nullptr);
    }

private:
    void add(const std::string& name, const Mesh& mesh, const std::vector<Vector3d>& places,
        const Eigen::Isometry3d& pose, const GarmentPlan* plan)
    {
        const int first = int(vertices.size());
        owners.push_back({ name, first, int(triangles.size()), plan });
        for (const Vector3d& vertex : places)
            vertices.push_back(pose * vertex);
        for (const Eigen::Vector3i& t : mesh.triangles)
            triangles.push_back(t + Eigen::Vector3i::Constant(first));
    }
};

void check_apart(const Scene& scene, const Outfit& outfit)
{
    const Assembly all(scene, outfit);
    ClothIntersectionFinder finder(all.triangles, all.cloth_triangles, all.vertices);
    const std::vector<ClothIntersection> found = finder.find(all.vertices).intersections;
    if (found.empty())
        return;
    const ClothIntersection& first = found.front();
    const Owner& a = owner_of(all.owners, first.edge[0], &Owner::first_vertex);
    const Owner& b = owner_of(all.owners, first.triangle, &Owner::first_triangle);
    const int vertex = first.edge[0] - a.first_vertex, triangle = first.triangle - b.first_triangle;
    throw SceneError(
        fmt::format("{} starts in {}: the edge between vertices {} and {} of {}{} goes through "
                    "triangle {} of {}{}, {} intersections in all; move it apart",
            place_of(a.plan ? *a.plan : *b.plan),
            a.name == b.name ? "itself" : (a.plan ? b.name : a.name), vertex + 1,
            first.edge[1] - a.first_vertex + 1, a.name, a.line_of(vertex, -1), triangle + 1, b.name,
            b.line_of(-1, triangle), found.size()));
}

}  // namespace

RigidPath carrier_path(const Motion& carriers, int character, int body, double from)
{
    RigidPath path;
    const MotionCharacter& who = carriers.characters[std::size_t(character)];
    if (const auto samples = std::size_t(carriers.cycle); samples > 0) {
        const double period = cycle_period(carriers);
        const Vector3d stride = who.positions[samples][0] - who.positions[0][0];
        for (int cycle = -int(std::ceil(-from / period)); cycle < 0; ++cycle)
            for (std::size_t k = 0; k < samples; ++k) {
                path.times.push_back(carriers.times[k] + cycle * period);
                path.positions.push_back(who.positions[k][std::size_t(body)] + cycle * stride);
                path.rotations.push_back(who.rotations[k][std::size_t(body)]);
            }
    }
    for (std::size_t k = 0; k < carriers.times.size(); ++k) {
        path.times.push_back(carriers.times[k]);
        path.positions.push_back(who.positions[k][std::size_t(body)]);
        path.rotations.push_back(who.rotations[k][std::size_t(body)]);
    }
    return path;
}

std::vector<std::string> carrier_names(const Motion& carriers)
{
    std::vector<std::string> names;
    for (const MotionCharacter& character : carriers.characters)
        for (const MotionBody& body : character.bodies)
            names.push_back(character.name + "/" + body.name);
    return names;
}

Outfit dress(const Scene& scene)
{
    const Task& task = task_of<Task>(scene);
    Outfit outfit;
    for (const GarmentPlan& plan : task.garments)
        put_on(plan, task, outfit);
    check_apart(scene, outfit);
    for (const auto& find : { find_hidden_vertex, find_driven_pin })
        if (const std::optional<ClothInSolid> found = find(scene, outfit))
            throw SceneError(
                place_of(task.garments[std::size_t(found->garment)]) + " " + found->what);
    return outfit;
}

}  // namespace gambol::cloth
