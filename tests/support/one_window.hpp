// SPDX-License-Identifier: MIT
#pragma once

#include "support/window_problem.hpp"

namespace gambol::test {

/// A small problem without structure: Count variables, of which the last Border are the border.
/// The formula is called with x and c, writes its rows and returns the objective.
template <int Count, class Formula, int Border = 0> struct OneWindow {
    static constexpr int kBlockSize = Count - Border, kReach = 1, kBorder = Border;
    Formula formula;
    int row_count;

    int blocks() const { return 1; }
    int windows() const { return 1; }
    int first_block(int) const { return 0; }
    int rows(int) const { return row_count; }
    template <class T> T operator()(int, const T* x, T* c) const { return formula(x, c); }
};

template <int Count, int Border = 0, class Formula>
WindowProblem<OneWindow<Count, Formula, Border>> one_window(int rows, Formula formula)
{
    return WindowProblem<OneWindow<Count, Formula, Border>>({ std::move(formula), rows });
}

}  // namespace gambol::test
