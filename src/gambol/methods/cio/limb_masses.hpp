// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/method.hpp"
#include "gambol/methods/refine/whole_body.hpp"

#include <optional>
#include <string>

namespace gambol::cio {

/// Why the full-body stage (methods/refine/whole_body) cannot carry out a scene; empty when it can.
[[nodiscard]] std::string no_full_body_because(const Scene&);

/// `result` becomes what the stage made if that is valid and better, else stays, and in both cases
/// says which it is.
void take_whole_body(
    std::optional<refine::WholeBody> made, const std::string& why_none, MethodResult& result);

}  // namespace gambol::cio
