// SPDX-License-Identifier: MIT
#include "gambol/motion/audit_world.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol::audit_detail {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kTorsionArm = 0.1;  // m; torsion beyond the limit is compared with weight × this
constexpr double kSlides = 0.05;  // m/s; below it a prop creeps, which counts as slip
constexpr double kSamePlace = 0.02;  // m; two records of one force lie this near to each other

/// Calls visit(owner index, contact index, contact, its samples, "owner/contact").
template <class Visit> void for_each_contact(const World& world, Visit visit)
{
    for (std::size_t o = 0; o < world.owners.size(); ++o) {
        const std::vector<MotionContact>& contacts = *world.owners[o].contacts;
        for (std::size_t c = 0; c < contacts.size(); ++c)
            visit(static_cast<int>(o), contacts[c], world.contacts[o][c],
                world.owners[o].name + "/" + contacts[c].name);
    }
}

/// How far from its partner, in or out, the patch is where its force acts. A foot may stand on its
/// toes, but then nothing may push at its heel.
double patch_distance(
    const World& world, int owner, const MotionContact& contact, const ContactSample& sample, int k)
{
    const Isometry3d frame = patch_frame(world.owners[owner], contact, k);
    const int except = sample.partner.owner == owner ? contact.body : -1;
    const Vector3d local = frame.inverse() * contact.point[k];
    const Vector2d inside
        = local.head<2>().cwiseMax(-contact.half_size).cwiseMin(contact.half_size);
    const Vector3d loaded = frame * Vector3d(inside.x(), inside.y(), 0);
    return std::abs(partner_distance(world, sample.partner, k, loaded, except));
}

/// Nearest distance of the patch to anything it could touch, for contacts that name nothing.
double nearest_distance(const World& world, int owner, const MotionContact& contact, int k)
{
    const Vector3d center = patch_frame(world.owners[owner], contact, k).translation();
    double nearest = 1e3;  // m; stands for "nothing anywhere", as numbers in files are finite
    for (int s = 0; s < static_cast<int>(world.motion.surfaces.size()); ++s)
        nearest = std::min(nearest, std::abs(partner_distance(world, { s, -1 }, k, center, -1)));
    for (int o = 0; o < static_cast<int>(world.owners.size()); ++o)
        if (o != owner)
            nearest
                = std::min(nearest, std::abs(partner_distance(world, { -1, o }, k, center, -1)));
    return nearest;
}

/// Pose of whatever the contact touches: the nearest body of an owner, or the resting world.
Isometry3d partner_pose(const World& world, const Partner& partner, int body, int k)
{
    return partner.owner >= 0 ? world.owners[partner.owner].poses[k][body] : Isometry3d::Identity();
}

int nearest_body(
    const World& world, int owner, const MotionContact& contact, const Partner& partner, int k)
{
    if (partner.owner < 0)
        return 0;
    const int bodies = static_cast<int>(world.owners[partner.owner].bodies.size());
    int best = 0;
    double best_distance = std::numeric_limits<double>::infinity();
    for (int i = 0; i < bodies; ++i) {
        if (partner.owner == owner && i == contact.body)
            continue;
        if (const double distance
            = body_distance(world.owners[partner.owner], i, k, contact.point[k]);
            distance < best_distance) {
            best_distance = distance;
            best = i;
        }
    }
    return best;
}

/// How far owner and partner slide on each other between samples k and k+1: the way of the
/// material under the centre of pressure along the surface, plus the turn about the normal times
/// the mean half size of the patch.
double slide(const World& world, int owner, const MotionContact& contact,
    const std::vector<ContactSample>& samples, int k)
{
    const Partner& partner = samples[k].partner;
    const int partner_body = nearest_body(world, owner, contact, partner, k);
    const Isometry3d own = world.owners[owner].poses[k + 1][contact.body]
        * world.owners[owner].poses[k][contact.body].inverse();
    const Isometry3d other = partner_pose(world, partner, partner_body, k + 1)
        * partner_pose(world, partner, partner_body, k).inverse();
    const Vector3d normal = (samples[k].normal + samples[k + 1].normal).normalized();
    // The midpoint: neither end of the pressure point's way is favoured, so rolling costs nothing.
    const Vector3d point = (contact.point[k] + contact.point[k + 1]) / 2;
    const Vector3d way = own * point - other * point;
    const Eigen::AngleAxisd turn(Eigen::Matrix3d(other.linear().transpose() * own.linear()));
    return (way - normal * normal.dot(way)).norm()
        + std::abs(turn.angle() * turn.axis().dot(normal)) * contact.half_size.mean();
}

