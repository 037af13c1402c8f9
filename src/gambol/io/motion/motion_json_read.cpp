// SPDX-License-Identifier: MIT
#include "gambol/io/mesh/cloth_files.hpp"
#include "gambol/io/file/input_file.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/json/json_view.hpp"
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/mesh/obj.hpp"

#include <nlohmann/json.hpp>

#include <limits>

namespace gambol::io {
namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

/// What every part of the file needs to know: how many samples, and where meshes lie.
struct Context {
    int samples = 0;
    std::filesystem::path folder;
};

Eigen::Vector3d unit_vector(const JsonView& view)
{
    const Eigen::Vector3d vector = view.vector3();
    if (vector.norm() < 1e-9)
        view.fail("a direction must not be zero");
    return vector.normalized();
}

Heightfield read_heightfield(const JsonView& view)
{
    Heightfield field;
    field.origin = view.at("origin").vector2();
    field.cell = view.at("cell").vector2();
    if (!(field.cell.minCoeff() > 0))
        view.at("cell").fail("both lengths must be above 0");
    const JsonView heights = view.at("heights");
    if (heights.size() < 2 || heights.at(0).size() < 2)
        heights.fail("at least 2 rows of 2 heights are needed");
    field.heights.resize(heights.at(0).size(), heights.size());
    for (int j = 0; j < heights.size(); ++j)
        field.heights.col(j) = heights.at(j).vector(int(field.heights.rows()));
    return field;
}

Shape read_shape(const JsonView& view, const Context& context)
{
    if (view.has("plane")) {
        const JsonView plane = view.at("plane");
        return Plane { plane.at("point").vector3(), unit_vector(plane.at("normal")) };
    }
    if (view.has("box")) {
        const JsonView box = view.at("box");
        return Box { box.at("center").vector3(), box.at("rotation").quaternion().normalized(),
            box.at("half_size").vector3() };
    }
    if (view.has("capsule")) {
        const JsonView capsule = view.at("capsule");
        return Capsule { capsule.at("from").vector3(), capsule.at("to").vector3(),
            capsule.at("radius").number() };
    }
    if (view.has("sphere")) {
        const JsonView sphere = view.at("sphere");
        return Sphere { sphere.at("center").vector3(), sphere.at("radius").number() };
    }
    if (view.has("heightfield"))
        return read_heightfield(view.at("heightfield"));
    if (view.has("mesh")) {
        const std::string file = view.at("mesh").at("file").text();
        Mesh mesh = read_obj(file_within(context.folder, file));
        mesh.file = file;
        return mesh;
    }
    const std::vector<std::string> keys = view.keys();
    view.fail("unknown shape" + (keys.empty() ? "" : " \"" + keys.front() + "\"")
        + "; known are plane, box, capsule, sphere, heightfield and mesh");
}

std::vector<Shape> read_shapes(const JsonView& view, const Context& context)
{
    std::vector<Shape> shapes;
    for (int i = 0; i < view.size(); ++i)
        shapes.push_back(read_shape(view.at(i), context));
    return shapes;
}

RigidMass read_inertial(const JsonView& view)
{
    RigidMass inertial;
    inertial.mass = view.at("mass").number();
    if (inertial.mass < 0)
        view.at("mass").fail("a mass must not be negative");
    inertial.com = view.at("com").vector3();
    const Eigen::VectorXd i = view.at("inertia").vector(6);
    inertial.inertia << i[0], i[3], i[4], i[3], i[1], i[5], i[4], i[5], i[2];
    return inertial;
}

std::vector<double> read_numbers(const JsonView& view, int count)
{
    const Eigen::VectorXd values = view.vector(count);
    return { values.begin(), values.end() };
}

std::vector<Eigen::Vector3d> read_vectors(const JsonView& view, int count)
{
    view.expect_size(count);
    std::vector<Eigen::Vector3d> vectors;
    for (int i = 0; i < count; ++i)
        vectors.push_back(view.at(i).vector3());
    return vectors;
}

std::vector<Eigen::Quaterniond> read_rotations(const JsonView& view, int count)
{
    view.expect_size(count);
    std::vector<Eigen::Quaterniond> rotations;
    for (int i = 0; i < count; ++i) {
        rotations.push_back(view.at(i).quaternion());
        if (rotations.back().norm() < 0.5)
            view.at(i).fail("a rotation must be a unit quaternion");
    }
    return rotations;
}

std::vector<std::string> read_partners(const JsonView& view, int count)
{
    view.expect_size(count);
    std::vector<std::string> partners;
    for (int i = 0; i < count; ++i)
        partners.push_back(view.at(i).is_null() ? "" : view.at(i).text());
    return partners;
}

MotionContact read_contact(const JsonView& view, int bodies, const Context& context)
{
    MotionContact contact;
    contact.name = view.at("name").text();
    contact.body = view.at("body").integer();
    if (contact.body < 0 || contact.body >= bodies)
        view.at("body").fail("there is no body " + std::to_string(contact.body));
    contact.center = view.at("center").vector3();
    contact.normal = unit_vector(view.at("normal"));
    contact.half_size = view.at("half_size").vector2();
    contact.friction = view.at("friction").number();
    contact.grip = view.at("grip").boolean();
    contact.activation = read_numbers(view.at("activation"), context.samples);
    contact.with = read_partners(view.at("with"), context.samples);
    contact.force = read_vectors(view.at("force"), context.samples);
    contact.point = read_vectors(view.at("point"), context.samples);
    contact.torsion = read_numbers(view.at("torsion"), context.samples);
    return contact;
}

std::vector<MotionContact> read_contacts(const JsonView& view, int bodies, const Context& context)
{
    std::vector<MotionContact> contacts;
    for (int i = 0; i < view.size(); ++i)
        contacts.push_back(read_contact(view.at(i), bodies, context));
    return contacts;
}

std::vector<MotionBody> read_bodies(const JsonView& view, const Context& context)
{
    std::vector<MotionBody> bodies;
    for (int i = 0; i < view.size(); ++i) {
        const JsonView entry = view.at(i);
        MotionBody body;
        body.name = entry.at("name").text();
        body.parent = entry.at("parent").integer();
        if (body.parent < -1 || body.parent >= i)
            entry.at("parent").fail("a parent must be -1 or stand before its child");
        body.inertial = read_inertial(entry);
        body.shapes = read_shapes(entry.at("shapes"), context);
        bodies.push_back(std::move(body));
    }
    return bodies;
}

/// One number per joint, null where there is no limit; empty when the key is missing.
Eigen::VectorXd read_limits(const JsonView& view, const char* key, int count, double none)
{
    if (!view.has(key))
        return {};
    const JsonView list = view.at(key).expect_size(count);
    Eigen::VectorXd limits(count);
    for (int i = 0; i < count; ++i)
        limits[i] = list.at(i).is_null() ? none : list.at(i).number();
    return limits;
}

MotionJoints read_joints(const JsonView& view, const Context& context)
{
    MotionJoints joints;
    const JsonView names = view.at("names");
    for (int i = 0; i < names.size(); ++i)
        joints.names.push_back(names.at(i).text());
    const int count = static_cast<int>(joints.names.size());
    const auto rows = [&](const JsonView& table, std::vector<Eigen::VectorXd>& out) {
        table.expect_size(context.samples);
        for (int k = 0; k < context.samples; ++k)
            out.push_back(table.at(k).vector(count));
    };
    // A method without joint coordinates writes no names and may leave the table empty.
    if (count > 0 || view.at("values").size() > 0)
        rows(view.at("values"), joints.values);
    if (view.has("torques") && !view.at("torques").is_null())
        rows(view.at("torques"), joints.torques);
    joints.lower = read_limits(view, "lower", count, -kNoLimit);
    joints.upper = read_limits(view, "upper", count, kNoLimit);
    joints.torque_lower = read_limits(view, "torque_lower", count, -kNoLimit);
    joints.torque_upper = read_limits(view, "torque_upper", count, kNoLimit);
    return joints;
}

MotionCharacter read_character(const JsonView& view, const Context& context)
{
    MotionCharacter character;
    character.name = view.at("name").text();
    character.bodies = read_bodies(view.at("bodies"), context);
    const int bodies = static_cast<int>(character.bodies.size());
    const JsonView positions = view.at("positions").expect_size(context.samples);
    const JsonView rotations = view.at("rotations").expect_size(context.samples);
    for (int k = 0; k < context.samples; ++k) {
        character.positions.push_back(read_vectors(positions.at(k), bodies));
        character.rotations.push_back(read_rotations(rotations.at(k), bodies));
    }
    if (view.has("joints"))
        character.joints = read_joints(view.at("joints"), context);
    character.contacts = read_contacts(view.at("contacts"), bodies, context);
    return character;
}

MotionHinge read_hinge(const JsonView& view, const Context& context)
{
    MotionHinge hinge;
    hinge.at = view.at("at").vector3();
    hinge.axis = view.at("axis").vector3();
    hinge.least = view.at("least").number();
    hinge.most = view.at("most").number();
    hinge.friction = view.at("friction").number();
    hinge.force = read_vectors(view.at("force"), context.samples);
    hinge.torque = read_vectors(view.at("torque"), context.samples);
    return hinge;
}

MotionProp read_prop(const JsonView& view, const Context& context)
{
    MotionProp prop;
    prop.name = view.at("name").text();
    prop.inertial = read_inertial(view);
    prop.shapes = read_shapes(view.at("shapes"), context);
    if (view.has("friction"))
        prop.friction = view.at("friction").number();
    prop.positions = read_vectors(view.at("positions"), context.samples);
    prop.rotations = read_rotations(view.at("rotations"), context.samples);
    if (view.has("contacts"))
        prop.contacts = read_contacts(view.at("contacts"), 1, context);
    if (view.has("hinge"))
        prop.hinge = read_hinge(view.at("hinge"), context);
    return prop;
}

void read_header(const JsonView& root, Motion& motion)
{
    if (root.at("format").text() != "gambol/motion")
        root.at("format").fail("expected \"gambol/motion\"");
    if (const int version = root.at("version").integer(); version != 1)
        root.at("version").fail("version " + std::to_string(version)
            + " is not known here; this program reads version 1");
    motion.name = root.at("name").text();
    motion.method = root.at("method").text();
    if (root.has("mass_model"))
        motion.mass_model = root.at("mass_model").text();
    motion.gravity = root.at("gravity").vector3();
    const JsonView times = root.at("times");
    motion.times = read_numbers(times, times.size());
    for (int k = 1; k < times.size(); ++k)
        if (!(motion.times[k] > motion.times[k - 1]))
            times.at(k).fail("times must increase");
    if (root.has("cycle")) {
        motion.cycle = root.at("cycle").integer();
        if (motion.cycle < 1 || motion.cycle >= times.size())
            root.at("cycle").fail(
                "must be a number of samples, at least 1 and fewer than there are");
    }
}

MotionCloth read_cloth(const JsonView& view, const Context& context)
{
    MotionCloth cloth;
    cloth.name = view.at("name").text();
    cloth.mesh = view.at("mesh").text();
    cloth.cache = view.at("cache").text();
    const auto if_known = [&](const char* key, double& value) {
        if (!view.has(key))
            return;
        value = view.at(key).number();
        if (!(value > 0))
            view.at(key).fail("must be above 0");
    };
    if_known("area_density", cloth.area_density);
    if_known("thickness", cloth.thickness);
    if_known("stretch_limit", cloth.stretch_limit);
    read_cloth_files(cloth, context.samples, context.folder);
    return cloth;
}

void read_extras(const JsonView& root, const Context& context, Motion& motion)
{
    if (root.has("cloth"))
        for (int i = 0; i < root.at("cloth").size(); ++i)
            motion.cloth.push_back(read_cloth(root.at("cloth").at(i), context));
    if (root.has("markers"))
        for (int i = 0; i < root.at("markers").size(); ++i) {
            const JsonView marker = root.at("markers").at(i);
            motion.markers.push_back({ marker.at("name").text(), marker.at("position").vector3() });
        }
    const auto texts = [](const JsonView& list) {
        std::vector<std::string> all;
        for (int i = 0; i < list.size(); ++i)
            all.push_back(list.at(i).text());
        return all;
    };
    if (root.has("asked"))
        for (int i = 0; i < root.at("asked").size(); ++i) {
            const JsonView request = root.at("asked").at(i);
            motion.asked.push_back({ request.at("who").text(), request.at("what").text(),
                request.at("time").number(), texts(request.at("contacts")) });
        }
    if (root.has("claims"))
        motion.claims = texts(root.at("claims"));
}

}  // namespace

