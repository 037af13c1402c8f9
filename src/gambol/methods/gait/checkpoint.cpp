// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/checkpoint.hpp"

#include <limits>
#include <sstream>

namespace gambol::gait {

namespace {

constexpr char kTag[] = "gambol-gait-1";

}  // namespace

std::string encode(const Checkpoint& checkpoint)
{
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out.precision(std::numeric_limits<double>::max_digits10);
    out << kTag << ' ' << checkpoint.solves << ' ' << checkpoint.feasible << ' '
        << checkpoint.history.size() << '\n';
    for (const CostRow& row : checkpoint.history)
        out << row.iteration << ' ' << row.seconds << ' ' << row.cost << '\n';
    return out.str() + basin_cma::encode(checkpoint.state);
}

std::optional<Checkpoint> decode(const std::string& text)
{
    std::istringstream in(text);
    in.imbue(std::locale::classic());
    Checkpoint checkpoint;
    std::string tag;
    size_t rows = 0;
    if (!(in >> tag >> checkpoint.solves >> checkpoint.feasible >> rows) || tag != kTag)
        return {};
    for (CostRow row; checkpoint.history.size() < rows; checkpoint.history.push_back(row))
        if (!(in >> row.iteration >> row.seconds >> row.cost))
            return {};
    in.ignore(1);  // the end of the line
    const std::string rest(std::istreambuf_iterator<char>(in), {});
    const std::optional<basin_cma::State> state = basin_cma::decode(rest);
    if (!state)
        return {};
    checkpoint.state = *state;
    return checkpoint;
}

}  // namespace gambol::gait
