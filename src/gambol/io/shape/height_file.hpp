// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <filesystem>
#include <string>

namespace gambol::io {

/// Heights as a file holds them: rows as seen from above with x to the right and y up, so that
/// row 0 has the greatest y.
struct HeightFile {
    Eigen::MatrixXd rows;
    bool relative = false;  // picture: 0 is black, 1 white; else metres
};

/// A grey PNG of 8 or 16 bits, or lines of numbers (.csv) separated by commas, semicolons or
/// spaces; `#` starts a comment. Throws InputError with the file and, where it has lines, the line.
[[nodiscard]] HeightFile read_height_file(const std::filesystem::path& path);

/// The same from memory; the ending of `path` says which kind it is.
[[nodiscard]] HeightFile parse_heights(const std::string& bytes, const std::filesystem::path& path);

}  // namespace gambol::io
