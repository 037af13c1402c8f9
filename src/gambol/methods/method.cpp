// SPDX-License-Identifier: MIT
#include "gambol/methods/method.hpp"

#include "gambol/methods/cio/cio.hpp"
#include "gambol/methods/cloth/cloth.hpp"
#include "gambol/methods/spacetime/spacetime.hpp"

#include <cassert>

namespace gambol {

namespace {

struct Method {
    const char* name;
    RunResult (*run)(const Scene&, const RunControl&);
};

constexpr std::size_t kManyFeet = 4;  // the order of fewer is in the figures of the method

void add_gaits(const Scene& scene, RunResult& result)
{
    for (std::size_t i = 0; i < scene.characters.size(); ++i) {
        const Character& body = scene.characters[i].body;
        std::vector<std::string> feet;
        for (const Limb& limb : body.limbs)
            if (limb.support)
                feet.push_back(body.patches[std::size_t(limb.patch)].name);
        if (feet.size() >= kManyFeet)
            result.report.gaits.push_back(find_gait(result.motion, i, feet));
    }
}

/// One line per method.
constexpr Method kMethods[] = {
    { "cio", cio::run },
    { "spacetime", spacetime::run },
    { "cloth", cloth::run },
};

}  // namespace

bool can_resume(const std::string& method)
{
    return method == "cloth";
}

RunResult run(const Scene& scene, const RunControl& control)
{
    for (const Method& method : kMethods)
        if (scene.method == method.name) {
            RunResult result = method.run(scene, control);
            add_gaits(scene, result);
            return result;
        }
    assert(!"the scene reader lets only known methods through");
    return {};
}

}  // namespace gambol
