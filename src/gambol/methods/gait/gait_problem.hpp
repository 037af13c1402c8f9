// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/gait/frame_rows.hpp"
#include "gambol/methods/gait/timing.hpp"
#include "gambol/problem/constrained_problem.hpp"

#include <Eigen/Dense>

#include <array>
#include <vector>

namespace gambol::gait {

struct Settings {
    int frames = 30;  // per period; even if symmetric
    /// Timings of feet of two sides are the same half a period apart, and on a straight way the
    /// second half of the cycle is the first in a mirror: half the unknowns.
    bool symmetric = false;
    double friction = 0.8;
    double clearance = 0.03;  // own units
    double peak_force = 0;  // of one leg, weights; 0: TimingLimits::peak_force()
    double head_height = 0;  // least height of the head's centre, own units; 0: any
    double slope = 0;  // rad: gravity is tilted back by it, the ground stays z = 0
    double curve = 0;  // 1 / radius of the way, own units; above 0 to the left
    bool springs = false;  // joints have them, as stiff as serves the gait
    Objective objective;

    [[nodiscard]] bool mirrors() const { return symmetric && curve == 0; }
    [[nodiscard]] Limits limits(const Animal&) const;
    [[nodiscard]] Treadmill treadmill(double speed) const
    {
        return { speed, slope, speed * curve };
    }
};

/// Signs of a foot's variables in a mirror: forces and pressure points to the left and torques
/// about z change theirs.
constexpr std::array<double, 6> kMirrorOfFoot { 1, -1, 1, -1, 1, -1 };

/// One period of a gait, unrolled: coordinates on a cyclic uniform cubic B-spline with one control
/// point per frame, so that at frame i, h apart,
///
///     q = (p₋ + 4p + p₊)/6        q̇ = (p₊ − p₋)/2h        q̈ = (p₋ − 2p + p₊)/h²
///
/// hold exactly and between frames all is smooth; variables of the feet are linear between frames.
/// Own units.
struct Cycle {
    Timing timing;
    double speed = 0;
    Eigen::MatrixXd control;  // dofs × frames
    Eigen::MatrixXd feet;  // variables of all feet × frames
    Eigen::MatrixXd anchors;  // 2 × feet: where toes touch down, x and y
    Eigen::MatrixXd springs = {};  // 3 × their count, as Springs has them; empty without

    [[nodiscard]] int frames() const { return int(control.cols()); }
    [[nodiscard]] double step() const { return timing.period / frames(); }
    struct State {
        Eigen::VectorXd q, qdot, qddot, feet;
    };
    /// At a time in frames; cyclic.
    [[nodiscard]] State at(double frame) const;
};

/// The search for the cheapest cycle with given timing at a given speed, as a nonlinear program
/// [Wampler 2009, section 3]. The animal stays in place while the ground goes back below it, so the
/// cycle closes. A block of the band is one frame: its control point and the variables of the feet
/// that bear load in it. The last two frames and the places of touch-down are the border. Which
/// feet are down is the only thing that timing changes: shape and rows of the program follow from
/// it.
class GaitProblem final : public ConstrainedProblem {
public:
    /// `speed` in own units; the animal is one on settings.treadmill(speed). Settings that
    /// mirror need an animal whose sides are alike.
    GaitProblem(const Animal&, const Timing&, double speed, const Settings&);

    [[nodiscard]] BandShape shape() const override;
    [[nodiscard]] std::vector<RowGroup> row_groups() const override { return row_groups_; }
    [[nodiscard]] Bounds variable_bounds() const override;
    [[nodiscard]] Bounds row_bounds() const override { return row_bounds_; }
    double values(const Eigen::VectorXd& x, Eigen::VectorXd& c) override;
    double linearise(
        const Eigen::VectorXd& x, Eigen::VectorXd& c, Eigen::VectorXd& g, BandJacobian& J) override;
    void add_objective_hessian(const Eigen::VectorXd& x, BorderedBand& H) override;

    /// Standing still, feet where the middle of their stance is.
    [[nodiscard]] Eigen::VectorXd standing() const;
    /// The nearest x of a cycle with the same feet, of any number of frames.
    [[nodiscard]] Eigen::VectorXd variables_of(const Cycle&) const;
    [[nodiscard]] Cycle cycle(const Eigen::VectorXd& x) const;
    /// f of the last x, without its scale: comparable between problems of one animal.
    [[nodiscard]] static double cost(double objective) { return objective / kScale; }
    [[nodiscard]] const Animal& animal() const { return animal_; }
    [[nodiscard]] const std::vector<Frame>& frames() const { return frames_; }

private:
    // Solvers see costs of order one with this.
    static constexpr double kScale = 30;
    static constexpr double kCurveScale = 10;  // as lengths of frames

