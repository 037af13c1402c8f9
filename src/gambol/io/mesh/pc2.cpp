// SPDX-License-Identifier: MIT
#include "gambol/io/mesh/pc2.hpp"

#include "gambol/io/file/input_file.hpp"
#include "gambol/io/file/output_file.hpp"
#include "gambol/io/input_error.hpp"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <istream>
#include <string>
#include <string_view>

namespace gambol::io {
namespace {

constexpr char kMagic[12] = "POINTCACHE2";
constexpr std::size_t kHeader = 32;  // bytes
static_assert(sizeof(float) == 4);

std::uint32_t swapped(std::uint32_t x)
{
    return x >> 24 | (x >> 8 & 0xff00u) | (x << 8 & 0xff0000u) | x << 24;
}

/// A number of this machine as it lies in the file, and back.
template <class Number> Number little_endian(Number value)
{
    if constexpr (std::endian::native == std::endian::big)
        return std::bit_cast<Number>(swapped(std::bit_cast<std::uint32_t>(value)));
    return value;
}

template <class Number> void put(char* bytes, Number value)
{
    value = little_endian(value);
    std::memcpy(bytes, &value, sizeof value);
}

template <class Number> Number get(const char* bytes)
{
    Number value;
    std::memcpy(&value, bytes, sizeof value);
    return little_endian(value);
}

PointCache read_header(const std::string& name, const char (&header)[kHeader])
{
    const auto fail = [&](const std::string& what) { throw InputError(name + ": " + what); };
    if (std::memcmp(header, kMagic, sizeof kMagic) != 0)
        fail("not a PC2 cache, it does not begin with POINTCACHE2");
    const auto version = get<std::int32_t>(header + 12);
    if (version == static_cast<std::int32_t>(swapped(1)))
        fail("its bytes are in big-endian order; PC2 caches are little-endian");
    if (version != 1)
        fail("PC2 version " + std::to_string(version) + " is not known here; this program reads 1");
    PointCache cache;
    cache.vertices = get<std::int32_t>(header + 16);
    cache.start = get<float>(header + 20);
    cache.rate = get<float>(header + 24);
    cache.samples = get<std::int32_t>(header + 28);
    if (cache.vertices < 0 || cache.samples < 0)
        fail("says it has " + std::to_string(cache.vertices) + " vertices and "
            + std::to_string(cache.samples) + " samples");
    if (!std::isfinite(cache.start) || !(cache.rate > 0) || !std::isfinite(cache.rate))
        fail("its sample rate must be above 0 and its first frame a number");
    return cache;
}

}  // namespace

void write_pc2(const std::filesystem::path& file, int vertices, const std::vector<float>& positions)
{
    assert(vertices > 0 && positions.size() % (3 * static_cast<std::size_t>(vertices)) == 0);
    char header[kHeader];
    std::memcpy(header, kMagic, sizeof kMagic);
    put<std::int32_t>(header + 12, 1);
    put<std::int32_t>(header + 16, vertices);
    put<float>(header + 20, 0);
    put<float>(header + 24, 1);
    put<std::int32_t>(header + 28,
        static_cast<std::int32_t>(positions.size() / (3 * static_cast<std::size_t>(vertices))));

    const auto bytes_of = [](const std::vector<float>& values) {
        return std::string_view(
            reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
    };
    if constexpr (std::endian::native == std::endian::little) {
        write_output_file(file, { { header, kHeader }, bytes_of(positions) });
    } else {
        std::vector<float> turned = positions;
        for (float& value : turned)
            value = little_endian(value);
        write_output_file(file, { { header, kHeader }, bytes_of(turned) });
    }
}

PointCache read_pc2(std::istream& in, std::uintmax_t size, const std::string& name)
{
    char header[kHeader];
    if (!in.read(header, kHeader))
        throw InputError(name + ": not a PC2 cache, it is shorter than a header");
    PointCache cache = read_header(name, header);

    // Asked before anything of that size is reserved.
    const std::uintmax_t numbers = std::uintmax_t(3) * static_cast<unsigned>(cache.vertices)
        * static_cast<unsigned>(cache.samples);
    const std::uintmax_t expected = kHeader + numbers * sizeof(float);
    if (size != expected)
        throw InputError(name + ": " + (size < expected ? "cut off" : "too long") + ", "
            + std::to_string(cache.samples) + " samples of " + std::to_string(cache.vertices)
            + " vertices take " + std::to_string(expected) + " bytes, it has "
            + std::to_string(size));
    cache.positions.resize(numbers);
    if (!in.read(reinterpret_cast<char*>(cache.positions.data()),
            static_cast<std::streamsize>(numbers * sizeof(float))))
        throw InputError(name + ": cannot be read to its end");
    if constexpr (std::endian::native == std::endian::big)
        for (float& value : cache.positions)
            value = little_endian(value);
    for (const float value : cache.positions)
        if (!std::isfinite(value))
            throw InputError(name + ": holds a place that is not a number");
    return cache;
}

PointCache read_pc2(const std::filesystem::path& file)
{
    if (const std::string fault = file_fault(file); !fault.empty())
        throw InputError(file.string() + ": " + fault);
    std::ifstream in(file, std::ios::binary);
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    if (!in || error)
        throw InputError(file.string() + ": cannot be opened");
    return read_pc2(in, size, file.string());
}

}  // namespace gambol::io
