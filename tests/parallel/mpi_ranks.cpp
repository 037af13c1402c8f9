// SPDX-License-Identifier: MIT
// Run by mpirun: a search shared by real processes. Each compares what it has in the end with the
// same search by one thread, to the bit. Exit code 0 when all are the same, and all have helped.
//
//   mpirun -n 2 mpi_ranks            with `die`: rank 1 dies in the middle, as a machine might
#include "mpi_post.hpp"

#include "gambol/parallel/rank_crew.hpp"
#include "gambol/solve/basin_cma_run.hpp"

#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <thread>

namespace {

using namespace gambol;
using Eigen::VectorXd;

/// A valley with many dents, by steps of descent; some milliseconds, so that all get a share.
basin_cma::Evaluation descend(const VectorXd& start, double, int)
{
    VectorXd x = start;
    for (int i = 0; i < 100; ++i)
        x -= 0.002 * (2 * x.array() + 60 * (6 * x.array()).sin()).matrix();
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    return { x, x.squaredNorm() + (10 * (1 - (6 * x.array()).cos())).sum() };
}

basin_cma::Search new_search()
{
    basin_cma::Options options;
    options.samples = 24;
    options.elites = 8;
    return { std::vector<basin_cma::Variable>(4, { basin_cma::Role::both, -5, 5, 2, 3 }), options };
}

basin_cma::Course five_generations()
{
    return { .more = [](const basin_cma::Search& now) { return now.state().generation < 5; } };
}

}  // namespace

int main(int argc, char** argv)
{
    const bool dies = argc > 1 && std::strcmp(argv[1], "die") == 0;
    basin_cma::Search alone = new_search();
    ThreadCrew thread(1);
    basin_cma::run(alone, descend, thread, five_generations());

    app::MpiPost post;
    if (post.from_first(post.rank() == 0 ? "the same for all" : "") != "the same for all")
        return 1;
    if (!post.all_of(true) || post.all_of(post.rank() == 0) != (post.ranks() == 1))
        return 2;
    RankCrew crew(post, 1);
    std::atomic<int> helped = 0;
    const basin_cma::LocalSolve solve = [&](const VectorXd& x, double hopeless, int sample) {
        if (++helped == 7 && dies && post.rank() == 1)
            std::raise(SIGKILL);
        return descend(x, hopeless, sample);
    };
    // Twice, so that a second search follows the first one.
    for (int search = 0; search < 2; ++search) {
        basin_cma::Search shared = new_search();
        basin_cma::run(shared, solve, crew, five_generations());
        if (basin_cma::encode(shared.state()) != basin_cma::encode(alone.state())) {
            std::fprintf(stderr, "rank %d: search %d differs\n", post.rank(), search);
            return 3;
        }
    }
    std::printf("rank %d of %d: same bits, %d of %d samples\n", post.rank(), post.ranks(),
        helped.load(), 240);
    return helped > 0 ? 0 : 4;
}
