// SPDX-License-Identifier: MIT
#include "gambol/methods/method.hpp"

#include "gambol/methods/cio/cio.hpp"

#include <cassert>

namespace gambol {

namespace {

struct Method {
    const char* name;
    RunResult (*run)(const Scene&, const RunControl&);
};

/// One line per method.
constexpr Method kMethods[] = {
    { "cio", cio::run },
};

}  // namespace

RunResult run(const Scene& scene, const RunControl& control)
{
    for (const Method& method : kMethods)
        if (scene.method == method.name)
            return method.run(scene, control);
    assert(!"the scene reader lets only known methods through");
    return {};
}

}  // namespace gambol
