// SPDX-License-Identifier: MIT
#include "gambol/geometry/capsules.hpp"

namespace gambol {

std::vector<Capsule> as_capsules(const Shape& shape)
{
    return std::visit(
        Overloaded {
            [](const Capsule& c) { return std::vector<Capsule> { c }; },
            [](const Sphere& s) {
                return std::vector<Capsule> { { s.center, s.center, s.radius } };
            },
            [](const Box& b) {
                int longest;
                b.half_size.maxCoeff(&longest);
                const double radius = b.half_size.minCoeff();
                const Eigen::Vector3d reach
                    = (b.half_size[longest] - radius) * b.rotation.toRotationMatrix().col(longest);
                return std::vector<Capsule> { { b.center - reach, b.center + reach, radius } };
            },
            [](const auto&) { return std::vector<Capsule> {}; },
        },
        shape);
}

CapsuleGap capsule_gap(const Capsule& a, const Capsule& b)
{
    const SegmentPair at = nearest_on_segments(a.from, a.to, b.from, b.to);
    const Eigen::Vector3d between
        = a.from + at.on_a * (a.to - a.from) - b.from - at.on_b * (b.to - b.from);
    const double distance = between.norm();
    return { at, between, distance, distance - a.radius - b.radius };
}

}  // namespace gambol
