// SPDX-License-Identifier: MIT
#include "gambol/motion/cycle.hpp"

#include "gambol/motion/resample.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gambol {

namespace {

using Eigen::Vector3d;

template <class Value> void keep_first(std::vector<Value>& series, std::size_t count)
{
    if (!series.empty())
        series.erase(series.begin() + std::ptrdiff_t(count), series.end());
}

void keep_first(std::vector<MotionContact>& contacts, std::size_t count)
{
    for (MotionContact& contact : contacts) {
        keep_first(contact.activation, count);
        keep_first(contact.with, count);
        keep_first(contact.force, count);
        keep_first(contact.point, count);
        keep_first(contact.torsion, count);
    }
}

void keep_first_samples(Motion& motion, std::size_t count)
{
    keep_first(motion.times, count);
    for (MotionCharacter& character : motion.characters) {
        keep_first(character.positions, count);
        keep_first(character.rotations, count);
        keep_first(character.joints.values, count);
        keep_first(character.joints.torques, count);
        keep_first(character.contacts, count);
    }
    for (MotionProp& prop : motion.props) {
        keep_first(prop.positions, count);
        keep_first(prop.rotations, count);
        keep_first(prop.contacts, count);
    }
}

/// Takes the way that the first root goes in a cycle out of everything.
void stay_in_place(Motion& motion)
{
    const auto& root = motion.characters.front().positions;
    const Vector3d way = root.back()[0] - root.front()[0];
    for (std::size_t k = 0; k < motion.times.size(); ++k) {
        const Vector3d back = -way * double(k) / double(motion.times.size() - 1);
        for (MotionCharacter& character : motion.characters) {
            for (Vector3d& position : character.positions[k])
                position += back;
            for (MotionContact& contact : character.contacts)
                contact.point[k] += back;
        }
        for (MotionProp& prop : motion.props)
            prop.positions[k] += back;
    }
}

}  // namespace

double cycle_period(const Motion& motion)
{
    assert(motion.cycle > 0);
    return motion.times[std::size_t(motion.cycle)] - motion.times.front();
}

Motion one_cycle(const Motion& motion, Loop loop, double fps)
{
    const double period = cycle_period(motion);
    Motion result = without_cloth(motion);
    keep_first_samples(result, std::size_t(motion.cycle) + 1);
    if (fps > 0) {
        const int samples = std::max(1, int(std::lround(period * fps)));
        result = resample(result, samples / period);
        result.cycle = samples;
    }
    if (loop == Loop::in_place && !result.characters.empty())
        stay_in_place(result);
    return result;
}

std::vector<Footfall> footfalls(const Motion& motion, const MotionCharacter& character)
{
    std::vector<Footfall> result;
    const int samples = motion.cycle;
    for (const MotionContact& contact : character.contacts) {
        const auto down = [&](int k) { return contact.activation[std::size_t(k % samples)] > 0.5; };
        int count = 0, first = -1;
        for (int k = 0; k < samples; ++k) {
            count += down(k) ? 1 : 0;
            if (down(k) && !down(k + samples - 1))
                first = k;
        }
        if (first >= 0)
            result.push_back(
                { contact.name, double(first) / samples, double(count - 1) / samples });
    }
    return result;
}

}  // namespace gambol
