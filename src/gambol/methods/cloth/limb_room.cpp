// SPDX-License-Identifier: MIT
#include "gambol/methods/cloth/limb_room.hpp"

#include "gambol/geometry/capsules.hpp"

#include <algorithm>
#include <limits>

namespace gambol::cloth {

namespace {

using Eigen::Vector3d;

constexpr double kMostYield = 0.4;  // of the radius; thinner limbs would be seen

/// A round shape of a body, or what stands for a box.
struct RoundPart {
    int body = 0;
    Capsule capsule;  // body frame
    double* radius = nullptr;  // of the shape itself; null when it does not yield
    double yield = 0;  // m
};

double* radius_of(Shape& shape)
{
    if (auto* capsule = std::get_if<Capsule>(&shape))
        return &capsule->radius;
    if (auto* sphere = std::get_if<Sphere>(&shape))
        return &sphere->radius;
    return nullptr;
}

std::vector<RoundPart> round_parts(MotionCharacter& character)
{
    std::vector<RoundPart> parts;
    for (std::size_t b = 0; b < character.bodies.size(); ++b)
        for (Shape& shape : character.bodies[b].shapes)
            for (const Capsule& capsule : as_capsules(shape))
                parts.push_back({ int(b), capsule, radius_of(shape) });
    return parts;
}

struct Gaps {
    double least = std::numeric_limits<double>::infinity();
    double most = -std::numeric_limits<double>::infinity();
};

Gaps gaps_between(const MotionCharacter& character, const RoundPart& a, const RoundPart& b)
{
    Gaps gaps;
    for (std::size_t k = 0; k < character.positions.size(); ++k) {
        const auto place = [&](const RoundPart& part) -> Capsule {
            const Vector3d& p = character.positions[k][std::size_t(part.body)];
            const Eigen::Quaterniond& q = character.rotations[k][std::size_t(part.body)];
            return { p + q * part.capsule.from, p + q * part.capsule.to, part.capsule.radius };
        };
        const double gap = capsule_gap(place(a), place(b)).gap;
        gaps.least = std::min(gaps.least, gap);
        gaps.most = std::max(gaps.most, gap);
    }
    return gaps;
}

bool are_joined(const MotionCharacter& character, int a, int b)
{
    return a == b || character.bodies[std::size_t(a)].parent == b
        || character.bodies[std::size_t(b)].parent == a;
}

}  // namespace

std::vector<ThinnedLimb> leave_room(Motion& carriers, double room)
{
    std::vector<ThinnedLimb> thinned;
    for (MotionCharacter& character : carriers.characters) {
        std::vector<RoundPart> parts = round_parts(character);
        for (std::size_t i = 0; i < parts.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                RoundPart &a = parts[i], &b = parts[j];
                if (are_joined(character, a.body, b.body) || (!a.radius && !b.radius))
                    continue;
                const Gaps gaps = gaps_between(character, a, b);
                if (gaps.least >= room || gaps.most < 0)
                    continue;
                const double each = (room - gaps.least) / (a.radius && b.radius ? 2 : 1);
                a.yield = std::max(a.yield, each);
                b.yield = std::max(b.yield, each);
            }
        for (const RoundPart& part : parts) {
            if (!part.radius || part.yield <= 0)
                continue;
            const double by = std::min(part.yield, kMostYield * *part.radius);
            *part.radius -= by;
            const std::string name
                = character.name + "/" + character.bodies[std::size_t(part.body)].name;
            if (thinned.empty() || thinned.back().name != name)
                thinned.push_back({ name, by });
            thinned.back().by = std::max(thinned.back().by, by);
        }
    }
    return thinned;
}

}  // namespace gambol::cloth
