// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/joint_torques.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::gait {

/// A point of a body, and ∂p/∂q.
struct PointInstant {
    Eigen::Vector3d p = Eigen::Vector3d::Zero();
    Eigen::Matrix3Xd J;
};

/// What a tree does at one instant: generalised forces that its motion asks for, with derivatives,
/// and the axes of its degrees of freedom.
struct Instant {
    Eigen::VectorXd q, qdot;
    Eigen::VectorXd forces;  // of all degrees of freedom
    Eigen::MatrixXd dq, dqdot, dqddot;  // of these
    Eigen::Matrix3Xd axis;  // what a degree of freedom turns about; 0 for prismatic ones
    Eigen::Matrix3Xd origin_rate;  // what it does to the point at the world origin
    Eigen::Matrix3Xd axis_rate, origin_rate_rate;  // of the two above, with the motion before it
    struct Body {
        Eigen::Matrix3d R;  // R_world_body
        Eigen::Vector3d p, angular, linear;  // its origin; its twist about the world origin
    };
    std::vector<Body> bodies;  // of the joints asked for, in their order
};

/// Up to eight instants at once.
class Instants {
public:
    static constexpr int kCount = dynamics::Lanes::kCount;

    /// `joints`: whose bodies are to be known.
    Instants(const dynamics::Tree&, std::vector<int> joints);

    void load(int lane, const Eigen::VectorXd& q, const Eigen::VectorXd& qdot,
        const Eigen::VectorXd& qddot);
    void update(bool derivatives);
    void read(int lane, bool derivatives, Instant&) const;
    [[nodiscard]] int body_index(int joint) const;

private:
    const dynamics::Tree& tree_;
    std::vector<int> joints_;
    std::vector<dynamics::Lanes> q_, qdot_, qddot_;
    dynamics::State<dynamics::Lanes> state_;
    dynamics::AggregateForce<dynamics::Lanes> force_;
    dynamics::JointTorques<dynamics::Lanes> torques_;
    std::vector<dynamics::BodyPose<dynamics::Lanes>> poses_;
};

}  // namespace gambol::gait
