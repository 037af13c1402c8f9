// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/passers.hpp"

#include "gambol/geometry/capsules.hpp"

#include <algorithm>

namespace gambol::refine {

namespace {

/// Of times that increase.
size_t nearest(const std::vector<double>& times, double time)
{
    const auto after = std::lower_bound(times.begin(), times.end(), time);
    const size_t t = std::min(size_t(after - times.begin()), times.size() - 1);
    return t > 0 && time - times[t - 1] < times[t] - time ? t - 1 : t;
}

}  // namespace

void Passers::add(const Motion& motion)
{
    Passer passer { motion.times, {} };
    passer.at.resize(motion.times.size());
    for (const MotionCharacter& who : motion.characters)
        for (size_t b = 0; b < who.bodies.size(); ++b)
            for (const Shape& shape : who.bodies[b].shapes)
                for (const Capsule& capsule : as_capsules(shape))
                    for (size_t t = 0; t < motion.times.size(); ++t) {
                        const Eigen::Vector3d& p = who.positions[t][b];
                        const Eigen::Quaterniond& R = who.rotations[t][b];
                        passer.at[t].push_back(
                            { p + R * capsule.from, p + R * capsule.to, capsule.radius });
                    }
    those_.push_back(std::move(passer));
}

std::vector<Capsule> Passers::at(double time) const
{
    std::vector<Capsule> all;
    for (const Passer& passer : those_) {
        const std::vector<Capsule>& there = passer.at[nearest(passer.times, time)];
        all.insert(all.end(), there.begin(), there.end());
    }
    return all;
}

}  // namespace gambol::refine
