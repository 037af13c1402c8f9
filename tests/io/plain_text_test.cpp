// SPDX-License-Identifier: MIT
#include "gambol/io/plain_text.hpp"

#include <gtest/gtest.h>

namespace gambol::io {
namespace {

TEST(PlainText, LettersOfAnyLanguageArePlain)
{
    for (const char* text : { "", "ann", "Grün ñ 漢字 🙂", "\uFEFFx", "é" })
        EXPECT_TRUE(is_plain(text)) << text;
}

// Names with U+009B, which terminals take for ESC [, and with U+202E, which turns around what
// follows, were taken and printed.
TEST(PlainText, WhatTerminalsObeyIsNot)
{
    for (const char* text : { "a\x1b[2J", "a\nb", "\x7f", "\u0085", "\u009b2J", "a\u202Eb",
             "\u2028", "\u2066", "\u200F" })
        EXPECT_FALSE(is_plain(text)) << shown_plainly(text);
}

TEST(PlainText, WhatIsNotUtf8IsNot)
{
    for (const char* text : { "\xff", "a\x9b", "\xc3", "\xed\xa0", "\xc0\x80", "\xf8\x88\x80\x80" })
        EXPECT_FALSE(is_plain(text)) << shown_plainly(text);
}

TEST(PlainText, OnlyWhatIsNotPlainIsShownAsBytes)
{
    EXPECT_EQ(shown_plainly("é\x1b[2J\u009b\xffz"), "é\\x1b[2J\\xc2\\x9b\\xffz");
    EXPECT_EQ(shown_plainly("two\n\tlines"), "two\n\tlines");
}

}  // namespace
}  // namespace gambol::io
