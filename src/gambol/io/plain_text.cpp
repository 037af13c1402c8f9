// SPDX-License-Identifier: MIT
#include "gambol/io/plain_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gambol::io {

namespace {

unsigned byte_at(std::string_view text, std::size_t i)
{
    return static_cast<unsigned char>(text[i]);
}

char32_t letter_at(std::string_view text, std::size_t i, std::size_t length)
{
    if (length == 1)
        return byte_at(text, i);
    char32_t letter = byte_at(text, i) & (0xFFu >> (length + 1));
    for (std::size_t k = 1; k < length; ++k)
        letter = letter << 6 | (byte_at(text, i + k) & 0x3F);
    return letter;
}

bool is_obeyed(char32_t letter)
{
    const auto within
        = [&](char32_t first, char32_t last) { return letter >= first && letter <= last; };
    return letter < 0x20 || within(0x7F, 0x9F) || within(0x200E, 0x200F) || within(0x2028, 0x202E)
        || within(0x2066, 0x2069);
}

/// Calls act(first byte, bytes, whether plain) for every letter and every byte that is none.
template <class Act> void for_each_letter(std::string_view text, const Act& act)
{
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_length(text, i);
        act(i, std::max<std::size_t>(length, 1),
            length > 0 && !is_obeyed(letter_at(text, i, length)));
        i += std::max<std::size_t>(length, 1);
    }
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t i)
{
    const unsigned first = byte_at(text, i);
    const std::size_t length = first < 0x80 ? 1
        : first >= 0xC2 && first < 0xE0     ? 2
        : first >= 0xE0 && first < 0xF0     ? 3
        : first >= 0xF0 && first < 0xF5     ? 4
                                            : 0;
    if (length == 0 || i + length > text.size())
        return 0;
    for (std::size_t k = 1; k < length; ++k)
        if ((byte_at(text, i + k) & 0xC0) != 0x80)
            return 0;
    return length;
}

bool is_plain(std::string_view text)
{
    bool plain = true;
    for_each_letter(text, [&](std::size_t, std::size_t, bool fine) { plain = plain && fine; });
    return plain;
}

std::string shown_plainly(std::string_view text)
{
    std::string result;
    for_each_letter(text, [&](std::size_t i, std::size_t length, bool fine) {
        if (fine || text[i] == '\n' || text[i] == '\t')
            result += text.substr(i, length);
        else
            for (std::size_t k = 0; k < length; ++k)
                result += fmt::format("\\x{:02x}", byte_at(text, i + k));
    });
    return result;
}

}  // namespace gambol::io
