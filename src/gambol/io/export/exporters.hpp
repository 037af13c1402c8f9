// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/export/export_options.hpp"
#include "gambol/io/listing.hpp"

#include <vector>

namespace gambol::io {

/// One format a motion can be written in.
struct Exporter {
    std::string name;  // as --to has it; also the file's extension
    std::string summary;
    std::string run_file;  // what a run directory calls it; empty: it holds none
    Exported (*write)(const Motion&, const std::filesystem::path&, const ExportOptions&);
    /// Frames of all films that are asked for together are drawn once (write_films).
    bool film = false;
    bool (*suits)(const Motion&) = [](const Motion&) { return true; };
};

/// All of them, by name.
[[nodiscard]] const std::vector<Exporter>& exporters();

/// Throws InputError that names the known ones where there is none of that name.
[[nodiscard]] const Exporter& exporter(const std::string& name);

[[nodiscard]] std::vector<Listing> list_exporters();

}  // namespace gambol::io
