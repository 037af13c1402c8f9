// SPDX-License-Identifier: MIT
#include "gambol/motion/audit_world.hpp"

#include "gambol/motion/audit_geometry.hpp"
#include "gambol/math/rotation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol::audit_detail {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;

Isometry3d pose(const Vector3d& position, const Eigen::Quaterniond& rotation)
{
    return Eigen::Translation3d(position) * rotation.normalized();
}

void weigh(Owner& owner, double gravity)
{
    for (const MotionBody& body : owner.bodies)
        owner.mass += body.inertial.mass;
    owner.weight = (owner.mass > 0 ? owner.mass : 1) * gravity;
}

Owner make_owner(const MotionCharacter& character)
{
    Owner owner;
    owner.name = character.name;
    owner.is_character = true;
    owner.bodies = character.bodies;
    owner.contacts = &character.contacts;
    for (std::size_t k = 0; k < character.positions.size(); ++k) {
        owner.poses.emplace_back();
        for (std::size_t i = 0; i < character.bodies.size(); ++i)
            owner.poses.back().push_back(
                pose(character.positions[k][i], character.rotations[k][i]));
    }
    return owner;
}

Owner make_owner(const MotionProp& prop)
{
    Owner owner;
    owner.name = prop.name;
    owner.bodies = { { prop.name, -1, prop.inertial, prop.shapes } };
    owner.contacts = &prop.contacts;
    if (prop.friction)
        owner.friction = *prop.friction;
    if (prop.hinge)
        owner.hinge = &*prop.hinge;
    for (std::size_t k = 0; k < prop.positions.size(); ++k)
        owner.poses.push_back({ pose(prop.positions[k], prop.rotations[k]) });
    return owner;
}

Partner find_partner(const World& world, const std::string& name)
{
    Partner partner;
    for (std::size_t i = 0; i < world.motion.surfaces.size(); ++i)
        if (world.motion.surfaces[i].name == name)
            partner.surface = static_cast<int>(i);
    for (std::size_t i = 0; i < world.owners.size(); ++i)
        if (world.owners[i].name == name)
            partner.owner = static_cast<int>(i);
    return partner;
}

struct NearestShape {
    const Shape* shape = nullptr;
    Isometry3d frame = Isometry3d::Identity();
    double distance = std::numeric_limits<double>::infinity();
};

NearestShape nearest_shape(
    const World& world, const Partner& partner, int k, const Vector3d& point, int except)
{
    NearestShape nearest;
    if (partner.surface >= 0) {
        nearest.shape = &world.motion.surfaces[partner.surface].shape;
        nearest.distance = signed_distance(*nearest.shape, point);
    } else if (partner.owner >= 0) {
        const Owner& owner = world.owners[partner.owner];
        for (int i = 0; i < static_cast<int>(owner.bodies.size()); ++i) {
            if (i == except)
                continue;
            const Vector3d local = owner.poses[k][i].inverse() * point;
            for (const Shape& shape : owner.bodies[i].shapes)
                if (const double distance = signed_distance(shape, local);
                    distance < nearest.distance)
                    nearest = { &shape, owner.poses[k][i], distance };
        }
    }
    return nearest;
}

Vector3d contact_normal(const World& world, const Partner& partner, int k,
    const MotionContact& contact, const Vector3d& patch_normal, int except, double reach)
{
    const NearestShape nearest = nearest_shape(world, partner, k, contact.point[k], except);
    if (!nearest.shape)
        return patch_normal;
    const Isometry3d to_local = nearest.frame.inverse();
    return nearest.frame.linear()
        * surface_normal(
            *nearest.shape, to_local * contact.point[k], to_local.linear() * patch_normal, reach);
}

