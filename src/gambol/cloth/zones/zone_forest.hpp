// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace gambol::cloth {

/// How hard a zone has been to solve; a zone that swallows another takes over the worse.
struct ZoneState {
    bool rigid = false;
    int halvings = 0;  // of the motion of a frozen zone; 0: not frozen
    bool has_velocity = true;  // no solve has failed: velocities are those of the last one
    int stuck_passes = 0;  // passes after which collisions were left that no motion avoids

    void take_over(const ZoneState& other)
    {
        rigid = rigid || other.rigid;
        has_velocity = has_velocity && other.has_velocity;
        halvings = std::max(halvings, other.halvings);
        stuck_passes = std::max(stuck_passes, other.stuck_passes);
    }
};

/// Which vertices belong to the same impact zone: union-find with halved paths. The root of a zone
/// is its smallest vertex, so that the order of zones does not depend on how they grew.
class ZoneForest {
public:
    void reset(int vertices)
    {
        parent_.resize(std::size_t(vertices));
        std::iota(parent_.begin(), parent_.end(), 0);
        states_.assign(std::size_t(vertices), {});
    }

    [[nodiscard]] int root(int vertex)
    {
        for (int* up = &parent_[std::size_t(vertex)]; *up != vertex;
             up = &parent_[std::size_t(vertex)]) {
            *up = parent_[std::size_t(*up)];
            vertex = *up;
        }
        return vertex;
    }

    void unite(int a, int b)
    {
        a = root(a);
        b = root(b);
        if (a == b)
            return;
        if (b < a)
            std::swap(a, b);
        parent_[std::size_t(b)] = a;
        states_[std::size_t(a)].take_over(states_[std::size_t(b)]);
    }

    [[nodiscard]] ZoneState& state(int root) { return states_[std::size_t(root)]; }

private:
    std::vector<int> parent_;
    std::vector<ZoneState> states_;
};

}  // namespace gambol::cloth
