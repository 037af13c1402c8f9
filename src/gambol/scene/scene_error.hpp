// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>

namespace gambol {

/// A scene that cannot be carried out. The message says what of it is wrong, and begins with the
/// place in its file where it has one.
class SceneError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace gambol
