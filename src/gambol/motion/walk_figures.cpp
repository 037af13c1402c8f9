// SPDX-License-Identifier: MIT
#include "gambol/motion/walk_figures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace gambol {

namespace {

using Eigen::Vector3d;

constexpr double kFootLoad = 0.02;  // of weight
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A mean that is unknown as long as nothing was added.
struct Mean {
    double sum = 0;
    int count = 0;
    void add(double value)
    {
        sum += value;
        ++count;
    }
    [[nodiscard]] double value() const { return count > 0 ? sum / count : kUnknown; }
};

/// Least and greatest of what was added.
struct Range {
    double low = kInfinity, high = -kInfinity;
    void add(double value)
    {
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

struct Landing {
    std::size_t sample = 0, foot = 0;
    Vector3d place = Vector3d::Zero();
};

/// A foot, whether it is loaded, and how much it carries, at every sample.
struct Foot {
    std::string side;  // what its name begins with
    std::vector<bool> loaded;
    std::vector<double> upward;  // N
};

Foot foot_of(const Motion& motion, const MotionContact& contact, double weight)
{
    Foot foot;
    foot.side = contact.name.substr(0, contact.name.size() - 4);
    for (std::size_t k = 0; k < motion.times.size(); ++k) {
        const bool touches = !contact.with[k].empty();
        foot.loaded.push_back(touches && contact.force[k].norm() > kFootLoad * weight);
        foot.upward.push_back(touches ? contact.force[k].z() : 0);
    }
    return foot;
}

/// The walk of one character between its first landing and its last.
class Walk {
public:
    Walk(const Motion& motion, const MotionCharacter& who)
        : motion_(motion)
        , who_(who)
    {
        double weight = 0;
        for (const MotionBody& body : who.bodies)
            weight += body.inertial.mass * motion.gravity.norm();
        for (const MotionContact& contact : who.contacts)
            if (contact.name.ends_with("foot")) {
                feet_.push_back(foot_of(motion, contact, weight));
                find_landings(contact);
            }
        std::stable_sort(landings_.begin(), landings_.end(),
            [](const Landing& a, const Landing& b) { return a.sample < b.sample; });
        if (known()) {
            from_ = landings_.front().sample;
            to_ = landings_.back().sample;
        }
    }

    [[nodiscard]] int steps() const { return static_cast<int>(landings_.size()); }
    [[nodiscard]] bool known() const { return feet_.size() == 2 && landings_.size() >= 2; }
    [[nodiscard]] double time() const { return motion_.times[to_] - motion_.times[from_]; }

    void measure_steps(WalkFigures& figures) const
    {
        Mean length, rise;
        for (std::size_t i = 1; i < landings_.size(); ++i) {
            const Landing &before = landings_[i - 1], &after = landings_[i];
            Range height;
            for (std::size_t k = before.sample; k <= after.sample; ++k)
                height.add(who_.positions[k][0].z());
            rise.add(height.high - height.low);
            if (before.foot != after.foot)
                length.add(step_length(i));
        }
        figures.step_length = length.value();
        figures.pelvis_rise = rise.value();
        figures.speed
            = (who_.positions[to_][0] - who_.positions[from_][0]).head<2>().norm() / time();
    }

    [[nodiscard]] double double_support() const
    {
        double both = 0;
        for (std::size_t k = from_; k < to_; ++k)
            if (feet_[0].loaded[k] && feet_[1].loaded[k])
                both += motion_.times[k + 1] - motion_.times[k];
        return both / time();
    }

    [[nodiscard]] double side_difference() const
    {
        // Two steps to reach full speed and two to stop.
        const std::size_t apart = landings_.size() >= 7 ? 2 : 1;
        std::array<Mean, 2> lengths, swings;
        for (std::size_t i = apart; i + apart < landings_.size(); ++i) {
            const Landing& landing = landings_[i];
            if (landings_[i - 1].foot != landing.foot)
                lengths[landing.foot].add(step_length(i));
            std::size_t left = landing.sample;
            while (left > 0 && !feet_[landing.foot].loaded[left - 1])
                --left;
            swings[landing.foot].add(motion_.times[landing.sample] - motion_.times[left]);
        }
        double most = kUnknown;
        for (const std::array<Mean, 2>& both : { lengths, swings }) {
            const double a = both[0].value(), b = both[1].value();
            if (const double apart = std::abs(a - b) / (0.5 * (a + b)); std::isfinite(apart))
                most = std::isnan(most) ? apart : std::max(most, apart);
        }
        return most;
    }

    [[nodiscard]] double force_valley() const
    {
        Mean valleys;
        for (const Landing& landing : landings_) {
            const Foot& foot = feet_[landing.foot];
            std::size_t end = landing.sample;
            while (end < to_ && foot.loaded[end])
                ++end;
            if (end >= to_)
                continue;
            Range early, middle, late;
            for (std::size_t k = landing.sample; k < end; ++k) {
                const double u = double(k - landing.sample) / double(end - landing.sample);
                (u < 0.5 ? early : late).add(foot.upward[k]);
                if (u > 0.3 && u < 0.7)
                    middle.add(foot.upward[k]);
            }
            if (std::isfinite(middle.low))
                valleys.add(middle.low / (0.5 * (early.high + late.high)));
        }
        return valleys.value();
    }

    void measure_joints(WalkFigures& figures) const
    {
        Mean swing, knees;
        for (std::size_t j = 0; j < who_.joints.names.size(); ++j) {
            const std::string& name = who_.joints.names[j];
            const auto joint = static_cast<Eigen::Index>(j);
            if (name.ends_with("shoulder_flexion")) {
                Range angle;
                for (std::size_t k = from_; k <= to_; ++k)
                    angle.add(who_.joints.values[k][joint]);
                swing.add((angle.high - angle.low) / 2);
            }
            for (const Foot& foot : feet_)
                if (name == foot.side + "knee_flexion")
                    if (const double peak = mean_peak(joint, foot); std::isfinite(peak))
                        knees.add(peak);
        }
        figures.shoulder_swing = swing.value();
        figures.knee_flexion = knees.value();
    }

private:
    void find_landings(const MotionContact& contact)
    {
        const std::vector<bool>& loaded = feet_.back().loaded;
        const auto body = static_cast<std::size_t>(contact.body);
        for (std::size_t k = 1; k < loaded.size(); ++k)
            if (loaded[k] && !loaded[k - 1])
                landings_.push_back({ k, feet_.size() - 1,
                    who_.positions[k][body] + who_.rotations[k][body] * contact.center });
    }

    /// From the landing before.
    [[nodiscard]] double step_length(std::size_t landing) const
    {
        return (landings_[landing].place - landings_[landing - 1].place).head<2>().norm();
    }

    /// Greatest angle of a joint in each stretch in which the foot is not loaded, mean.
    [[nodiscard]] double mean_peak(Eigen::Index joint, const Foot& foot) const
    {
        Mean peaks;
        Range swing;
        for (std::size_t k = from_; k < to_; ++k) {
            if (!foot.loaded[k])
                swing.add(who_.joints.values[k][joint]);
            if ((foot.loaded[k] || k + 1 == to_) && std::isfinite(swing.high)) {
                peaks.add(swing.high);
                swing = Range {};
            }
        }
        return peaks.value();
    }

    const Motion& motion_;
    const MotionCharacter& who_;
    std::vector<Foot> feet_;
    std::vector<Landing> landings_;
    std::size_t from_ = 0, to_ = 0;  // samples
};

}  // namespace

WalkFigures walk_figures(const Motion& motion, const MotionCharacter& who)
{
    WalkFigures figures;
    figures.cadence = figures.step_length = figures.double_support = kUnknown;
    figures.shoulder_swing = figures.knee_flexion = figures.pelvis_rise = kUnknown;
    figures.speed = figures.side_difference = figures.force_valley = kUnknown;
    const Walk walk(motion, who);
    figures.steps = walk.steps();
    if (!walk.known())
        return figures;
    figures.cadence = 60 * (figures.steps - 1) / walk.time();
    walk.measure_steps(figures);
    figures.double_support = walk.double_support();
    figures.side_difference = walk.side_difference();
    figures.force_valley = walk.force_valley();
    walk.measure_joints(figures);
    return figures;
}

}  // namespace gambol
