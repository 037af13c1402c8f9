// SPDX-License-Identifier: MIT
#include "target.hpp"

#include "gambol/io/file/sealed_file.hpp"
#include "gambol/methods/cloth/checkpoint.hpp"
#include "gambol/methods/gait/checkpoint.hpp"

namespace {

/// As they lie in a file, and what they hold: a caller of the library may hand on anything.
void use(const std::string& bytes)
{
    (void)gambol::cloth::decode(bytes);
    (void)gambol::gait::decode(bytes);
    (void)gambol::io::unsealed(bytes, { "checkpoint", 1 }, "run.checkpoint");
}

}  // namespace

GAMBOL_FUZZ_TARGET(use)
