// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace gambol::io {

/// A directory that appears all at once. Files go to a hidden sibling, which takes the final name
/// on commit(); whenever the process dies, the final name holds nothing, the old directory or the
/// complete new one. What dead processes left behind is removed by the next AtomicDirectory with
/// the same final name. Throws InputError when the file system refuses.
class AtomicDirectory {
public:
    explicit AtomicDirectory(const std::filesystem::path& final_path);
    ~AtomicDirectory();  // without commit(): removes the hidden sibling
    AtomicDirectory(const AtomicDirectory&) = delete;
    AtomicDirectory& operator=(const AtomicDirectory&) = delete;

    /// The longest name that it gives to anything beside the final one.
    [[nodiscard]] static std::string hidden_name(const std::filesystem::path& final_path);

    /// Where to write until commit().
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    /// Everything on disk first, then the new name; an old directory of that name is removed.
    void commit();

private:
    std::filesystem::path final_, path_;
    int lock_ = -1;  // open while this process lives: tells a living directory from a left-over
};

}  // namespace gambol::io
