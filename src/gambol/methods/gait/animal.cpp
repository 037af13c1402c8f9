// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/animal.hpp"

#include "gambol/character/legs.hpp"
#include "gambol/geometry/balls.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numbers>
#include <optional>

namespace gambol::gait {

namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kDensity = 1000;  // kg/m³, of limbs
constexpr double kMuscleStress = 5e5;  // N/m², the most that trained muscle exerts
// Soles shorter than this share of the leg are points: hooves, pads, the ends of stilts.
constexpr double kShortestSole = 0.05;
// Of the half width of a sole: the arm of torsion where forces act (FrameRows::kPressureWidth).
constexpr double kSoleTorsionArm = 0.85;
// Of what it costs legs and trunk to leave the standing pose: arms that are held out cost next to
// nothing (1 % of the whole at 3 m/s), but nobody carries them at 39 degrees.
constexpr double kAside = 10, kSwung = 0.3;
constexpr double kForthAndBack = 0.7;  // y of axes about which arms swing, at least
constexpr double kRootTurn = 0.7;  // rad, either way
// Of runners. Stretched arms that swing cost hardly more, but nobody runs with them.
constexpr double kBentElbow = 1.4;  // rad
constexpr double kWalking = 0.4, kRunning = 1;  // Froude numbers, elbows bend between

int mirror_segment(const Character& body, int segment)
{
    return body.find_segment(other_side(body.segments[size_t(segment)].name));
}

/// A rotation about a seen in a mirror is one about this axis.
Vector3d mirrored_axis(const Vector3d& a)
{
    return { -a.x(), a.y(), -a.z() };
}

/// Of all coordinates, as Animal has it.
struct Mirror {
    std::vector<int> other;
    VectorXd sign;
    bool alike = true;  // what is left and what is right
};
Mirror find_mirror(const Character& body)
{
    const std::vector<int> first = first_angles(body);
    Mirror mirror { { 0, 1, 2, 3, 4, 5 }, VectorXd(kRootDofs + body.dof_count()) };
    mirror.sign.head<kRootDofs>() << 1, -1, 1, -1, -1, 1;  // x y z, about z x y
    for (size_t i = 0; i < body.segments.size(); ++i) {
        const Segment& here = body.segments[i];
        const int other = mirror_segment(body, int(i));
        const Segment& there = body.segments[size_t(other < 0 ? int(i) : other)];
        const Vector3d offset = there.offset.cwiseProduct(Vector3d(1, -1, 1));
        mirror.alike = mirror.alike && other >= 0 && here.dofs.size() == there.dofs.size()
            && (here.offset - offset).norm() < 1e-6 && std::abs(here.mass - there.mass) < 1e-9;
        for (size_t k = 0; k < here.dofs.size(); ++k) {
            const bool paired = other >= 0 && k < there.dofs.size();
            const double cosine
                = paired ? here.dofs[k].axis.dot(mirrored_axis(there.dofs[k].axis)) : 1;
            mirror.alike = mirror.alike && std::abs(std::abs(cosine) - 1) < 1e-6;
            mirror.other.push_back(kRootDofs + first[size_t(paired ? other : int(i))] + int(k));
            mirror.sign[kRootDofs + first[i] + int(k)] = cosine < 0 ? -1 : 1;
        }
    }
    return mirror;
}

/// From its joint to the farthest one that hangs on it, or twice to its centre of mass; a ball
/// about its own joint, as hands in MJCF are, is as long as it is wide.
double length_of(const Character& body, int segment)
{
    double length = 0;
    for (const Segment& child : body.segments)
        if (child.parent == segment)
            length = std::max(length, child.offset.norm());
    const Segment& own = body.segments[size_t(segment)];
    length = std::max(length, 2 * own.com.norm());
    return length > 0 ? length : std::cbrt(6 * own.mass / (kDensity * std::numbers::pi));
}

double radius_of(const Character& body, int segment)
{
    return std::sqrt(body.segments[size_t(segment)].mass
        / (kDensity * std::numbers::pi * length_of(body, segment)));
}

/// What the muscles between a segment and its parent can exert, and at which arm.
struct Muscle {
    double strength, lever;  // N m, m
};
Muscle muscle_of(const Character& body, int segment)
{
    const int parent = body.segments[size_t(segment)].parent;
    const double r1 = radius_of(body, parent), r2 = radius_of(body, segment);
    const double r = smooth_min(r1, r2);
    const double d1 = smooth_min(0.2 * length_of(body, parent), 1.5 * r2);
    const double d2 = smooth_min(0.2 * length_of(body, segment), 1.5 * r1);
    const double area = 0.25 * std::numbers::pi * r * r, arm = d1 * d2 / std::hypot(d1, d2);
    return { kMuscleStress * area * arm, arm };
}

/// Whether a joint of `segment`, or of one between it and `last`, turns about an axis near `axis`.
bool turns_about(const Character& body, int segment, int last, const Vector3d& axis)
{
    for (int s = segment; s >= 0; s = body.segments[size_t(s)].parent) {
        for (const Dof& dof : body.segments[size_t(s)].dofs)
            if (std::abs(dof.axis.normalized().dot(axis)) > 0.7)
                return true;
        if (s == last)
            break;
    }
    return false;
}

Foot make_foot(const Character& body, int index, const Animal& animal)
{
    const Limb& limb = body.limbs[size_t(index)];
    const Patch& patch = body.patches[size_t(limb.patch)];
    Foot foot;
    foot.name = limb.name;
    foot.limb = index;
    foot.patch = limb.patch;
    const Vector3d up = patch.normal.normalized();
    const Vector3d forward = (Vector3d::UnitX() - up.x() * up).normalized();
    foot.back = -forward;
    foot.left = up.cross(forward);
    Vector3d toe = patch.center;
    foot.torsion_arm = patch.half_size.mean();
    if (2 * patch.half_size.x() > kShortestSole) {
        foot.length = 2 * patch.half_size.x();
        foot.half_width = patch.half_size.y();
        foot.torsion_arm = kSoleTorsionArm * foot.half_width;
        toe += patch.half_size.x() * forward;
    }
    foot.toe = animal.body.point(patch.segment, toe);
    foot.heel = animal.body.point(patch.segment, toe + foot.length * foot.back);
    foot.corners = { foot.toe };
    foot.rim = foot.has_sole() ? 0 : patch.half_size.mean();
    if (foot.has_sole()) {
        const Vector3d left = foot.half_width * foot.left, back = foot.length * foot.back;
        foot.corners.clear();
        for (const Vector3d& corner :
            { left, Vector3d(-left), Vector3d(left + back), Vector3d(back - left) })
            foot.corners.push_back(animal.body.point(patch.segment, toe + corner));
    }
    foot.knee = animal.body.point(limb.lower, Vector3d::Zero());
    foot.ankle = animal.body.point(limb.end, Vector3d::Zero());
    foot.keeps_level = foot.has_sole() && turns_about(body, limb.end, limb.end, Vector3d::UnitX());
    foot.keeps_heading = turns_about(body, limb.end, limb.upper, Vector3d::UnitZ());
    if (!foot.has_sole())
        for (const Shape& shape : body.segments[size_t(patch.segment)].shapes)
            for (const Ball& ball : hull_balls(shape))
                foot.balls.push_back(
                    { animal.body.point(patch.segment, ball.center), ball.radius });
    foot.leg_length = toe.norm() + length_of_links(body, limb);
    return foot;
}

/// Feet must be known.
std::vector<MuscleJoint> muscle_joints(const Character& body, const Animal& animal)
{
    std::vector<MuscleJoint> joints;
    const std::vector<int> first = first_angles(body);
    for (size_t i = 1; i < body.segments.size(); ++i)
        if (!body.segments[i].dofs.empty()) {
            joints.emplace_back();
            joints.back().first_dof = kRootDofs + first[i];
            joints.back().dofs = int(body.segments[i].dofs.size());
        }
    for (size_t f = 0; f < animal.feet.size(); ++f) {
        dynamics::BodyPoint next = animal.feet[f].toe;
        for (const int s : segments_up(body, body.limbs[size_t(animal.feet[f].limb)])) {
            const dynamics::BodyPoint here = animal.body.point(s, Vector3d::Zero());
            for (MuscleJoint& joint : joints)
                if (joint.first_dof == kRootDofs + first[size_t(s)]
                    && !body.segments[size_t(s)].dofs.empty()) {
                    joint.foot = int(f);
                    joint.from = here;
                    joint.to = next;
                }
            next = here;
        }
    }
    return joints;
}

VectorXd posture_shares(const Character& body)
{
    std::vector<bool> beside(body.segments.size());
    for (size_t s = 1; s < beside.size(); ++s)
        beside[s] = beside[size_t(body.segments[s].parent)] || body.segments[s].offset.y() != 0;
    for (const Limb& limb : body.limbs)
        for (const int s : limb.support ? segments_up(body, limb) : std::vector<int>())
            beside[size_t(s)] = false;
    VectorXd shares = VectorXd::Ones(kRootDofs + body.dof_count());
    int k = kRootDofs;
    for (size_t s = 0; s < beside.size(); ++s)
        for (const Dof& dof : body.segments[s].dofs) {
            const bool sideways = std::abs(dof.axis.normalized().y()) < kForthAndBack;
            shares[k++] = !beside[s] ? 1 : sideways ? kAside : kSwung;
        }
    return shares;
}

/// Elbows bend to the side to which they can bend farther.
VectorXd running_pose(const Character& body, const VectorXd& standing)
{
    const std::vector<int> first = first_angles(body);
    VectorXd running = standing;
    for (const Limb& limb : body.limbs) {
        const std::vector<Dof>& dofs = body.segments[size_t(limb.lower)].dofs;
        if (limb.support || dofs.size() != 1)
            continue;
        const Dof& elbow = dofs.front();
        const double angle = elbow.upper > -elbow.lower ? kBentElbow : -kBentElbow;
        running[kRootDofs + first[size_t(limb.lower)]]
            = std::clamp(angle, elbow.lower, elbow.upper);
    }
    return running;
}

Character in_units(const Character& character, const Units& units)
{
    return scaled(character, 1 / units.leg, 1 / units.mass);
}

}  // namespace

