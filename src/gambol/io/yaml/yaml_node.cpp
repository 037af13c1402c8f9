// SPDX-License-Identifier: MIT
#include "gambol/io/yaml/yaml_node.hpp"

#include "gambol/io/file/input_file.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/plain_text.hpp"

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/emitter.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>
#include <unordered_set>

namespace gambol::io {

namespace {

// Aliases are copied, so a few lines can describe a tree of any size. This is far above what a
// scene or a character needs (a human has about 1000 nodes) and far below what hurts.
constexpr std::size_t kMostYamlNodes = 200000;

std::string place_in(const std::string& name, int line, int column)
{
    return fmt::format("{}:{}:{}", name, line + 1, column + 1);
}

std::size_t count_nodes(const YamlNode& node)
{
    std::size_t count = 1;
    for (const YamlNode& item : node.items)
        count += count_nodes(item);
    for (const YamlEntry& entry : node.entries)
        count += count_nodes(entry.value);
    return count;
}

/// yaml-cpp takes an unclosed quote for a text that reaches to the end of the file.
bool quote_is_closed(const std::string& text, std::size_t start)
{
    if (start >= text.size() || (text[start] != '"' && text[start] != '\''))
        return true;  // a block scalar
    const char quote = text[start];
    for (std::size_t i = start + 1; i < text.size(); ++i) {
        const bool escaped = quote == '"' ? text[i] == '\\' : text.compare(i, 2, "''") == 0;
        if (escaped)
            ++i;
        else if (text[i] == quote)
            return true;
    }
    return false;
}

/// Builds our tree from yaml-cpp's events; yaml-cpp's own nodes forget duplicate keys and where
/// keys are.
class TreeBuilder final : public YAML::EventHandler {
public:
    TreeBuilder(const std::string& text, std::function<std::string(const YAML::Mark&)> locate)
        : text_(text)
        , locate_(std::move(locate))
    {
    }

    YamlNode root;

    void OnDocumentStart(const YAML::Mark&) override { }
    void OnDocumentEnd() override { }

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        add(make(YamlNode::Kind::null, mark), anchor);
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        const auto original = anchors_.find(anchor);
        if (original == anchors_.end())
            throw InputError(locate_(mark) + ": this alias stands inside what it repeats");
        total_ += count_nodes(original->second);
        add(original->second, 0);
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
        const std::string& value) override
    {
        YamlNode node = make(YamlNode::Kind::scalar, mark);
        node.scalar = value;
        node.quoted = tag == "!";
        if (node.quoted && !quote_is_closed(text_, static_cast<std::size_t>(mark.pos)))
            throw InputError(node.where + ": this quote is never closed");
        add(std::move(node), anchor);
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
        YAML::EmitterStyle::value) override
    {
        open_.push_back({ make(YamlNode::Kind::sequence, mark), anchor, {}, {} });
    }

    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
        YAML::EmitterStyle::value) override
    {
        open_.push_back({ make(YamlNode::Kind::map, mark), anchor, {}, {} });
    }

    void OnSequenceEnd() override { close(); }
    void OnMapEnd() override { close(); }

private:
    struct Open {
        YamlNode node;
        YAML::anchor_t anchor;
        std::string key, key_where;  // of a map: a key that waits for its value
        bool has_key = false;
        std::unordered_set<std::string> keys = {};
    };

    YamlNode make(YamlNode::Kind kind, const YAML::Mark& mark) const
    {
        YamlNode node;
        node.kind = kind;
        node.where = locate_(mark);
        return node;
    }

    void close()
    {
        YamlNode node = std::move(open_.back().node);
        const YAML::anchor_t anchor = open_.back().anchor;
        open_.pop_back();
        add(std::move(node), anchor);
    }

