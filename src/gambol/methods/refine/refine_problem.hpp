// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/math/cubic_spline.hpp"
#include "gambol/methods/refine/burden.hpp"
#include "gambol/methods/refine/cargo.hpp"
#include "gambol/methods/refine/gaze.hpp"
#include "gambol/methods/refine/instant.hpp"
#include "gambol/methods/refine/stances.hpp"
#include "gambol/problem/block_problem.hpp"
#include "gambol/scene/scene.hpp"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace gambol::refine {

/// A pose that is wished for; each coordinate of the body by its own share of the weight.
struct PoseWish {
    Pose pose;
    Eigen::VectorXd shares;
};

/// What is asked of a movement: which holds it keeps, what counts how much, and what is free.
struct Brief {
    HoldPlan plan;
    Weights weights = {};
    double slowness = 1;  // how many times as long as the reference it takes
    int samples = 6;  // per knot interval
    double spacing = 0.08;  // s between knots, for a body of 1.75 m
    bool free_clock = false;  // what happens may come earlier or later, but for the ends
    bool free_places = false;  // Setting::free_places
    /// Joint ranges and limbs in each other's way count even where the reference does not keep
    /// them.
    bool strict = false;
    double clearance = 0;  // m, of feet and hands in the middle of a swing
    std::vector<Aim> aims = {};
    std::optional<PoseWish> first_pose = {}, last_pose = {};
    bool still_first = false, still_last = false;
    std::optional<PoseWish> posture = {};  // Setting::posture
    std::optional<GazeWish> gaze = {};  // at the reference's own pace
    const Passers* passers = nullptr;  // others in the scene, at the reference's own pace
    const Burden* burden = nullptr;  // what is handled: the clock must not be free then
    const Cargo* cargo = nullptr;  // of that, what is carried by this body alone
};

/// Holds of the reference at a pace and nothing else: to be followed as closely as physics allows.
[[nodiscard]] Brief following(
    const Scene&, const Reference&, double fps, double slowness = 1, const Weights& = {});

/// A movement on cubic B-splines of all coordinates, root included, that stays close to a reference
/// while the world can exert what it needs (InstantModel). Accelerations jump where holds begin or
/// end. Three control points are one block of the solver, so that only neighbours couple.
///
/// With a free clock, its lateness z is one more coordinate: what is at s on the spline happens at
/// t = s + z(s), z = 0 at the ends and where there is an aim, so that with ' = d/ds
///
///     t' = 1 + z'        q̇ = q'/t'        q̈ = (q'' − q̇ t'')/t'²
///     ∂q̇/∂z' = −q̇/t'        ∂q̈/∂z' = (q̇ t''/t' − 2 q̈ t')/t'²        ∂q̈/∂z'' = −q̇/t'²
///
/// and ½ w (t' − 1/t')² + ½ w_b t''² keep it running.
///
/// `scene` and what it refers to must outlive the problem.
class RefineProblem final : public BlockProblem {
public:
    RefineProblem(const Scene& scene, const Reference& reference, Brief brief);
    /// Of a scene for method refine: following() at its samples per second.
    RefineProblem(const Scene& scene, const Reference& reference, double slowness = 1,
        const Weights& weights = {});

    [[nodiscard]] int blocks() const;
    [[nodiscard]] int block_size() const { return kControls * columns(); }
    [[nodiscard]] int variables() const override { return blocks() * block_size(); }
    /// Coordinates of a control point: those of the body, and the clock's if it is free.
    [[nodiscard]] int columns() const { return body_.dofs() + (brief_.free_clock ? 1 : 0); }
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

    /// What is carried, lifted and set down at knots.
    [[nodiscard]] const Cargo& cargo() const { return cargo_; }
    /// Whether nothing is held for a while.
    [[nodiscard]] bool flies() const;
    /// ∫ of what counts per second, over real time: effort and comfort.
    [[nodiscard]] double running_cost(const Eigen::VectorXd& x);