    /// A frame, or its image in the mirror.
    struct Neighbour {
        int frame = 0;
        bool mirrored = false;
    };
    [[nodiscard]] Neighbour neighbour(int frame, int step) const;
    [[nodiscard]] int solved_frames() const { return int(frames_.size()); }
    [[nodiscard]] int block_size() const;
    [[nodiscard]] int variable(int frame, int k) const { return frame * block_size() + k; }
    /// First variable of a foot in a frame; kNone while it bears nothing, when all of them are 0.
    [[nodiscard]] int foot_variable(int frame, int foot) const;
    static constexpr int kNone = -1;
    /// Of all feet, as FrameRows wants them.
    [[nodiscard]] Eigen::VectorXd foot_values(const Eigen::VectorXd& x, int frame) const;
    [[nodiscard]] int anchor_variable(int k) const;
    /// Places of touch-down, then springs.
    [[nodiscard]] int shared_variables() const;
    [[nodiscard]] int spring_variable(int spring, Springs::Number) const;
    void lay_spring_rows();
    void evaluate_springs(const Eigen::VectorXd& x, Eigen::VectorXd& c, BandJacobian* J) const;
    /// In the middle of their stances feet are on the curve, on average. Without that it would be
    /// cheaper to go round nearer to its centre.
    void lay_curve_row();
    /// y of toes in the middle of their stances, on average.
    [[nodiscard]] double feet_aside(const Eigen::VectorXd& x) const;
    /// Where the ground is then that was at the origin when the foot touched down.
    [[nodiscard]] Eigen::Isometry2d ground_of_middle(size_t foot) const;
    void evaluate_curve(const Eigen::VectorXd& x, Eigen::VectorXd& c, BandJacobian* J) const;
    struct SharedRows {
        int group = 0, first = 0;
    };
    /// Rows of nothing but shared variables `from` … `to`, from 0 to `upper`.
    SharedRows lay_shared_rows(int rows, int from, int to, double upper);
    void lay_frames();
    void lay_foot_slots();
    void lay_rows();
    void lay_columns(int frame);
    /// Folded columns that go side by side into a group, with one sign.
    struct ColumnRun {
        int from, at, count;
        double sign;
        [[nodiscard]] bool continues(int column, int to, double with) const
        {
            return column == from + count && to == at + count && with == sign;
        }
    };
    /// Of the rows and residuals of a frame.
    struct Columns {
        std::vector<ColumnRun> motion, pose, residuals;
    };
    struct SignedVariable {
        int variable;
        double sign;
    };
    struct FoldedGroup {
        RowGroup group;
        std::vector<ColumnRun> runs;
    };
    [[nodiscard]] FoldedGroup folded_group(
        int frame, const std::vector<SignedVariable>& variables) const;
    /// How a pose hangs on the control points of three frames.
    static constexpr std::array<double, 3> kShares { 1.0 / 6, 4.0 / 6, 1.0 / 6 };
    [[nodiscard]] bool stores_shares(int frame) const;
    [[nodiscard]] static int motion_group(int frame) { return 2 * frame; }
    [[nodiscard]] static int pose_group(int frame) { return 2 * frame + 1; }
    /// Derivatives by q, q̇, q̈ become those by three control points.
    void fold(const LocalRows&, const std::vector<ColumnRun>&, BandJacobian::View) const;
    void fold_pose(const LocalRows&, int frame, BandJacobian::View) const;
    static void add_runs(const Eigen::RowVectorXd& folded, const std::vector<ColumnRun>&,
        BandJacobian::View, int row);
    [[nodiscard]] Eigen::VectorXd control(const Eigen::VectorXd& x, const Neighbour&) const;
    void load(const Eigen::VectorXd& x, int frame, int lane);
    double evaluate(
        const Eigen::VectorXd& x, Eigen::VectorXd& c, Eigen::VectorXd* g, BandJacobian* J);
    struct Addend {
        int variable = kNone;
        double factor = 0;
    };
    /// ½ weight (Σ factor · x − rest)²
    struct Quadratic {
        Addend addends[3];
        double rest, weight;
    };
    /// All terms of the objective that are no residuals of a frame.
    template <class Visit> void for_each_quadratic(Visit visit) const;
    double add_quadratics(const Eigen::VectorXd& x, Eigen::VectorXd* g) const;

    const Animal& animal_;
    Timing timing_;
    double speed_;
    Settings settings_;
    double h_;  // between frames
    std::vector<Frame> frames_;
    std::vector<std::vector<int>> foot_slots_;  // by frame and foot: where in its block, or kNone
    int most_foot_variables_ = 0;  // of any frame
    int anchors_ = 0;
    double curve_rest_ = 0;  // y of toes when standing, on average
    Springs springs_;
    FrameRows rows_;
    Instants instants_;
    Eigen::VectorXd rest_;  // pose that posture keeps to
    std::vector<RowGroup> row_groups_, residual_groups_;
    Bounds row_bounds_;
    SharedRows spring_rows_, curve_row_;
    std::vector<Columns> columns_;  // by frame
    BandJacobian residual_jacobian_;
    Eigen::VectorXd residuals_;
    Instant instant_;
    FrameOutput out_;
};

}  // namespace gambol::gait
