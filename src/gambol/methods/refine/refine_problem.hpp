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
    RefineProblem(const Scene& scene, const Reference& reference, const Weights& weights = {});

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

    struct Local {
        Eigen::VectorXd q, qdot, qddot;
    };
    /// Where the movement is at u ∈ [0, 1] of an interval of the spline.
    void local(const Eigen::VectorXd& x, const CubicSpline::Weights&, Local&) const;
    /// What an instant is compared with, on a stretch between two changes of holds.
    [[nodiscard]] Instant instant_at(int stretch, const CubicSpline::Weights&);

    /// Largest |q − q_ref| of any joint over the samples [rad].
    [[nodiscard]] double farthest(const Eigen::VectorXd& x) const;

private:
    static constexpr int kControls = 3;

    struct Sample {
        CubicSpline::Weights weights;
        double time_share = 0;  // s
        Instant instant;
    };
    void lay_samples();
    void fit_start(const Reference&, const std::vector<Eigen::VectorXd>& coordinates);
    /// What could touch what at an instant.
    void watch(const Pose&, Instant&) const;
    double accumulate(const Eigen::VectorXd& x, Eigen::VectorXd* g, BlockTridiagonal* H);
    void add_to(Eigen::VectorXd& g, const Sample&) const;
    void add_to(BlockTridiagonal& H, const Sample&);
    /// Of control points `row` ≥ `column`.
    Eigen::Block<Eigen::MatrixXd> block(BlockTridiagonal& H, int row, int column) const;

    const Scene& scene_;
    Body body_;
    HoldPlan plan_;
    CubicSpline spline_;
    Setting setting_;
    std::vector<Support> supports_;
    std::vector<Watch> balls_;  // without a surface
    std::vector<Pair> pairs_;  // all that are no neighbours
    std::unique_ptr<InstantModel> instants_;
    std::vector<Sample> samples_;
    Eigen::VectorXd start_;
    Local local_;
    Eigen::MatrixXd folded_;  // rows of one sample by its four control points
    Eigen::MatrixXd gram_;
};

}  // namespace gambol::refine
