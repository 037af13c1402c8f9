// SPDX-License-Identifier: MIT
#include "gambol/motion/resample.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gambol {
namespace {

constexpr double kTimeSlack = 1e-6;  // s; times in files may be rounded

/// Between samples `index` and `index + 1`, `fraction` of the way.
struct Place {
    std::size_t index;
    double fraction;
    [[nodiscard]] std::size_t nearer() const { return fraction < 0.5 ? index : index + 1; }
};

double blend(double a, double b, double s)
{
    return a + s * (b - a);
}
Eigen::Vector3d blend(const Eigen::Vector3d& a, const Eigen::Vector3d& b, double s)
{
    return a + s * (b - a);
}
Eigen::VectorXd blend(const Eigen::VectorXd& a, const Eigen::VectorXd& b, double s)
{
    return a + s * (b - a);
}
Eigen::Quaterniond blend(const Eigen::Quaterniond& a, const Eigen::Quaterniond& b, double s)
{
    return a.normalized().slerp(s, b.normalized());
}
template <class Value>
std::vector<Value> blend(const std::vector<Value>& a, const std::vector<Value>& b, double s)
{
    std::vector<Value> result;
    for (std::size_t i = 0; i < a.size(); ++i)
        result.push_back(blend(a[i], b[i], s));
    return result;
}

template <class Value>
void resample_series(std::vector<Value>& series, const std::vector<Place>& places)
{
    if (series.empty())
        return;
    std::vector<Value> result;
    for (const Place& place : places)
        result.push_back(place.fraction == 0
                ? series[place.index]
                : blend(series[place.index], series[place.index + 1], place.fraction));
    series = std::move(result);
}

void resample_contacts(std::vector<MotionContact>& contacts, const std::vector<Place>& places)
{
    for (MotionContact& contact : contacts) {
        std::vector<std::string> with;
        for (const Place& place : places)
            with.push_back(contact.with[place.nearer()]);
        contact.with = std::move(with);
        resample_series(contact.activation, places);
        resample_series(contact.force, places);
        resample_series(contact.point, places);
        resample_series(contact.torsion, places);
    }
}

MotionCloth resampled(const MotionCloth& cloth, const std::vector<Place>& places)
{
    MotionCloth result { cloth.name, cloth.mesh, cloth.cache, cloth.triangles, cloth.rest, {},
        cloth.area_density, cloth.thickness, cloth.stretch_limit };
    const std::size_t numbers = 3 * cloth.rest.size();
    result.positions.reserve(numbers * places.size());
    for (const Place& place : places) {
        const float* from = cloth.frame(static_cast<int>(place.index));
        for (std::size_t i = 0; i < numbers; ++i)
            result.positions.push_back(static_cast<float>(
                (1 - place.fraction) * from[i] + place.fraction * from[i + numbers]));
    }
    return result;
}

}  // namespace

double sample_rate(const Motion& motion)
{
    assert(motion.times.size() > 1);
    return static_cast<double>(motion.times.size() - 1)
        / (motion.times.back() - motion.times.front());
}

bool is_evenly_sampled(const Motion& motion)
{
    const double step = 1 / sample_rate(motion);
    for (std::size_t k = 0; k < motion.times.size(); ++k)
        if (std::abs(motion.times[k] - motion.times[0] - step * static_cast<double>(k))
            > kTimeSlack)
            return false;
    return true;
}

Motion resample(const Motion& motion, double fps)
{
    assert(fps > 0 && motion.times.size() > 1);
    Motion result = without_cloth(motion);
    result.times.clear();
    result.cycle = 0;  // it need not be a whole number of these samples
    std::vector<Place> places;
    const double start = motion.times.front(), end = motion.times.back();
    for (int k = 0; start + k / fps <= end + kTimeSlack; ++k) {
        const double time = std::min(start + k / fps, end);
        const auto after = std::upper_bound(motion.times.begin(), motion.times.end(), time);
        const std::size_t index = std::min<std::size_t>(
            static_cast<std::size_t>(after - motion.times.begin()) - 1, motion.times.size() - 2);
        places.push_back({ index,
            (time - motion.times[index]) / (motion.times[index + 1] - motion.times[index]) });
        result.times.push_back(time);
    }
    for (MotionCharacter& character : result.characters) {
        resample_series(character.positions, places);
        resample_series(character.rotations, places);
        resample_series(character.joints.values, places);
        resample_series(character.joints.torques, places);
        resample_contacts(character.contacts, places);
    }
    for (MotionProp& prop : result.props) {
        resample_series(prop.positions, places);
        resample_series(prop.rotations, places);
        resample_contacts(prop.contacts, places);
        if (prop.hinge) {
            resample_series(prop.hinge->force, places);
            resample_series(prop.hinge->torque, places);
        }
    }
    for (const MotionCloth& cloth : motion.cloth)
        result.cloth.push_back(resampled(cloth, places));
    return result;
}

Motion without_cloth(const Motion& motion)
{
    Motion result;
    result.name = motion.name;
    result.method = motion.method;
    result.mass_model = motion.mass_model;
    result.gravity = motion.gravity;
    result.times = motion.times;
    result.cycle = motion.cycle;
    result.surfaces = motion.surfaces;
    result.characters = motion.characters;
    result.props = motion.props;
    result.markers = motion.markers;
    return result;
}

std::vector<int> thinned_samples(const Motion& motion, double rate)
{
    std::vector<int> chosen;
    const int count = static_cast<int>(motion.times.size());
    for (int k = 0; k < count; ++k)
        if (chosen.empty() || k + 1 == count
            || motion.times[k] - motion.times[chosen.back()] > 1 / rate - kTimeSlack)
            chosen.push_back(k);
    return chosen;
}

}  // namespace gambol
