// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/export/export_options.hpp"
#include "gambol/render/renderer.hpp"

#include <vector>

namespace gambol::io {

struct VideoOptions {
    double fps = 30;
    render::RenderOptions picture = {};  // mp4 wants even sizes: odd ones lose a row or column
    std::function<void(int frame, int frames)> on_frame = {};  // progress; may be empty
};

/// Whether the ffmpeg program is found on the PATH.
[[nodiscard]] bool ffmpeg_available();

/// Renders the whole clip at its own speed and pipes it to ffmpeg, which writes .mp4 (H.264) or
/// .gif by the ending of `path`. The camera stands still where the whole clip fits well, and
/// travels along otherwise. Throws InputError for other endings, an empty motion, a missing ffmpeg
/// or when ffmpeg fails; then no file is left behind.
void write_video(const Motion&, const std::filesystem::path&, const VideoOptions& = {});

/// The same in several files at once, from frames that are drawn only once.
void write_videos(
    const Motion&, const std::vector<std::filesystem::path>&, const VideoOptions& = {});

/// The same with the options of an export: at 30 frames a second unless they say otherwise.
Exported write_film(
    const Motion& motion, const std::filesystem::path& file, const ExportOptions& options = {});
Exported write_films(const Motion& motion, const std::vector<std::filesystem::path>& files,
    const ExportOptions& options = {});

}  // namespace gambol::io
