// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/gait/animal.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::gait {

/// Springs and dampers in joints, which take work off muscles [Wampler 2009, eqs 11–12]; left and
/// right have the same. Each is three numbers, own units: with its rest angle q̄,
///
///     t_p = b − k q − d q̇        b = k q̄
///
/// of which the product b is a variable and not q̄, so that all is bilinear. Where the mirror turns
/// a joint's angle around, b changes its sign; in the middle of the body it is then 0.
class Springs {
public:
    enum Number { stiffness, offset, damping, kNumbers };
    static constexpr double kMostStiffness = 0.3;  // m g L per radian
    static constexpr double kMostDamping = 0.05;

    explicit Springs(const Animal&);

    [[nodiscard]] int count() const { return int(leaders_.size()); }
    /// Of a degree of freedom after the root's.
    [[nodiscard]] int of(int dof) const { return of_[size_t(dof - kRootDofs)]; }
    [[nodiscard]] double sign(int dof) const { return signs_[size_t(dof - kRootDofs)]; }
    /// The first degree of freedom that has it.
    [[nodiscard]] int leader(int spring) const { return leaders_[size_t(spring)]; }
    /// Whether its offset has to be 0.
    [[nodiscard]] bool centred(int spring) const { return centred_[size_t(spring)]; }

    [[nodiscard]] static double torque(
        const Eigen::VectorXd& numbers, double sign, double q, double qdot)
    {
        return sign * numbers[offset] - numbers[stiffness] * q - numbers[damping] * qdot;
    }

private:
    std::vector<int> of_, leaders_;
    std::vector<double> signs_;
    std::vector<bool> centred_;
};

}  // namespace gambol::gait
