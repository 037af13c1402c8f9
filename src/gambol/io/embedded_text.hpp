// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gambol::io {

/// A text file that is compiled in, so that the program works from anywhere. The build writes these
/// functions (cmake/embed_text.cmake).
struct EmbeddedText {
    std::string_view name;  // file stem
    std::vector<std::string_view> pieces;

    [[nodiscard]] std::string text() const
    {
        std::string whole;
        for (const std::string_view piece : pieces)
            whole += piece;
        return whole;
    }
};

/// characters/*.yaml, in the order `gambol list` shows them.
[[nodiscard]] const std::vector<EmbeddedText>& embedded_characters();

/// viewer/dist/template.html alone.
[[nodiscard]] const std::vector<EmbeddedText>& embedded_pages();

}  // namespace gambol::io
