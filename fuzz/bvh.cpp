// SPDX-License-Identifier: MIT
#include "target.hpp"

#include "gambol/io/bvh/bvh_reader.hpp"

namespace {

void use(const std::string& bytes)
{
    (void)gambol::io::parse_bvh(bytes, "clip.bvh");
}

}  // namespace

GAMBOL_FUZZ_TARGET(use)
