// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/method.hpp"

namespace gambol::cio {

/// The full-body last stage (methods/refine/whole_body) on what was found; `result` becomes what it
/// made if that is valid and better, else stays, and in both cases says which it is.
void give_mass_to_limbs(const Scene&, const Task&, RunWatch&, MethodResult& result);

}  // namespace gambol::cio
