// SPDX-License-Identifier: MIT
#include "gambol/character/limb_detection.hpp"

#include "gambol/character/body_plan.hpp"
#include "gambol/character/limb_flexion.hpp"
#include "gambol/character/patch_detection.hpp"
#include "gambol/character/stance.hpp"
#include "gambol/geometry/capsules.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <set>

namespace gambol {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// What an end segment weighs that the file gives no mass: this share of its link.
constexpr double kTipMass = 0.02;
/// A limb folds no further than this share of its length, whatever its joint allows.
constexpr double kShortestFold = 0.25, kLongestFold = 0.9;

Shape moved(const Shape& shape, const Vector3d& by)
{
    Shape result = shape;
    std::visit(Overloaded {
                   [](Heightfield&) { assert(false && "a body carries no terrain"); },
                   [&](Plane& s) { s.point += by; },
                   [&](Box& s) { s.center += by; },
                   [&](Capsule& s) {
                       s.from += by;
                       s.to += by;
                   },
                   [&](Sphere& s) { s.center += by; },
                   [&](Mesh& s) {
                       for (Vector3d& vertex : s.vertices)
                           vertex += by;
                   },
               },
        result);
    return result;
}

/// Inertia of a unit point mass at d.
Matrix3d point_inertia(const Vector3d& d)
{
    return d.squaredNorm() * Matrix3d::Identity() - d * d.transpose();
}

/// Adds what `other` consists of, its frame lying at `at`.
void weld(Segment& segment, const Segment& other, const Vector3d& at)
{
    const double mass = segment.mass + other.mass;
    if (mass > 0) {
        const Vector3d theirs = other.com + at;
        const Vector3d com = (segment.mass * segment.com + other.mass * theirs) / mass;
        segment.inertia += segment.mass * point_inertia(segment.com - com) + other.inertia
            + other.mass * point_inertia(theirs - com);
        segment.com = com;
        segment.mass = mass;
    }
    for (const Shape& shape : other.shapes)
        segment.shapes.push_back(moved(shape, at));
}

/// Moves a small share of a link's mass into a ball at its tip, so that the end has some.
void split_tip_mass(Segment& link, Segment& end, const TipBall& ball)
{
    const double mass = kTipMass * link.mass, radius = std::max(ball.radius, 0.005);
    const Vector3d at = end.offset + ball.center;
    const Matrix3d own = 0.4 * mass * radius * radius * Matrix3d::Identity();
    const double rest = link.mass - mass;
    const Vector3d com = (link.mass * link.com - mass * at) / rest;
    const Matrix3d inertia = link.inertia - rest * point_inertia(com - link.com) - own
        - mass * point_inertia(at - link.com);
    // A link that is all tip has nothing to give.
    if (Eigen::SelfAdjointEigenSolver<Matrix3d>(inertia).eigenvalues().minCoeff() > 0) {
        link.mass = rest;
        link.com = com;
        link.inertia = inertia;
    } else {
        link.mass = rest;
        link.inertia *= rest / (rest + mass);
    }
    end.mass = mass;
    end.com = ball.center;
    end.inertia = own;
}

bool is_round(const Segment& segment)
{
    for (const Shape& shape : segment.shapes) {
        const auto* capsule = std::get_if<Capsule>(&shape);
        const bool ball = std::holds_alternative<Sphere>(shape)
            || (capsule && (capsule->to - capsule->from).norm() <= capsule->radius);
        if (!ball)
            return false;
    }
    return !segment.shapes.empty();
}

/// Builds the simplified tree: `group_of` says to which new segment each old one goes.
class Simplifier {
public:
    Simplifier(const Character& tree, const BodyPlan& plan)
        : tree_(tree)
        , plan_(plan)
        , p_(zero_positions(tree))
        , group_of_(tree.segments.size(), -1)
    {
    }

    DetectedBody build()
    {
        DetectedBody result;
        Character& body = result.character;
        body.model = tree_.model;
        body.source = tree_.source;
        body.poses = tree_.poses;
        body.limbs.resize(plan_.limbs.size());
        for (size_t i = 0; i < tree_.segments.size(); ++i)
            assign(int(i), result);
        fill(body);
        forget_held_angles(body);
        for (size_t l = 0; l < plan_.limbs.size(); ++l)
            finish_end(l, body);
        for (size_t l = 0; l < plan_.limbs.size(); ++l) {
            const std::string& name = plan_.limbs[l].name;
            Limb& limb = body.limbs[l];
            limb.name = name.empty() ? body.segments[size_t(limb.end)].name : name;
        }
        for (const LimbChain& chain : plan_.limbs)
            for (const int held : chain.held)
                note_held(held, "it lies too far from the limb's other joints", result);
        return result;
    }

private:
    struct Group {
        std::string name;
        int parent = -1;
        Vector3d origin = Vector3d::Zero();
        std::vector<int> joints, members;  // old segments
        bool in_limb = false;
    };

