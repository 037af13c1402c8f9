// SPDX-License-Identifier: MIT
#include "gambol/io/text_file.hpp"

#include "gambol/io/input_error.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace gambol {

void write_text_file(const std::filesystem::path& path, std::string_view text)
{
    errno = 0;
    std::ofstream out(path, std::ios::binary);
    out.write(text.data(), std::streamsize(text.size()));
    out.close();
    if (!out)
        throw InputError(path.string() + ": cannot write: " + std::strerror(errno ? errno : EIO));
}

}  // namespace gambol
