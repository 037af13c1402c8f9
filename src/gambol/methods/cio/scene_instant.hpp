// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/feature_model.hpp"
#include "gambol/character/limb_kinematics.hpp"
#include "gambol/geometry/shape.hpp"
#include "gambol/math/rotation.hpp"
#include "gambol/methods/cio/resting_point.hpp"
#include "gambol/methods/forces/force_problem.hpp"

#include <Eigen/Dense>

#include <array>
#include <optional>
#include <vector>

namespace gambol::cio {

using forces::kWorld;

/// First local columns of a character's coordinates, their rates, and its contact variables.
struct FeatureColumns {
    int q = 0, v = 0, a = 0, z = 0;
};

/// What patches may rest on: the surfaces of the world, or what a carrier takes along.
struct SupportShapes {
    int carrier = kWorld;
    std::vector<Shape> shapes;  // in the carrier's frame
    std::vector<double> friction;  // per shape
};

/// A patch of a character and what it may rest on share a contact variable.
struct ContactPair {
    int character = 0, patch = 0;
    int support = 0;  // index into SceneModel::supports
    int column = 0;  // local, of the contact variable
    /// It moves along what it rests on, with friction against its way, instead of staying there.
    bool slides = false;
};

/// A body that can only turn about a line. The origin of its carrier lies on that line, and its
/// rotation vector along it is its angle.
struct HingedBody {
    Eigen::Vector3d at, axis;  // m; unit, world
    double inertia = 0;  // kg m², about the axis
    Eigen::Vector3d com;  // m, world, when its angle is zero: from `at`
    double least = 0, most = 0;  // rad
    double friction = 0;  // N m
};

/// What all instants of a scene have in common. Props are bodies without limbs and come after all
/// characters.
struct SceneModel {
    std::vector<FeatureModel> characters;
    int people = 0;  // how many of them are no props
    std::vector<int> own_support;  // per prop: index into `supports` of what it offers to others
    std::vector<std::optional<HingedBody>> hinges;  // per prop; none where empty
    std::vector<FeatureColumns> columns;  // per character
    std::vector<SupportShapes> supports { {} };  // the world first
    std::vector<int> ground;  // per character: index into `supports` of the world as it meets it
    std::vector<ContactPair> contacts;  // with the world first, character by character
    NearestPoint nearest = NearestPoint::facing;
    std::vector<double> effort;  // per character: factor on what its forces cost; 1 where empty

    [[nodiscard]] double effort_of(int character) const
    {
        return size_t(character) < effort.size() ? effort[size_t(character)] : 1;
    }
    /// Whether a prop may be pushed along.
    [[nodiscard]] bool slides(int prop) const;
    [[nodiscard]] const std::vector<Shape>& surfaces() const { return supports.front().shapes; }
    [[nodiscard]] bool is_prop(int who) const { return who >= people; }
    /// Null where a body is free.
    [[nodiscard]] const HingedBody* hinge_of(int who) const
    {
        const size_t prop = size_t(who - people);
        return is_prop(who) && prop < hinges.size() && hinges[prop] ? &*hinges[prop] : nullptr;
    }
    /// Of a prop, in its frame.
    [[nodiscard]] const Shape& solid_of(int prop) const
    {
        return supports[size_t(own_support[size_t(prop - people)])].shapes.front();
    }
    /// Adds contacts of all patches of all characters with the world. Columns must be set.
    void touch_the_world();
    /// Index of a character's torso among the carriers of an instant; its effectors follow.
    [[nodiscard]] int torso(int character) const;
};

/// A rigid carrier of points: a torso or an effector. Terms differentiate by its place, which is
/// six local columns wherever they come from.
struct CarrierState {
    Eigen::Vector3d position, velocity;
    TurningFrame turn;
    int body = 0;  // index into SceneInstant::bodies: whose motion its forces change
    std::array<int, 6> place;  // local columns of position and rotation vector
    std::array<int, 12> motion;  // the same and their rates
    [[nodiscard]] CarrierPose pose() const { return { position, turn.R, turn.left_jacobian }; }
};

struct LimbState {
    LimbPoints points;
    LimbDerivatives D;
    std::array<int, LimbDerivatives::kColumns> columns;
};

/// Patch corners 0 … 3 are (−,−), (+,−), (−,+), (+,+) in the patch's x and y.
constexpr int kCorners = 4;

/// A contact that is or may come to be.
struct ContactState {
    const FeaturePatch* patch = nullptr;
    int character = 0;  // whose patch it is
    int owner = 0, support = kWorld;  // carriers
    int column = 0;  // local, of z
    double z = 0;  // variable
    double activity = 0, dactivity_dz = 0;  // c = log(1 + eᶻ) and its slope
    double emphasis = 1;  // factor on what it pays for its gap and for moving along
    bool slides = false;
    Eigen::Matrix3d axes;  // of the patch, world
    Eigen::Vector3d center;  // of the patch, world
    std::array<Eigen::Vector3d, kCorners> arm;  // corner − owner's position, world
    std::array<RestingPoint, kCorners> nearest;
    const SupportShapes* shapes = nullptr;

