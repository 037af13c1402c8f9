// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/gait_problem.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::gait {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kFirstStiffness = 0.1;  // of the most; springs that begin at 0 hardly stiffen

}  // namespace

Cycle::State Cycle::at(double frame) const
{
    const int n = frames();
    const double whole = std::floor(frame), u = frame - whole;
    const auto column = [&](int offset) { return ((int(whole) + offset) % n + n) % n; };
    const double v = 1 - u, h = step();
    const double w[] = { v * v * v / 6, (3 * u * u * u - 6 * u * u + 4) / 6,
        (3 * v * v * v - 6 * v * v + 4) / 6, u * u * u / 6 };
    const double w1[]
        = { -v * v / 2, (3 * u * u - 4 * u) / 2, (-3 * v * v + 4 * v) / 2, u * u / 2 };
    const double w2[] = { v, 3 * u - 2, 3 * v - 2, u };
    State state { VectorXd::Zero(control.rows()), VectorXd::Zero(control.rows()),
        VectorXd::Zero(control.rows()), VectorXd() };
    for (int j = 0; j < 4; ++j) {
        const auto p = control.col(column(j - 1));
        state.q += w[j] * p;
        state.qdot += w1[j] / h * p;
        state.qddot += w2[j] / (h * h) * p;
    }
    state.feet = v * feet.col(column(0)) + u * feet.col(column(1));
    return state;
}

VectorXd GaitProblem::standing() const
{
    const int n = animal_.dofs();
    VectorXd x = VectorXd::Zero(shape().variables());
    double loaded = 0;  // feet, on average
    for (const Frame& frame : frames_)
        for (const FrameFoot& foot : frame)
            loaded += foot.loaded ? 1.0 / solved_frames() : 0;
    FrameRows rows(animal_, {}, {}, anchors_);
    Instants instants = rows.make_instants();
    Instant at;
    instants.load(0, animal_.standing, VectorXd::Zero(n), VectorXd::Zero(n));
    instants.update(false);
    instants.read(0, false, at);
    for (int i = 0; i < solved_frames(); ++i) {
        x.segment(variable(i, 0), n) = animal_.standing;
        for (size_t f = 0; f < animal_.feet.size(); ++f) {
            const Foot& foot = animal_.feet[f];
            const FrameFoot& now = frames_[size_t(i)][f];
            if (const int first = foot_variable(i, int(f)); first != kNone) {
                x[first + 2] = 1 / std::max(0.3, loaded);
                if (foot.has_sole())
                    x[first + Foot::back_from_toe] = foot.length / 2;
            }
            if (now.side < 0)
                continue;
            const Instant::Body& body = at.bodies[size_t(instants.body_index(foot.toe.joint))];
            const Eigen::Vector3d toe = body.p + body.R * foot.toe.position;
            const double before = -timing_.period * timing_.feet[f].duty / 2;
            x.segment<2>(anchor_variable(2 * now.anchor))
                = settings_.treadmill(speed_).after(before) * Eigen::Vector2d(toe.head<2>());
        }
    }
    for (int i = 0; settings_.springs && i < springs_.count(); ++i) {
        const double k = kFirstStiffness * Springs::kMostStiffness;
        x[spring_variable(i, Springs::stiffness)] = k;
        if (!springs_.centred(i))
            x[spring_variable(i, Springs::offset)] = k * animal_.standing[springs_.leader(i)];
        x[spring_variable(i, Springs::damping)] = kFirstStiffness * Springs::kMostDamping;
    }
    return x;
}

Cycle GaitProblem::cycle(const VectorXd& x) const
{
    const int n = animal_.dofs(), solved = solved_frames(), all = settings_.frames;
    const int variables = rows_.columns().foot_variables;
    Cycle cycle { timing_, speed_, MatrixXd(n, all), MatrixXd::Zero(variables, all),
        MatrixXd(2, Eigen::Index(animal_.feet.size())) };
    for (int i = 0; i < all; ++i) {
        const bool mirrored = i >= solved;
        cycle.control.col(i) = control(x, { i % solved, mirrored });
        const VectorXd feet = foot_values(x, i % solved);
        for (size_t f = 0; f < animal_.feet.size(); ++f) {
            const Foot& foot = animal_.feet[f];
            const int from = mirrored ? foot.mirror : int(f);
            VectorXd values = feet.segment(rows_.foot_variable(from), foot.variables());
            if (mirrored)
                for (int k = 0; k < foot.variables(); ++k)
                    values[k] *= kMirrorOfFoot[size_t(k)];
            cycle.feet.col(i).segment(rows_.foot_variable(int(f)), foot.variables()) = values;
        }
    }
    for (size_t f = 0; f < animal_.feet.size(); ++f) {
        const FrameFoot& any = frames_.front()[f];
        cycle.anchors(0, Eigen::Index(f)) = x[anchor_variable(2 * any.anchor)];
        cycle.anchors(1, Eigen::Index(f)) = any.side * x[anchor_variable(2 * any.anchor + 1)];
    }
    if (settings_.springs)
        cycle.springs = x.segment(spring_variable(0, Springs::stiffness),
                             Springs::kNumbers * springs_.count())
                            .reshaped(int(Springs::kNumbers), springs_.count());
    return cycle;
}

VectorXd GaitProblem::variables_of(const Cycle& cycle) const
{
    const int n = animal_.dofs(), all = settings_.frames;
    VectorXd x = standing();
    // Control points that make the spline pass through the other one at our frames: a cyclic
    // tridiagonal system, (p₋ + 4p + p₊)/6 = q.
    MatrixXd passes = MatrixXd::Identity(all, all) * (4.0 / 6);
    MatrixXd places(all, n);
    for (int i = 0; i < all; ++i) {
        passes(i, (i + 1) % all) += 1.0 / 6;
        passes(i, (i + all - 1) % all) += 1.0 / 6;
        places.row(i) = cycle.at(double(i) * cycle.frames() / all).q.transpose();
    }
    const MatrixXd control = passes.partialPivLu().solve(places);
    for (int i = 0; i < solved_frames(); ++i) {
        x.segment(variable(i, 0), n)
            = control.row(i).transpose().cwiseMax(animal_.lower).cwiseMin(animal_.upper);
        const VectorXd feet = cycle.at(double(i) * cycle.frames() / all).feet;
        for (size_t f = 0; f < animal_.feet.size(); ++f)
            if (const int first = foot_variable(i, int(f)), count = animal_.feet[f].variables();
                first != kNone)
                x.segment(first, count) = feet.segment(rows_.foot_variable(int(f)), count);
    }
    for (size_t f = 0; f < animal_.feet.size(); ++f)
        if (const FrameFoot& any = frames_.front()[f]; any.side > 0)
            x.segment<2>(anchor_variable(2 * any.anchor)) = cycle.anchors.col(Eigen::Index(f));
    if (settings_.springs && cycle.springs.cols() == springs_.count())
        x.segment(spring_variable(0, Springs::stiffness), cycle.springs.size())
            = cycle.springs.reshaped();
    return x;
}

}  // namespace gambol::gait
