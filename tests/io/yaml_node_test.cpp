// SPDX-License-Identifier: MIT
#include "gambol/io/yaml/yaml_node.hpp"

#include "gambol/io/input_error.hpp"
#include "gambol/io/yaml/yaml_value.hpp"

#include <gtest/gtest.h>

namespace gambol::io {
namespace {

TEST(ParseYaml, RemembersWhereEveryNodeStands)
{
    const YamlNode root = parse_yaml("a: 1\nb:\n  - x\n  - {c: 2}\n", "f");
    EXPECT_EQ(root.find("a")->where, "f:1:4");
    const YamlNode& list = *root.find("b");
    EXPECT_EQ(list.items[0].where, "f:3:5");
    EXPECT_EQ(list.items[1].find("c")->where, "f:4:9");
    EXPECT_EQ(list.items[1].entries.front().where, "f:4:6");
}

TEST(ParseYaml, ColumnsCountLettersNotBytes)
{
    EXPECT_EQ(parse_yaml("{äöü: 1, b: 2}", "f").find("b")->where, "f:1:13");
}

TEST(ParseYaml, SkipsAByteOrderMark)
{
    EXPECT_EQ(parse_yaml("\xEF\xBB\xBF"
                         "a: 1",
                  "f")
                  .find("a")
                  ->where,
        "f:1:4");
}

TEST(ParseYaml, TakesWindowsLineEnds)
{
    const YamlNode root = parse_yaml("a: 1\r\nb: two\r\n", "f");
    EXPECT_EQ(root.find("b")->scalar, "two");
    EXPECT_EQ(root.find("b")->where, "f:2:4");
}

TEST(ParseYaml, AnAliasIsACopy)
{
    const YamlNode root = parse_yaml("a: &x [1, 2]\nb: *x\n", "f");
    ASSERT_EQ(root.find("b")->items.size(), 2u);
    EXPECT_EQ(root.find("b")->items[1].scalar, "2");
}

TEST(EmitYaml, ReadsBackToTheSameTree)
{
    const char* const texts[] = { "a: 1\nb: [1, 2, 3]\nc:\n  d: {e: 1, f: [x, \"y: z\", '']}\n  "
                                  "g:\n    - {h: true}\n    - [1, [2, 3]]\n",
        "- a\n- b: c\n", "text: \"with \\\"quotes\\\", # and\\nlines\"\n",
        "empty: {}\nnone: []\nnothing:\n", "words: 'true'\nnumber: '5'\nsign: \"-\"\n",
        "deep: {a: {b: {c: {d: {e: 1}}}}}\n" };
    const auto same = [](const auto& self, const YamlNode& a, const YamlNode& b) -> bool {
        if (a.kind != b.kind || a.scalar != b.scalar || a.items.size() != b.items.size()
            || a.entries.size() != b.entries.size())
            return false;
        for (std::size_t i = 0; i < a.items.size(); ++i)
            if (!self(self, a.items[i], b.items[i]))
                return false;
        auto other = b.entries.begin();
        for (const YamlEntry& entry : a.entries) {
            if (entry.key != other->key || !self(self, entry.value, other->value))
                return false;
            ++other;
        }
        return true;
    };
    for (const char* text : texts) {
        const YamlNode tree = parse_yaml(text, "f");
        const std::string emitted = emit_yaml(tree);
        EXPECT_TRUE(same(same, tree, parse_yaml(emitted, "g"))) << text << "\nbecame\n" << emitted;
    }
}

double number(const std::string& text, Quantity quantity)
{
    YamlNode node = parse_yaml_value(text, "here");
    return YamlValue(node, "x").number(quantity);
}

TEST(YamlValue, ConvertsUnitsToSi)
{
    EXPECT_DOUBLE_EQ(number("5s", Quantity::time), 5);
    EXPECT_DOUBLE_EQ(number("500ms", Quantity::time), 0.5);
    EXPECT_DOUBLE_EQ(number("10min", Quantity::time), 600);
    EXPECT_DOUBLE_EQ(number("90deg", Quantity::angle), std::acos(0.0));
    EXPECT_DOUBLE_EQ(number("1.5rad", Quantity::angle), 1.5);
    EXPECT_DOUBLE_EQ(number("1.8m", Quantity::length), 1.8);
    EXPECT_DOUBLE_EQ(number("180 cm", Quantity::length), 1.8);
    EXPECT_DOUBLE_EQ(number("500g", Quantity::mass), 0.5);
    EXPECT_DOUBLE_EQ(number("+2e-1", Quantity::plain), 0.2);
}

TEST(YamlValue, ADefaultAddedLaterLeavesOtherValuesInPlace)
{
    YamlNode node = parse_yaml("a: 1", "f");
    const YamlMap map = YamlValue(node, "").map({ "a", "b", "c" });
    const YamlValue a = map.at("a");
    (void)map.get("b", "2");
    (void)map.get("c", "[1, 2]");
    EXPECT_EQ(a.text(), "1");
    EXPECT_EQ(node.entries.size(), 3u);
}

TEST(DidYouMean, OffersOnlyWhatIsNear)
{
    const std::vector<std::string> words { "friction", "facing", "left_knee_flexion" };
    EXPECT_EQ(did_you_mean("frction", words), "; did you mean 'friction'?");
    EXPECT_EQ(did_you_mean("facign", words), "; did you mean 'facing'?");
    EXPECT_EQ(did_you_mean("left_knee", words), "; did you mean 'left_knee_flexion'?");
    EXPECT_EQ(did_you_mean("colour", words), "");
    EXPECT_EQ(did_you_mean("x", words), "");
}

}  // namespace
}  // namespace gambol::io
