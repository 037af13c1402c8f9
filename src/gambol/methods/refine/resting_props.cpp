// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/resting_props.hpp"

#include <algorithm>

namespace gambol::refine {

namespace {

using Eigen::Vector3d;

constexpr double kStays = 0.005;  // m: what is never farther from where it began rests
constexpr double kStaysTurned = 0.02;  // rad

bool touches(const std::vector<MotionContact>& contacts, const std::string& name)
{
    return std::any_of(contacts.begin(), contacts.end(), [&](const MotionContact& contact) {
        return std::find(contact.with.begin(), contact.with.end(), name) != contact.with.end();
    });
}

/// All the time on one surface of the world, with one patch, where it began.
bool stays(const Motion& motion, const MotionProp& prop)
{
    if (prop.contacts.size() != 1)
        return false;
    const std::vector<std::string>& with = prop.contacts.front().with;
    const bool on_world = std::any_of(motion.surfaces.begin(), motion.surfaces.end(),
        [&](const MotionSurface& surface) { return surface.name == with.front(); });
    if (!on_world || std::count(with.begin(), with.end(), with.front()) != int(with.size()))
        return false;
    for (size_t t = 0; t < motion.times.size(); ++t)
        if ((prop.positions[t] - prop.positions.front()).norm() > kStays
            || prop.rotations[t].angularDistance(prop.rotations.front()) > kStaysTurned)
            return false;
    return std::none_of(motion.props.begin(), motion.props.end(),
        [&](const MotionProp& other) { return touches(other.contacts, prop.name); });
}

bool is_touched(const Motion& motion, const MotionProp& prop)
{
    return std::any_of(motion.characters.begin(), motion.characters.end(),
        [&](const MotionCharacter& who) { return touches(who.contacts, prop.name); });
}

/// Force and torque about a point that characters put on something at a sample.
struct Load {
    Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();
};
Load load_on(const Motion& motion, const std::string& name, size_t t, const Vector3d& about)
{
    Load load;
    for (const MotionCharacter& who : motion.characters)
        for (const MotionContact& contact : who.contacts)
            if (contact.with[t] == name) {
                load.force -= contact.force[t];
                // What is stood on is level.
                load.torque -= (contact.point[t] - about).cross(contact.force[t])
                    + contact.torsion[t] * Vector3d::UnitZ();
            }
    return load;
}

/// What the floor does to what rests on it: with force f, centre of pressure c₀ + s in the plane of
/// the patch and torsion τ about its normal n
///
///     f + F + m g = 0        (c₀ + s − C) × f + τ n + T = 0
void add_floor_force(const Motion& motion, size_t t, MotionProp& prop)
{
    MotionContact& contact = prop.contacts.front();
    const Vector3d middle = prop.positions[t] + prop.rotations[t] * prop.inertial.com,
                   patch = prop.positions[t] + prop.rotations[t] * contact.center,
                   n = prop.rotations[t] * contact.normal;
    const Load load = load_on(motion, prop.name, t, middle);
    const Vector3d f = -load.force - prop.inertial.mass * motion.gravity;
    const Vector3d torque = -load.torque - (patch - middle).cross(f);
    const double pressure = f.dot(n);
    const Vector3d s = pressure > 0 ? Vector3d(n.cross(torque) / pressure) : Vector3d::Zero();
    contact.force.push_back(f);
    contact.point.push_back(patch + s);
    contact.torsion.push_back((torque - s.cross(f)).dot(n));
}

}  // namespace

RestingProps::RestingProps(const Scene& scene, const Motion& found)
    : scene_(scene)
    , found_(found)
{
    scene_.props.clear();
    found_.props.clear();
    for (size_t p = 0; p < found.props.size(); ++p) {
        const MotionProp& prop = found.props[p];
        if (!stays(found, prop) || !is_touched(found, prop)) {
            scene_.props.push_back(scene.props[p]);
            found_.props.push_back(prop);
            continue;
        }
        const Shape shape
            = placed(prop.shapes.front(), prop.positions.front(), prop.rotations.front());
        const double friction = prop.friction.value_or(scene.props[p].friction);
        scene_.surfaces.push_back({ prop.name, shape, friction, {} });
        found_.surfaces.push_back({ prop.name, shape, friction });
        those_.push_back({ p, prop });
    }
}

void RestingProps::put_back(Motion& motion) const
{
    motion.surfaces.resize(motion.surfaces.size() - those_.size());
    const size_t samples = motion.times.size();
    for (const Resting& resting : those_) {
        MotionProp prop = resting.prop;
        prop.positions.assign(samples, resting.prop.positions.front());
        prop.rotations.assign(samples, resting.prop.rotations.front());
        MotionContact& contact = prop.contacts.front();
        contact.activation.assign(samples, 1);
        contact.with.assign(samples, resting.prop.contacts.front().with.front());
        contact.force.clear();
        contact.point.clear();
        contact.torsion.clear();
        for (size_t t = 0; t < samples; ++t)
            add_floor_force(motion, t, prop);
        motion.props.insert(motion.props.begin() + std::ptrdiff_t(resting.index), std::move(prop));
    }
}

}  // namespace gambol::refine
