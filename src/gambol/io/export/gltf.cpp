// SPDX-License-Identifier: MIT
#include "gambol/io/export/gltf.hpp"

#include "gambol/io/export/gltf_builder.hpp"
#include "gambol/io/export/gltf_cloth.hpp"
#include "gambol/math/rotation.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace gambol::io {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr std::array<Colour, 5> kCharacterColours { { { 0.36, 0.55, 0.75 }, { 0.86, 0.47, 0.38 },
    { 0.42, 0.66, 0.50 }, { 0.62, 0.50, 0.74 }, { 0.85, 0.66, 0.33 } } };
constexpr Colour kTile { 0.90, 0.90, 0.88 }, kDarkTile { 0.82, 0.82, 0.80 };
constexpr Colour kSurface { 0.70, 0.68, 0.64 }, kProp { 0.76, 0.60, 0.42 };
constexpr Colour kContact { 0.98, 0.55, 0.12 }, kTarget { 0.20, 0.66, 0.33 };

constexpr double kMarkerThickness = 0.004;  // m, half; and the marker looks out from under a foot
constexpr double kMarkerRim = 0.02;  // m
constexpr double kGroundMargin = 2;  // m of floor around everything that moves
constexpr double kTileSize = 0.5;  // m
constexpr double kFixedJoint = 1e-7;  // m; a joint that moves less needs no key frames

class GltfScene {
public:
    GltfScene(const Motion& motion, const ExportOptions& options)
        : motion_(motion)
    {
        root_ = gltf_.add_node("gambol", -1, -1);
        gltf_.set_rotation(root_, Quaterniond(up_rotation(options.up.value_or('y'))));
        gltf_.set_scale(root_, options.scale.value_or(1));
        times_ = gltf_.add_times(motion.times);
        contact_material_ = gltf_.add_material("contact", kContact);
    }

    /// Cloth comes from the motion as stored.
    std::string write(const Motion& stored)
    {
        add_surfaces();
        for (std::size_t i = 0; i < motion_.characters.size(); ++i)
            add_character(motion_.characters[i], kCharacterColours[i % kCharacterColours.size()]);
        for (const MotionProp& prop : motion_.props)
            add_prop(prop);
        add_markers();
        add_cloth(stored, root_, gltf_);
        return gltf_.binary();
    }

private:
    void add_surfaces()
    {
        const int material = gltf_.add_material("surface", kSurface);
        const int light = gltf_.add_material("tile", kTile);
        const int dark = gltf_.add_material("dark tile", kDarkTile);
        for (const MotionSurface& surface : motion_.surfaces) {
            ShapeMesh shape;
            std::vector<std::pair<ShapeMesh, int>> parts;
            if (const Plane* plane = std::get_if<Plane>(&surface.shape)) {
                parts = { { {}, light }, { {}, dark } };
                add_tiles(*plane, parts[0].first, parts[1].first);
            } else {
                add_shape(surface.shape, shape);
                parts = { { shape, material } };
            }
            static_cast<void>(
                gltf_.add_node(surface.name, root_, gltf_.add_mesh(surface.name, parts)));
        }
    }

