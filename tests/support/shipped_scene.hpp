// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/scene/job_reader.hpp"

#include <string>
#include <vector>

namespace gambol::test {

/// A scene of scenes/ by name, e.g. "walk".
inline Scene shipped_scene(const std::string& name, const std::vector<io::Override>& overrides = {})
{
    return io::read_job(GAMBOL_SOURCE_DIR "/scenes/" + name + ".yaml", overrides).scene;
}

}  // namespace gambol::test
