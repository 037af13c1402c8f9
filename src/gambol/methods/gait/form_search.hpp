// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/gait/form.hpp"
#include "gambol/methods/gait/timing_search.hpp"

namespace gambol::gait {

struct FormSearchResult {
    Timing timing;  // the best, in units of the body as it is
    Eigen::VectorXd logs;  // of its factors, as FormOptions::start takes them
    double cost = std::numeric_limits<double>::infinity();
    bool found = false;
    int solves = 0, feasible = 0;
};

/// Timing and proportions searched together by basin-CMA, every sample a solve with both held
/// [Wampler 2009, section 6]: where the body as it is has no gait to begin with, or to find another
/// gait than that of the body as it is. `space` and `speed` are those of make_animal(body).
[[nodiscard]] FormSearchResult search_form(const Character& body, const TimingSpace& space,
    double speed, const Settings&, const FormRequest&, const SearchOptions&,
    const OnGeneration& = {});

}  // namespace gambol::gait
