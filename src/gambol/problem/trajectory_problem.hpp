// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/math/hermite.hpp"
#include "gambol/problem/block_problem.hpp"
#include "gambol/problem/local_model.hpp"

#include <Eigen/Dense>

#include <memory>
#include <utility>
#include <vector>

namespace gambol {

/// How a movement is stored in x. It is made of cubic Hermite segments; x holds one block per
/// segment: coordinates and velocities at the segment's end, the contact variables, and by how many
/// seconds the segment's end comes later than if all segments had equal durations. Contact
/// variables are constant over a phase of several segments and live in the phase's first block (the
/// same places in its other blocks are unused and stay as they are). A phase has at most two
/// segments: with more, blocks that are no neighbours would couple.
///
///     x = [ q₁ v₁ z₁ τ₁ | q₂ v₂ · τ₂ | q₃ v₃ z₃ τ₃ | … ]        (two segments per phase)
struct TrajectoryLayout {
    int coordinates = 0, contacts = 0;
    int segments = 0, segments_per_phase = 1;
    double segment_duration = 0.25;  // s, on average

    [[nodiscard]] int block_size() const { return 2 * coordinates + contacts + 1; }
    [[nodiscard]] int variables() const { return segments * block_size(); }
    [[nodiscard]] double duration() const { return segments * segment_duration; }
    /// Of one segment, s.
    [[nodiscard]] double duration_of(const Eigen::VectorXd& x, int segment) const
    {
        return segment_duration + x[late(segment)] - (segment > 0 ? x[late(segment - 1)] : 0);
    }
    /// Columns of x.
    [[nodiscard]] int q(int segment) const { return segment * block_size(); }
    [[nodiscard]] int v(int segment) const { return q(segment) + coordinates; }
    [[nodiscard]] int z(int segment) const
    {
        return q(segment - segment % segments_per_phase) + 2 * coordinates;
    }
    [[nodiscard]] int late(int segment) const { return q(segment) + block_size() - 1; }
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
    double weight = 1;  // of all its costs, while segments have equal durations
    int kind = 0;  // handed to SampleCost: which terms apply here
    int instant = -1;  // likewise: which of the instants that goals speak of
    bool positions_only = false;  // its costs depend on coordinates alone
    bool per_time = true;  // its weight goes with its segment's duration: part of an integral
};

/// The costs of one sample in its local variables. One object serves one solve; it may keep
/// workspaces and warm starts, per sample.
class SampleCost {
public:
    virtual ~SampleCost() = default;
    virtual void evaluate(int sample, const Sample&, const Eigen::VectorXd& y, LocalModel& out) = 0;
};

/// When segments end, as variables.
struct FreeKnots {
    /// Per segment: whether its end may move. None at all: all stay where x has them.
    std::vector<bool> free;
    /// Of ½ stiffness (h/h̄ − h̄/h)² per segment, h̄ being the mean duration: no segment can vanish.
    double stiffness = 0;
};

/// Σ_samples weight · cost(y_sample(x)), as a block problem.
class TrajectoryProblem final : public BlockProblem {
public:
    TrajectoryProblem(
        TrajectoryLayout, Eigen::VectorXd start, std::vector<Sample>, std::unique_ptr<SampleCost>);

    [[nodiscard]] int variables() const override { return layout_.variables(); }
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
    /// From now on.
    void set_free_knots(FreeKnots knots) { knots_ = std::move(knots); }

    /// Local variables at an instant.
    void local_state(const Eigen::VectorXd& x, int segment, double u, Eigen::VectorXd& y) const;

    /// For costs that several trajectories share, each with its part of them as a local model of
    /// one sample's coordinates: adds that part to g and, where given, H of the last call of
    /// model() or gradient(). While knots are not free.
    void add_shared(int sample, const LocalModel&, Eigen::VectorXd& g, BlockTridiagonal* H);
    /// By how much a step of x moves the coordinates of a sample. While knots are not free.
    void moved_by(const Eigen::VectorXd& step, int sample, Eigen::VectorXd& moved) const;
    [[nodiscard]] bool leaves_out(int sample) const
    {
        return (samples_[size_t(sample)].kind & left_out_) != 0;
    }

    [[nodiscard]] const TrajectoryLayout& layout() const { return layout_; }
    [[nodiscard]] const std::vector<Sample>& samples() const { return samples_; }
    [[nodiscard]] SampleCost& cost() { return *cost_; }

private:
    double accumulate(
        const Eigen::VectorXd& x, Detail detail, Eigen::VectorXd* g, BlockTridiagonal* H);
    /// Local columns that a sample's costs touch.
    [[nodiscard]] int local_size(const Sample&) const;
    /// The sample as it counts when its segment lasts that long.
    [[nodiscard]] Sample sample_at(Sample, double duration) const;
    [[nodiscard]] bool is_free(int segment) const
    {
        return segment >= 0 && !knots_.free.empty() && knots_.free[size_t(segment)];
    }
    /// y = weights · controls of the segment, coordinates to accelerations.
    void fold(
        const Eigen::VectorXd& x, int segment, const HermiteWeights&, Eigen::VectorXd& y) const;
    /// How a sample hangs on the controls of its segment and, when `free`, on its duration.
    struct Timing {
        double duration = 0;
        HermiteWeights weights;
        bool free = false;
    };
    /// Overwrites slower_ when the timing is free.
    Timing timing_of(const Eigen::VectorXd& x, const Sample&);
    double add_stiffness(const Eigen::VectorXd& x, Eigen::VectorXd* g, BlockTridiagonal* H) const;
    /// Adds derivatives by a segment's duration to those by the times of its ends.
    void add_by_duration(int segment, double slope, Eigen::VectorXd& g) const;
    void add_by_duration(int segment, double curvature, BlockTridiagonal& H) const;
    void add_gradient(const LocalModel&, const Sample&, const Timing&, Eigen::VectorXd& g) const;
    void add_hessian(const LocalModel&, const Sample&, const Timing&, BlockTridiagonal& H);

    TrajectoryLayout layout_;
    Eigen::VectorXd start_;  // coordinates at time 0, at rest
    std::vector<Sample> samples_;
    int left_out_ = 0;
    FreeKnots knots_;
    std::unique_ptr<SampleCost> cost_;
    LocalModel local_;
    std::vector<std::vector<OneSidedRow>> hinges_;  // per sample, of the last model
    Eigen::VectorXd at_;  // where the last model was made
    Eigen::VectorXd y_, slower_;  // local variables; their derivative by the segment's duration
    Eigen::MatrixXd mixed_;  // hessian columns folded onto one Hermite control
};

}  // namespace gambol
