// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/math/block_tridiagonal.hpp"

#include <Eigen/Dense>

namespace gambol {

/// What a look ahead changed in a quadratic model.
struct HingeSwitches {
    double constant = 0;  // by how much the model's value at the point itself went up
    double missed = 0;  // error of its value after the step, before the change
};

/// What a solver sees: a cost over blocks of variables in one or more chains, of which only
/// neighbours couple; the model says how large they are.
/// Not const: an implementation may keep warm starts. Equal calls in equal order give equal bits.
class BlockProblem {
public:
    virtual ~BlockProblem() = default;
    [[nodiscard]] virtual int variables() const = 0;

    virtual double value(const Eigen::VectorXd& x) = 0;
    /// Overwrites g with the gradient; returns the value.
    virtual double gradient(const Eigen::VectorXd& x, Eigen::VectorXd& g) = 0;
    /// Also overwrites H with a positive semidefinite model of the Hessian.
    virtual double model(const Eigen::VectorXd& x, Eigen::VectorXd& g, BlockTridiagonal& H) = 0;

    /// One-sided costs ½w max(0, r)², penalties for inequality constraints r ≤ 0, are in the model
    /// only where they count at x: the active set. This changes g and H of the last call of model()
    /// for those that begin or cease to count after `step`, so that a solver sees walls before it
    /// runs into them. May be called again with the next step.
    virtual HingeSwitches switch_hinges(
        const Eigen::VectorXd& /*step*/, Eigen::VectorXd& /*g*/, BlockTridiagonal& /*H*/)
    {
        return {};
    }
};

}  // namespace gambol
