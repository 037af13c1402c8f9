// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace gambol::io {

/// Bytes of the UTF-8 letter at `text[i]`; 0 when there is none.
[[nodiscard]] std::size_t utf8_length(std::string_view text, std::size_t i);

/// Whether all of the text is UTF-8 that is shown as it is written: without control characters (the
/// older ones below 0x20 and those from U+0080 on, which terminals obey, too), ends of lines, and
/// marks that turn the order of letters around.
[[nodiscard]] bool is_plain(std::string_view text);

/// The text with everything that is not plain shown as bytes, \x1b; line feeds and tabs stay.
[[nodiscard]] std::string shown_plainly(std::string_view text);

}  // namespace gambol::io
