// SPDX-License-Identifier: MIT
#include "checkpoint_file.hpp"

#include "gambol/io/file/input_file.hpp"
#include "gambol/io/file/sealed_file.hpp"
#include "gambol/io/input_error.hpp"

#include <fmt/format.h>

#include <utility>

namespace gambol::app {

namespace fs = std::filesystem;

namespace {

constexpr io::Seal kSeal { "checkpoint", 1 };

}  // namespace

CheckpointFile::CheckpointFile(const fs::path& run_directory, std::string resolved_scene)
    : path_(run_directory)
    , scene_(std::move(resolved_scene))
{
    if (!path_.has_filename())  // a trailing slash
        path_ = path_.parent_path();
    path_ += ".checkpoint";
}

std::string CheckpointFile::head() const
{
    return fmt::format("{}\n", scene_.size()) + scene_;
}

void CheckpointFile::write(const std::string& bytes) const
{
    if (path_.has_parent_path())
        fs::create_directories(path_.parent_path());
    io::write_sealed_file(path_, kSeal, head() + bytes);
}

std::string CheckpointFile::read() const
{
    const auto refuse = [](const std::string& why) {
        throw io::InputError(fmt::format("--resume: {}; start without it", why));
    };
    if (!io::file_fault(path_).empty())
        refuse("there is no " + path_.string());
    std::string text;
    try {
        text = io::read_sealed_file(path_, kSeal);
    } catch (const io::InputError& error) {
        refuse(error.what());
    }
    if (text.compare(0, head().size(), head()) != 0)
        refuse(path_.string() + " belongs to another scene or other --set");
    return text.substr(head().size());
}

void CheckpointFile::remove() const
{
    std::error_code error;
    fs::remove(path_, error);
}

}  // namespace gambol::app
