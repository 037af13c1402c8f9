// SPDX-License-Identifier: MIT
#include "gambol/motion/cycle.hpp"

#include "gambol/motion/resample.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gambol {

namespace {

using Eigen::Quaterniond;
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
        if (prop.hinge) {
            keep_first(prop.hinge->force, count);
            keep_first(prop.hinge->torque, count);
        }
    }
}

/// A way at constant speed, along a line or an arc of a circle about z.
class Way {
public:
    /// The one that a body goes from a sample to another of the same posture.
    Way(const Vector3d& from, const Quaterniond& facing, const Vector3d& to,
        const Quaterniond& facing_then)
        : from_(from)
        , chord_(to - from)
    {
        const Eigen::AngleAxisd turned(facing_then * facing.conjugate());
        angle_ = turned.angle() * turned.axis().z();
    }
    /// What leads from a share of the way back to its beginning.
    [[nodiscard]] Eigen::Isometry3d back_from(double share) const
    {
        if (std::abs(angle_) < kStraight)
            return Eigen::Isometry3d(Eigen::Translation3d(-share * chord_));
        // The centre is half a chord away, and to the side of it.
        const Vector3d across = Vector3d::UnitZ().cross(chord_);
        const Vector3d center = from_ + (chord_ + across / std::tan(angle_ / 2)) / 2;
        Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
        result.translate(center);
        result.rotate(Eigen::AngleAxisd(-share * angle_, Vector3d::UnitZ()));
        result.translate(-center);
        result.pretranslate(Vector3d(0, 0, -share * chord_.z()));
        return result;
    }

private:
    static constexpr double kStraight = 1e-6;  // rad
    Vector3d from_, chord_;
    double angle_ = 0;  // rad, to the left
};

void move(const Eigen::Isometry3d& by, std::size_t k, std::vector<MotionContact>& contacts)
{
    for (MotionContact& contact : contacts) {
        contact.point[k] = by * contact.point[k];
        contact.force[k] = by.linear() * contact.force[k];
    }
}

/// Takes the way that the first root goes in a cycle out of everything.
void stay_in_place(Motion& motion)
{
    const MotionCharacter& first = motion.characters.front();
    const Way way(first.positions.front()[0], first.rotations.front()[0], first.positions.back()[0],
        first.rotations.back()[0]);
    for (std::size_t k = 0; k < motion.times.size(); ++k) {
        const Eigen::Isometry3d back = way.back_from(double(k) / double(motion.times.size() - 1));
        const Quaterniond turned(back.linear());
        for (MotionCharacter& character : motion.characters) {
            for (Vector3d& position : character.positions[k])
                position = back * position;
            for (Quaterniond& rotation : character.rotations[k])
                rotation = turned * rotation;
            move(back, k, character.contacts);
        }
        for (MotionProp& prop : motion.props) {
            prop.positions[k] = back * prop.positions[k];
            prop.rotations[k] = turned * prop.rotations[k];
            move(back, k, prop.contacts);
        }
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
