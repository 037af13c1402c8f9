// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/problem/block_problem.hpp"
#include "gambol/problem/local_model.hpp"

#include <Eigen/Dense>

#include <memory>
#include <vector>

namespace gambol {

/// How a movement is stored in x. It is made of cubic Hermite segments of equal duration; x holds
/// one block per segment: coordinates and velocities at the segment's end, then the contact
/// variables. Contact variables are constant over a phase of several segments and live in the
/// phase's first block (the same places in its other blocks are unused and stay as they are). A
/// phase has at most two segments: with more, blocks that are no neighbours would couple.
///
///     x = [ q₁ v₁ z₁ | q₂ v₂ · | q₃ v₃ z₃ | … ]        (two segments per phase)
struct TrajectoryLayout {
    int coordinates = 0, contacts = 0;
    int segments = 0, segments_per_phase = 1;
    double segment_duration = 0.25;  // s

    [[nodiscard]] int block_size() const { return 2 * coordinates + contacts; }
    [[nodiscard]] int variables() const { return segments * block_size(); }
    [[nodiscard]] double duration() const { return segments * segment_duration; }
    /// Columns of x.
    [[nodiscard]] int q(int segment) const { return segment * block_size(); }
    [[nodiscard]] int v(int segment) const { return q(segment) + coordinates; }
    [[nodiscard]] int z(int segment) const
    {
        return q(segment - segment % segments_per_phase) + 2 * coordinates;
    }
    /// Local variables of a sample: y = [ q v a z ].
    [[nodiscard]] int local_size() const { return 3 * coordinates + contacts; }
    [[nodiscard]] int local_v() const { return coordinates; }
    [[nodiscard]] int local_a() const { return 2 * coordinates; }
    [[nodiscard]] int local_z() const { return 3 * coordinates; }
};

/// An instant at which costs are evaluated.
struct Sample {
    int segment = 0;
    double u = 0.5;  // within the segment, 0 … 1
    double weight = 1;  // of all its costs
    int kind = 0;  // handed to SampleCost: which terms apply here
    int instant = -1;  // likewise: which of the instants that goals speak of
    bool positions_only = false;  // its costs depend on coordinates alone
};

/// The costs of one sample in its local variables. One object serves one solve; it may keep
/// workspaces and warm starts, per sample.
class SampleCost {
public:
    virtual ~SampleCost() = default;
    virtual void evaluate(int sample, const Sample&, const Eigen::VectorXd& y, LocalModel& out) = 0;
};

/// Σ_samples weight · cost(y_sample(x)), as a block problem.
class TrajectoryProblem final : public BlockProblem {
public:
    TrajectoryProblem(
        TrajectoryLayout, Eigen::VectorXd start, std::vector<Sample>, std::unique_ptr<SampleCost>);

    [[nodiscard]] int blocks() const override { return layout_.segments; }
    [[nodiscard]] int block_size() const override { return layout_.block_size(); }
    double value(const Eigen::VectorXd& x) override;
    double gradient(const Eigen::VectorXd& x, Eigen::VectorXd& g) override;
    double model(const Eigen::VectorXd& x, Eigen::VectorXd& g, BlockTridiagonal& H) override;
    HingeSwitches switch_hinges(
        const Eigen::VectorXd& step, Eigen::VectorXd& g, BlockTridiagonal& H) override;

    /// Forward differences of step `epsilon`; each variable re-evaluates only the samples it moves
    /// [Mordatch 2012, §4.5]. Returns the value at x.
    double finite_difference_gradient(const Eigen::VectorXd& x, double epsilon, Eigen::VectorXd& g);

    /// Leaves out samples of these kinds, or-ed, from now on.
    void leave_out(int kinds) { left_out_ = kinds; }

    /// Local variables at an instant.
    void local_state(const Eigen::VectorXd& x, int segment, double u, Eigen::VectorXd& y) const;

    [[nodiscard]] const TrajectoryLayout& layout() const { return layout_; }
    [[nodiscard]] const std::vector<Sample>& samples() const { return samples_; }
    [[nodiscard]] SampleCost& cost() { return *cost_; }

private:
    double accumulate(
        const Eigen::VectorXd& x, Detail detail, Eigen::VectorXd* g, BlockTridiagonal* H);
    /// Local columns that a sample's costs touch.
    [[nodiscard]] int local_size(const Sample&) const;
    void add_gradient(const Sample&, Eigen::VectorXd& g) const;
    void add_hessian(const Sample&, BlockTridiagonal& H);

    TrajectoryLayout layout_;
    Eigen::VectorXd start_;  // coordinates at time 0, at rest
    std::vector<Sample> samples_;
    int left_out_ = 0;
    std::unique_ptr<SampleCost> cost_;
    LocalModel local_;
    std::vector<std::vector<Hinge>> hinges_;  // per sample, of the last model
    Eigen::VectorXd y_;
    Eigen::MatrixXd mixed_;  // hessian columns folded onto one Hermite control
};

}  // namespace gambol