    /// Chequered piece of a plane under everything that moves; its tiles show the scale.
    void add_tiles(const Plane& plane, ShapeMesh& light, ShapeMesh& dark) const
    {
        const Quaterniond turn = Quaterniond::FromTwoVectors(Vector3d::UnitZ(), plane.normal);
        Eigen::AlignedBox2d area(Eigen::Vector2d::Zero());
        const auto cover = [&](const Vector3d& point) {
            area.extend(Eigen::Vector2d((turn.conjugate() * (point - plane.point)).head<2>()));
        };
        for (const MotionCharacter& character : motion_.characters)
            for (const auto& row : character.positions)
                std::for_each(row.begin(), row.end(), cover);
        for (const MotionProp& prop : motion_.props)
            std::for_each(prop.positions.begin(), prop.positions.end(), cover);
        for (const MotionMarker& marker : motion_.markers)
            cover(marker.position);

        const auto tile = [](double x) { return static_cast<int>(std::floor(x / kTileSize)); };
        const Eigen::Vector2d low = area.min().array() - kGroundMargin;
        const Eigen::Vector2d high = area.max().array() + kGroundMargin;
        for (int i = tile(low.x()); i <= tile(high.x()); ++i)
            for (int j = tile(low.y()); j <= tile(high.y()); ++j) {
                const auto corner = [&](int di, int dj) {
                    return Vector3d(plane.point
                        + turn * Vector3d((i + di) * kTileSize, (j + dj) * kTileSize, 0));
                };
                add_quad({ corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1) },
                    (i + j) % 2 == 0 ? light : dark);
            }
    }

    [[nodiscard]] int shapes_mesh(
        const std::string& name, const std::vector<Shape>& shapes, int material)
    {
        ShapeMesh mesh;
        for (const Shape& shape : shapes)
            add_shape(shape, mesh);
        return gltf_.add_mesh(name, { { mesh, material } });
    }

    void animate(
        int node, const std::vector<Vector3d>& positions, const std::vector<Quaterniond>& rotations)
    {
        gltf_.set_translation(node, positions.front());
        gltf_.set_rotation(node, rotations.front());
        const bool moves = std::any_of(positions.begin(), positions.end(),
            [&](const Vector3d& p) { return (p - positions.front()).norm() > kFixedJoint; });
        if (moves)
            gltf_.animate_translation(node, times_, positions);
        gltf_.animate_rotation(node, times_, rotations);
    }

    void add_character(const MotionCharacter& character, const Colour& colour)
    {
        const int material = gltf_.add_material(character.name, colour);
        const int top = gltf_.add_node(character.name, root_, -1);
        std::vector<int> nodes;
        double mass = 0;
        for (std::size_t i = 0; i < character.bodies.size(); ++i) {
            const MotionBody& body = character.bodies[i];
            const int mesh = shapes_mesh(body.name, body.shapes, material);
            nodes.push_back(gltf_.add_node(body.name,
                body.parent < 0 ? top : nodes[static_cast<std::size_t>(body.parent)], mesh));
            std::vector<Vector3d> positions;
            std::vector<Quaterniond> rotations;
            for (std::size_t k = 0; k < motion_.times.size(); ++k) {
                positions.push_back(character.positions[k][i]);
                rotations.push_back(character.rotations[k][i].normalized());
                if (body.parent >= 0) {
                    const auto parent = static_cast<std::size_t>(body.parent);
                    const Quaterniond back
                        = character.rotations[k][parent].normalized().conjugate();
                    positions.back() = back * (positions.back() - character.positions[k][parent]);
                    rotations.back() = back * rotations.back();
                }
            }
            animate(nodes.back(), positions, rotations);
            mass += body.inertial.mass;
        }
        add_contacts(character.contacts, nodes, mass);
    }

    void add_prop(const MotionProp& prop)
    {
        if (prop_material_ < 0)
            prop_material_ = gltf_.add_material("prop", kProp);
        const int node
            = gltf_.add_node(prop.name, root_, shapes_mesh(prop.name, prop.shapes, prop_material_));
        std::vector<Quaterniond> rotations;
        for (const Quaterniond& rotation : prop.rotations)
            rotations.push_back(rotation.normalized());
        animate(node, prop.positions, rotations);
        add_contacts(prop.contacts, { node }, prop.inertial.mass);
    }

    void add_contacts(
        const std::vector<MotionContact>& contacts, const std::vector<int>& nodes, double mass)
    {
        const double weight = std::max(mass * motion_.gravity.norm(), 1e-9);
        for (const MotionContact& contact : contacts) {
            ShapeMesh plate;
            add_shape(Box { Vector3d::Zero(), Quaterniond::Identity(),
                          { contact.half_size.x() + kMarkerRim, contact.half_size.y() + kMarkerRim,
                              kMarkerThickness } },
                plate);
            const int mesh = gltf_.add_mesh("contact", { { plate, contact_material_ } });
            const int node = gltf_.add_node(
                contact.name + " contact", nodes[static_cast<std::size_t>(contact.body)], mesh);
            gltf_.set_translation(node, contact.center);
            gltf_.set_rotation(node, Quaterniond(patch_axes(contact.normal)));
            animate_load(node, contact, weight);
        }
    }

    /// Shows the marker while the patch is loaded; key frames only where that changes.
    void animate_load(int node, const MotionContact& contact, double weight)
    {
        std::vector<double> times, shown;
        for (std::size_t k = 0; k < motion_.times.size(); ++k) {
            const double now = contact.force[k].norm() > kLoadedShare * weight ? 1 : 0;
            if (shown.empty() || shown.back() != now) {
                times.push_back(motion_.times[k]);
                shown.push_back(now);
            }
        }
        gltf_.set_scale(node, shown.front());
        gltf_.animate_scale_steps(node, gltf_.add_times(times), shown);
    }

    void add_markers()
    {
        if (motion_.markers.empty())
            return;
        const int material = gltf_.add_material("target", kTarget);
        ShapeMesh ring;
        add_torus(0.16, 0.012, ring);
        const int mesh = gltf_.add_mesh("target", { { ring, material } });
        for (const MotionMarker& marker : motion_.markers)
            gltf_.set_translation(gltf_.add_node(marker.name, root_, mesh), marker.position);
    }

    const Motion& motion_;
    GltfBuilder gltf_;
    int root_ = -1, times_ = -1, contact_material_ = -1, prop_material_ = -1;
};

}  // namespace

std::string motion_to_glb(const Motion& stored, const ExportOptions& options)
{
    const Motion motion = at_export_rate(stored, options);
    return GltfScene(motion, options).write(stored);
}

Exported write_glb(
    const Motion& motion, const std::filesystem::path& file, const ExportOptions& options)
{
    write_export(file, motion_to_glb(motion, options));
    Exported exported { { file } };
    if (const std::string why = cloth_left_out_of_glb(motion); !why.empty())
        exported.notes.push_back({ why, "a shorter clip or fewer vertices" });
    return exported;
}

}  // namespace gambol::io
