// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/character_tree.hpp"
#include "gambol/dynamics/limb_gap.hpp"
#include "gambol/math/damped_gauss_newton.hpp"

#include <utility>
#include <vector>

namespace gambol::dynamics {

/// A point of a segment shall be at a place.
struct PointTarget {
    int segment = 0;
    Eigen::Vector3d point = Eigen::Vector3d::Zero();  // m, segment frame
    Eigen::Vector3d place = Eigen::Vector3d::Zero();  // m, world
    double weight = 1;
};

/// Two parts of a body that overlap by no more than so much.
struct LimbPair {
    BodyCapsule a, b;
    double overlap = 0;  // m
};

/// Inverse kinematics of a whole body: poses of a character whose points are where they should be,
/// as far as its joint ranges allow, and limbs that are kept apart:
///
///     min Σ w ‖p(q) − place‖² + Σ (0.14 m/rad · range excess)² + Σ 100 (overlap beyond)²
///         + s ‖q − q_start‖²
///
/// by Gauss-Newton from a pose nearby. Turning of the root is not restricted (JointKind::free).
class PoseFit {
public:
    /// `stay` is s [m²/rad²]: a little keeps directions that no target speaks of; more
    /// of it makes a series of fits, each from the last, go around jumps of angles where axes of
    /// one joint line up.
    explicit PoseFit(const Character&, double stay = 1e-5);

    /// What pairs of bodies belong to.
    [[nodiscard]] const CharacterTree& body() const { return body_; }
    void keep_apart(std::vector<LimbPair> pairs) { pairs_ = std::move(pairs); }

    [[nodiscard]] Pose fit(const Pose& start, const std::vector<PointTarget>& targets);

private:
    void set_equations(const Eigen::VectorXd& q, const Eigen::VectorXd& from,
        const std::vector<PointTarget>& targets, NormalEquations& equations);

    CharacterTree body_;
    double stay_;
    std::vector<LimbPair> pairs_;
    Eigen::VectorXd lower_, upper_;  // of angles
    State<double> state_;
    PointMotion<double> point_;
    LimbGap gap_;
};

}  // namespace gambol::dynamics
