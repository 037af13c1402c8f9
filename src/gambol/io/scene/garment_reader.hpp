// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/yaml/yaml_value.hpp"
#include "gambol/scene/cloth_task.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace gambol::io {

/// One entry of `cloth:`. Bodies that wear it or carry its pins are among the carriers; `seed` is
/// for copies that lie a little askew.
[[nodiscard]] cloth::GarmentPlan read_garment(const std::string& name, const YamlValue& value,
    const std::filesystem::path& folder, std::uint64_t seed, const Motion& carriers);

}  // namespace gambol::io
