// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace gambol {

/// Pairs of violation and cost that a line search must not come back to: a new point has to be
/// better than each of them in one of the two [Wächter 2006].
class Filter {
public:
    struct Pair {
        double violation = 0, cost = 0;
    };

    [[nodiscard]] bool accepts(const Pair& point) const
    {
        for (const Pair& entry : entries_)
            if (!(point.violation < entry.violation) && !(point.cost < entry.cost))
                return false;
        return true;
    }

    /// Bars what is not better than this point by a small share of its violation.
    void add(const Pair& point)
    {
        entries_.push_back(
            { (1 - kMargin) * point.violation, point.cost - kMargin * point.violation });
    }

    void clear() { entries_.clear(); }

    static constexpr double kMargin = 1e-5;

private:
    std::vector<Pair> entries_;
};

}  // namespace gambol
