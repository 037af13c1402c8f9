// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/footsteps.hpp"

#include "gambol/methods/cio/guide_ground.hpp"
#include "gambol/methods/cio/heading.hpp"
#include "gambol/methods/cio/touch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace gambol::cio {

namespace {

using Eigen::Quaterniond;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kStands = 0.4, kSwings = 0.03;  // contact activity; undecided is in between
constexpr double kStays = 0.05;  // m: a foot that is as near to its place
constexpr double kStaysTurned = 0.12;  // rad
constexpr double kAlike = 0.2;  // relative: two feet that have as far to go
constexpr double kLift = 0.07;  // × standing height, half-way
constexpr double kUneven = 0.01;  // m: what a sole bridges
constexpr double kLookForRoom = 0.3, kLookForStair = 0.45, kLookEvery = 0.03;  // m
/// Who steps up or down does so from nearby (× standing height): from farther off the trunk dives
/// after the foot.
constexpr double kStair = 0.05, kNearStair = 0.45;

/// Where a foot is.
struct Footing {
    Vector3d place;
    Quaterniond turn;
};

/// The torso at the ends of segments, from the start on, and what it walks on.
class Stepper {
public:
    Stepper(const CioScene& ready, int character, const VectorXd& x)
        : layout_(ready.layout)
        , model_(ready.model.characters[size_t(character)])
        , ground_(ready.walked_on[size_t(character)], model_.standing_height)
        , first_(ready.model.columns[size_t(character)].q)
        , start_(ready.start.segment(first_, model_.coordinates()))
        , favoured_(ready.scene->seed % 2 == 0 ? 1 : 0)
    {
        torso_.push_back(start_.head<6>());
        for (int k = 0; k < layout_.segments; ++k)
            torso_.emplace_back(x.segment(layout_.q(k) + first_, 6));
        for (int i = 0; i < int(model_.limbs.size()); ++i)
            if (model_.limbs[size_t(i)].support)
                legs_.push_back(i);
    }

    [[nodiscard]] bool walks() const
    {
        return legs_.size() == 2 && std::all_of(legs_.begin(), legs_.end(), [&](int leg) {
            const Footing foot = at_start(leg);
            const std::optional<double> floor = ground_.floor_at(foot.place.head<2>());
            return floor && std::abs(foot.place.z() - *floor) < kTouches;
        });
    }

    [[nodiscard]] std::vector<int> write_steps(VectorXd& x)
    {
        const int per_phase = layout_.segments_per_phase, phases = layout_.segments / per_phase;
        std::vector<int> swings(size_t(phases), -1);
        std::array<Footing, 2> feet { at_start(legs_[0]), at_start(legs_[1]) };
        int last = -1;  // index into legs_
        for (int phase = 0; phase < phases; ++phase) {
            int moves = -1;
            std::array<Footing, 2> next = feet;
            // Who sets out, and who has arrived, stands on both feet.
            if (phase > 0 && phase + 1 < phases) {
                for (int i = 0; i < 2; ++i)
                    next[size_t(i)] = footing(i, phase + 1.5, feet);
                moves = whose_turn(last, feet, next);
            }
            for (int i = 0; i < 2; ++i)
                if (i != moves)
                    next[size_t(i)] = feet[size_t(i)];
            write_phase(phase, feet, next, x);
            feet = next;
            if (moves >= 0) {
                swings[size_t(phase)] = legs_[size_t(moves)];
                last = moves;
            }
        }
        return swings;
    }

private:
    [[nodiscard]] Footing at_start(int leg) const
    {
        const int e = model_.effector(leg);
        return { start_.segment<3>(e), Quaterniond(model_.turn_of(start_.segment<3>(e + 3))) };
    }

    /// The other foot, if it has somewhere to go; at first the one that has farther to go. Where
    /// that is nearly the same the seed decides, so that other seeds walk otherwise.
    [[nodiscard]] int whose_turn(
        int last, const std::array<Footing, 2>& from, const std::array<Footing, 2>& to) const
    {
        const auto effort = [&](int i) {
            const double way = (to[size_t(i)].place - from[size_t(i)].place).norm();
            const double turn = to[size_t(i)].turn.angularDistance(from[size_t(i)].turn);
            return way / kStays + turn / kStaysTurned;
        };
        const double more = effort(1) - effort(0);
        const int first = std::abs(more) < kAlike * effort(0) ? favoured_ : more > 0 ? 1 : 0;
        const int next = last >= 0 ? 1 - last : first;
        return effort(next) > 1 ? next : effort(1 - next) > 1 ? 1 - next : -1;
    }

    /// Of leg `i` of two below the torso at a time in phases.
    [[nodiscard]] Footing footing(int i, double phase, const std::array<Footing, 2>& feet) const
    {
        const Footing& now = feet[size_t(i)];
        const double at = std::min(phase * layout_.segments_per_phase, double(layout_.segments));
        const size_t k = std::min(size_t(at), torso_.size() - 2);
        const double u = at - double(k);
        const FeatureLimb& limb = model_.limbs[size_t(legs_[size_t(i)])];
        const Vector3d torso = torso_[k].head<3>() + u * (torso_[k + 1] - torso_[k]).head<3>();
        const Quaterniond turn
            = Quaterniond(model_.turn_of(torso_[k].tail<3>()))
                  .slerp(u, Quaterniond(model_.turn_of(torso_[k + 1].tail<3>())));
        const Quaterniond level = yaw(heading_of(turn));
        Footing foot { torso + level * limb.rest, level * Quaterniond(limb.rest_axes) };
        Vector2d way = foot.place.head<2>() - now.place.head<2>();
        if (way.norm() < kStays)
            way = (level * Vector3d::UnitX()).head<2>();
        lay(legs_[size_t(i)], way.normalized(), feet[size_t(1 - i)].place, foot);
        return foot;
    }

