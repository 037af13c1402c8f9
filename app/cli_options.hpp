// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>

namespace gambol::app {

/// For numbers: CLI::Range lets NaN through.
inline std::string is_finite(const std::string& text)
{
    return std::isfinite(std::strtod(text.c_str(), nullptr)) ? "" : "must be a number";
}

/// An option whose value is a time above 0: 90s, 10min, 1h, 500ms, or plain seconds.
template <class Seconds>
CLI::Option* add_time_option(
    CLI::App& command, const std::string& flag, Seconds& seconds, const std::string& help)
{
    return command.add_option(flag, seconds, help)
        ->transform(CLI::AsNumberWithUnit(std::map<std::string, double> { { "ms", 1e-3 },
                                              { "s", 1 }, { "min", 60 }, { "h", 3600 } },
            CLI::AsNumberWithUnit::CASE_SENSITIVE, "TIME"))
        ->check([](const std::string& text) {
            return std::stod(text) > 0 ? "" : "must be more than 0";
        })
        ->option_text("TIME");
}

inline CLI::Option* add_threads_option(CLI::App& command, int& threads)
{
    return command.add_option("--threads", threads, "Threads to use (default: one per core)")
        ->check(CLI::Range(1, 1024))
        ->option_text("N");
}

template <class Seed>
CLI::Option* add_seed_option(CLI::App& command, Seed& seed, const std::string& help)
{
    return command.add_option("--seed", seed, help)
        ->check([](const std::string& text) {
            if (text.starts_with('-'))
                return "must not be negative";
            std::uint64_t seed = 0;  // CLI11 takes more than fits for the largest
            const auto [rest, error]
                = std::from_chars(text.data(), text.data() + text.size(), seed);
            return error == std::errc::result_out_of_range ? "must be below 2^64" : "";
        })
        ->option_text("N");
}

}  // namespace gambol::app
