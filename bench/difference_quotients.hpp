// SPDX-License-Identifier: MIT
#pragma once

#include "direct_differentiation.hpp"

#include <array>
#include <functional>
#include <vector>

namespace gambol::bench {

/// One instant of a tree.
struct Sample {
    std::vector<double> q, qdot, qddot;

    [[nodiscard]] dynamics::Coordinates<double> coordinates() const { return { q, qdot, qddot }; }
};

/// Up to eight instants side by side; where there are fewer, the last fills the other lanes.
struct PackedSamples {
    explicit PackedSamples(const std::vector<Sample>&);

    [[nodiscard]] dynamics::Coordinates<dynamics::Lanes> coordinates() const
    {
        return { q, qdot, qddot };
    }
    std::vector<dynamics::Lanes> q, qdot, qddot;
};

/// A difference quotient of `f` in the step of one coordinate.
using Quotient
    = dynamics::Wrench<double> (*)(const std::function<dynamics::Wrench<double>(double)>& f);

[[nodiscard]] dynamics::Wrench<double> forward_difference(
    const std::function<dynamics::Wrench<double>(double)>&);
[[nodiscard]] dynamics::Wrench<double> central_difference(
    const std::function<dynamics::Wrench<double>(double)>&);
/// Central differences with h, h/2 and h/4, extrapolated to order 6.
[[nodiscard]] dynamics::Wrench<double> richardson_extrapolation(
    const std::function<dynamics::Wrench<double>(double)>&);

/// f₀ and derivatives by differences of the same Newton-Euler that direct differentiation
/// differentiates. `sample` is displaced and put back.
void differentiate(Quotient, DirectDifferentiation& newton_euler, Sample& sample,
    dynamics::AggregateForce<double>& result);

/// How far derivatives are from those that are right: the largest entry that differs relative to
/// the largest of its matrix, over all that was added, of the worst of the three matrices.
class Difference {
public:
    void add(const dynamics::AggregateForce<double>& other,
        const dynamics::AggregateForce<double>& right);
    [[nodiscard]] double relative() const;

private:
    struct Largest {
        double apart = 0, size = 0;
    };
    std::array<Largest, 3> matrices_;
};

[[nodiscard]] dynamics::AggregateForce<double> lane_of(
    const dynamics::Tree&, const dynamics::AggregateForce<dynamics::Lanes>&, int lane);

}  // namespace gambol::bench
