// SPDX-License-Identifier: MIT
#include "failure.hpp"

#include "exit_code.hpp"

#include "gambol/io/input_error.hpp"
#include "gambol/render/ray_scene.hpp"
#include "gambol/scene/scene_error.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <new>
#include <stdexcept>

namespace gambol::app {

namespace {

constexpr const char* kOutOfMemory
    = "out of memory; a shorter clip, fewer threads or a smaller mesh need less";

}  // namespace

Failure explain_failure(const std::exception_ptr& thrown)
{
    try {
        std::rethrow_exception(thrown);
    } catch (const io::InputError& error) {
        return { exit_bad_input, error.what() };
    } catch (const SceneError& error) {
        return { exit_bad_input, error.what() };
    } catch (const std::filesystem::filesystem_error& error) {
        return { exit_bad_input,
            fmt::format("{}: {}", error.path1().string(), error.code().message()) };
    } catch (const render::TooLargeToDraw& error) {
        return { exit_bad_input, error.what() };
    } catch (const std::bad_alloc&) {
        return { exit_internal_error, kOutOfMemory };
    } catch (const std::length_error&) {  // more than any container can hold
        return { exit_internal_error, kOutOfMemory };
    } catch (const std::exception& error) {
        if (std::ferror(stdout))
            return { exit_internal_error, fmt::format("cannot write to stdout: {}", error.what()) };
        return { exit_internal_error, fmt::format("internal error: {}", error.what()) };
    } catch (...) {
        return { exit_internal_error, "internal error of an unknown kind" };
    }
}

}  // namespace gambol::app
