// SPDX-License-Identifier: MIT
#include "target.hpp"

#include "gambol/io/character/model_files.hpp"

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace {

/// MuJoCo reads it in a child process, as always: what is tried here is that any end of that
/// process becomes an InputError.
void use(const std::string& bytes)
{
    static const std::filesystem::path file = std::filesystem::temp_directory_path()
        / ("gambol-fuzz-" + std::to_string(getpid()) + ".xml");
    std::ofstream(file, std::ios::binary) << bytes;
    (void)gambol::io::load_model(file.string(), "");
}

}  // namespace

GAMBOL_FUZZ_TARGET(use)