/// Distance of the centre of pressure to the patch rectangle.
double pressure_offset(const Owner& owner, const MotionContact& contact, int k)
{
    const Vector3d local = patch_frame(owner, contact, k).inverse() * contact.point[k];
    const Vector2d beyond = (local.head<2>().cwiseAbs() - contact.half_size).cwiseMax(0);
    return Vector3d(beyond.x(), beyond.y(), local.z()).norm();
}

/// Largest torsion that forces at the patch's corners can give about the centre of pressure p:
/// μ Σ λ_i |r_i − p| ≤ μ f_n √(h² − |p|²), h the half diagonal, p from the patch centre.
double torsion_limit(
    const Owner& owner, const MotionContact& contact, double friction, double normal_force, int k)
{
    const Vector3d local = patch_frame(owner, contact, k).inverse() * contact.point[k];
    const double arm_sq = contact.half_size.squaredNorm() - local.head<2>().squaredNorm();
    return friction * std::max(normal_force, 0.0) * std::sqrt(std::max(arm_sq, 0.0));
}

/// Whether the partner's own patch there claims the opposite force too: then it acts twice.
bool recorded_twice(
    const World& world, int owner, const MotionContact& contact, const ContactSample& sample, int k)
{
    if (sample.partner.owner < 0 || sample.partner.owner == owner)
        return false;
    const std::string& name = world.owners[owner].name;
    const std::vector<MotionContact>& others = *world.owners[sample.partner.owner].contacts;
    return std::any_of(others.begin(), others.end(), [&](const MotionContact& other) {
        return other.with[k] == name && (other.point[k] - contact.point[k]).norm() < kSamePlace
            && (other.force[k] + contact.force[k]).norm() < kForced * contact.force[k].norm();
    });
}

/// The lesser of what the patch and what it touches allow.
double friction_with(const World& world, const MotionContact& contact, const ContactSample& sample)
{
    if (sample.partner.surface >= 0)
        return std::min(contact.friction, world.motion.surfaces[sample.partner.surface].friction);
    if (sample.partner.owner >= 0)
        return std::min(contact.friction, world.owners[sample.partner.owner].friction);
    return contact.friction;
}

/// Velocity of the owner's material over that of its partner at the centre of pressure, along the
/// surface, over the samples around k.
Vector3d sliding_velocity(
    const World& world, int owner, const MotionContact& contact, const ContactSample& sample, int k)
{
    const int before = std::max(k - 1, 0), after = std::min(k + 1, world.samples() - 1);
    const int body = nearest_body(world, owner, contact, sample.partner, k);
    const auto way = [&](const Isometry3d& from, const Isometry3d& now, const Isometry3d& to) {
        const Vector3d local = now.inverse() * contact.point[k];
        return Vector3d(to * local - from * local);
    };
    const auto own = [&](int at) { return world.owners[owner].poses[at][contact.body]; };
    const auto other = [&](int at) { return partner_pose(world, sample.partner, body, at); };
    const Vector3d apart
        = (way(own(before), own(k), own(after)) - way(other(before), other(k), other(after)))
        / (world.motion.times[after] - world.motion.times[before]);
    return apart - sample.normal * sample.normal.dot(apart);
}

/// Props may slide where characters must not: a crate is pushed, a ball skids.
bool may_slide(const World& world, int owner, const MotionContact& contact)
{
    return !world.owners[owner].is_character && !contact.grip;
}

/// When the patch of a prop slides, and how far its friction then is from what a body that slides
/// feels: μ f_n against its way.
std::vector<bool> check_sliding(const World& world, int owner, const MotionContact& contact,
    const std::vector<ContactSample>& samples, Peak& error)
{
    std::vector<bool> slides(samples.size(), false);
    if (!may_slide(world, owner, contact))
        return slides;
    for (int k = 0; k < world.samples(); ++k) {
        const ContactSample& sample = samples[k];
        if (!sample.loaded || !sample.partner.exists())
            continue;
        const Vector3d velocity = sliding_velocity(world, owner, contact, sample, k);
        if (velocity.norm() < kSlides)
            continue;
        slides[k] = true;
        const Vector3d friction = contact.force[k] - sample.normal_force * sample.normal;
        const Vector3d expected = -friction_with(world, contact, sample)
            * std::max(sample.normal_force, 0.0) * velocity.normalized();
        error.take((friction - expected).norm() / sample.weight, world.motion.times[k]);
    }
    return slides;
}

}  // namespace

