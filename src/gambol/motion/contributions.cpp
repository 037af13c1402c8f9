// SPDX-License-Identifier: MIT
#include "gambol/motion/contributions.hpp"

#include <algorithm>

namespace gambol {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr double kTouches = 0.01;  // of the prop's weight

/// Velocity of a prop's frame.
struct Twist {
    Vector3d linear, angular;
};

Twist twist(const Motion& motion, const MotionProp& prop, std::size_t k)
{
    const std::size_t last = motion.times.size() - 1;
    const std::size_t before = k > 0 ? k - 1 : 0, after = std::min(k + 1, last);
    const double dt = motion.times[after] - motion.times[before];
    const Eigen::AngleAxisd turn(
        prop.rotations[after].normalized() * prop.rotations[before].normalized().conjugate());
    return { (prop.positions[after] - prop.positions[before]) / dt,
        turn.axis() * (turn.angle() / dt) };
}

/// Force on the prop, and its power, of one contact at one sample.
struct Push {
    Vector3d force = Vector3d::Zero();
    double power = 0;

    void add(const MotionContact& contact, const Quaterniond& body, double sign, const Twist& v,
        const Vector3d& origin, std::size_t k)
    {
        const Vector3d f = sign * contact.force[k];
        const Vector3d torsion = sign * contact.torsion[k] * (body * contact.normal);
        force += f;
        power += f.dot(v.linear + v.angular.cross(contact.point[k] - origin))
            + torsion.dot(v.angular);
    }
};

Push push_on(
    const Motion& motion, const MotionCharacter& character, const MotionProp& prop, std::size_t k)
{
    const Twist v = twist(motion, prop, k);
    Push push;
    for (const MotionContact& contact : character.contacts)
        if (contact.with[k] == prop.name)
            push.add(contact, character.rotations[k][static_cast<std::size_t>(contact.body)], -1, v,
                prop.positions[k], k);
    for (const MotionContact& contact : prop.contacts)
        if (contact.with[k] == character.name)
            push.add(contact, prop.rotations[k], 1, v, prop.positions[k], k);
    return push;
}

}  // namespace

std::vector<Contribution> contributions(const Motion& motion)
{
    std::vector<Contribution> result;
    if (motion.times.size() < 2)
        return result;
    for (const MotionCharacter& character : motion.characters)
        for (const MotionProp& prop : motion.props) {
            if (!(prop.inertial.mass > 0))
                continue;
            const double weight = prop.inertial.mass * motion.gravity.norm();
            Contribution sum { character.name, prop.name };
            Push before = push_on(motion, character, prop, 0);
            for (std::size_t k = 1; k < motion.times.size(); ++k) {
                const Push now = push_on(motion, character, prop, k);
                const double half = (motion.times[k] - motion.times[k - 1]) / 2;
                sum.impulse += half * (before.force.norm() + now.force.norm());
                sum.net_impulse += half * (before.force + now.force);
                sum.work += half * (before.power + now.power);
                for (const Push& push : { before, now })
                    sum.seconds += push.force.norm() > kTouches * weight ? half : 0;
                before = now;
            }
            if (sum.seconds > 0)
                result.push_back(sum);
        }
    return result;
}

}  // namespace gambol
