// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <string>

namespace gambol::app {

/// What the program says and returns when something was thrown: the one place where failures become
/// exit codes.
struct Failure {
    int code;
    std::string sentence;
};
[[nodiscard]] Failure explain_failure(const std::exception_ptr& thrown);

}  // namespace gambol::app