void check_touch(const World& world, const AuditLimits& limits, AuditReport& report)
{
    Worst touch("touch", limits.touch_distance, "m");
    for_each_contact(world,
        [&](int owner, const MotionContact& contact, const std::vector<ContactSample>& samples,
            const std::string& subject) {
            Peak distance, alone;
            bool touches_nothing = false;
            for (int k = 0; k < world.samples(); ++k) {
                if (!samples[k].forced)
                    continue;
                if (samples[k].partner.exists()) {
                    distance.take(patch_distance(world, owner, contact, samples[k], k),
                        world.motion.times[k]);
                } else {
                    touches_nothing = true;
                    alone.take(nearest_distance(world, owner, contact, k), world.motion.times[k]);
                }
            }
            touch.add(subject, distance);
            if (touches_nothing)
                touch.add_failure(subject + " (force from nothing)", alone);
        });
    touch.report(report);
}

void check_slip(const World& world, const AuditLimits& limits, AuditReport& report)
{
    Worst slip("slip", limits.slip, "m");
    Worst sliding("sliding", limits.sliding_error, "of weight");
    for_each_contact(world,
        [&](int owner, const MotionContact& contact, const std::vector<ContactSample>& samples,
            const std::string& subject) {
            double sum = 0;
            Peak fastest, drag;
            const std::vector<bool> slides = check_sliding(world, owner, contact, samples, drag);
            sliding.add(subject, drag);
            for (int k = 0; k + 1 < world.samples(); ++k) {
                const bool stays = samples[k].loaded && samples[k + 1].loaded
                    && samples[k].partner.exists() && contact.with[k] == contact.with[k + 1];
                if (!stays || (slides[k] && slides[k + 1]))
                    continue;
                const double way = slide(world, owner, contact, samples, k);
                sum += way;
                fastest.take(way / (world.motion.times[k + 1] - world.motion.times[k]),
                    world.motion.times[k]);
            }
            slip.add(subject, { sum, fastest.time });
        });
    slip.report(report);
    // Said only where something may slide, so that tables of scenes without props stay as they are.
    if (std::any_of(world.owners.begin(), world.owners.end(), [](const Owner& owner) {
            return !owner.is_character && owner.mass > 0 && !owner.contacts->empty();
        }))
        sliding.report(report);
}

void check_forces(const World& world, const AuditLimits& limits, AuditReport& report)
{
    Worst friction("friction", limits.friction_excess, "of weight");
    Worst pull("pull", limits.friction_excess, "of weight");
    Worst pressure("pressure_point", limits.pressure_excess, "m");
    Worst torsion("torsion", limits.torsion_excess, "of weight x 0.1 m");
    for_each_contact(world,
        [&](int o, const MotionContact& contact, const std::vector<ContactSample>& samples,
            const std::string& subject) {
            if (contact.grip)
                return;
            const Owner& owner = world.owners[o];
            Peak tangential, negative, outside, twist;
            for (int k = 0; k < world.samples(); ++k) {
                const double time = world.motion.times[k];
                const double normal_force = samples[k].normal_force;
                const double tangential_force
                    = (contact.force[k] - normal_force * samples[k].normal).norm();
                const double mu = friction_with(world, contact, samples[k]);
                tangential.take(
                    (tangential_force - mu * std::max(normal_force, 0.0)) / samples[k].weight,
                    time);
                negative.take(-normal_force / samples[k].weight, time);
                if (samples[k].forced)
                    outside.take(pressure_offset(owner, contact, k), time);
                twist.take((std::abs(contact.torsion[k])
                               - torsion_limit(owner, contact, mu, normal_force, k))
                        / (samples[k].weight * kTorsionArm),
                    time);
            }
            friction.add(subject, tangential);
            pull.add(subject, negative);
            pressure.add(subject, outside);
            torsion.add(subject, twist);
        });
    friction.report(report);
    pull.report(report);
    pressure.report(report);
    torsion.report(report);
}

void check_reactions(const World& world, const AuditLimits& limits, AuditReport& report)
{
    Worst reaction("reaction", limits.reaction_error, "of weight");
    Worst peak_force("peak_force", std::numeric_limits<double>::infinity(), "of weight");
    for_each_contact(world,
        [&](int o, const MotionContact& contact, const std::vector<ContactSample>& samples,
            const std::string& subject) {
            Peak unanswered, strongest;
            for (int k = 0; k < world.samples(); ++k) {
                strongest.take(
                    contact.force[k].norm() / world.owners[o].weight, world.motion.times[k]);
                const double force = contact.force[k].norm() / samples[k].weight;
                if (!samples[k].partner.exists())
                    unanswered.take(force, world.motion.times[k]);
                else if (samples[k].forced && recorded_twice(world, o, contact, samples[k], k))
                    unanswered.take(force, world.motion.times[k]);
            }
            reaction.add(subject, unanswered);
            peak_force.add(subject, strongest);
        });
    reaction.report(report);
    peak_force.report(report);
}

}  // namespace gambol::audit_detail