    void add(YamlNode node, YAML::anchor_t anchor)
    {
        if (++total_ > kMostYamlNodes)
            throw InputError(fmt::format("{}: too large: more than {} entries{}", node.where,
                kMostYamlNodes, anchors_.empty() ? "" : ", since aliases are copied"));
        if (anchor != 0)
            anchors_[anchor] = node;
        if (open_.empty()) {
            root = std::move(node);
            return;
        }
        Open& parent = open_.back();
        if (parent.node.kind == YamlNode::Kind::sequence)
            parent.node.items.push_back(std::move(node));
        else if (!parent.has_key)
            take_key(parent, node);
        else {
            if (node.kind == YamlNode::Kind::null)
                node.where = parent.key_where;  // yaml-cpp says where the next thing begins
            parent.node.entries.push_back({ parent.key, parent.key_where, std::move(node) });
            parent.has_key = false;
        }
    }

    static void take_key(Open& map, const YamlNode& key)
    {
        if (key.kind != YamlNode::Kind::scalar)
            throw InputError(key.where + ": a key must be a plain word");
        if (!map.keys.insert(key.scalar).second)
            for (const YamlEntry& entry : map.node.entries)
                if (entry.key == key.scalar)
                    throw InputError(fmt::format("{}: key '{}' stands twice; it was first at {}",
                        key.where, key.scalar, entry.where));
        map.key = key.scalar;
        map.key_where = key.where;
        map.has_key = true;
    }

    const std::string& text_;
    std::function<std::string(const YAML::Mark&)> locate_;
    std::vector<Open> open_;
    std::map<YAML::anchor_t, YamlNode> anchors_;
    std::size_t total_ = 0;
};

/// Rejects binary files and tabs in the indentation, which YAML forbids and editors hide.
void check_text(const std::string& text, const std::string& name)
{
    int line = 0, column = 0;
    bool in_indentation = true;
    for (std::size_t i = 0; i < text.size(); ++column) {
        const std::size_t length = utf8_length(text, i);
        const unsigned char c = static_cast<unsigned char>(text[i]);
        if (length == 0 || (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F)
            throw InputError(fmt::format(
                "{}: byte 0x{:02X} is not UTF-8 text", place_in(name, line, column), c));
        if (c == '\t' && in_indentation)
            throw InputError(place_in(name, line, column) + ": a tab; indent with spaces");
        in_indentation = c == '\n' || (in_indentation && (c == ' ' || c == '\r'));
        i += length;
        if (c == '\n') {
            ++line;
            column = -1;
        }
    }
}

/// Columns of marks in letters; yaml-cpp counts bytes. Marks come in the order of the text, so that
/// each goes on from the one before: a line may be as long as the file.
class LetterColumns {
public:
    explicit LetterColumns(const std::string& text)
        : text_(text)
    {
    }

    int operator()(const YAML::Mark& mark)
    {
        const int start = std::max(0, mark.pos - mark.column),
                  end = std::min(mark.pos, static_cast<int>(text_.size()));
        if (start != start_ || end < end_) {
            start_ = end_ = start;
            letters_ = 0;
        }
        for (; end_ < end; ++end_)
            letters_ += (static_cast<unsigned char>(text_[static_cast<std::size_t>(end_)]) & 0xC0)
                != 0x80;
        return letters_;
    }

private:
    const std::string& text_;
    int start_ = 0, end_ = 0, letters_ = 0;
};

YamlNode parse(const std::string& text, const std::function<std::string(const YAML::Mark&)>& locate)
{
    TreeBuilder builder(text, locate);
    try {
        std::istringstream stream(text);
        YAML::Parser parser(stream);
        if (!parser.HandleNextDocument(builder))
            return {};
        YamlNode root = std::move(builder.root);
        TreeBuilder second(text, locate);
        if (parser.HandleNextDocument(second) && second.root.kind != YamlNode::Kind::null)
            throw InputError(second.root.where + ": a second document; put each into its own file");
        return root;
    } catch (const YAML::DeepRecursion& error) {
        throw InputError(locate(error.mark) + ": nested too deeply");
    } catch (const YAML::Exception& error) {
        throw InputError(locate(error.mark) + ": not valid YAML: " + error.msg);
    }
}

bool is_leaf(const YamlNode& node)
{
    return node.kind == YamlNode::Kind::scalar || node.kind == YamlNode::Kind::null;
}

/// Whether the node reads well on one line: a list of leaves, or a map of few leaves and short
/// lists.
bool fits_line(const YamlNode& node, int depth = 0)
{
    if (is_leaf(node))
        return true;
    constexpr std::size_t kMostLists = 12;  // beyond it a table is read row by row
    if (depth > 2 || (node.items.size() > kMostLists && !is_leaf(node.items.front())))
        return false;
    return std::all_of(node.items.begin(), node.items.end(), [&](const YamlNode& item) {
        return fits_line(item, depth + 1);
    }) && std::all_of(node.entries.begin(), node.entries.end(), [&](const YamlEntry& entry) {
        return fits_line(entry.value, depth + 1);
    });
}

void emit_node(YAML::Emitter& out, const YamlNode& node, int depth)
{
    const bool on_line = depth > 1 && fits_line(node);
    switch (node.kind) {
    case YamlNode::Kind::null:
        out << YAML::Null;
        break;
    case YamlNode::Kind::scalar:
        if (node.quoted)
            out << YAML::DoubleQuoted;
        out << node.scalar;
        break;
    case YamlNode::Kind::sequence:
        out << (on_line || std::all_of(node.items.begin(), node.items.end(), is_leaf) ? YAML::Flow
                                                                                      : YAML::Block)
            << YAML::BeginSeq;
        for (const YamlNode& item : node.items)
            emit_node(out, item, depth + 1);
        out << YAML::EndSeq;
        break;
    case YamlNode::Kind::map:
        out << (on_line || node.entries.empty() ? YAML::Flow : YAML::Block) << YAML::BeginMap;
        for (const YamlEntry& entry : node.entries) {
            out << YAML::Key << entry.key << YAML::Value;
            emit_node(out, entry.value, depth + 1);
        }
        out << YAML::EndMap;
        break;
    }
}

}  // namespace