    /// Patches of trunks may roll over their edges; limbs lay theirs flat.
    [[nodiscard]] bool on_trunk() const { return patch->limb < 0; }
    [[nodiscard]] double friction(int corner) const
    {
        return shapes->friction[size_t(nearest[size_t(corner)].shape)];
    }
};

/// A point of a character with its derivatives in the thirteen variables of a limb; for points of
/// the torso alone the last seven columns are zero. J is set only when the instant has derivatives.
struct BodyPoint {
    Eigen::Vector3d p;
    Eigen::Matrix<double, 3, LimbDerivatives::kColumns> J;
};

/// A capsule of a character.
struct BodyCapsule {
    enum Part { torso, upper, lower, end };
    BodyPoint a, b;
    double radius = 0;
    int limb = 0;  // whose columns the points use; torso capsules borrow limb 0's
    Part part = torso;
    double meets_surfaces = 1;  // this share of the axis, from a
};

struct CharacterState {
    const FeatureModel* model = nullptr;
    FeatureColumns columns;
    int torso = 0;  // carrier; effectors follow
    int first_contact = 0;  // with the world, of its first patch; the others follow
    Eigen::VectorXd q, v, a;
    std::vector<LimbState> limbs;
    std::vector<BodyCapsule> capsules;
};

/// A body with mass.
struct BodyState {
    int carrier = 0;  // that it moves with; its origin is the centre of mass
    double mass = 0;
    double arm = forces::kTorqueArm;  // m: × weight, unit of its torques
    Eigen::Vector3d inertia;  // principal moments, carrier's axes
    Eigen::Vector3d r, rdot, rddot;  // rotation vector and its rates
    Eigen::Vector3d acceleration;
    std::array<int, 15> columns;  // local, of p, r, ṙ, p̈, r̈
    const HingedBody* hinge = nullptr;  // null where it is free

    /// Of what hangs on a hinge: how far it has turned.
    [[nodiscard]] double angle() const { return hinge->axis.dot(r); }
};

/// Everything about one instant of a scene that more than one term needs, computed once.
struct SceneInstant {
    const SceneModel* model = nullptr;
    bool derivatives = false;
    std::vector<CarrierState> carriers;
    std::vector<CharacterState> characters;
    std::vector<BodyState> bodies;
    std::vector<ContactState> contacts;

    [[nodiscard]] const CarrierState& torso(int character) const
    {
        return carriers[size_t(characters[size_t(character)].torso)];
    }
    [[nodiscard]] const CarrierState& effector(int character, int limb) const
    {
        return carriers[size_t(characters[size_t(character)].torso + 1 + limb)];
    }
    [[nodiscard]] const CarrierState& owner(const ContactState& contact) const
    {
        return carriers[size_t(contact.owner)];
    }
    /// Of a character's patch with the world.
    [[nodiscard]] const ContactState& world_contact(int character, int patch) const
    {
        return contacts[size_t(characters[size_t(character)].first_contact + patch)];
    }
    /// A point at a world arm from a character's torso (limb −1) or effector.
    [[nodiscard]] BodyPoint carried_point(
        int character, int limb, const Eigen::Vector3d& arm) const;
    /// (1 − t) a + t b
    [[nodiscard]] BodyPoint between(const BodyPoint& a, const BodyPoint& b, double t) const;
};

/// Recomputes the instant from local variables y. Allocates only on first use.
void update(const SceneModel&, const Eigen::VectorXd& y, bool derivatives, SceneInstant& instant);

/// The same without contacts: where bodies are, and their capsules.
void update_bodies(
    const SceneModel&, const Eigen::VectorXd& y, bool derivatives, SceneInstant& instant);

/// c = log(1 + eᶻ), its slope, and the inverse.
[[nodiscard]] double contact_activity(double z);
[[nodiscard]] double contact_activity_slope(double z);
[[nodiscard]] double contact_variable(double activity);

/// Where an effector is, seen from the torso, against where it is when standing:
///
///     r = R_torsoᵀ (p_effector − p_torso) − rest
struct RestOffset {
    Eigen::Vector3d r;
    Eigen::Matrix<double, 3, 9> J;  // torso position and rotation, effector position
    std::array<int, 9> columns;
};
[[nodiscard]] RestOffset rest_offset(const SceneInstant&, int character, int limb);

/// ∂(p + R l)/∂(p, r) for a point l carried at the world arm R l.
[[nodiscard]] inline Eigen::Matrix<double, 3, 6> point_jacobian(
    const CarrierState& carrier, const Eigen::Vector3d& arm)
{
    Eigen::Matrix<double, 3, 6> J;
    J.leftCols<3>().setIdentity();
    J.rightCols<3>().noalias() = -skew(arm) * carrier.turn.left_jacobian;
    return J;
}

}  // namespace gambol::cio
