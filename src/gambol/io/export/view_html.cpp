// SPDX-License-Identifier: MIT
#include "gambol/io/export/view_html.hpp"

#include "gambol/io/embedded_text.hpp"
#include "gambol/io/json/json_writer.hpp"
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/export/view_meshes.hpp"

#include <cassert>
#include <string_view>

namespace gambol::io {

namespace {

/// Where motion and meshes go in the template; viewer/build.mjs checks that each occurs once.
constexpr std::string_view kMotionSlot = "@@GAMBOL_MOTION_JSON@@";
constexpr std::string_view kMeshesSlot = "@@GAMBOL_MESHES_JSON@@";

/// In JSON a '<' can only stand inside a string, where the escape means the same. Without any '<'
/// no text can end the script element around it ("</script>") or change how it is read ("<!--").
void append_escaped(std::string& page, std::string_view json)
{
    for (const char c : json)
        if (c == '<')
            page += "\\u003c";
        else
            page += c;
}

}  // namespace

std::string view_page(const std::string& motion_json, const std::string& meshes_json)
{
    const std::string whole = embedded_pages().front().text();
    const std::size_t motion = whole.find(kMotionSlot), meshes = whole.find(kMeshesSlot);
    assert(motion != std::string::npos && meshes != std::string::npos && motion < meshes);

    std::string page;
    page.reserve(whole.size() + motion_json.size() + motion_json.size() / 16 + meshes_json.size());
    page.append(whole, 0, motion);
    append_escaped(page, motion_json);
    const std::size_t between = motion + kMotionSlot.size();
    page.append(whole, between, meshes - between);
    append_escaped(page, meshes_json);
    page.append(whole, meshes + kMeshesSlot.size());
    return page;
}

std::vector<std::filesystem::path> write_view_page(
    const Motion& motion, const std::filesystem::path& file, std::size_t largest)
{
    const std::string motion_json = motion_to_json(motion);
    const std::string meshes = view_meshes_json(motion);
    if (meshes.size() <= largest) {
        write_export(file, view_page(motion_json, meshes));
        return { file };
    }
    const std::filesystem::path linked
        = std::filesystem::path(file).replace_extension(".meshes.js");
    JsonWriter link;
    link.begin_object();
    link.key("linked").text(linked.filename().string());
    link.end_object();
    write_export(linked, "gambolMeshes(" + meshes + ");\n");
    write_export(file, view_page(motion_json, link.take()));
    return { file, linked };
}

Exported write_view_html(
    const Motion& motion, const std::filesystem::path& file, const ExportOptions&)
{
    return { write_view_page(motion, file) };
}

}  // namespace gambol::io