    struct Local {
        Eigen::VectorXd q, qdot, qddot;  // by time
        double late = 0, pace = 1, bend = 0;  // z, t', t''
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
    /// What it is compared with at a time of the spline; nothing is watched.
    [[nodiscard]] InstantTarget instant_at(
        int stretch, const CubicSpline::Weights&, double time) const;

    struct Strain {
        double torque = 0;  // the greatest, of its limit
        double angle = 0;  // the greatest beyond a limit, where the brief is strict [rad]
        bool clash = false;  // limbs overlap that nobody had watched
    };
    /// Lets torques beyond their limits at x count for more from now on, also at moments that were
    /// none of the samples, and angles where the brief is strict, and watches what has come near.
    Strain raise(const Eigen::VectorXd& x);

    /// Largest |q − q_ref| of any joint over the samples [rad].
    [[nodiscard]] double farthest(const Eigen::VectorXd& x) const;

private:
    static constexpr int kControls = 3;  // of a block of the solver
    static constexpr int kWindow = 4;  // control points that an instant is made of

    struct Sample {
        CubicSpline::Weights weights;
        double time = 0, time_share = 0;  // s; time is that of the spline
        bool on_time = false;  // the clock must be right here
        InstantTarget instant;
    };
    void lay_samples();
    void lay_aims();
    void lay_moments();
    /// `time` is that of the spline.
    Sample& add_sample(int stretch, const CubicSpline::Weights&, double time, double time_share);
    /// Says whether somebody is in the way whom nobody watched before.
    bool meet_passers(Sample&, const Eigen::VectorXd& now) const;
    /// Likewise of the body itself, of surfaces and of what is handled.
    bool watch(Sample&, const Eigen::VectorXd& now) const;
    [[nodiscard]] std::vector<CarriedSolid> carried_solids(
        const Eigen::VectorXd& before, const Eigen::VectorXd& now, double time) const;
    double evaluate(InstantTarget&, const CubicSpline::Weights&, const Eigen::VectorXd& x,
        InstantModel::Detail);
    /// Corners of patches that swing at a time, and how high they should be.
    void add_clearances(double time, std::vector<Clearance>&) const;
    /// In coordinates; root angles as near as whole turns allow to those of `near`.
    [[nodiscard]] PoseTarget target_of(const PoseWish&, const Eigen::VectorXd& near) const;
    void fit_start(
        const Reference&, double slowness, const std::vector<Eigen::VectorXd>& coordinates);
    double accumulate(const Eigen::VectorXd& x, Eigen::VectorXd* g, BlockTridiagonal* H);
    /// How q̇, q̈ and the clock at a sample change with one of its four control points.
    struct Chain {
        double q = 0, qdot = 0, qddot = 0;  // × its coordinates: q, q̇, q̈
        Eigen::VectorXd qdot_by_clock, qddot_by_clock;
        std::array<double, 3> clock {};  // z, z', z''
    };
    void find_chains(const CubicSpline::Weights&);
    /// What the clock costs at the sample last evaluated.
    struct ClockCost {
        double value = 0;
        std::array<double, 3> slope {}, curvature {};  // by z, z', z''
    };
    [[nodiscard]] ClockCost clock_cost(const Sample&) const;
    void add_to(Eigen::VectorXd& g, const Sample&, const ClockCost&) const;
    /// Model of samples with the same four control points, by those: rows J are gathered, as one
    /// product of many is faster than many of few.
    struct Gram {
        int first = -1;  // control point
        int used = 0;  // rows
        Eigen::MatrixXd rows;
        Eigen::MatrixXd sum;  // of all but JᵀJ, lower triangle of blocks
    };
    void add_to(Gram&, const Sample&, const ClockCost&) const;
    void spread(Gram&, BlockTridiagonal& H) const;
    /// Of control points `row` ≥ `column`.
    Eigen::Block<Eigen::MatrixXd> block(BlockTridiagonal& H, int row, int column) const;

    Brief brief_;
    Body body_;
    HoldPlan plan_;
    Cargo cargo_;
    std::vector<std::vector<Stance>> stances_;  // per patch, where there are clearances
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
    std::array<Chain, 4> chains_;
    Gram gram_;
};

}  // namespace gambol::refine
