// SPDX-License-Identifier: MIT
#include "gambol/io/file/sealed_file.hpp"

#include "gambol/io/file/input_file.hpp"
#include "gambol/io/file/output_file.hpp"
#include "gambol/io/input_error.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <cstdlib>

namespace gambol::io {

namespace {

std::string head_line(const Seal& seal, std::string_view bytes)
{
    const uLong sum = crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
    return fmt::format(
        "gambol/{} {}, {} bytes, crc32 {:08x}\n", seal.kind, seal.version, bytes.size(), sum);
}

}  // namespace

void write_sealed_file(const std::filesystem::path& file, const Seal& seal, std::string_view bytes)
{
    write_output_file(file, { head_line(seal, bytes), bytes });
}

std::string unsealed(const std::string& sealed, const Seal& seal, const std::string& name)
{
    const auto fail = [&](const std::string& what) { throw InputError(name + ": " + what); };
    const std::string kind = fmt::format("gambol/{} ", seal.kind);
    if (sealed.compare(0, kind.size(), kind) != 0)
        fail(fmt::format("no {} of this version of gambol", seal.kind));
    const std::size_t end = sealed.find('\n');
    const long version = std::strtol(sealed.c_str() + kind.size(), nullptr, 10);
    if (version != seal.version)
        fail(fmt::format(
            "a {} of version {}, this program reads version {}", seal.kind, version, seal.version));
    std::string bytes = end == std::string::npos ? "" : sealed.substr(end + 1);
    if (end == std::string::npos || sealed.compare(0, end + 1, head_line(seal, bytes)) != 0)
        fail("damaged or cut off: its checksum does not fit");
    return bytes;
}

std::string read_sealed_file(const std::filesystem::path& file, const Seal& seal)
{
    return unsealed(read_input_file(file, kMostCheckpoint), seal, file.string());
}

}  // namespace gambol::io
