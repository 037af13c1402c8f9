// SPDX-License-Identifier: MIT
#include "shared_run.hpp"

#include "interrupt.hpp"
#include "run_sweep.hpp"

#include "gambol/io/input_error.hpp"
#include "gambol/jobs/run_job.hpp"
#include "gambol/jobs/sweep.hpp"
#include "gambol/scene/scene_error.hpp"

#include <fmt/format.h>

#include <exception>

namespace gambol::app {

namespace {

/// All up to the last scene with a search that can be shared; null when there is none.
const Job* shared_part(const Job& job)
{
    if (std::holds_alternative<gait::Task>(job.scene.task))
        return &job;
    return job.first ? shared_part(*job.first) : nullptr;
}

void carry_out(Ranks& ranks, const RunArguments& arguments, const Ranks::Orders& orders)
{
    const Job job = io::read_job(arguments.scene, overrides(arguments));
    if (job.resolved_yaml != orders.scene)
        ranks.fail(fmt::format("{} is another scene here than for rank 0", arguments.scene));
    RunControl control;
    control.threads = ranks.threads();
    control.crew = &ranks.crew();
    const Job& shared = *shared_part(job);
    // A checkpoint is one of the last scene.
    if (!orders.checkpoint.empty() && &shared == &job)
        control.resume_from = [&](const Scene&) { return orders.checkpoint; };
    if (is_sweep(job))
        (void)gambol::run_sweep(jobs_of(arguments, job), control);
    else
        (void)run_job(shared, control);
}

}  // namespace

void lead(Ranks& ranks, const RunArguments& arguments, const Job& job,
    const CheckpointFile& checkpoint, RunControl& control)
{
    if (!shared_part(job) || arguments.solutions)
        throw io::InputError(fmt::format("{}: only the search of one gait is shared by processes; "
                                         "start it without mpirun",
            arguments.scene));
    ranks.give({ job.resolved_yaml, arguments.resume ? checkpoint.read() : "" });
    control.threads = ranks.threads();
    control.crew = &ranks.crew();
}

int follow(Ranks& ranks, const RunArguments& arguments)
{
    ignore_interrupts();  // rank 0 says when to stop
    const std::optional<Ranks::Orders> orders = ranks.take();
    if (!orders)
        return exit_done;
    try {
        carry_out(ranks, arguments, *orders);
    } catch (const Dismissed&) {
    } catch (const SceneError&) {  // rank 0 finds the same, and says so
    } catch (const std::exception& error) {
        ranks.fail(error.what());
    }
    return exit_done;
}

}  // namespace gambol::app
