// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/animal.hpp"

#include "gambol/geometry/balls.hpp"

#include <algorithm>
#include <cassert>
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
constexpr double kRootTurn = 0.7;  // rad, either way

/// The name on the other side of the body; the same for what lies in the middle.
std::string other_side(std::string name)
{
    for (const auto& [here, there] : { std::pair("left", "right"), std::pair("right", "left") })
        if (const size_t at = name.find(here); at != std::string::npos)
            return name.replace(at, std::string(here).size(), there);
    return name;
}

int mirror_segment(const Character& body, int segment)
{
    return body.find_segment(other_side(body.segments[size_t(segment)].name));
}

/// A rotation about a seen in a mirror is one about this axis.
Vector3d mirrored_axis(const Vector3d& a)
{
    return { -a.x(), a.y(), -a.z() };
}

/// Fills the mirror of all coordinates; false where the two sides are not alike.
bool find_mirror(const Character& body, Animal& animal)
{
    animal.mirror = { 0, 1, 2, 3, 4, 5 };
    animal.mirror_sign.resize(animal.dofs());
    animal.mirror_sign.head<kRootDofs>() << 1, -1, 1, -1, -1, 1;  // x y z, about z x y
    const std::vector<int> first = first_angles(body);
    bool alike = true;
    for (size_t i = 0; i < body.segments.size(); ++i) {
        const Segment& here = body.segments[i];
        const int other = mirror_segment(body, int(i));
        const Segment& there = body.segments[size_t(other < 0 ? int(i) : other)];
        const Vector3d offset = there.offset.cwiseProduct(Vector3d(1, -1, 1));
        alike = alike && other >= 0 && here.dofs.size() == there.dofs.size()
            && (here.offset - offset).norm() < 1e-6 && std::abs(here.mass - there.mass) < 1e-9;
        for (size_t k = 0; k < here.dofs.size(); ++k) {
            const bool paired = other >= 0 && k < there.dofs.size();
            const double cosine
                = paired ? here.dofs[k].axis.dot(mirrored_axis(there.dofs[k].axis)) : 1;
            alike = alike && std::abs(std::abs(cosine) - 1) < 1e-6;
            animal.mirror.push_back(kRootDofs + first[size_t(paired ? other : int(i))] + int(k));
            animal.mirror_sign[kRootDofs + first[i] + int(k)] = cosine < 0 ? -1 : 1;
        }
    }
    return alike;
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

double hip_height(const Character& body, const std::vector<SegmentFrame>& standing)
{
    double sum = 0;
    int legs = 0;
    for (const Limb& limb : body.limbs)
        if (limb.support) {
            sum += standing[size_t(limb.upper)].position.z();
            ++legs;
        }
    assert(legs > 0);
    return sum / legs;
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
    foot.leg_length = toe.norm();
    for (int s = patch.segment; s != limb.upper && s >= 0; s = body.segments[size_t(s)].parent)
        foot.leg_length += body.segments[size_t(s)].offset.norm();
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
        const int upper = body.limbs[size_t(animal.feet[f].limb)].upper;
        for (int s = body.patches[size_t(animal.feet[f].patch)].segment; s >= 0;
             s = s == upper ? -1 : body.segments[size_t(s)].parent) {
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

std::vector<Solid> solids_of(const Character& body, const Animal& animal, int segment)
{
    std::vector<Solid> solids;
    for (const Shape& shape : body.segments[size_t(segment)].shapes)
        for (const Capsule& capsule : as_capsules(shape))
            solids.push_back({ segment, animal.body.point(segment, Vector3d::Zero()), capsule });
    return solids;
}

/// The solids of a limb, down from its upper segment or from the one below that.
std::vector<Solid> solids_of(
    const Character& body, const Animal& animal, const Limb& limb, bool with_upper)
{
    std::vector<Solid> solids;
    for (int s = body.patches[size_t(limb.patch)].segment; s >= 0;
         s = body.segments[size_t(s)].parent) {
        if (s == limb.upper && !with_upper)
            break;
        for (const Solid& solid : solids_of(body, animal, s))
            solids.push_back(solid);
        if (s == limb.upper)
            break;
    }
    return solids;
}

/// What hangs on the trunk beside its middle and is no limb, each with all that hangs on it: arms
/// that touch nothing, wings.
std::vector<std::vector<int>> loose_branches(const Character& body)
{
    std::vector<bool> in_limb(body.segments.size());
    for (const Limb& limb : body.limbs)
        for (int s = body.patches[size_t(limb.patch)].segment; s >= 0;
             s = s == limb.upper ? -1 : body.segments[size_t(s)].parent)
            in_limb[size_t(s)] = true;
    std::vector<std::vector<int>> branches;
    std::vector<int> branch_of(body.segments.size(), -1);
    for (size_t s = 1; s < body.segments.size(); ++s) {
        const Segment& segment = body.segments[s];
        int& branch = branch_of[s];
        branch = branch_of[size_t(segment.parent)];
        if (branch < 0 && !in_limb[s] && !in_limb[size_t(segment.parent)]
            && segment.offset.y() != 0) {
            branch = int(branches.size());
            branches.emplace_back();
        }
        if (branch >= 0)
            branches[size_t(branch)].push_back(int(s));
    }
    return branches;
}

/// Legs with the segments that bear them, with other legs but their mirror's, and with arms of
/// their side, limbs or not. Upper segments overlap what they hang on, and each other where they
/// hang on the same.
std::vector<FoldPair> fold_pairs(const Character& body, const Animal& animal)
{
    const auto parent = [&](int s) { return body.segments[size_t(s)].parent; };
    std::vector<bool> bears(body.segments.size());
    for (const Limb& limb : body.limbs)
        for (int s = limb.support ? parent(limb.upper) : -1; s >= 0; s = parent(s))
            bears[size_t(s)] = true;
    std::vector<FoldPair> pairs;
    const auto add = [&](std::vector<Solid> a, std::vector<Solid> b) {
        if (!a.empty() && !b.empty())
            pairs.push_back({ std::move(a), std::move(b) });
    };
    const auto side
        = [&](const Limb& limb) { return body.segments[size_t(limb.upper)].offset.y(); };
    for (size_t i = 0; i < body.limbs.size(); ++i) {
        const Limb& a = body.limbs[i];
        for (size_t s = 0; s < bears.size(); ++s)
            if (a.support && bears[s])
                add(solids_of(body, animal, a, false), solids_of(body, animal, int(s)));
        for (size_t j = i + 1; j < body.limbs.size(); ++j) {
            const Limb& b = body.limbs[j];
            const bool upper = parent(a.upper) != parent(b.upper);
            const bool near
                = a.support && b.support ? other_side(a.name) != b.name : side(a) * side(b) > 0;
            if ((a.support || b.support) && near)
                add(solids_of(body, animal, a, upper), solids_of(body, animal, b, upper));
        }
    }
    for (const std::vector<int>& branch : loose_branches(body)) {
        std::vector<Solid> solids;
        for (const int s : branch)
            for (const Solid& solid : solids_of(body, animal, s))
                solids.push_back(solid);
        for (const Limb& leg : body.limbs)
            if (leg.support && side(leg) * body.segments[size_t(branch.front())].offset.y() > 0)
                add(solids_of(body, animal, leg, true), solids);
    }
    return pairs;
}

}  // namespace

double smooth_min(double a, double b)
{
    const double least = std::min(a, b);  // outside of the power, which would overflow
    return least * std::pow(std::pow(a / least, -10) + std::pow(b / least, -10), -0.1);
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

Units own_units(const Character& character)
{
    const Pose pose = place(character, character.poses.at("standing"), Eigen::Vector2d::Zero(), 0);
    return { character.total_mass(), hip_height(character, forward_kinematics(character, pose)) };
}

Animal make_animal(const Character& character)
{
    return make_animal(character, own_units(character));
}

Animal make_animal(const Character& character, const Units& units, const Treadmill& treadmill)
{
    const Pose pose = place(character, character.poses.at("standing"), Eigen::Vector2d::Zero(), 0);
    const auto [mass, leg] = units;
    const Character own = scaled(character, 1 / leg, 1 / mass);
    Animal animal { mass, leg,
        dynamics::character_tree(own, dynamics::RootJoint::axes, dynamics::kUsualAxes,
            treadmill.gravity(), treadmill.spin()),
        {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, true };

    Pose standing = pose;
    standing.root_position /= leg;
    animal.standing = dynamics::coordinates(animal.body, standing);
    animal.lower.resize(animal.dofs());
    animal.upper.resize(animal.dofs());
    animal.lower.head<kRootDofs>() << -1.5, -1, 0.2 * animal.standing[2], -kRootTurn, -kRootTurn,
        -kRootTurn;
    animal.upper.head<kRootDofs>() << 1.5, 1, 2 * animal.standing[2], kRootTurn, kRootTurn,
        kRootTurn;
    animal.strength = animal.lever = VectorXd::Ones(animal.dofs());
    int k = kRootDofs;
    for (size_t i = 0; i < own.segments.size(); ++i)
        for (const Dof& dof : own.segments[i].dofs) {
            const Muscle muscle = muscle_of(character, int(i));
            animal.lower[k] = dof.lower;
            animal.upper[k] = dof.upper;
            animal.lever[k] = muscle.lever / leg;
            animal.strength[k++] = muscle.strength / (mass * kGravity * leg);
        }
    animal.has_mirror = find_mirror(own, animal);

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
    animal.folds = fold_pairs(own, animal);
    const int head = own.find_segment("head");
    animal.head = animal.body.point(std::max(head, 0), own.segments[size_t(std::max(head, 0))].com);
    return animal;
}

}  // namespace gambol::gait
