// SPDX-License-Identifier: MIT
#include "target.hpp"

#include "gambol/io/mesh/pc2.hpp"

#include <sstream>

namespace {

void use(const std::string& bytes)
{
    std::istringstream in(bytes);
    (void)gambol::io::read_pc2(in, bytes.size(), "cloth.pc2");
}

}  // namespace

GAMBOL_FUZZ_TARGET(use)