YamlNode* YamlNode::find(const std::string& key)
{
    for (YamlEntry& entry : entries)
        if (entry.key == key)
            return &entry.value;
    return nullptr;
}

const YamlNode* YamlNode::find(const std::string& key) const
{
    return const_cast<YamlNode*>(this)->find(key);
}

YamlNode& YamlNode::set(const std::string& key, YamlNode value)
{
    kind = Kind::map;
    if (YamlNode* old = find(key))
        return *old = std::move(value);
    entries.push_back({ key, value.where, std::move(value) });
    return entries.back().value;
}

YamlNode parse_yaml(const std::string& text, const std::string& name)
{
    const std::string byte_order_mark = "\xEF\xBB\xBF";
    const bool marked = text.compare(0, byte_order_mark.size(), byte_order_mark) == 0;
    const std::string body = marked ? text.substr(byte_order_mark.size()) : text;
    check_text(body, name);
    LetterColumns column(body);
    YamlNode root = parse(
        body, [&](const YAML::Mark& mark) { return place_in(name, mark.line, column(mark)); });
    if (root.kind == YamlNode::Kind::null)
        throw InputError(name + ":1:1: the file is empty");
    return root;
}

YamlNode parse_yaml_value(const std::string& text, const std::string& where)
{
    check_text(text, where);
    YamlNode value = parse(text, [&](const YAML::Mark&) { return where; });
    value.where = where;  // an empty text makes a node without a place
    return value;
}

YamlNode read_yaml_file(const std::filesystem::path& path)
{
    return parse_yaml(read_input_file(path, kMostYaml), path.string());
}

std::string emit_yaml(const YamlNode& node)
{
    YAML::Emitter out;
    emit_node(out, node, 0);
    return std::string(out.c_str()) + "\n";
}

}  // namespace gambol::io