Motion motion_from_json(const std::string& text, const std::filesystem::path& file)
{
    const std::string name = file.string();
    nlohmann::json document;
    try {
        document = nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        throw InputError(name + ": not JSON, mistake at byte " + std::to_string(error.byte));
    } catch (const nlohmann::json::out_of_range&) {
        throw InputError(name + ": a number is too large for a double");
    }
    const JsonView root(document, name);

    Motion motion;
    read_header(root, motion);
    const Context context { static_cast<int>(motion.times.size()), file.parent_path() };
    const JsonView surfaces = root.at("surfaces");
    for (int i = 0; i < surfaces.size(); ++i) {
        const JsonView surface = surfaces.at(i);
        motion.surfaces.push_back({ surface.at("name").text(),
            read_shape(surface.at("shape"), context), surface.at("friction").number() });
    }
    const JsonView characters = root.at("characters");
    for (int i = 0; i < characters.size(); ++i)
        motion.characters.push_back(read_character(characters.at(i), context));
    if (root.has("props"))
        for (int i = 0; i < root.at("props").size(); ++i)
            motion.props.push_back(read_prop(root.at("props").at(i), context));
    read_extras(root, context, motion);
    return motion;
}

Motion read_motion_json(const std::filesystem::path& file_or_directory)
{
    std::filesystem::path file = file_or_directory;
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored))
        file /= "motion.json";
    return motion_from_json(read_input_file(file, kMostMotion), file);
}

}  // namespace gambol::io
