// SPDX-License-Identifier: MIT
#define TINYGLTF_IMPLEMENTATION
#include "gambol/io/export/tinygltf.hpp"
