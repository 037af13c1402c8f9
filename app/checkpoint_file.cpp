// SPDX-License-Identifier: MIT
#include "checkpoint_file.hpp"

#include "gambol/io/export/export_options.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/yaml/yaml_node.hpp"

#include <fmt/format.h>

#include <utility>

namespace gambol::app {

namespace fs = std::filesystem;

CheckpointFile::CheckpointFile(const fs::path& run_directory, std::string resolved_scene)
    : path_(run_directory)
    , scene_(std::move(resolved_scene))
{
    if (!path_.has_filename())  // a trailing slash
        path_ = path_.parent_path();
    path_ += ".checkpoint";
}

void CheckpointFile::write(const std::string& bytes) const
{
    if (path_.has_parent_path())
        fs::create_directories(path_.parent_path());
    fs::path next = path_;
    next += ".new";
    io::write_export(next, fmt::format("{}\n", scene_.size()) + scene_ + bytes);
    fs::rename(next, path_);
}

std::string CheckpointFile::read() const
{
    if (!fs::exists(path_))
        throw io::InputError(
            fmt::format("--resume: there is no {}; start without it", path_.string()));
    const std::string text = io::read_text_file(path_.string());
    const std::string head = fmt::format("{}\n", scene_.size()) + scene_;
    if (text.compare(0, head.size(), head) != 0)
        throw io::InputError(
            fmt::format("--resume: {} belongs to another scene or other --set; start without it",
                path_.string()));
    return text.substr(head.size());
}

void CheckpointFile::remove() const
{
    std::error_code error;
    fs::remove(path_, error);
}

}  // namespace gambol::app