    /// Onto the floor, flat; nearer or farther where it would lie on an edge, or too far up or down
    /// from the other foot.
    void lay(int leg, const Vector2d& way, const Vector3d& other, Footing& foot) const
    {
        const Vector2d wanted = foot.place.head<2>();
        const auto along
            = [&](const Vector3d& place) { return (place - other).head<2>().dot(way); };
        const auto is_near = [&](const Vector3d& place) {
            const double height = model_.standing_height;
            return std::abs(place.z() - other.z()) < kStair * height
                || along(place) < kNearStair * height;
        };
        std::optional<Footing> far;
        for (double by = 0; by <= (far ? kLookForStair : kLookForRoom); by += kLookEvery)
            for (const double sign : { 1.0, -1.0 }) {
                Footing tried = foot;
                tried.place.head<2>() = wanted + sign * by * way;
                if (!lies_flat(leg, tried))
                    continue;
                if (is_near(tried.place)) {
                    foot = tried;
                    return;
                }
                if (!far)
                    far = tried;
            }
        if (far)
            foot = *far;
        else
            foot.place.z() = ground_.floor_at(wanted).value_or(foot.place.z());
    }

    /// Whether one plane is below all corners of the sole; if so the foot is laid on it.
    [[nodiscard]] bool lies_flat(int leg, Footing& foot) const
    {
        const FeaturePatch& patch = model_.patches[size_t(leg)];
        const std::optional<double> middle = ground_.floor_at(foot.place.head<2>());
        if (!middle)
            return false;
        std::array<Vector3d, 4> corners;
        for (int c = 0; c < 4; ++c) {
            const Vector2d side(c % 2 ? 1 : -1, c / 2 ? 1 : -1);
            corners[size_t(c)] = foot.place
                + foot.turn
                    * (patch.axes.leftCols<2>() * side.cwiseProduct(patch.half_size)).eval();
            const std::optional<double> floor = ground_.floor_at(corners[size_t(c)].head<2>());
            if (!floor)
                return false;
            corners[size_t(c)].z() = *floor;
        }
        for (const auto& [a, b] : { std::pair(0, 3), std::pair(1, 2) })
            if (std::abs((corners[size_t(a)] + corners[size_t(b)]).z() / 2 - *middle) > kUneven)
                return false;
        foot.place.z() = *middle;
        const Vector3d normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        const Vector3d up = normal.z() > 0 ? normal : Vector3d(-normal);
        foot.turn = Quaterniond::FromTwoVectors(foot.turn * patch.axes.col(2), up.normalized())
            * foot.turn;
        return true;
    }

    void write_phase(int phase, const std::array<Footing, 2>& from,
        const std::array<Footing, 2>& to, VectorXd& x) const
    {
        const int n = layout_.segments_per_phase;
        for (int s = 0; s < n; ++s) {
            const int k = phase * n + s;
            const double u = double(s + 1) / n;
            for (int i = 0; i < 2; ++i) {
                const Footing &a = from[size_t(i)], &b = to[size_t(i)];
                const int e = first_ + model_.effector(legs_[size_t(i)]);
                const Vector3d way = b.place - a.place;
                const bool swings = !way.isZero(), lands = s + 1 == n;
                const double high = std::max(
                    { a.place.z(), b.place.z(), ground_.height_at((a.place + u * way).head<2>()) });
                Vector3d place = a.place + u * way;
                if (swings && !lands)
                    place.z() = high + kLift * model_.standing_height;
                x.segment<3>(layout_.q(k) + e) = place;
                const Vector3d before = k > 0 ? x.segment<3>(layout_.q(k - 1) + e + 3).eval()
                                              : start_.segment<3>(e - first_ + 3).eval();
                x.segment<3>(layout_.q(k) + e + 3)
                    = model_.vector_near(a.turn.slerp(u, b.turn).toRotationMatrix(), before);
                x.segment<6>(layout_.v(k) + e).setZero();
                if (swings && !lands)
                    x.segment<2>(layout_.v(k) + e)
                        = 1.5 * way.head<2>() / (n * layout_.segment_duration);
            }
        }
    }

    const TrajectoryLayout& layout_;
    const FeatureModel& model_;
    GuideGround ground_;
    int first_;  // column of its coordinates
    VectorXd start_;
    int favoured_;  // index into legs_
    std::vector<Eigen::Matrix<double, 6, 1>> torso_;
    std::vector<int> legs_;
};

}  // namespace

std::vector<Footsteps> write_footsteps(const CioScene& ready, VectorXd& x)
{
    std::vector<Footsteps> all;
    for (int c = 0; c < ready.model.people; ++c)
        if (Stepper walker(ready, c, x); walker.walks())
            all.push_back({ c, walker.write_steps(x) });
    return all;
}

void plan_contacts(const CioScene& ready, const std::vector<Footsteps>& steps, VectorXd& x)
{
    const TrajectoryLayout& layout = ready.layout;
    for (const Footsteps& each : steps) {
        const FeatureModel& model = ready.model.characters[size_t(each.character)];
        for (int phase = 0; phase < ready.phases(); ++phase)
            for (int i = 0; i < int(model.limbs.size()); ++i)
                if (model.limbs[size_t(i)].support)
                    x[layout.z(phase * layout.segments_per_phase) - layout.local_z()
                        + ready.model.columns[size_t(each.character)].z + i]
                        = contact_variable(i == each.swings[size_t(phase)] ? kSwings : kStands);
    }
}

}  // namespace gambol::cio
