// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/feature_model.hpp"
#include "gambol/methods/cio/guide_ground.hpp"

#include <Eigen/Dense>

#include <utility>

namespace gambol::cio {

/// How a guide puts the limbs of one character around its torso.
class GuidePose {
public:
    /// Keeps references. `busy`: somebody who has his hands full, whose feet stay where they are
    /// while the trunk bends over them.
    GuidePose(
        const FeatureModel& model, const GuideGround& ground, Eigen::VectorXd start, bool busy)
        : model_(model)
        , ground_(ground)
        , start_(std::move(start))
        , busy_(busy)
    {
    }

    /// Where the torso is and how limbs go there.
    struct Wish {
        Eigen::Vector3d position;
        Eigen::Quaterniond turn;
        double share = 0;  // limbs are as they start (0) … as they rest (1), seen from the torso
        double arms_down = 0, legs_down = 0;  // 0: as they hang, 1: planted on the floor
    };
    /// Feature coordinates. Legs of an upright body stand on the floor below them.
    [[nodiscard]] Eigen::VectorXd at(const Wish&) const;

    [[nodiscard]] double ground_at(const Eigen::Vector2d& place) const;

private:
    /// A patch flat on the floor below the limb's base, turned about the vertical so that the
    /// middle joint bends the way it can.
    struct Planted {
        Eigen::Vector3d position;
        Eigen::Quaterniond axes;
    };
    [[nodiscard]] Planted planted(
        int limb, const Eigen::Vector3d& torso, const Eigen::Quaterniond& turn) const;

    const FeatureModel& model_;
    const GuideGround& ground_;
    Eigen::VectorXd start_;
    bool busy_;
};

/// Cosine between a torso's axis and the vertical: above it, it is upright.
constexpr double kUprightTorso = 0.7;

}  // namespace gambol::cio
