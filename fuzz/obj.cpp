// SPDX-License-Identifier: MIT
#include "target.hpp"

#include "gambol/io/mesh/obj.hpp"

namespace {

void use(const std::string& bytes)
{
    (void)gambol::io::parse_obj(bytes, "mesh.obj");
}

}  // namespace

GAMBOL_FUZZ_TARGET(use)
