// SPDX-License-Identifier: MIT
#include "ranks.hpp"

#include <cstdlib>

namespace gambol::app {

std::unique_ptr<Ranks> join_ranks(int threads)
{
    // Set by mpirun of Open MPI, by srun --mpi=pmix, and by those of MPICH and its kin.
    for (const char* name : { "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK" })
        if (std::getenv(name))
            return make_ranks(threads);
    return nullptr;
}

}  // namespace gambol::app