double smooth_min(double a, double b)
{
    const double least = std::min(a, b);  // outside of the power, which would overflow
    return least * std::pow(std::pow(a / least, -10) + std::pow(b / least, -10), -0.1);
}

VectorXd Animal::rest(double speed) const
{
    const double share = std::clamp((speed * speed - kWalking) / (kRunning - kWalking), 0.0, 1.0);
    return standing + share * (running - standing);
}

VectorXd Animal::mirrored(const VectorXd& q) const
{
    VectorXd result(q.size());
    for (Eigen::Index k = 0; k < q.size(); ++k)
        result[k] = mirror_sign[k] * q[mirror[size_t(k)]];
    return result;
}

Character with_point_masses(Character character)
{
    for (size_t i = 1; i < character.segments.size(); ++i)
        character.segments[i].inertia.setZero();
    return character;
}

bool has_like_sides(const Character& character)
{
    return find_mirror(in_units(character, own_units(character))).alike;
}

Units own_units(const Character& character)
{
    return { character.total_mass(), hip_height(legs_of(character)) };
}

Animal make_animal(const Character& character)
{
    return make_animal(character, own_units(character));
}

Animal make_animal(const Character& character, const Units& units, const Treadmill& treadmill)
{
    const Pose pose = place(character, character.poses.at("standing"), Eigen::Vector2d::Zero(), 0);
    const Character own = in_units(character, units);
    Animal animal { units,
        dynamics::character_tree(own, dynamics::RootJoint::axes, dynamics::kUsualAxes,
            treadmill.gravity(), treadmill.spin()),
        {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, true };

    Pose standing = pose;
    standing.root_position /= units.leg;
    animal.standing = dynamics::coordinates(animal.body, standing);
    animal.running = running_pose(own, animal.standing);
    animal.lower.resize(animal.dofs());
    animal.upper.resize(animal.dofs());
    animal.lower.head<kRootDofs>() << -1.5, -1, 0.2 * animal.standing[2], -kRootTurn, -kRootTurn,
        -kRootTurn;
    animal.upper.head<kRootDofs>() << 1.5, 1, 2 * animal.standing[2], kRootTurn, kRootTurn,
        kRootTurn;
    animal.strength = animal.lever = VectorXd::Ones(animal.dofs());
    const double infinity = std::numeric_limits<double>::infinity();
    animal.torque_lower = VectorXd::Constant(animal.dofs(), -infinity);
    animal.torque_upper = VectorXd::Constant(animal.dofs(), infinity);
    const double torque_unit = units.mass * kGravity * units.leg;  // N m
    animal.posture = posture_shares(own);
    int k = kRootDofs;
    for (size_t i = 0; i < character.segments.size(); ++i)
        for (const Dof& dof : character.segments[i].dofs) {
            const Muscle muscle = muscle_of(character, int(i));
            animal.lower[k] = dof.lower;
            animal.upper[k] = dof.upper;
            animal.lever[k] = muscle.lever / units.leg;
            animal.torque_lower[k] = dof.torque_lower / torque_unit;
            animal.torque_upper[k] = dof.torque_upper / torque_unit;
            animal.strength[k++] = muscle.strength / torque_unit;
        }
    Mirror mirror = find_mirror(own);
    animal.mirror = std::move(mirror.other);
    animal.mirror_sign = std::move(mirror.sign);
    animal.has_mirror = mirror.alike;

    for (size_t i = 0; i < own.limbs.size(); ++i)
        if (own.limbs[i].support)
            animal.feet.push_back(make_foot(own, int(i), animal));
    for (size_t f = 0; f < animal.feet.size(); ++f) {
        animal.feet[f].mirror = int(f);
        for (size_t g = 0; g < animal.feet.size(); ++g)
            if (animal.feet[g].name == other_side(animal.feet[f].name))
                animal.feet[f].mirror = int(g);
    }
    animal.joints = muscle_joints(own, animal);
    animal.folds = fold_pairs(own, animal.body);
    const int head = own.find_segment("head");
    animal.head = animal.body.point(std::max(head, 0), own.segments[size_t(std::max(head, 0))].com);
    return animal;
}

}  // namespace gambol::gait
