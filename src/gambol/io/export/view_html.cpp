// SPDX-License-Identifier: MIT
#include "gambol/io/export/view_html.hpp"

#include "gambol/io/embedded_text.hpp"
#include "gambol/io/json/json_writer.hpp"
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/motion/report_json.hpp"
#include "gambol/motion/audit.hpp"
#include "gambol/io/export/view_meshes.hpp"

#include <cassert>
#include <string_view>

namespace gambol::io {

namespace {

/// Where motion and meshes go in the template; viewer/build.mjs checks that each occurs once.
constexpr std::string_view kMotionSlot = "@@GAMBOL_MOTION_JSON@@";
constexpr std::string_view kMeshesSlot = "@@GAMBOL_MESHES_JSON@@";
constexpr std::string_view kAuditSlot = "@@GAMBOL_AUDIT_JSON@@";

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

std::string view_page(
    const std::string& motion_json, const std::string& meshes_json, const std::string& audit_json)
{
    const std::string whole = embedded_pages().front().text();
    std::string page;
    page.reserve(whole.size() + motion_json.size() + motion_json.size() / 16 + meshes_json.size());
    std::size_t done = 0;
    for (const auto& [slot, json] : { std::pair { kMotionSlot, &motion_json },
             { kMeshesSlot, &meshes_json }, { kAuditSlot, &audit_json } }) {
        const std::size_t at = whole.find(slot, done);
        assert(at != std::string::npos);
        page.append(whole, done, at - done);
        append_escaped(page, *json);
        done = at + slot.size();
    }
    page.append(whole, done);
    return page;
}

std::vector<std::filesystem::path> write_view_page(const Motion& motion,
    const std::filesystem::path& file, std::size_t largest, const AuditReport* known)
{
    const std::string audit_json = audit_to_json(known ? *known : audit(motion));
    const std::string motion_json = motion_to_json(motion);
    const std::string meshes = view_meshes_json(motion);
    if (meshes.size() <= largest) {
        write_export(file, view_page(motion_json, meshes, audit_json));
        return { file };
    }
    const std::filesystem::path linked
        = std::filesystem::path(file).replace_extension(".meshes.js");
    JsonWriter link;
    link.begin_object();
    link.key("linked").text(linked.filename().string());
    link.end_object();
    write_export(linked, "gambolMeshes(" + meshes + ");\n");
    write_export(file, view_page(motion_json, link.take(), audit_json));
    return { file, linked };
}

Exported write_view_html(
    const Motion& motion, const std::filesystem::path& file, const ExportOptions& options)
{
    return { write_view_page(motion, file, kLargestPage, options.audit) };
}

}  // namespace gambol::io
