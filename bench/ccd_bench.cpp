// SPDX-License-Identifier: MIT
#include "ccd_bench.hpp"

#include "ccd_closeness.hpp"
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

/// What the search is asked for: the distance, or half of what there is at the start.
double asked(const CcdQuery& query, double distance)
{
    return std::min(distance, 0.5 * collision::closest_points(query.kind, query.x_t0).distance);
}

collision::Approach answer(const CcdQuery& query, double distance)
{
    return collision::find_approach(query.kind, query.x_t0, query.x_t1, asked(query, distance));
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
    fmt::print("alarms: pairs that do not touch; false: nor are known to come as close as asked\n"
               "distance  misses  alarms           false           median    99 %   worst [us]\n");
    std::vector<double> known;
    for (const CcdQuery& query : queries)
        known.push_back(closest_known_distance(query));
    int all_misses = 0;
    for (const double distance : { 1e-4, 1e-6, 1e-8, 1e-10, 1e-12 }) {
        int misses = 0, alarms = 0, false_alarms = 0;
        std::vector<double> times;
        for (std::size_t q = 0; q < queries.size(); ++q) {
            const CcdQuery& query = queries[q];
            bool hit = false;
            times.push_back(time_answer(query, distance, hit));
            misses += !hit && query.hit;
            alarms += hit && !query.hit;
            false_alarms += hit && !query.hit && known[q] > asked(query, distance);
        }
        std::sort(times.begin(), times.end());
        const double percent = 100 / double(queries.size());
        fmt::print("{:8.0e}  {:6}  {:4} ({:.2f} %)  {:4} ({:.2f} %)  {:8.3f}{:8.3f}{:8.2f}\n",
            distance, misses, alarms, alarms * percent, false_alarms, false_alarms * percent,
            times[times.size() / 2], times[times.size() * 99 / 100], times.back());
        all_misses += misses;
    }
    return all_misses == 0 ? 0 : 1;
}

}  // namespace gambol::bench
