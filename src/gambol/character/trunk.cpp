// SPDX-License-Identifier: MIT
#include "gambol/character/trunk.hpp"

#include "gambol/geometry/capsules.hpp"

namespace gambol {

namespace {

/// The root, and what lies between it and a limb.
std::vector<bool> trunk_segments(const Character& character)
{
    std::vector<bool> trunk(character.segments.size(), false);
    trunk[0] = true;
    for (const Limb& limb : character.limbs)
        for (int i = character.segments[std::size_t(limb.upper)].parent; i >= 0;
             i = character.segments[std::size_t(i)].parent)
            trunk[std::size_t(i)] = true;
    return trunk;
}

}  // namespace

std::vector<Capsule> trunk_capsules(const Character& character, const Pose& pose)
{
    const std::vector<SegmentFrame> frames = forward_kinematics(character, pose);
    const std::vector<bool> trunk = trunk_segments(character);
    std::vector<Capsule> capsules;
    for (std::size_t i = 0; i < frames.size(); ++i)
        if (trunk[i])
            for (const Shape& shape : character.segments[i].shapes)
                for (const Capsule& c : as_capsules(shape))
                    capsules.push_back({ frames[i].position + frames[i].rotation * c.from,
                        frames[i].position + frames[i].rotation * c.to, c.radius });
    return capsules;
}

std::vector<Capsule> trunk_in_torso(const Character& character, const Eigen::Vector3d& root_offset)
{
    const Pose standing
        = place(character, character.poses.at("standing"), Eigen::Vector2d::Zero(), 0);
    std::vector<Capsule> capsules = trunk_capsules(character, standing);
    const Eigen::Quaterniond to_root = standing.root_rotation.conjugate();
    for (Capsule& c : capsules)
        for (Eigen::Vector3d* p : { &c.from, &c.to })
            *p = to_root * (*p - standing.root_position) - root_offset;
    return capsules;
}

}  // namespace gambol
