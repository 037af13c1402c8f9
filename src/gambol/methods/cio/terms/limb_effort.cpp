// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/terms/limb_effort.hpp"

#include <cmath>

namespace gambol::cio {

namespace {

constexpr double kBendArm = 0.08;  // m
constexpr double kCrouchArm = 0.045;  // m
constexpr double kDeepCrouch = 0.25;  // m
constexpr double kUpright = 0.97;  // a walk dips by about 3 %; 1 would make it stiff
constexpr double kLean = 0.15;

}  // namespace

LimbEffort limb_effort(const SceneInstant& instant, int character, int index)
{
    const CharacterState& who = instant.characters[size_t(character)];
    const FeatureModel& model = *who.model;
    const LimbState& limb = who.limbs[size_t(index)];
    LimbEffort effort;
    effort.r.setZero();
    effort.r[0] = (limb.points.bend - model.limbs[index].rest_bend) / kBendArm;
    if (instant.derivatives) {
        effort.J.setZero();
        effort.J.row(0) = limb.D.bend / kBendArm;
    }
    if (!model.limbs[index].support)
        return effort;

    const CarrierState& torso = instant.torso(character);
    const double height = torso.position.z() - instant.effector(character, index).position.z();
    const double missing = kUpright * model.standing_height - height;
    if (missing > 0) {
        const double size = std::hypot(1, missing / kDeepCrouch);
        effort.r[1] = missing / size / kCrouchArm;
        if (instant.derivatives) {
            const double slope = 1 / (size * size * size) / kCrouchArm;
            effort.J(1, 2) = -slope;
            effort.J(1, 8) = slope;
        }
    }
    const Eigen::Vector3d up = torso.turn.R.col(2);
    effort.r.tail<2>() = up.head<2>() / kLean;
    if (instant.derivatives)
        effort.J.block<2, 3>(2, 3) = (-skew(up) * torso.turn.left_jacobian).topRows<2>() / kLean;
    return effort;
}

}  // namespace gambol::cio
