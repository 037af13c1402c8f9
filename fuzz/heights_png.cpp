// SPDX-License-Identifier: MIT
#include "target.hpp"

#include "gambol/io/shape/height_file.hpp"

namespace {

void use(const std::string& bytes)
{
    (void)gambol::io::parse_heights(bytes, "heights.png");
}

}  // namespace

GAMBOL_FUZZ_TARGET(use)
