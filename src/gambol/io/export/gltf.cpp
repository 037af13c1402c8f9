// SPDX-License-Identifier: MIT
#include "gambol/io/export/gltf.hpp"

#include "gambol/io/export/floor_tiles.hpp"
#include "gambol/io/export/gltf_builder.hpp"
#include "gambol/io/export/gltf_cloth.hpp"
#include "gambol/io/export/gltf_rig.hpp"
#include "gambol/math/rotation.hpp"
#include "gambol/render/palette.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace gambol::io {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr Colour kTile { 0.90, 0.90, 0.88 }, kDarkTile { 0.82, 0.82, 0.80 };
constexpr Colour kSurface { 0.70, 0.68, 0.64 };
constexpr Colour kContact { 0.98, 0.55, 0.12 }, kTarget { 0.20, 0.66, 0.33 };

constexpr double kMarkerThickness = 0.004;  // m, half; and the marker looks out from under a foot
constexpr double kMarkerRim = 0.02;  // m
constexpr double kFixedJoint = 1e-7;  // m; a joint that moves less needs no key frames

class GltfScene {
public:
    GltfScene(const Motion& motion, const ExportOptions& options)
        : motion_(motion)
        , options_(options)
    {
        const Eigen::Matrix3d up = up_rotation(options.up.value_or('y'));
        const double scale = options.scale.value_or(1);
        root_ = gltf_.add_node("gambol", -1, -1);
        gltf_.set_rotation(root_, Quaterniond(up));
        gltf_.set_scale(root_, scale);
        transform_.linear() = scale * up;
        times_ = gltf_.add_times(motion.times);
    }

    /// Cloth comes from the motion as stored.
    std::string write(const Motion& stored)
    {
        add_surfaces();
        if (!skinned() || motion_.characters.empty())
            gltf_.begin_animation("motion");
        for (std::size_t i = 0; i < motion_.characters.size(); ++i) {
            const MotionCharacter& character = motion_.characters[i];
            const int material = gltf_.add_material(
                character.name, colour_of(render::palette::character_bytes(int(i))));
            if (skinned())
                add_armature(motion_, character, options_.rest, { root_, transform_ }, material,
                    times_, gltf_);
            else
                add_character(character, material);
        }
        // With one character, all that moves is played together; several each have their own.
        if (skinned() && motion_.characters.size() > 1)
            gltf_.begin_animation("props");
        for (std::size_t i = 0; i < motion_.props.size(); ++i)
            add_prop(motion_.props[i], int(i));
        add_markers();
        add_cloth(stored, root_, gltf_);
        return gltf_.binary();
    }

private:
    [[nodiscard]] bool skinned() const { return options_.rig == RigKind::skin; }

    static Colour colour_of(const std::array<int, 3>& bytes)
    {
        return { bytes[0] / 255.0, bytes[1] / 255.0, bytes[2] / 255.0 };
    }

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
                for (const FloorTile& tile : floor_tiles(motion_, *plane))
                    add_quad(tile.corners, parts[tile.dark ? 1 : 0].first);
            } else {
                add_shape(surface.shape, shape);
                parts = { { shape, material } };
            }
            static_cast<void>(
                gltf_.add_node(surface.name, root_, gltf_.add_mesh(surface.name, parts)));
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

    void add_character(const MotionCharacter& character, int material)
    {
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

    void add_prop(const MotionProp& prop, int index)
    {
        const int material
            = gltf_.add_material(prop.name, colour_of(render::palette::prop_bytes(index)));
        const int node
            = gltf_.add_node(prop.name, root_, shapes_mesh(prop.name, prop.shapes, material));
        std::vector<Quaterniond> rotations;
        for (const Quaterniond& rotation : prop.rotations)
            rotations.push_back(rotation.normalized());
        animate(node, prop.positions, rotations);
        if (skinned())
            add_contact_extras(node, motion_.times, prop.contacts,
                prop.inertial.mass * motion_.gravity.norm(), gltf_);
        else
            add_contacts(prop.contacts, { node }, prop.inertial.mass);
    }

    void add_contacts(
        const std::vector<MotionContact>& contacts, const std::vector<int>& nodes, double mass)
    {
        const double weight = std::max(mass * motion_.gravity.norm(), 1e-9);
        if (contact_material_ < 0 && !contacts.empty())
            contact_material_ = gltf_.add_material("contact", kContact);
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
    ExportOptions options_;
    GltfBuilder gltf_;
    Eigen::Affine3d transform_ = Eigen::Affine3d::Identity();
    int root_ = -1, times_ = -1, contact_material_ = -1;
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
