// SPDX-License-Identifier: MIT
#include "gambol/io/view_html.hpp"

#include "gambol/io/embedded_text.hpp"

#include <cassert>
#include <string_view>

namespace gambol {

namespace {

/// Where the motion goes in the template; viewer/build.mjs checks that it occurs once.
constexpr std::string_view kMotionSlot = "@@GAMBOL_MOTION_JSON@@";

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

std::string view_page(const std::string& motion_json)
{
    const std::string whole = embedded_pages().front().text();
    const std::size_t slot = whole.find(kMotionSlot);
    assert(slot != std::string::npos);

    std::string page;
    page.reserve(whole.size() + motion_json.size() + motion_json.size() / 16);
    page.append(whole, 0, slot);
    append_escaped(page, motion_json);
    page.append(whole, slot + kMotionSlot.size());
    return page;
}

}  // namespace gambol
