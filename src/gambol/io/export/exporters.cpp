// SPDX-License-Identifier: MIT
#include "gambol/io/export/exporters.hpp"

#include "gambol/io/bvh/bvh.hpp"
#include "gambol/io/export/contacts_svg.hpp"
#include "gambol/io/export/csv.hpp"
#include "gambol/io/export/footfall_svg.hpp"
#include "gambol/io/export/gltf.hpp"
#include "gambol/io/export/picture.hpp"
#include "gambol/io/export/video.hpp"
#include "gambol/io/export/view_html.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/yaml/yaml_value.hpp"

#include <fmt/format.h>

namespace gambol::io {

const std::vector<Exporter>& exporters()
{
    static const std::vector<Exporter> table {
        { "bvh", "skeleton and joint angles, one file per character", "motion.bvh", write_bvh },
        { "csv", "one row per sample: poses, joint angles, torques, contacts", "", write_csv },
        { "footfall.svg", "when each foot stands in the cycle of a gait", "footfall.svg",
            write_footfall_svg, false, has_footfalls },
        { "gif", "film for pages that show no video; needs ffmpeg", "", write_film, true },
        { "glb", "glTF 2.0: an armature per character, props and cloth, animated", "motion.glb",
            write_glb },
        { "html", "the viewer with the motion inside", "view.html", write_view_html },
        { "mp4", "film; needs ffmpeg", "", write_film, true },
        { "png", "contact sheet: twelve frames and the whole in one", "sheet.png", write_sheet },
        { "svg", "who touches whom and when, and with which force", "contacts.svg",
            write_contacts_svg },
    };
    return table;
}

const Exporter& exporter(const std::string& name)
{
    std::vector<std::string> known;
    for (const Exporter& entry : exporters()) {
        if (entry.name == name)
            return entry;
        known.push_back(entry.name);
    }
    throw InputError(fmt::format(
        "unknown format '{}'{} (known: {})", name, did_you_mean(name, known), joined(known)));
}

std::vector<Listing> list_exporters()
{
    std::vector<Listing> entries;
    for (const Exporter& entry : exporters())
        entries.push_back({ entry.name, entry.summary });
    return entries;
}

}  // namespace gambol::io
