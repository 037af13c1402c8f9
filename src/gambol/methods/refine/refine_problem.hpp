// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/math/cubic_spline.hpp"
#include "gambol/methods/refine/instant.hpp"
#include "gambol/problem/block_problem.hpp"
#include "gambol/scene/scene.hpp"

#include <memory>
#include <vector>

namespace gambol::refine {

/// A movement on cubic B-splines of all coordinates, root included, that stays close to a reference
/// while the world can exert what it needs (InstantModel). Accelerations jump where holds begin or
/// end. Three control points are one block of the solver, so that only neighbours couple.
///
/// `scene` and what it refers to must outlive the problem.
class RefineProblem final : public BlockProblem {
public:
    /// The movement takes `slowness` times as long as the reference.
    RefineProblem(const Scene& scene, const Reference& reference, double slowness = 1,
        const Weights& weights = {});

    [[nodiscard]] int blocks() const override;
    [[nodiscard]] int block_size() const override { return kControls * setting_.body->dofs(); }
    double value(const Eigen::VectorXd& x) override;
    double gradient(const Eigen::VectorXd& x, Eigen::VectorXd& g) override;
    double model(const Eigen::VectorXd& x, Eigen::VectorXd& g, BlockTridiagonal& H) override;

    /// The reference on the spline: where the search begins.
    [[nodiscard]] const Eigen::VectorXd& start() const { return start_; }

    [[nodiscard]] const CubicSpline& spline() const { return spline_; }
    [[nodiscard]] const HoldPlan& plan() const { return plan_; }
    [[nodiscard]] const Setting& setting() const { return setting_; }
    [[nodiscard]] const Body& body() const { return body_; }
    /// Between two changes of holds.
    [[nodiscard]] const Support& support(int stretch) const { return supports_[size_t(stretch)]; }

    /// Whether nothing is held for a while.
    [[nodiscard]] bool flies() const;

    struct Local {
        Eigen::VectorXd q, qdot, qddot;
    };
    /// Where the movement is at u ∈ [0, 1] of an interval of the spline.
    void local(const Eigen::VectorXd& x, const CubicSpline::Weights&, Local&) const;

    /// Where a frame of the result lies. Frames at which holds begin or end come twice, as seen
    /// from before and from after.
    struct Moment {
        int frame = 0, stretch = 0, interval = 0;
        double u = 0;
    };
    [[nodiscard]] const std::vector<Moment>& moments() const { return moments_; }
    /// What it is compared with; nothing is watched.
    [[nodiscard]] InstantTarget instant_at(int stretch, const CubicSpline::Weights&) const;

    struct Strain {
        double torque = 0;  // the greatest, of its limit
        bool clash = false;  // limbs overlap that nobody had watched
    };
    /// Lets torques beyond their limits at x count for more from now on, also at moments that were
    /// none of the samples, and watches what has come near.
    Strain raise(const Eigen::VectorXd& x);

    /// Largest |q − q_ref| of any joint over the samples [rad].
    [[nodiscard]] double farthest(const Eigen::VectorXd& x) const;

private:
    static constexpr int kControls = 3;

    struct Sample {
        CubicSpline::Weights weights;
        double time_share = 0;  // s
        InstantTarget instant;
    };
    void lay_samples();
    void lay_moments();
    void add_sample(int stretch, const CubicSpline::Weights&, double time_share);
    double evaluate(InstantTarget&, const CubicSpline::Weights&, const Eigen::VectorXd& x,
        InstantModel::Detail);
    void fit_start(
        const Reference&, double slowness, const std::vector<Eigen::VectorXd>& coordinates);
    double accumulate(const Eigen::VectorXd& x, Eigen::VectorXd* g, BlockTridiagonal* H);
    void add_to(Eigen::VectorXd& g, const Sample&) const;
    void add_to(BlockTridiagonal& H, const Sample&);
    /// Of control points `row` ≥ `column`.
    Eigen::Block<Eigen::MatrixXd> block(BlockTridiagonal& H, int row, int column) const;

    Body body_;
    HoldPlan plan_;
    CubicSpline spline_;
    Setting setting_;
    std::vector<Support> supports_;
    Watcher watcher_;
    std::unique_ptr<InstantModel> instants_;
    std::vector<Sample> samples_;
    std::vector<Moment> moments_;
    std::vector<bool> sampled_;  // which moments are samples
    Eigen::VectorXd start_;
    Local local_;
    Eigen::MatrixXd folded_;  // rows of one sample by its four control points
    Eigen::MatrixXd gram_;
};

}  // namespace gambol::refine
