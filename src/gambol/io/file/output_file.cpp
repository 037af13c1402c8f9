// SPDX-License-Identifier: MIT
#include "gambol/io/file/output_file.hpp"

#include "gambol/io/input_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace gambol::io {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse_writing(const fs::path& file, int reason)
{
    throw InputError(
        fmt::format("{}: cannot be written: {}", file.string(), std::strerror(reason)));
}

/// 0, or errno.
int write_all(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR)
            return errno;
        bytes.remove_prefix(std::size_t(std::max<ssize_t>(0, written)));
    }
    return 0;
}

}  // namespace

OutputFile::OutputFile(fs::path file)
    : file_(std::move(file))
    , path_(file_)
{
    // A device or a pipe is written to, not replaced.
    std::error_code ignored;
    const fs::file_status there = fs::status(file_, ignored);
    if (fs::exists(there) && !fs::is_regular_file(there))
        return;
    path_.replace_filename(
        fmt::format(".{}.{}{}", file_.stem().string(), getpid(), file_.extension().string()));
}

OutputFile::~OutputFile()
{
    std::error_code ignored;
    if (!path_.empty() && path_ != file_)
        fs::remove(path_, ignored);
}

void OutputFile::commit()
{
    std::error_code error;
    if (path_ != file_)
        fs::rename(path_, file_, error);
    if (error)
        throw InputError(fmt::format("{}: cannot be written: {}", file_.string(), error.message()));
    path_.clear();
}

void write_output_file(const fs::path& file, std::initializer_list<std::string_view> pieces)
{
    OutputFile output(file);
    const int descriptor
        = open(output.path().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0)
        refuse_writing(file, errno);
    int reason = 0;
    for (const std::string_view piece : pieces)
        reason = reason ? reason : write_all(descriptor, piece);
    // A full disk may only be noticed now.
    if (close(descriptor) != 0 && !reason)
        reason = errno;
    if (reason)
        refuse_writing(file, reason);
    output.commit();
}

void write_output_file(const fs::path& file, std::string_view bytes)
{
    write_output_file(file, { bytes });
}

std::string in_file_name(const std::string& name, std::size_t index)
{
    std::string result;
    for (const char c : name)
        result += std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' ? c : '_';
    return result == name && !name.empty() ? result : result + "-" + std::to_string(index + 1);
}

}  // namespace gambol::io
