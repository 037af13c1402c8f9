// SPDX-License-Identifier: MIT
#pragma once

#include "checkpoint_file.hpp"
#include "commands.hpp"
#include "ranks.hpp"

#include "gambol/methods/run_control.hpp"
#include "gambol/scene/job.hpp"

namespace gambol::app {

/// Of rank 0, before its run begins: tells the others what to do and makes them its crew. Throws
/// InputError when there is nothing to share.
void lead(Ranks&, const RunArguments&, const Job&, const CheckpointFile&, RunControl&);

/// Of every other rank: carries out the same run as rank 0, up to the last search that they share,
/// and solves what it is handed; prints and writes nothing. Returns the exit code.
int follow(Ranks&, const RunArguments&);

}  // namespace gambol::app
