// SPDX-License-Identifier: MIT
#include "gambol/solve/basin_cma.hpp"

#include <charconv>
#include <sstream>

namespace gambol::basin_cma {

namespace {

using Eigen::VectorXd;

constexpr char kTag[] = "basin-cma-1";

/// Hexadecimal floats: exact, and the same in every locale.
void write(std::ostream& out, const char* name, const double* numbers, Eigen::Index count)
{
    out << name << ' ' << count;
    for (Eigen::Index i = 0; i < count; ++i) {
        char text[40];
        const auto end
            = std::to_chars(text, text + sizeof text, numbers[i], std::chars_format::hex);
        out << ' ' << std::string_view(text, size_t(end.ptr - text));
    }
    out << '\n';
}

std::optional<VectorXd> read(std::istream& in, const std::string& name)
{
    std::string word;
    long count = -1;
    if (!(in >> word >> count) || word != name || count < 0)
        return {};
    std::vector<double> numbers;
    while (long(numbers.size()) < count && in >> word) {
        double number = 0;
        const char* end = word.data() + word.size();
        const auto result = std::from_chars(word.data(), end, number, std::chars_format::hex);
        if (result.ec != std::errc() || result.ptr != end)
            return {};
        numbers.push_back(number);
    }
    if (long(numbers.size()) != count)
        return {};
    return VectorXd::Map(numbers.data(), count);
}

}  // namespace

std::string encode(const State& state)
{
    std::ostringstream out;
    out << kTag << ' ' << state.generation << '\n';
    write(out, "mean", state.mean.data(), state.mean.size());
    write(out, "covariance", state.covariance.data(), state.covariance.size());
    write(out, "hopeless_cost", &state.hopeless_cost, 1);
    const Evaluation best = state.best.value_or(Evaluation());
    const double values[] = { best.cost, best.violation, best.cut ? 1.0 : 0.0 };
    write(out, "best", values, state.best ? 3 : 0);
    write(out, "best_x", best.x.data(), best.x.size());
    out << "end\n";
    return out.str();
}

std::optional<State> decode(const std::string& text)
{
    std::istringstream in(text);
    State state;
    std::string tag, end;
    if (!(in >> tag >> state.generation) || tag != kTag)
        return {};
    const auto mean = read(in, "mean"), covariance = read(in, "covariance");
    const auto hopeless = read(in, "hopeless_cost"), best = read(in, "best");
    const auto best_x = read(in, "best_x");
    if (!mean || !covariance || !hopeless || !best || !best_x || !(in >> end) || end != "end"
        || covariance->size() != mean->size() * mean->size() || hopeless->size() != 1)
        return {};
    state.mean = *mean;
    state.covariance = covariance->reshaped(mean->size(), mean->size());
    state.hopeless_cost = (*hopeless)[0];
    if (best->size() == 3)
        state.best = Evaluation { *best_x, (*best)[0], (*best)[1], (*best)[2] != 0 };
    return state;
}

}  // namespace gambol::basin_cma
