// SPDX-License-Identifier: MIT
#include "gambol/character/legs.hpp"

namespace gambol {

namespace {

using Eigen::Vector3d;

/// From the joint of the limb's first segment to the far end of its patch, along the joints.
double stretched_length(const Character& body, const Limb& limb)
{
    const Patch& patch = body.patches[size_t(limb.patch)];
    const Vector3d up = patch.normal.normalized();
    const Vector3d forward = (Vector3d::UnitX() - up.x() * up).normalized();
    const double length = (patch.center + patch.half_size.x() * forward).norm();
    return length + length_of_links(body, limb);
}

}  // namespace

std::string other_side(std::string name)
{
    for (const auto& [here, there] : { std::pair("left", "right"), std::pair("right", "left") })
        if (const size_t at = name.find(here); at != std::string::npos)
            return name.replace(at, std::string(here).size(), there);
    return name;
}

double length_of_links(const Character& body, const Limb& limb)
{
    double length = 0;
    for (const int s : segments_up(body, limb))
        if (s != limb.upper)
            length += body.segments[size_t(s)].offset.norm();
    return length;
}

std::vector<Leg> legs_of(const Character& body)
{
    const Pose standing = place(body, body.poses.at("standing"), Eigen::Vector2d::Zero(), 0);
    const std::vector<SegmentFrame> frames = forward_kinematics(body, standing);
    std::vector<Leg> legs;
    for (size_t i = 0; i < body.limbs.size(); ++i) {
        const Limb& limb = body.limbs[i];
        if (limb.support)
            legs.push_back({ limb.name, int(i), int(legs.size()), stretched_length(body, limb),
                frames[size_t(limb.upper)].position });
    }
    for (Leg& leg : legs)
        for (size_t other = 0; other < legs.size(); ++other)
            if (legs[other].name == other_side(leg.name))
                leg.mirror = int(other);
    return legs;
}

double hip_height(const std::vector<Leg>& legs)
{
    double sum = 0;
    for (const Leg& leg : legs)
        sum += leg.hip.z();
    return legs.empty() ? 0 : sum / double(legs.size());
}

}  // namespace gambol
