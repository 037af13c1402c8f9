// SPDX-License-Identifier: MIT
#include "target.hpp"

#include "gambol/io/bvh/bvh.hpp"
#include "gambol/io/export/contacts_svg.hpp"
#include "gambol/io/export/csv.hpp"
#include "gambol/io/export/gltf.hpp"
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/motion/audit.hpp"

namespace {

/// Read, audited, and told in other formats, as `gambol verify` and `gambol export` do.
void use(const std::string& bytes)
{
    using namespace gambol;
    const Motion motion = io::motion_from_json(bytes, "/nonexistent/motion.json");
    (void)audit(motion);
    if (motion.times.empty())
        return;
    (void)io::motion_to_glb(motion);
    (void)io::motion_to_csv(motion);
    (void)io::contacts_svg(motion);
    for (std::size_t i = 0; i < motion.characters.size(); ++i)
        (void)io::character_to_bvh(motion, int(i), {});
}

}  // namespace

GAMBOL_FUZZ_TARGET(use)
