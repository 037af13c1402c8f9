// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

namespace gambol::io {

/// PC2, the point cache that animation programs read: places of the vertices of one mesh, frame by
/// frame. All numbers little-endian:
///
///     char[12] "POINTCACHE2\0" · int32 version 1 · int32 vertices · float start frame
///     float frames per sample · int32 samples · float [samples][vertices][3]
///
/// Frames are samples here (start 0, rate 1): when a sample was, motion.json says.
struct PointCache {
    int vertices = 0, samples = 0;
    float start = 0, rate = 1;  // frame of the first sample; frames from one sample to the next
    std::vector<float> positions;  // [samples][vertices][3]
};

/// Writes the numbers as they are, without a copy. Throws InputError when that is not possible.
void write_pc2(
    const std::filesystem::path& file, int vertices, const std::vector<float>& positions);

/// Throws InputError naming the file and what is wrong with it: no such cache, another version,
/// written on a machine of the other byte order, cut off, longer than it says, or with
/// places that are no numbers.
[[nodiscard]] PointCache read_pc2(const std::filesystem::path& file);

/// The same from a stream of `size` bytes, which messages call `name`.
[[nodiscard]] PointCache read_pc2(std::istream& in, std::uintmax_t size, const std::string& name);

}  // namespace gambol::io
