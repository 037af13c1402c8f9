// SPDX-License-Identifier: MIT
#include "difference_quotients.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::bench {

using dynamics::AggregateForce;
using dynamics::Lanes;
using dynamics::Tree;
using dynamics::Wrench;

namespace {

std::vector<Lanes> packed(const std::vector<Sample>& samples, std::vector<double> Sample::*what)
{
    std::vector<Lanes> result((samples[0].*what).size());
    for (std::size_t i = 0; i < result.size(); ++i)
        for (std::size_t lane = 0; lane < std::size_t(Lanes::kCount); ++lane)
            result[i].set(int(lane), (samples[std::min(lane, samples.size() - 1)].*what)[i]);
    return result;
}

Wrench<double> weighted(double a, const Wrench<double>& A, double b, const Wrench<double>& B)
{
    return { a * A.force + b * B.force, a * A.torque + b * B.torque };
}

// Steps at which truncation and rounding meet, for functions of unit scale.
constexpr double kForwardStep = 1.5e-8, kCentralStep = 6e-6, kRichardsonStep = 2e-2;

Wrench<double> central_quotient(const std::function<Wrench<double>(double)>& f, double h)
{
    return weighted(0.5 / h, f(h), -0.5 / h, f(-h));
}

std::vector<double> numbers(const std::vector<Wrench<double>>& columns)
{
    std::vector<double> result;
    for (const auto& [f, n] : columns)
        result.insert(result.end(), { f.x, f.y, f.z, n.x, n.y, n.z });
    return result;
}

}  // namespace

PackedSamples::PackedSamples(const std::vector<Sample>& samples)
    : q(packed(samples, &Sample::q))
    , qdot(packed(samples, &Sample::qdot))
    , qddot(packed(samples, &Sample::qddot))
{
}

Wrench<double> forward_difference(const std::function<Wrench<double>(double)>& f)
{
    return weighted(1 / kForwardStep, f(kForwardStep), -1 / kForwardStep, f(0));
}

Wrench<double> central_difference(const std::function<Wrench<double>(double)>& f)
{
    return central_quotient(f, kCentralStep);
}

Wrench<double> richardson_extrapolation(const std::function<Wrench<double>(double)>& f)
{
    const Wrench<double> a = central_quotient(f, kRichardsonStep);
    const Wrench<double> b = central_quotient(f, kRichardsonStep / 2);
    const Wrench<double> c = central_quotient(f, kRichardsonStep / 4);
    const Wrench<double> ab = weighted(4.0 / 3, b, -1.0 / 3, a);
    const Wrench<double> bc = weighted(4.0 / 3, c, -1.0 / 3, b);
    return weighted(16.0 / 15, bc, -1.0 / 15, ab);
}

void differentiate(Quotient quotient, DirectDifferentiation& newton_euler, Sample& sample,
    AggregateForce<double>& result)
{
    const Wrench<double> here = newton_euler.force(sample.coordinates());
    result.value = here;
    const auto columns = [&](std::vector<double>& x, std::vector<Wrench<double>>& into) {
        for (std::size_t k = 0; k < x.size(); ++k) {
            const double middle = x[k];
            into[k] = quotient([&](double step) {
                if (step == 0)
                    return here;
                x[k] = middle + step;
                return newton_euler.force(sample.coordinates());
            });
            x[k] = middle;
        }
    };
    columns(sample.q, result.dq);
    columns(sample.qdot, result.dqdot);
    columns(sample.qddot, result.dqddot);
}

void Difference::add(const AggregateForce<double>& other, const AggregateForce<double>& right)
{
    using Columns = std::vector<Wrench<double>> AggregateForce<double>::*;
    constexpr Columns kMatrices[] = { &AggregateForce<double>::dq, &AggregateForce<double>::dqdot,
        &AggregateForce<double>::dqddot };
    for (std::size_t m = 0; m < matrices_.size(); ++m) {
        const std::vector<double> a = numbers(other.*kMatrices[m]),
                                  b = numbers(right.*kMatrices[m]);
        for (std::size_t i = 0; i < a.size(); ++i) {
            matrices_[m].apart = std::max(matrices_[m].apart, std::abs(a[i] - b[i]));
            matrices_[m].size = std::max(matrices_[m].size, std::abs(b[i]));
        }
    }
}

double Difference::relative() const
{
    double worst = 0;
    for (const auto& [apart, size] : matrices_)
        worst = std::max(worst, apart > 0 ? apart / size : 0);
    return worst;
}

AggregateForce<double> lane_of(const Tree& tree, const AggregateForce<Lanes>& packed, int lane)
{
    AggregateForce<double> result(tree);
    const auto pick = [&](const Wrench<Lanes>& F) -> Wrench<double> {
        return { { F.force.x[lane], F.force.y[lane], F.force.z[lane] },
            { F.torque.x[lane], F.torque.y[lane], F.torque.z[lane] } };
    };
    std::transform(packed.dq.begin(), packed.dq.end(), result.dq.begin(), pick);
    std::transform(packed.dqdot.begin(), packed.dqdot.end(), result.dqdot.begin(), pick);
    std::transform(packed.dqddot.begin(), packed.dqddot.end(), result.dqddot.begin(), pick);
    return result;
}

}  // namespace gambol::bench
