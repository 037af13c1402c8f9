// SPDX-License-Identifier: MIT
#include "gambol/motion/walk_figures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol {

namespace {

using Eigen::Vector3d;

constexpr double kFootLoad = 0.02;  // of weight
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

struct Landing {
    std::size_t sample = 0, foot = 0;
    Vector3d place;
};

double mean_or_unknown(double sum, int count)
{
    return count > 0 ? sum / count : kUnknown;
}

std::vector<bool> loads(const Motion& motion, const MotionContact& contact, double weight)
{
    std::vector<bool> loaded;
    for (std::size_t k = 0; k < motion.times.size(); ++k)
        loaded.push_back(!contact.with[k].empty() && contact.force[k].norm() > kFootLoad * weight);
    return loaded;
}

std::vector<Landing> landings_of(
    const MotionCharacter& who, const MotionContact& contact, const std::vector<bool>& loaded)
{
    std::vector<Landing> landings;
    for (std::size_t k = 1; k < loaded.size(); ++k)
        if (loaded[k] && !loaded[k - 1]) {
            const std::size_t body = static_cast<std::size_t>(contact.body);
            landings.push_back(
                { k, 0, who.positions[k][body] + who.rotations[k][body] * contact.center });
        }
    return landings;
}

/// Greatest angle of a joint in each stretch in which the foot is not loaded, mean.
double mean_peak(const MotionCharacter& who, Eigen::Index joint, const std::vector<bool>& loaded,
    std::size_t from, std::size_t to)
{
    double sum = 0, peak = -std::numeric_limits<double>::infinity();
    int swings = 0;
    for (std::size_t k = from; k < to; ++k) {
        if (!loaded[k])
            peak = std::max(peak, who.joints.values[k][joint]);
        if ((loaded[k] || k + 1 == to) && std::isfinite(peak)) {
            sum += peak;
            ++swings;
            peak = -std::numeric_limits<double>::infinity();
        }
    }
    return mean_or_unknown(sum, swings);
}

}  // namespace

WalkFigures walk_figures(const Motion& motion, const MotionCharacter& who)
{
    WalkFigures figures;
    figures.cadence = figures.step_length = figures.double_support = kUnknown;
    figures.shoulder_swing = figures.knee_flexion = figures.pelvis_rise = kUnknown;
    double weight = 0;
    for (const MotionBody& body : who.bodies)
        weight += body.inertial.mass * motion.gravity.norm();
    std::vector<std::vector<bool>> loaded;
    std::vector<std::string> sides;
    std::vector<Landing> landings;
    for (const MotionContact& contact : who.contacts)
        if (contact.name.ends_with("foot")) {
            loaded.push_back(loads(motion, contact, weight));
            sides.push_back(contact.name.substr(0, contact.name.size() - 4));
            for (Landing landing : landings_of(who, contact, loaded.back())) {
                landing.foot = loaded.size() - 1;
                landings.push_back(landing);
            }
        }
    std::stable_sort(landings.begin(), landings.end(),
        [](const Landing& a, const Landing& b) { return a.sample < b.sample; });
    figures.steps = static_cast<int>(landings.size());
    if (loaded.size() != 2 || landings.size() < 2)
        return figures;
    const std::size_t from = landings.front().sample, to = landings.back().sample;
    const double time = motion.times[to] - motion.times[from];
    figures.cadence = 60 * (figures.steps - 1) / time;

    double length = 0, rise = 0;
    int lengths = 0;
    for (std::size_t i = 1; i < landings.size(); ++i) {
        const Landing &before = landings[i - 1], &after = landings[i];
        double low = std::numeric_limits<double>::infinity(), high = -low;
        for (std::size_t k = before.sample; k <= after.sample; ++k) {
            low = std::min(low, who.positions[k][0].z());
            high = std::max(high, who.positions[k][0].z());
        }
        rise += high - low;
        if (before.foot == after.foot)
            continue;
        length += (after.place - before.place).head<2>().norm();
        ++lengths;
    }
    figures.step_length = mean_or_unknown(length, lengths);
    figures.pelvis_rise = mean_or_unknown(rise, figures.steps - 1);
    double both = 0;
    for (std::size_t k = from; k < to; ++k)
        if (loaded[0][k] && loaded[1][k])
            both += motion.times[k + 1] - motion.times[k];
    figures.double_support = both / time;

    double swing = 0, knees = 0;
    int shoulders = 0, legs = 0;
    for (std::size_t j = 0; j < who.joints.names.size(); ++j) {
        const std::string& name = who.joints.names[j];
        const Eigen::Index joint = static_cast<Eigen::Index>(j);
        if (name.ends_with("shoulder_flexion")) {
            double low = std::numeric_limits<double>::infinity(), high = -low;
            for (std::size_t k = from; k <= to; ++k) {
                low = std::min(low, who.joints.values[k][joint]);
                high = std::max(high, who.joints.values[k][joint]);
            }
            swing += (high - low) / 2;
            ++shoulders;
        }
        for (std::size_t foot = 0; foot < sides.size(); ++foot)
            if (name == sides[foot] + "knee_flexion") {
                const double peak = mean_peak(who, joint, loaded[foot], from, to);
                knees += std::isfinite(peak) ? peak : 0;
                legs += std::isfinite(peak) ? 1 : 0;
            }
    }
    figures.shoulder_swing = mean_or_unknown(swing, shoulders);
    figures.knee_flexion = mean_or_unknown(knees, legs);
    return figures;
}

}  // namespace gambol
