// SPDX-License-Identifier: MIT
#include "target.hpp"

#include "gambol/io/scene/job_reader.hpp"

namespace {

void use(const std::string& bytes)
{
    const gambol::Job job = gambol::io::read_job_text(bytes, "scene.yaml", "/nonexistent");
    // What is written out reads back.
    (void)gambol::io::read_job_text(job.resolved_yaml, "again.yaml", "/nonexistent");
}

}  // namespace

GAMBOL_FUZZ_TARGET(use)