    const Segment& old(int i) const { return tree_.segments[size_t(i)]; }
    bool jointed(int i) const { return !old(i).dofs.empty(); }

    int add_group(int segment, int parent, bool in_limb)
    {
        groups_.push_back({ old(segment).name, parent, p_[size_t(segment)], {}, {}, in_limb });
        return int(groups_.size()) - 1;
    }

    /// The limb whose path holds `segment`, and where.
    bool find_on_path(int segment, size_t& limb, int& at) const
    {
        for (limb = 0; limb < plan_.limbs.size(); ++limb) {
            const std::vector<int>& path = plan_.limbs[limb].path;
            const auto found = std::find(path.begin(), path.end(), segment);
            at = int(found - path.begin());
            if (found != path.end())
                return true;
        }
        return false;
    }

    void assign(int i, DetectedBody& result)
    {
        const int parent = i == 0 ? -1 : group_of_[size_t(old(i).parent)];
        size_t limb;
        int at;
        int group = parent;
        if (i == 0) {
            group = add_group(i, -1, false);
        } else if (find_on_path(i, limb, at)) {
            const LimbChain& chain = plan_.limbs[limb];
            Limb& made = result.character.limbs[limb];
            if (at == 0)
                group = made.upper = add_group(i, parent, true);
            else if (at == chain.lower)
                group = made.lower = add_group(i, parent, true);
            else if (at == chain.end)
                group = made.end = add_group(i, parent, true);
            if (std::find(chain.called.begin(), chain.called.end(), i) != chain.called.end())
                groups_[size_t(group)].name = old(i).name;
            join(i, group, at < chain.lower ? 0 : at < chain.end ? 1 : 2, chain);
        } else if (jointed(i) && groups_[size_t(parent)].in_limb) {
            note_held(i, "it is no part of the limb's chain", result);
        } else if (jointed(i)) {
            // Joints of one body that do not meet in a point come with massless bodies between.
            if (jointed(old(i).parent) && massless(old(i).parent)) {
                groups_[size_t(parent)].name = old(i).name;
                groups_[size_t(parent)].origin = p_[size_t(i)];
            } else {
                group = add_group(i, parent, false);
            }
            groups_[size_t(group)].joints.push_back(i);
        }
        groups_[size_t(group)].members.push_back(i);
        group_of_[size_t(i)] = group;
    }

    bool massless(int i) const
    {
        return old(i).mass <= 0 && old(i).shapes.empty() && plan_.children_count[size_t(i)] == 1;
    }

    /// Adds the joints of a path's segment to its group, and says where the group's joint lies: the
    /// upper link hangs on the last base joint, the lower one ends at the first tip joint.
    void join(int i, int group, int part, const LimbChain& chain)
    {
        const bool held = std::find(chain.held.begin(), chain.held.end(), i) != chain.held.end();
        if (!jointed(i) || held)
            return;
        Group& g = groups_[size_t(group)];
        g.joints.push_back(i);
        const double n = double(g.joints.size());
        if (part == 0 || n == 1)
            g.origin = p_[size_t(i)];
        else if (part == 1)
            g.origin += (p_[size_t(i)] - g.origin) / n;
    }

    void fill(Character& body) const
    {
        for (const Group& group : groups_) {
            Segment segment;
            segment.name = group.name;
            segment.parent = group.parent;
            if (group.parent >= 0)
                segment.offset = group.origin - groups_[size_t(group.parent)].origin;
            for (const int joint : group.joints)
                segment.dofs.insert(
                    segment.dofs.end(), old(joint).dofs.begin(), old(joint).dofs.end());
            for (const int member : group.members)
                weld(segment, old(member), p_[size_t(member)] - group.origin);
            body.segments.push_back(std::move(segment));
        }
    }

    /// Poses may bend joints that are held now.
    static void forget_held_angles(Character& body)
    {
        const auto kept = [&](const std::string& name) {
            for (const Segment& segment : body.segments)
                for (const Dof& dof : segment.dofs)
                    if (dof.name == name)
                        return true;
            return false;
        };
        for (auto& [pose_name, pose] : body.poses)
            std::erase_if(pose.angles, [&](const auto& angle) { return !kept(angle.first); });
    }

