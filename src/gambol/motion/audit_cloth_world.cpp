// SPDX-License-Identifier: MIT
#include "gambol/motion/audit_cloth.hpp"
#include "gambol/motion/audit_geometry.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace gambol::audit_detail {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector2i;
using Eigen::Vector3d;
using Eigen::Vector3i;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Who carries a shape: a body of an owner, or the world (owner −1).
struct Carrier {
    std::string name;
    int owner = -1, body = 0;

    [[nodiscard]] Isometry3d pose(const World& world, int k) const
    {
        return owner < 0 ? Isometry3d::Identity() : world.owners[owner].poses[k][body];
    }
};

/// Consecutive vertices and triangles that belong to one cloth or one body.
struct Part {
    Carrier carrier;
    int first_vertex = 0, first_triangle = 0;
    int cloth = -1;  // index into Motion::cloth, or
    std::vector<Vector3d> local;  // vertices in the frame of the carrier
};

struct Solid {
    Carrier carrier;
    const Shape* shape;
};

/// Corners numbered by bits x, y, z; faces counter-clockwise from outside.
Mesh box_mesh(const Box& box)
{
    Mesh mesh;
    for (int corner = 0; corner < 8; ++corner) {
        const Vector3d signs((corner & 1) ? 1 : -1, (corner & 2) ? 1 : -1, (corner & 4) ? 1 : -1);
        mesh.vertices.push_back(box.center + box.rotation * signs.cwiseProduct(box.half_size));
    }
    mesh.triangles = { { 0, 4, 6 }, { 0, 6, 2 }, { 1, 3, 7 }, { 1, 7, 5 }, { 0, 1, 5 }, { 0, 5, 4 },
        { 2, 6, 7 }, { 2, 7, 3 }, { 0, 2, 3 }, { 0, 3, 1 }, { 4, 5, 7 }, { 4, 7, 6 } };
    return mesh;
}

}  // namespace

struct ClothWorld::State {
    const World& world;
    std::vector<Part> parts;
    std::vector<Solid> solids;
    std::vector<Vector3i> triangles;
    int cloth_triangles = 0, cloth_vertices = 0;
    std::vector<Vector3d> vertices;
    std::unique_ptr<ClothIntersectionFinder> finder;

    explicit State(const World& all)
        : world(all)
    {
        const Motion& motion = world.motion;
        for (int i = 0; i < static_cast<int>(motion.cloth.size()); ++i)
            add_part({ { motion.cloth[i].name }, 0, 0, i, {} }, motion.cloth[i].triangles,
                motion.cloth[i].vertex_count());
        cloth_triangles = static_cast<int>(triangles.size());
        cloth_vertices = static_cast<int>(vertices.size());
        for (const MotionSurface& surface : motion.surfaces)
            add_shape({ surface.name }, surface.shape);
        for (int o = 0; o < static_cast<int>(world.owners.size()); ++o) {
            const Owner& owner = world.owners[o];
            for (int b = 0; b < static_cast<int>(owner.bodies.size()); ++b)
                for (const Shape& shape : owner.bodies[b].shapes) {
                    const std::string name
                        = owner.is_character ? owner.name + "/" + owner.bodies[b].name : owner.name;
                    add_shape({ name, o, b }, shape);
                }
        }
        place(0);
        finder = std::make_unique<ClothIntersectionFinder>(triangles, cloth_triangles, vertices);
    }

    void add_part(Part part, const std::vector<Vector3i>& of_part, int vertex_count)
    {
        part.first_vertex = static_cast<int>(vertices.size());
        part.first_triangle = static_cast<int>(triangles.size());
        for (const Vector3i& t : of_part)
            triangles.push_back(t.array() + part.first_vertex);
        vertices.resize(vertices.size() + vertex_count);
        parts.push_back(std::move(part));
    }

    void add_shape(const Carrier& carrier, const Shape& shape)
    {
        const auto add_mesh = [&](const Mesh& mesh) {
            add_part({ carrier, 0, 0, -1, mesh.vertices }, mesh.triangles,
                static_cast<int>(mesh.vertices.size()));
        };
        if (const Box* box = std::get_if<Box>(&shape))
            add_mesh(box_mesh(*box));
        if (const Mesh* mesh = std::get_if<Mesh>(&shape))
            add_mesh(*mesh);
        else  // a box as well: cloth wholly inside crosses none of its faces
            solids.push_back({ carrier, &shape });
    }

    void place(int k)
    {
        for (const Part& part : parts) {
            Vector3d* to = vertices.data() + part.first_vertex;
            if (part.cloth >= 0) {
                const MotionCloth& cloth = world.motion.cloth[part.cloth];
                for (int i = 0; i < cloth.vertex_count(); ++i)
                    *to++ = cloth.vertex(k, i);
                continue;
            }
            const Isometry3d pose = part.carrier.pose(world, k);
            for (const Vector3d& local : part.local)
                *to++ = pose * local;
        }
    }

    [[nodiscard]] const Part& part_of_vertex(int vertex) const
    {
        return *std::prev(std::upper_bound(parts.begin(), parts.end(), vertex,
            [](int i, const Part& part) { return i < part.first_vertex; }));
    }
    [[nodiscard]] const Part& part_of_triangle(int triangle) const
    {
        return *std::prev(std::upper_bound(parts.begin(), parts.end(), triangle,
            [](int i, const Part& part) { return i < part.first_triangle; }));
    }

