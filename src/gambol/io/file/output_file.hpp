// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace gambol::io {

/// A file that appears all at once: it is written beside its name, which it takes on commit(). When
/// the disk is full, or the process dies, the name holds what it held before.
class OutputFile {
public:
    explicit OutputFile(std::filesystem::path file);
    ~OutputFile();  // without commit(): removes what was written
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Where to write until commit(). It ends as the file does.
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// Throws InputError when the file cannot have its name.
    void commit();

private:
    std::filesystem::path file_, path_;
};

/// Throws InputError with the reason when the file cannot be written; then there is none.
void write_output_file(const std::filesystem::path& file, std::string_view bytes);

/// Of several pieces, one after the other, without copies of them.
void write_output_file(
    const std::filesystem::path& file, std::initializer_list<std::string_view> pieces);

/// The name where it can be part of a file's name, else made so and told apart by its number.
[[nodiscard]] std::string in_file_name(const std::string& name, std::size_t index);

}  // namespace gambol::io