    /// Ends without a joint of their own: made where there is none, given mass and freedom.
    void finish_end(size_t l, Character& body) const
    {
        const LimbChain& chain = plan_.limbs[l];
        Limb& limb = body.limbs[l];
        if (chain.jointed_end)
            return;
        if (chain.end == int(chain.path.size())) {
            const Segment& lower = body.segments[size_t(limb.lower)];
            const TipBall ball = furthest_ball(lower);
            Segment tip;
            tip.name = lower.name + "_tip";
            tip.parent = limb.lower;
            tip.offset = ball.center;
            tip.shapes.push_back(Sphere { Vector3d::Zero(), std::max(ball.radius, 0.005) });
            limb.end = int(body.segments.size());
            body.segments.push_back(std::move(tip));
        }
        Segment& end = body.segments[size_t(limb.end)];
        if (end.mass <= 0)
            split_tip_mass(body.segments[size_t(limb.lower)], end, furthest_ball(end));
        if (is_round(end))
            for (int axis = 0; axis < 3; ++axis)
                end.dofs.push_back({ end.name + "_roll_" + "xyz"[axis], Vector3d::Unit(axis),
                    -std::numbers::pi / 2, std::numbers::pi / 2 });
    }

    void note_held(int i, const char* why, DetectedBody& result) const
    {
        for (const Dof& dof : old(i).dofs)
            result.notes.push_back("joint '" + dof.name + "' of '" + old(i).name
                + "' is held as it is in the zero pose: " + why);
    }

    const Character& tree_;
    const BodyPlan& plan_;
    std::vector<Vector3d> p_;
    std::vector<int> group_of_;
    std::vector<Group> groups_;
};

/// Where the middle joint points: off the line from base to tip where the limb is bent, else where
/// its hinge would move it.
Vector3d pole_of(const Character& body, const Limb& limb, const std::vector<SegmentFrame>& frames)
{
    const Vector3d base = frames[size_t(limb.upper)].position;
    const Vector3d middle = frames[size_t(limb.lower)].position;
    const Vector3d along = (frames[size_t(limb.end)].position - base).normalized();
    const Vector3d off = middle - base - along.dot(middle - base) * along;
    const Vector3d hinge = frames[size_t(limb.upper)].rotation * middle_flexion(body, limb).axis;
    constexpr double kBent = 0.02;  // of the upper link; less is a straight limb
    Vector3d pole = off.norm() > kBent * (middle - base).norm() ? off : along.cross(hinge);
    pole = (frames[0].rotation.conjugate() * pole).normalized();
    for (int i = 0; i < 3; ++i)
        if (std::abs(pole[i]) < 1e-3)
            pole[i] = 0;
    return pole.normalized();
}

void describe_limbs(Character& body)
{
    const std::vector<SegmentFrame> frames = forward_kinematics(
        body, place(body, body.poses.at("standing"), Eigen::Vector2d::Zero(), 0));
    for (Limb& limb : body.limbs) {
        const double upper = body.segments[size_t(limb.lower)].offset.norm();
        const double lower = body.segments[size_t(limb.end)].offset.norm();
        const Flexion flexion = middle_flexion(body, limb);
        limb.shortest
            = std::clamp(reach_share(upper, lower, std::min(flexion.most, std::numbers::pi)),
                kShortestFold, kLongestFold);
        limb.pole = pole_of(body, limb, frames);
        // Knees follow toes: feet that are longer than wide and point where the knee points.
        const Patch& patch = body.patches[size_t(limb.patch)];
        const Vector3d toes = frames[0].rotation.conjugate()
            * (frames[size_t(limb.end)].rotation * Vector3d::UnitX());
        const bool foot = patch.half_size.x() > 1.3 * patch.half_size.y();
        limb.pole_from_end = limb.support && foot && limb.pole.dot(toes) > 0.7 ? 1 : 0;
    }
}

}  // namespace

DetectedBody detect_limbs(const Character& tree, const std::vector<NamedLimb>& named)
{
    const BodyPlan plan = find_body_plan(tree, named);
    DetectedBody result = Simplifier(tree, plan).build();
    Character& body = result.character;
    find_stance(body);
    find_patches(body);
    describe_limbs(body);
    return result;
}

}  // namespace gambol