    [[nodiscard]] SolidFinding around_segment(
        const Solid& solid, const Isometry3d& pose, const Capsule& axis, double reach) const
    {
        const auto nearest
            = finder->nearest_to_segment(pose * axis.from, pose * axis.to, axis.radius + reach);
        if (nearest.triangle < 0)
            return { "", kInfinity };
        return { part_of_triangle(nearest.triangle).carrier.name + " triangle "
                + std::to_string(
                    nearest.triangle - part_of_triangle(nearest.triangle).first_triangle)
                + " and " + solid.carrier.name,
            nearest.distance - axis.radius };
    }

    /// Exact for a plane; for a box the crossing of its faces is found elsewhere.
    [[nodiscard]] SolidFinding at_vertices(const Solid& solid, const Isometry3d& pose) const
    {
        const Isometry3d to_local = pose.inverse();
        SolidFinding found { "", kInfinity };
        int nearest = -1;
        for (int i = 0; i < cloth_vertices; ++i)
            if (const double distance = signed_distance(*solid.shape, to_local * vertices[i]);
                distance < found.distance) {
                found.distance = distance;
                nearest = i;
            }
        if (nearest >= 0)
            found.name = part_of_vertex(nearest).carrier.name + " vertex "
                + std::to_string(nearest - part_of_vertex(nearest).first_vertex) + " and "
                + solid.carrier.name;
        return found;
    }
};

ClothWorld::ClothWorld(const World& world)
    : state_(std::make_unique<State>(world))
{
}
ClothWorld::~ClothWorld() = default;

double ClothWorld::reach() const
{
    double reach = kInfinity;
    for (const MotionCloth& cloth : state_->world.motion.cloth) {
        double shortest = kInfinity;
        for (const Vector2i& e : cloth_edges(cloth))
            shortest = std::min(shortest, (cloth.rest[e[0]] - cloth.rest[e[1]]).norm());
        reach = std::min(reach, cloth.thickness > 0 ? 2 * cloth.thickness : shortest / 4);
    }
    return reach;
}

ClothFrameFindings ClothWorld::find(int k, double reach)
{
    state_->place(k);
    return state_->finder->find(state_->vertices, reach);
}

std::vector<SolidFinding> ClothWorld::compare_with_solids(int k, double reach) const
{
    std::vector<SolidFinding> findings;
    for (const Solid& solid : state_->solids) {
        const Isometry3d pose = solid.carrier.pose(state_->world, k);
        SolidFinding found;
        if (const Sphere* sphere = std::get_if<Sphere>(solid.shape))
            found = state_->around_segment(
                solid, pose, { sphere->center, sphere->center, sphere->radius }, reach);
        else if (const Capsule* capsule = std::get_if<Capsule>(solid.shape))
            found = state_->around_segment(solid, pose, *capsule, reach);
        else
            found = state_->at_vertices(solid, pose);
        if (found.distance < reach)
            findings.push_back(found);
    }
    return findings;
}

std::vector<SolidOverlap> ClothWorld::overlaps_at_cloth(int k) const
{
    const std::vector<Solid>& solids = state_->solids;
    std::vector<Isometry3d> to_local;
    for (const Solid& solid : solids)
        to_local.push_back(solid.carrier.pose(state_->world, k).inverse());
    std::map<std::pair<std::size_t, std::size_t>, double> deepest;
    for (int i = 0; i < state_->cloth_vertices; ++i) {
        const auto distance = [&](std::size_t s) {
            return signed_distance(*solids[s].shape, to_local[s] * state_->vertices[i]);
        };
        for (std::size_t a = 0; a < solids.size(); ++a) {
            const double depth = -distance(a);
            if (depth <= 0)
                continue;
            // A ball of this radius around the vertex is inside a; b reaches into it.
            for (std::size_t b = 0; b < solids.size(); ++b)
                if (const double shared = depth - distance(b); b != a && shared > 0) {
                    double& most = deepest[std::minmax(a, b)];
                    most = std::max(most, shared);
                }
        }
    }
    std::vector<SolidOverlap> overlaps;
    for (const auto& [pair, depth] : deepest)
        overlaps.push_back(
            { solids[pair.first].carrier.name + " and " + solids[pair.second].carrier.name,
                depth });
    return overlaps;
}

std::string ClothWorld::name_pair(const Vector2i& edge, const std::string& how, int triangle) const
{
    const Part& a = state_->part_of_vertex(edge[0]);
    const Part& b = state_->part_of_triangle(triangle);
    return a.carrier.name + " edge " + std::to_string(edge[0] - a.first_vertex) + "-"
        + std::to_string(edge[1] - a.first_vertex) + " " + how + " " + b.carrier.name + " triangle "
        + std::to_string(triangle - b.first_triangle);
}

std::vector<Vector2i> cloth_edges(const MotionCloth& cloth)
{
    std::set<std::pair<int, int>> known;
    for (const Vector3i& t : cloth.triangles)
        for (int k = 0; k < 3; ++k)
            known.insert(std::minmax({ t[k], t[(k + 1) % 3] }));
    std::vector<Vector2i> edges;
    for (const auto& [a, b] : known)
        edges.emplace_back(a, b);
    return edges;
}

std::vector<double> vertex_masses(const MotionCloth& cloth)
{
    std::vector<double> masses(cloth.rest.size(), 0.0);
    double total = 0;
    for (const Vector3i& t : cloth.triangles) {
        const double area = 0.5
            * (cloth.rest[t[1]] - cloth.rest[t[0]])
                  .cross(cloth.rest[t[2]] - cloth.rest[t[0]])
                  .norm();
        total += area;
        for (int k = 0; k < 3; ++k)
            masses[t[k]] += area / 3;
    }
    const double scale = cloth.area_density > 0 ? cloth.area_density : 1 / total;
    for (double& mass : masses)
        mass *= scale;
    return masses;
}

}  // namespace gambol::audit_detail
