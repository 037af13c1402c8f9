// SPDX-License-Identifier: MIT
#include "gambol/io/motion/motion_json.hpp"

#include "gambol/io/mesh/cloth_files.hpp"
#include "gambol/io/json/json_writer.hpp"

#include <ostream>
#include <stdexcept>

namespace gambol::io {
namespace {

void write_shape(JsonWriter& json, const Shape& shape)
{
    json.begin_object();
    std::visit(Overloaded {
                   [&](const Plane& plane) {
                       json.key("plane").begin_object();
                       json.key("point").exact(plane.point);
                       json.key("normal").exact(plane.normal);
                   },
                   [&](const Box& box) {
                       json.key("box").begin_object();
                       json.key("center").exact(box.center);
                       json.key("rotation").exact(box.rotation);
                       json.key("half_size").exact(box.half_size);
                   },
                   [&](const Capsule& capsule) {
                       json.key("capsule").begin_object();
                       json.key("from").exact(capsule.from);
                       json.key("to").exact(capsule.to);
                       json.key("radius").exact(capsule.radius);
                   },
                   [&](const Sphere& sphere) {
                       json.key("sphere").begin_object();
                       json.key("center").exact(sphere.center);
                       json.key("radius").exact(sphere.radius);
                   },
                   [&](const Heightfield& field) {
                       json.key("heightfield").begin_object();
                       json.key("origin").exact(field.origin);
                       json.key("cell").exact(field.cell);
                       json.key("heights").begin_array();
                       for (Eigen::Index j = 0; j < field.heights.cols(); ++j) {
                           json.begin_array();
                           for (Eigen::Index i = 0; i < field.heights.rows(); ++i)
                               json.exact(field.heights(i, j));
                           json.end_array();
                       }
                       json.end_array();
                   },
                   [&](const Mesh& mesh) {
                       if (mesh.file.empty())
                           throw std::logic_error("motion.json: a mesh must have a file");
                       json.key("mesh").begin_object();
                       json.key("file").text(mesh.file);
                   },
               },
        shape);
    json.end_object();
    json.end_object();
}

void write_shapes(JsonWriter& json, const std::vector<Shape>& shapes)
{
    json.list("shapes", shapes, [&](const Shape& shape) { write_shape(json, shape); });
}

void write_inertial(JsonWriter& json, const RigidMass& inertial)
{
    const Eigen::Matrix3d& inertia = inertial.inertia;
    json.key("mass").exact(inertial.mass);
    json.key("com").exact(inertial.com);
    json.key("inertia").begin_array();
    for (const auto& [row, column] :
        { std::pair { 0, 0 }, { 1, 1 }, { 2, 2 }, { 0, 1 }, { 0, 2 }, { 1, 2 } })
        json.exact(inertia(row, column));
    json.end_array();
}

template <class Values> void write_samples(JsonWriter& json, const char* key, const Values& values)
{
    json.list(key, values, [&](const auto& value) { json.sample(value); });
}

template <class Rows> void write_sample_rows(JsonWriter& json, const char* key, const Rows& rows)
{
    json.key(key).begin_array();
    for (const auto& row : rows) {
        json.begin_array();
        for (const auto& value : row)
            json.sample(value);
        json.end_array();
    }
    json.end_array();
}

void write_contact(JsonWriter& json, const MotionContact& contact)
{
    json.key("name").text(contact.name);
    json.key("body").integer(contact.body);
    json.key("center").exact(contact.center);
    json.key("normal").exact(contact.normal);
    json.key("half_size").exact(contact.half_size);
    json.key("friction").exact(contact.friction);
    json.key("grip").boolean(contact.grip);
    write_samples(json, "activation", contact.activation);
    json.key("with").begin_array();
    for (const std::string& with : contact.with) {
        if (with.empty())
            json.null();
        else
            json.text(with);
    }
    json.end_array();
    write_samples(json, "force", contact.force);
    write_samples(json, "point", contact.point);
    write_samples(json, "torsion", contact.torsion);
}

void write_contacts(JsonWriter& json, const std::vector<MotionContact>& contacts)
{
    json.line().objects(
        "contacts", contacts, [&](const MotionContact& contact) { write_contact(json, contact); });
}

void write_joints(JsonWriter& json, const MotionJoints& joints)
{
    json.line().key("joints").begin_object();
    json.list("names", joints.names, [&](const std::string& name) { json.text(name); });
    write_sample_rows(json, "values", joints.values);
    if (joints.torques.empty())
        json.key("torques").null();
    else
        write_sample_rows(json, "torques", joints.torques);
    const auto if_known = [&](const char* key, const Eigen::VectorXd& limits) {
        if (limits.size() > 0)
            json.list(key, limits, [&](double limit) { json.exact_or_null(limit); });
    };
    if_known("lower", joints.lower);
    if_known("upper", joints.upper);
    if_known("torque_lower", joints.torque_lower);
    if_known("torque_upper", joints.torque_upper);
    json.end_object();
}

void write_character(JsonWriter& json, const MotionCharacter& character)
{
    json.key("name").text(character.name);
    json.objects("bodies", character.bodies, [&](const MotionBody& body) {
        json.key("name").text(body.name);
        json.key("parent").integer(body.parent);
        write_inertial(json, body.inertial);
        write_shapes(json, body.shapes);
    });
    json.line();
    write_sample_rows(json, "positions", character.positions);
    json.line();
    write_sample_rows(json, "rotations", character.rotations);
    write_joints(json, character.joints);
    write_contacts(json, character.contacts);
}

void write_prop(JsonWriter& json, const MotionProp& prop)
{
    json.key("name").text(prop.name);
    write_inertial(json, prop.inertial);
    write_shapes(json, prop.shapes);
    if (prop.friction)
        json.key("friction").exact(*prop.friction);
    write_samples(json, "positions", prop.positions);
    write_samples(json, "rotations", prop.rotations);
    write_contacts(json, prop.contacts);
    if (!prop.hinge)
        return;
    const MotionHinge& hinge = *prop.hinge;
    json.line().key("hinge").begin_object();
    json.key("at").exact(hinge.at);
    json.key("axis").exact(hinge.axis);
    json.key("least").exact(hinge.least);
    json.key("most").exact(hinge.most);
    json.key("friction").exact(hinge.friction);
    write_samples(json, "force", hinge.force);
    write_samples(json, "torque", hinge.torque);
    json.end_object();
}

void write_world(JsonWriter& json, const Motion& motion)
{
    json.line().key("gravity").exact(motion.gravity);
    json.line().list("times", motion.times, [&](const double time) { json.exact(time); });
    json.line().objects("surfaces", motion.surfaces, [&](const MotionSurface& surface) {
        json.key("name").text(surface.name);
        json.key("shape");
        write_shape(json, surface.shape);
        json.key("friction").exact(surface.friction);
    });
}

void write_cloth(JsonWriter& json, const MotionCloth& cloth, const ClothFiles& files)
{
    json.line().begin_object();
    json.key("name").text(cloth.name);
    json.key("mesh").text(files.mesh);
    json.key("cache").text(files.cache);
    const auto if_known = [&](const char* key, double value) {
        if (value > 0)
            json.key(key).exact(value);
    };
    if_known("area_density", cloth.area_density);
    if_known("thickness", cloth.thickness);
    if_known("stretch_limit", cloth.stretch_limit);
    json.end_object();
}

void write_extras(JsonWriter& json, const Motion& motion)
{
    json.line().key("cloth").begin_array();
    for (std::size_t i = 0; i < motion.cloth.size(); ++i)
        write_cloth(json, motion.cloth[i], cloth_files(motion, i));
    json.end_array();
    json.line().key("markers").begin_array();
    for (const MotionMarker& marker : motion.markers) {
        json.begin_object();
        json.key("name").text(marker.name);
        json.key("position").exact(marker.position);
        json.end_object();
    }
    json.end_array();
    if (!motion.asked.empty())
        json.line().objects("asked", motion.asked, [&](const MotionRequest& request) {
            json.key("who").text(request.who);
            json.key("what").text(request.what);
            json.key("time").exact(request.time);
            json.list("contacts", request.contacts,
                [&](const std::string& contact) { json.text(contact); });
        });
    if (!motion.claims.empty())
        json.line().list(
            "claims", motion.claims, [&](const std::string& claim) { json.text(claim); });
}

}  // namespace

std::string motion_to_json(const Motion& motion)
{
    JsonWriter json;
    json.begin_object();
    json.key("format").text("gambol/motion");
    json.key("version").integer(1);
    json.line().key("name").text(motion.name);
    json.key("method").text(motion.method);
    json.key("mass_model").text(motion.mass_model);
    if (motion.cycle > 0)
        json.key("cycle").integer(motion.cycle);
    write_world(json, motion);
    json.line().objects("characters", motion.characters,
        [&](const MotionCharacter& character) { write_character(json, character); });
    json.line().objects(
        "props", motion.props, [&](const MotionProp& prop) { write_prop(json, prop); });
    write_extras(json, motion);
    json.line().end_object();
    return json.take() + "\n";
}

void write_motion_json(const Motion& motion, std::ostream& out)
{
    out << motion_to_json(motion);
}

}  // namespace gambol::io
