// SPDX-License-Identifier: MIT
#include "versions.hpp"

#include "build_info.hpp"  // made by CMake

#include <CLI/Version.hpp>
#include <Eigen/Core>
#include <ceres/version.h>
#include <embree3/rtcore_config.h>
#include <fmt/format.h>
#include <mujoco/mujoco.h>
#include <nlohmann/json.hpp>
#include <png.h>

namespace gambol::app {

namespace {

std::string dotted(int major, int minor, int patch)
{
    return fmt::format("{}.{}.{}", major, minor, patch);
}

std::string compiler()
{
#ifdef __clang__
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}

}  // namespace

std::string version_text()
{
    return fmt::format("gambol {} ({})", kVersion, kCommit);
}

std::string versions_json()
{
    const nlohmann::ordered_json versions {
        { "gambol", kVersion },
        { "commit", kCommit },
        { "compiler", compiler() },
        { "eigen", dotted(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION) },
        { "fmt", dotted(FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100) },
        { "nlohmann-json",
            dotted(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                NLOHMANN_JSON_VERSION_PATCH) },
        { "yaml-cpp", kYamlCppVersion },
        { "cli11", CLI11_VERSION },
        { "ceres", CERES_VERSION_STRING },
        { "embree", RTC_VERSION_STRING },
        { "libpng", PNG_LIBPNG_VER_STRING },
        { "mujoco", mj_versionString() },
    };
    return versions.dump(2) + "\n";
}

}  // namespace gambol::app
