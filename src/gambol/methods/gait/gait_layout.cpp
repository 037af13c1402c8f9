// SPDX-License-Identifier: MIT
// Where the variables and rows of a GaitProblem are, which follows from its timing.
#include "gambol/methods/gait/gait_problem.hpp"

#include <algorithm>
#include <iterator>

namespace gambol::gait {

using Eigen::VectorXd;

void GaitProblem::lay_frames()
{
    const int all = settings_.frames;
    const Treadmill treadmill = settings_.treadmill(speed_);
    for (int i = 0; i < solved_frames(); ++i) {
        int next_anchor = 0;
        std::vector<int> anchors(animal_.feet.size());
        for (size_t f = 0; f < animal_.feet.size(); ++f) {
            const int mirror = animal_.feet[f].mirror;
            const bool shares = settings_.mirrors() && mirror < int(f);
            anchors[f] = shares ? anchors[size_t(mirror)] : next_anchor++;
            const auto phase
                = [&](int frame) { return foot_phase(timing_.feet[f], double(frame) / all); };
            const FootPhase now = phase(i);
            FrameFoot foot;
            foot.down = now.down;
            foot.loaded = now.down && phase(i - 1).down && phase(i + 1).down;
            foot.lands = now.down && !foot.loaded;
            foot.speed = speed_;
            const double since = now.since * timing_.period;
            foot.ground = treadmill.after(since);
            foot.heading = treadmill.turn * (timing_.feet[f].duty / 2 * timing_.period - since);
            foot.swing = now.swing;
            foot.anchor = anchors[f];
            foot.side = shares ? -1 : 1;
            frames_[size_t(i)].push_back(foot);
        }
    }
}

/// Blocks are all of one size, that of the frame in which most feet bear load: of a run, in which
/// one foot does at a time, that is a sixth less than with all feet in every frame.
void GaitProblem::lay_foot_slots()
{
    for (const Frame& frame : frames_) {
        int used = 0;
        std::vector<int> slots(frame.size(), kNone);
        for (size_t f = 0; f < frame.size(); ++f)
            if (frame[f].loaded) {
                slots[f] = used;
                used += animal_.feet[f].variables();
            }
        foot_slots_.push_back(slots);
        most_foot_variables_ = std::max(most_foot_variables_, used);
    }
}

int GaitProblem::block_size() const
{
    return animal_.dofs() + most_foot_variables_;
}

int GaitProblem::foot_variable(int frame, int foot) const
{
    const int slot = foot_slots_[size_t(frame)][size_t(foot)];
    return slot == kNone ? kNone : variable(frame, animal_.dofs() + slot);
}

VectorXd GaitProblem::foot_values(const VectorXd& x, int frame) const
{
    VectorXd values = VectorXd::Zero(rows_.columns().foot_variables);
    for (int f = 0; f < int(animal_.feet.size()); ++f)
        if (const int first = foot_variable(frame, f), count = animal_.feet[size_t(f)].variables();
            first != kNone)
            values.segment(rows_.foot_variable(f), count) = x.segment(first, count);
    return values;
}

int GaitProblem::anchor_variable(int k) const
{
    return solved_frames() * block_size() + k;
}

int GaitProblem::shared_variables() const
{
    return 2 * anchors_ + (settings_.springs ? Springs::kNumbers * springs_.count() : 0);
}

int GaitProblem::spring_variable(int spring, Springs::Number number) const
{
    return anchor_variable(2 * anchors_) + Springs::kNumbers * spring + number;
}

BandShape GaitProblem::shape() const
{
    return { solved_frames() - 2, block_size(), 3, 2 * block_size() + shared_variables() };
}

GaitProblem::Neighbour GaitProblem::neighbour(int frame, int step) const
{
    const int count = solved_frames(), i = frame + step;
    return { (i + count) % count, settings_.mirrors() && (i < 0 || i >= count) };
}

/// `variables` are those of the columns, of three frames first; kNone where nothing depends on one.
GaitProblem::FoldedGroup GaitProblem::folded_group(
    int frame, const std::vector<SignedVariable>& variables) const
{
    const int size = block_size(), inside = solved_frames() - 2;
    FoldedGroup result;
    RowGroup& group = result.group;
    int first = inside, last = -1;
    for (const int step : { -1, 0, 1 })
        if (const int near = neighbour(frame, step).frame; near < inside) {
            first = std::min(first, near);
            last = std::max(last, near);
        }
    group.first_block = last < 0 ? 0 : first;
    group.blocks = last < 0 ? 0 : last - first + 1;
    for (const auto& [v, sign] : variables)
        if (v >= inside * size)
            group.border.push_back(v - inside * size);
    std::sort(group.border.begin(), group.border.end());
    group.border.erase(std::unique(group.border.begin(), group.border.end()), group.border.end());

    for (size_t k = 0; k < variables.size(); ++k) {
        const auto [v, sign] = variables[k];
        if (v == kNone)
            continue;
        const auto border
            = std::lower_bound(group.border.begin(), group.border.end(), v - inside * size);
        const int at = v < inside * size ? v - group.first_block * size
                                         : group.blocks * size + int(border - group.border.begin());
        if (!result.runs.empty() && result.runs.back().continues(int(k), at, sign))
            ++result.runs.back().count;
        else
            result.runs.push_back({ int(k), at, 1, sign });
    }
    return result;
}

/// Rows that ask for a pose hang on three frames by shares that are always the same. Where none of
/// the three lies in the border or in the mirror, one share is stored for all.
bool GaitProblem::stores_shares(int frame) const
{
    return frame > 0 && frame + 1 < solved_frames() - 2;
}

void GaitProblem::lay_columns(int frame)
{
    const int n = animal_.dofs();
    std::vector<SignedVariable> poses;
    for (const int step : { -1, 0, 1 }) {
        const Neighbour one = neighbour(frame, step);
        for (int k = 0; k < n; ++k)
            poses.push_back(one.mirrored
                    ? SignedVariable { variable(one.frame, animal_.mirror[size_t(k)]),
                        animal_.mirror_sign[k] }
                    : SignedVariable { variable(one.frame, k), 1 });
    }
    std::vector<SignedVariable> motion = poses;
    for (int f = 0; f < int(animal_.feet.size()); ++f)
        for (int k = 0; k < animal_.feet[size_t(f)].variables(); ++k) {
            const int first = foot_variable(frame, f);
            motion.push_back({ first == kNone ? kNone : first + k, 1 });
        }
    std::vector<SignedVariable> residuals = motion;
    residuals.resize(motion.size() + size_t(2 * anchors_), { kNone, 1 });
    for (int k = 2 * anchors_; k < shared_variables(); ++k)
        residuals.push_back({ anchor_variable(k), 1 });
    for (int k = 0; k < 2 * anchors_; ++k)
        poses.push_back({ anchor_variable(k), 1 });

    FoldedGroup of_motion = folded_group(frame, motion), of_pose = folded_group(frame, poses),
                of_residuals = folded_group(frame, residuals);
    if (stores_shares(frame))
        of_pose.group.shares.assign(std::begin(kShares), std::end(kShares));
    row_groups_.push_back(of_motion.group);
    row_groups_.push_back(of_pose.group);
    residual_groups_.push_back(of_residuals.group);
    columns_.push_back({ of_motion.runs, of_pose.runs, of_residuals.runs });
}

void GaitProblem::lay_rows()
{
    for (int i = 0; i < solved_frames(); ++i)
        lay_columns(i);
    // How many rows there are, and their bounds, do not depend on x.
    std::vector<double> lower, upper;
    const VectorXd x = standing();
    for (int i = 0; i < solved_frames(); ++i) {
        load(x, i, 0);
        instants_.update(false);
        instants_.read(0, false, instant_);
        out_.clear(rows_.columns(), false);
        rows_.evaluate(frames_[size_t(i)], instants_, instant_, foot_values(x, i),
            x.segment(anchor_variable(0), shared_variables()), out_);
        row_groups_[size_t(motion_group(i))].rows = out_.motion.count;
        row_groups_[size_t(pose_group(i))].rows = out_.pose.count;
        residual_groups_[size_t(i)].rows = out_.residuals.count;
        for (const LocalRows* rows : { &out_.motion, &out_.pose }) {
            lower.insert(lower.end(), rows->lower.begin(), rows->lower.begin() + rows->count);
            upper.insert(upper.end(), rows->upper.begin(), rows->upper.begin() + rows->count);
        }
    }
    row_bounds_.lower = VectorXd::Map(lower.data(), Eigen::Index(lower.size()));
    row_bounds_.upper = VectorXd::Map(upper.data(), Eigen::Index(upper.size()));
    residual_jacobian_ = BandJacobian(shape(), residual_groups_);
    residuals_.setZero(residual_jacobian_.rows());
}

}  // namespace gambol::gait
