// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace gambol::app {

/// DIR.checkpoint beside the run directory DIR: what a method needs to go on, with the scene it
/// belongs to and a checksum of both. It is replaced at once or not at all, so that a run killed
/// while writing keeps the last one.
class CheckpointFile {
public:
    CheckpointFile(const std::filesystem::path& run_directory, std::string resolved_scene);

    void write(const std::string& bytes) const;
    /// Throws InputError when there is none, it is damaged, or it is of another scene.
    [[nodiscard]] std::string read() const;
    void remove() const;

private:
    [[nodiscard]] std::string head() const;

    std::filesystem::path path_;
    std::string scene_;
};

}  // namespace gambol::app
