// SPDX-License-Identifier: MIT
#pragma once

// The one place that includes tinygltf: its classes depend on these settings, so every file must
// see the same. Its body is compiled in tinygltf.cpp.
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#include <tiny_gltf.h>
