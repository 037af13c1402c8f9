// SPDX-License-Identifier: MIT
#include "gambol/io/file/input_file.hpp"

#include "gambol/io/input_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace gambol::io {

namespace fs = std::filesystem;

namespace {

class Descriptor {
public:
    explicit Descriptor(const fs::path& file)
        : number_(open(file.c_str(), O_RDONLY | O_CLOEXEC))
    {
    }
    ~Descriptor()
    {
        if (number_ >= 0)
            close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] int number() const { return number_; }

private:
    int number_;
};

[[noreturn]] void fail_with_reason(const fs::path& file)
{
    throw InputError(fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno)));
}

}  // namespace

std::string read_input_file(const fs::path& file, std::uintmax_t most)
{
    const Descriptor descriptor(file);
    struct stat status { };
    if (descriptor.number() < 0 || fstat(descriptor.number(), &status) != 0)
        fail_with_reason(file);
    if (S_ISDIR(status.st_mode))
        throw InputError(file.string() + ": is a directory, not a file");
    const auto refuse_size = [&](const std::string& has) {
        throw InputError(fmt::format(
            "{}: has {}, too much; at most {} MB are read here", file.string(), has, most >> 20));
    };
    const bool regular = S_ISREG(status.st_mode);
    if (regular && std::uintmax_t(status.st_size) > most)
        refuse_size(fmt::format("{} MB", std::uintmax_t(status.st_size) >> 20));

    std::string bytes;
    constexpr std::size_t kAtOnce = 1u << 20;
    for (std::size_t size = 0;;) {
        bytes.resize(size + (regular && size == 0 ? std::size_t(status.st_size) + 1 : kAtOnce));
        const ssize_t got = read(descriptor.number(), bytes.data() + size, bytes.size() - size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            fail_with_reason(file);
        size += std::size_t(got);
        bytes.resize(size);
        if (got == 0)
            return bytes;
        if (size > most)
            refuse_size("no end in sight");
    }
}

std::string file_fault(const fs::path& path)
{
    struct stat status { };
    if (stat(path.c_str(), &status) != 0)
        return errno == ENOENT || errno == ENOTDIR ? "does not exist"
            : errno == ELOOP                       ? "is a link that leads to itself"
                             : std::string("cannot be opened: ") + std::strerror(errno);
    if (S_ISDIR(status.st_mode))
        return "is a directory";
    if (!S_ISREG(status.st_mode))
        return "is a device or a pipe, not a file";
    return {};
}

fs::path file_within(const fs::path& folder, const std::string& name)
{
    const fs::path path = folder / name;
    if (const std::string fault = file_fault(path); !fault.empty())
        throw InputError(fmt::format("{}: {}", path.string(), fault));
    std::error_code error;
    const fs::path home = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
    const fs::path there = fs::canonical(path, error);
    const auto [end, at] = std::mismatch(home.begin(), home.end(), there.begin(), there.end());
    if (error || end != home.end() || at == there.end())
        throw InputError(fmt::format("{}: lies outside of {}, whose files must be complete",
            path.string(), folder.empty() ? "this directory" : folder.string()));
    return path;
}

}  // namespace gambol::io
