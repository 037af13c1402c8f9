// SPDX-License-Identifier: MIT
#include "gambol/io/export/gltf_rig.hpp"

#include "gambol/io/export/contact_intervals.hpp"
#include "gambol/io/export/rig.hpp"

#include <algorithm>

namespace gambol::io {
namespace {

using Eigen::Affine3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr double kStillJoint = 1e-7;  // m; a joint that moves less needs no key frames

/// Places and rotations of a joint in the frame of the joint above it, over time.
struct JointPath {
    std::vector<Vector3d> translations;
    std::vector<Quaterniond> rotations;
};

JointPath joint_path(const MotionCharacter& character, const Rig& rig, std::size_t body)
{
    JointPath path;
    const int parent = character.bodies[body].parent;
    for (std::size_t k = 0; k < character.positions.size(); ++k) {
        Vector3d place = character.positions[k][body];
        Quaterniond turn = character.rotations[k][body].normalized() * rig.axes[body];
        if (parent >= 0) {
            const auto p = static_cast<std::size_t>(parent);
            const Quaterniond back
                = (character.rotations[k][p].normalized() * rig.axes[p]).conjugate();
            place = back * (place - character.positions[k][p]);
            turn = back * turn;
        }
        path.translations.push_back(place);
        path.rotations.push_back(turn);
    }
    return path;
}

/// The joint's own frame in the rest pose, world of the motion.
Affine3d rest_frame(const Rig& rig, std::size_t body)
{
    return Eigen::Translation3d(rig.rest_positions[body])
        * (rig.rest_rotations[body] * rig.axes[body]);
}

void set_rest(
    const MotionCharacter& character, const Rig& rig, std::size_t body, int node, GltfBuilder& gltf)
{
    Affine3d local = rest_frame(rig, body);
    if (const int parent = character.bodies[body].parent; parent >= 0)
        local = rest_frame(rig, static_cast<std::size_t>(parent)).inverse() * local;
    gltf.set_translation(node, local.translation());
    gltf.set_rotation(node, Quaterniond(local.linear()));
}

/// All shapes in the rest pose, and the joint each vertex follows.
struct Skin {
    ShapeMesh mesh;
    std::vector<int> joints;
};

Skin make_skin(const MotionCharacter& character, const Rig& rig, const Affine3d& root)
{
    Skin skin;
    const Eigen::Matrix3d turn = root.rotation();
    for (std::size_t i = 0; i < character.bodies.size(); ++i) {
        ShapeMesh part;
        for (const Shape& shape : character.bodies[i].shapes)
            add_shape(shape, part);
        const auto first = static_cast<std::uint32_t>(skin.mesh.positions.size());
        for (std::size_t v = 0; v < part.positions.size(); ++v) {
            const Vector3d point
                = rig.rest_positions[i] + rig.rest_rotations[i] * part.positions[v].cast<double>();
            const Vector3d normal = rig.rest_rotations[i] * part.normals[v].cast<double>();
            skin.mesh.positions.push_back((root * point).cast<float>());
            skin.mesh.normals.push_back((turn * normal).normalized().cast<float>());
            skin.joints.push_back(static_cast<int>(i));
        }
        for (const std::uint32_t index : part.indices)
            skin.mesh.indices.push_back(first + index);
    }
    return skin;
}

}  // namespace

void add_armature(const Motion& motion, const MotionCharacter& character, RestPose rest,
    const GltfRoot& root, int material, int times, GltfBuilder& gltf)
{
    const Rig rig = make_rig(character, rest);
    const int top = gltf.add_node(character.name, root.node, -1);
    gltf.begin_animation(character.name);
    std::vector<int> nodes;
    std::vector<Eigen::Matrix4d> inverse_binds;
    double mass = 0;
    for (std::size_t i = 0; i < character.bodies.size(); ++i) {
        const int parent = character.bodies[i].parent;
        nodes.push_back(gltf.add_node(character.bodies[i].name,
            parent < 0 ? top : nodes[static_cast<std::size_t>(parent)], -1));
        set_rest(character, rig, i, nodes.back(), gltf);
        const JointPath path = joint_path(character, rig, i);
        const bool moves = parent < 0
            || std::any_of(
                path.translations.begin(), path.translations.end(), [&](const Vector3d& p) {
                    return (p - path.translations.front()).norm() > kStillJoint;
                });
        if (moves)
            gltf.animate_translation(nodes.back(), times, path.translations);
        gltf.animate_rotation(nodes.back(), times, path.rotations);
        inverse_binds.push_back((root.transform * rest_frame(rig, i)).inverse().matrix());
        mass += character.bodies[i].inertial.mass;
    }
    add_contact_extras(top, motion.times, character.contacts, mass * motion.gravity.norm(), gltf);
    const Skin skin = make_skin(character, rig, root.transform);
    if (skin.mesh.indices.empty())
        return;
    const int mesh = gltf.add_node(character.name + " skin", -1,
        gltf.add_skinned_mesh(character.name, skin.mesh, material, skin.joints));
    gltf.set_skin(mesh, gltf.add_skin(character.name, nodes, inverse_binds, top));
}

void add_contact_extras(int node, const std::vector<double>& times,
    const std::vector<MotionContact>& contacts, double weight, GltfBuilder& gltf)
{
    tinygltf::Value::Array list;
    for (const ContactInterval& interval : contact_intervals(times, contacts, weight))
        list.emplace_back(tinygltf::Value::Object {
            { "name", tinygltf::Value(interval.contact) },
            { "with", tinygltf::Value(interval.with) },
            { "from", tinygltf::Value(interval.from) },
            { "to", tinygltf::Value(interval.to) },
        });
    if (!list.empty())
        gltf.set_extras(node, { { "contacts", tinygltf::Value(std::move(list)) } });
}

}  // namespace gambol::io
