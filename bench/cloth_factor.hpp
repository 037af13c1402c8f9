// SPDX-License-Identifier: MIT
#pragma once

#include "cloth_bench.hpp"

namespace gambol::bench {

/// `gambol bench cloth --factor`: the matrices of the implicit step of both funnels, factorised and
/// solved with by our panels and by CHOLMOD, one thread each. Returns the exit code.
int bench_cloth_factor(const ClothArguments&);

}  // namespace gambol::bench
