// SPDX-License-Identifier: MIT
#pragma once

namespace gambol {

constexpr double kGravity = 9.81;  // m/s²

}  // namespace gambol