std::vector<ContactSample> make_contact_samples(
    const World& world, int owner_index, const MotionContact& contact, const AuditLimits& limits)
{
    const Owner& owner = world.owners[owner_index];
    std::vector<ContactSample> samples;
    for (int k = 0; k < world.samples(); ++k) {
        ContactSample sample;
        if (!contact.with[k].empty())
            sample.partner = find_partner(world, contact.with[k]);
        const Vector3d patch_normal = patch_frame(owner, contact, k).linear().col(2);
        const int except = sample.partner.owner == owner_index ? contact.body : -1;
        sample.normal = contact_normal(
            world, sample.partner, k, contact, patch_normal, except, limits.touch_distance);
        sample.normal_force = contact.force[k].dot(sample.normal);
        sample.weight = owner.weight;
        if (sample.partner.owner >= 0 && world.owners[sample.partner.owner].mass > 0)
            sample.weight = std::min(owner.weight, world.owners[sample.partner.owner].weight);
        const double force = contact.force[k].norm();
        sample.forced = force > kForced * sample.weight;
        // A hand may hold a box by friction alone, or hang by its fingers along the bar.
        sample.loaded
            = (contact.grip ? force : std::abs(sample.normal_force)) > kLoaded * sample.weight;
        samples.push_back(sample);
    }
    return samples;
}

}  // namespace

World make_world(const Motion& motion, const AuditLimits& limits)
{
    World world { motion, {}, {} };
    for (const MotionCharacter& character : motion.characters)
        world.owners.push_back(make_owner(character));
    for (const MotionProp& prop : motion.props)
        world.owners.push_back(make_owner(prop));
    const double gravity = motion.gravity.norm() > 0 ? motion.gravity.norm() : kGravity;
    for (Owner& owner : world.owners)
        weigh(owner, gravity);
    for (int i = 0; i < static_cast<int>(world.owners.size()); ++i) {
        world.contacts.emplace_back();
        for (const MotionContact& contact : *world.owners[i].contacts)
            world.contacts.back().push_back(make_contact_samples(world, i, contact, limits));
    }
    return world;
}

double partner_distance(
    const World& world, const Partner& partner, int k, const Vector3d& point, int except)
{
    return nearest_shape(world, partner, k, point, except).distance;
}

double body_distance(const Owner& owner, int body, int k, const Vector3d& point)
{
    const Vector3d local = owner.poses[k][body].inverse() * point;
    double nearest = std::numeric_limits<double>::infinity();
    for (const Shape& shape : owner.bodies[body].shapes)
        nearest = std::min(nearest, signed_distance(shape, local));
    return nearest;
}

Isometry3d patch_frame(const Owner& owner, const MotionContact& contact, int k)
{
    Isometry3d frame = Isometry3d::Identity();
    frame.linear() = patch_axes(contact.normal.normalized());
    frame.translation() = contact.center;
    return owner.poses[k][contact.body] * frame;
}

Worst::Worst(std::string name, double limit, std::string unit)
    : name_(std::move(name))
    , unit_(std::move(unit))
    , limit_(limit)
{
}

bool Worst::worse(const Entry& a, const Entry& b) const
{
    return a.failed != b.failed ? a.failed : a.value > b.value;
}

void Worst::add(const std::string& subject, const Peak& peak)
{
    entries_.push_back({ subject, peak.value, peak.time, !(peak.value <= limit_) });
}

void Worst::add_failure(const std::string& subject, const Peak& peak)
{
    entries_.push_back({ subject, peak.value, peak.time, true });
}

void Worst::report(AuditReport& report) const
{
    // Where nothing is amiss there is nobody to name.
    Entry worst { "", 0, 0, false };
    for (const Entry& entry : entries_)
        if (worse(entry, worst))
            worst = entry;
    report.checks.push_back(
        { name_, worst.subject, worst.value, limit_, unit_, worst.time, !worst.failed });
    for (const Entry& entry : entries_)
        if (entry.failed && entry.subject != worst.subject)
            report.notes.push_back(name_ + " also fails for " + entry.subject);
}

}  // namespace gambol::audit_detail
