// SPDX-License-Identifier: MIT
#include "scene_carries.hpp"

#include "gambol/math/random.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace gambol::bench {

std::vector<Variation> make_carries(int count, std::uint64_t seed)
{
    constexpr double kAhead = 1.2;  // m: where the box is, seen from who stands at the origin
    std::vector<Variation> carries;
    for (int i = 0; i < count; ++i) {
        Random random(seed * 1000003 + std::uint64_t(i));
        const double mass = random.uniform(2, 30);
        double size[3];
        for (double& edge : size)
            edge = random.uniform(0.2, 0.6);
        const bool on_table = random.uniform(0, 1) < 0.5;
        const double height = random.uniform(0.4, 1), distance = random.uniform(1, 4),
                     direction = random.uniform(-std::numbers::pi, std::numbers::pi);
        const int facing = int(std::lround(random.uniform(-180, 180)));
        Variation carry;
        carry.family = on_table ? "table" : "floor";
        carry.name = fmt::format("carry-{:02}-{}", i, carry.family);
        carry.what = fmt::format("{:.0f} kg, {:.0f} x {:.0f} x {:.0f} cm{}, {:.1f} m to {:.0f}°",
            mass, 100 * size[0], 100 * size[1], 100 * size[2],
            on_table ? fmt::format(" at {:.0f} cm", 100 * height) : "", distance,
            direction * 180 / std::numbers::pi);
        // Flush with the near edge of the table, where one can reach it.
        const std::string table = on_table
            ? fmt::format(
                "  table: {{box: {{size: [0.7, 0.7, {:.3f}], at: [{:.3f}, 0, {:.4f}]}}}}\n", height,
                kAhead - size[0] / 2 + 0.35, height / 2)
            : std::string();
        carry.yaml = fmt::format("gambol: 1\nname: {}\nmethod: cio\nduration: auto\nworld:\n"
                                 "  ground: {{}}\n{}"
                                 "characters:\n  ann: {{model: human, facing: {}deg}}\n"
                                 "props:\n  box: {{box: {{size: [{:.3f}, {:.3f}, {:.3f}]}}, "
                                 "mass: {:.2f}, at: [{:g}, 0]}}\n"
                                 "goals:\n  - {{who: box, position: [{:.3f}, {:.3f}]}}\n"
                                 "  - {{who: ann, stand: true}}\nseed: {}\n",
            carry.name, table, facing, size[0], size[1], size[2], mass, kAhead,
            kAhead + distance * std::cos(direction), distance * std::sin(direction), seed);
        carries.push_back(carry);
    }
    return carries;
}

}  // namespace gambol::bench
