// SPDX-License-Identifier: MIT
// Nothing: CMake makes the precompiled header of all tests beside a source.
