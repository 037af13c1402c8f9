// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gambol::app {

/// What `gambol --version` prints.
std::string version_text();

/// versions.json: gambol, its commit, the compiler and the libraries it was built with. Nothing
/// about the machine.
std::string versions_json();

}  // namespace gambol::app
