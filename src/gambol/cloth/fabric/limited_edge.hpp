// SPDX-License-Identifier: MIT
#pragma once

namespace gambol::cloth {

/// An edge of a triangle and how long it may become.
struct LimitedEdge {
    int a = 0, b = 0;
    double rest = 0, longest = 0;  // m
};

}  // namespace gambol::cloth
