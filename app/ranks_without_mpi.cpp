// SPDX-License-Identifier: MIT
#include "ranks.hpp"

#include "gambol/io/input_error.hpp"

namespace gambol::app {

std::unique_ptr<Ranks> make_ranks(int)
{
    throw io::InputError("mpirun started this program, which was built without MPI: start it "
                         "without mpirun, or build it with -DGAMBOL_MPI=ON (docs/cluster.md)");
}

}  // namespace gambol::app
