// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/input_error.hpp"
#include "gambol/scene/scene_error.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

/// Defines what libFuzzer calls: `use(bytes)` may throw what readers throw for bad input. Anything
/// else that leaves it, and whatever a sanitizer sees, is a finding.
#define GAMBOL_FUZZ_TARGET(use)                                                                    \
    extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)              \
    {                                                                                              \
        try {                                                                                      \
            use(std::string(reinterpret_cast<const char*>(data), size));                           \
        } catch (const gambol::io::InputError&) {                                                  \
        } catch (const gambol::SceneError&) {                                                      \
        }                                                                                          \
        return 0;                                                                                  \
    }
