// SPDX-License-Identifier: MIT
#include "ccd_bench.hpp"

#include "ccd_queries.hpp"
#include "gambol/collision/continuous_collision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace gambol::bench {

namespace {

constexpr int kRepeats = 5, kCallsPerTiming = 20;

double cpu_microseconds()
{
    timespec now {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e6 * double(now.tv_sec) + 1e-3 * double(now.tv_nsec);
}

Approach answer(const CcdQuery& query, double distance)
{
    const double start = closest_points(query.kind, query.x_t0).distance;
    return find_approach(query.kind, query.x_t0, query.x_t1, std::min(distance, 0.5 * start));
}

/// CPU time of one answer [µs], the least of some repeats.
double time_answer(const CcdQuery& query, double distance, bool& hit)
{
    double best = 1e9;
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
        const double began = cpu_microseconds();
        for (int call = 0; call < kCallsPerTiming; ++call)
            hit = answer(query, distance).hit;
        best = std::min(best, (cpu_microseconds() - began) / kCallsPerTiming);
    }
    return best;
}

}  // namespace

int bench_ccd(const std::filesystem::path& folder)
{
    const std::vector<CcdQuery> queries = read_ccd_queries(folder);
    if (queries.empty()) {
        fmt::print(stderr, "{}: no queries in */vertex-face/*.csv or */edge-edge/*.csv\n",
            folder.string());
        return 2;
    }
    const auto hits = std::count_if(
        queries.begin(), queries.end(), [](const CcdQuery& query) { return query.hit; });
    fmt::print("{} queries, {} hits\n", queries.size(), hits);
    fmt::print("distance  misses  false alarms    median    99 %   worst [us]\n");
    int all_misses = 0;
    for (const double distance : { 1e-4, 1e-6, 1e-8, 1e-10, 1e-12 }) {
        int misses = 0, false_alarms = 0;
        std::vector<double> times;
        for (const CcdQuery& query : queries) {
            bool hit = false;
            times.push_back(time_answer(query, distance, hit));
            misses += !hit && query.hit;
            false_alarms += hit && !query.hit;
        }
        std::sort(times.begin(), times.end());
        fmt::print("{:8.0e}  {:6}  {:4} ({:.2f} %)  {:8.3f}{:8.3f}{:8.2f}\n", distance, misses,
            false_alarms, 100.0 * false_alarms / double(queries.size()), times[times.size() / 2],
            times[times.size() * 99 / 100], times.back());
        all_misses += misses;
    }
    return all_misses == 0 ? 0 : 1;
}

}  // namespace gambol::bench
