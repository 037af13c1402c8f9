// SPDX-License-Identifier: MIT
#include "gambol/io/yaml/yaml_value.hpp"

#include "gambol/io/input_error.hpp"
#include "gambol/io/plain_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>

namespace gambol::io {

namespace {

std::string_view describe(const YamlNode& node)
{
    switch (node.kind) {
    case YamlNode::Kind::null:
        return "empty";
    case YamlNode::Kind::scalar:
        return "a single value";
    case YamlNode::Kind::sequence:
        return "a list";
    case YamlNode::Kind::map:
        return "a map";
    }
    return "";
}

struct Unit {
    std::string_view suffix;
    double factor;  // to SI
};

struct QuantityUnits {
    std::string_view kind;  // how messages call such a number
    std::string_view units;  // how messages list the units
    std::string_view si;  // how messages write a limit
    std::vector<Unit> allowed;
};

const QuantityUnits& units_of(Quantity quantity)
{
    static const std::vector<QuantityUnits> table {
        { "a plain number", "no unit", "", {} },
        { "a time", "s, ms or min", " s", { { "s", 1 }, { "ms", 1e-3 }, { "min", 60 } } },
        { "a length", "m, cm or mm", " m", { { "m", 1 }, { "cm", 1e-2 }, { "mm", 1e-3 } } },
        { "an angle", "deg or rad", " rad", { { "deg", std::numbers::pi / 180 }, { "rad", 1 } } },
        { "a mass", "kg or g", " kg", { { "kg", 1 }, { "g", 1e-3 } } },
    };
    return table[static_cast<std::size_t>(quantity)];
}

// Whatever it measures. Sums of squares of such numbers, and pictures in single precision, still
// have digits; nothing that people or animals do is a thousandth of it.
constexpr double kLargest = 1e12;

// Surfaces, characters, sheets: beyond it a scene is a mistake, and takes minutes to be read.
constexpr std::size_t kMostNames = 10000;

struct Measured {
    double value;
    std::string suffix;
};

/// Splits "5.5 ms" into 5.5 and "ms".
Measured split_number(const YamlValue& value, Quantity quantity)
{
    const std::string_view kind = units_of(quantity).kind;
    if (value.node().kind != YamlNode::Kind::scalar)
        value.fail(fmt::format("must be {}, not {}", kind, describe(value.node())));
    const std::string written = value.text();
    const char* begin = written.data();
    const char* const end = begin + written.size();
    if (begin != end && *begin == '+')
        ++begin;
    double number = 0;
    const auto [rest, error] = std::from_chars(begin, end, number);
    if (error == std::errc::result_out_of_range || (error == std::errc() && !std::isfinite(number)))
        value.fail(fmt::format("must be finite, not '{}'", written));
    if (error == std::errc() && std::abs(number) > kLargest)
        value.fail(
            fmt::format("is beyond all bounds: no number here is larger than {:g}", kLargest));
    if (error != std::errc())
        value.fail(fmt::format("must be {}, not '{}'", kind, written));
    const std::string tail(rest, end);
    const std::size_t start = tail.find_first_not_of(' ');
    return { number, start == std::string::npos ? "" : tail.substr(start) };
}

double to_si(const YamlValue& value, const Measured& measured, Quantity quantity)
{
    if (measured.suffix.empty())
        return measured.value;
    const QuantityUnits& units = units_of(quantity);
    for (const Unit& unit : units.allowed)
        if (unit.suffix == measured.suffix)
            return measured.value * unit.factor;
    value.fail(
        fmt::format("has the unit '{}'; {} takes {}", measured.suffix, units.kind, units.units));
}

double within(const YamlValue& value, double number, Quantity quantity, const Limits& limits)
{
    const auto fail = [&](std::string_view relation, double limit) {
        value.fail(fmt::format("must be {} {}{}, not {}", relation, limit,
            limit == 0 ? "" : units_of(quantity).si, value.text()));
    };
    if (limits.open_lower && number <= limits.lower)
        fail("above", limits.lower);
    if (number < limits.lower)
        fail("at least", limits.lower);
    if (number > limits.upper)
        fail("at most", limits.upper);
    return number;
}

double percent_or(const YamlValue& value, Quantity quantity, double whole, const Limits& limits)
{
    const Measured measured = split_number(value, quantity);
    const double number
        = measured.suffix == "%" ? measured.value / 100 * whole : to_si(value, measured, quantity);
    return within(value, number, quantity, limits);
}

/// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`.
std::size_t edit_distance(const std::string& a, const std::string& b)
{
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i)
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            const std::size_t substituted = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            d[i][j] = std::min({ d[i - 1][j] + 1, d[i][j - 1] + 1, substituted });
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[a.size()][b.size()];
}

}  // namespace

std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates)
{
    const std::string* best = nullptr;
    // More than a third of the letters wrong is another word, not a slip.
    std::size_t best_distance = word.size() < 2 ? 1 : std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < best_distance) {
            best = &candidate;
            best_distance = distance;
        }
    }
    // A word that breaks off too early ("left_knee") is the beginning of what was meant.
    for (const std::string& candidate : candidates)
        if (!best && word.size() >= 3 && candidate.compare(0, word.size(), word) == 0)
            best = &candidate;
    return best ? fmt::format("; did you mean '{}'?", *best) : "";
}

std::string joined(const std::vector<std::string>& words)
{
    std::string result;
    for (const std::string& word : words)
        result += (result.empty() ? "" : ", ") + word;
    return result;
}

void YamlValue::fail(const std::string& message) const
{
    throw InputError(fmt::format("{}: {} {}", node_->where, name_, message));
}

std::string YamlValue::text() const
{
    if (node_->kind != YamlNode::Kind::scalar)
        fail(fmt::format("must be a single value, not {}", describe(*node_)));
    return node_->scalar;
}

bool YamlValue::boolean() const
{
    const std::string written = text();
    if (written != "true" && written != "false")
        fail(fmt::format("must be true or false, not '{}'", written));
    return written == "true";
}

double YamlValue::number(Quantity quantity, const Limits& limits) const
{
    return within(*this, to_si(*this, split_number(*this, quantity), quantity), quantity, limits);
}

double YamlValue::length_or_percent(double whole, const Limits& limits) const
{
    return percent_or(*this, Quantity::length, whole, limits);
}

double YamlValue::mass_or_percent(double whole, const Limits& limits) const
{
    return percent_or(*this, Quantity::mass, whole, limits);
}

std::int64_t YamlValue::integer(std::int64_t lower, std::int64_t upper) const
{
    const std::string written = text();
    std::int64_t number = 0;
    const auto [rest, error]
        = std::from_chars(written.data(), written.data() + written.size(), number);
    if (error != std::errc() || rest != written.data() + written.size())
        fail(fmt::format("must be a whole number, not '{}'", written));
    if (number < lower || number > upper)
        fail(fmt::format("must be {} to {}, not {}", lower, upper, number));
    return number;
}

std::uint64_t YamlValue::unsigned_integer() const
{
    const std::string written = text();
    std::uint64_t number = 0;
    const auto [rest, error]
        = std::from_chars(written.data(), written.data() + written.size(), number);
    if (error != std::errc() || rest != written.data() + written.size())
        fail(fmt::format("must be a whole number of at least 0, not '{}'", written));
    return number;
}

std::vector<YamlValue> YamlValue::list() const
{
    if (!is_list())
        fail(fmt::format("must be a list, not {}", describe(*node_)));
    std::vector<YamlValue> values;
    for (std::size_t i = 0; i < node_->items.size(); ++i)
        values.emplace_back(node_->items[i], fmt::format("{}.{}", name_, i));
    return values;
}

std::vector<YamlValue> YamlValue::list(std::size_t count) const
{
    if (!is_list())
        fail(fmt::format("must be a list of {} values, not {}", count, describe(*node_)));
    if (node_->items.size() != count)
        fail(fmt::format("must have {} values, not {}", count, node_->items.size()));
    return list();
}

Eigen::Vector2d YamlValue::vector2(Quantity quantity, const Limits& limits) const
{
    const std::vector<YamlValue> values = list(2);
    return { values[0].number(quantity, limits), values[1].number(quantity, limits) };
}

Eigen::Vector3d YamlValue::vector3(Quantity quantity, const Limits& limits) const
{
    const std::vector<YamlValue> values = list(3);
    return { values[0].number(quantity, limits), values[1].number(quantity, limits),
        values[2].number(quantity, limits) };
}

WrittenPoint YamlValue::point(Quantity quantity) const
{
    if (!is_list())
        fail(fmt::format("must be a list of 2 or 3 values, not {}", describe(*node_)));
    const std::size_t count = node_->items.size();
    if (count != 2 && count != 3)
        fail(fmt::format("must have 2 or 3 values, not {}", count));
    if (count == 3)
        return { vector3(quantity), true };
    const Eigen::Vector2d flat = vector2(quantity);
    return { { flat.x(), flat.y(), 0 }, false };
}

Eigen::Vector3d YamlValue::direction() const
{
    if (!is_list()) {
        const std::vector<std::string> axes { "x", "y", "z", "-x", "-y", "-z" };
        const std::string axis = one_of(axes, "axis");
        return (axis.front() == '-' ? -1.0 : 1.0) * Eigen::Vector3d::Unit(axis.back() - 'x');
    }
    const Eigen::Vector3d written = point(Quantity::plain).point;
    if (written.norm() < 1e-9)
        fail("must not be zero: it is a direction");
    return written.normalized();
}

Eigen::AngleAxisd YamlValue::turn() const
{
    if (is_map()) {
        const YamlMap turn = map({ "axis", "angle" });
        return Eigen::AngleAxisd(
            turn.at("angle").number(Quantity::angle), turn.at("axis").direction());
    }
    if (!is_list())
        return Eigen::AngleAxisd(number(Quantity::angle), Eigen::Vector3d::UnitZ());
    return Eigen::AngleAxisd(rotation());
}

Eigen::Quaterniond YamlValue::rotation() const
{
    if (!is_list())
        return Eigen::Quaterniond(turn());
    const std::vector<YamlValue> values = list(4);
    const Eigen::Quaterniond written(values[0].number(Quantity::plain),
        values[1].number(Quantity::plain), values[2].number(Quantity::plain),
        values[3].number(Quantity::plain));
    if (std::abs(written.norm() - 1) > 1e-3)
        fail(
            fmt::format("must be a quaternion w, x, y, z of length 1, not {:.3g}", written.norm()));
    return written.normalized();
}

std::string YamlValue::one_of(const std::vector<std::string>& allowed, std::string_view kind) const
{
    const std::string written = text();
    if (std::find(allowed.begin(), allowed.end(), written) == allowed.end())
        fail(fmt::format("names an unknown {} '{}'{} (there {}: {})", kind, written,
            did_you_mean(written, allowed), allowed.size() == 1 ? "is" : "are", joined(allowed)));
    return written;
}

YamlMap YamlValue::any_map() const
{
    if (node_->kind == YamlNode::Kind::null)
        node_->kind = YamlNode::Kind::map;
    if (!is_map())
        fail(fmt::format("must be a map, not {}", describe(*node_)));
    return YamlMap(*this);
}

YamlMap YamlValue::named_map() const
{
    const YamlMap result = any_map();
    if (node_->entries.size() > kMostNames)
        fail(fmt::format("has {} entries, more than {}", node_->entries.size(), kMostNames));
    for (const YamlEntry& entry : node_->entries) {
        // Dots would clash with the paths of --set, blanks and the rest with file names and tables.
        const auto fits
            = [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_' || c >= 0x80; };
        if (entry.key.empty() || !is_plain(entry.key)
            || !std::all_of(entry.key.begin(), entry.key.end(), fits))
            throw InputError(
                fmt::format("{}: '{}' cannot be a name in {}; use letters, digits, - and _",
                    entry.where, entry.key, name_));
    }
    return result;
}

YamlMap YamlValue::map(const std::vector<std::string>& allowed) const
{
    const YamlMap result = any_map();
    for (const YamlEntry& entry : node_->entries)
        if (std::find(allowed.begin(), allowed.end(), entry.key) == allowed.end())
            throw InputError(fmt::format("{}: unknown key '{}' in {}{} (allowed: {})", entry.where,
                entry.key, name_.empty() ? "the file" : name_, did_you_mean(entry.key, allowed),
                joined(allowed)));
    return result;
}

std::string YamlMap::name_of(const std::string& key) const
{
    return value_.name().empty() ? key : value_.name() + "." + key;
}

YamlValue YamlMap::at(const std::string& key) const
{
    YamlNode* const found = value_.node().find(key);
    if (!found)
        throw InputError(fmt::format("{}: {} has no '{}'", value_.where(),
            value_.name().empty() ? "the file" : value_.name(), key));
    return { *found, name_of(key) };
}

YamlValue YamlMap::get(const std::string& key, const std::string& otherwise) const
{
    if (!has(key))
        value_.node().set(key, parse_yaml_value(otherwise, value_.where()));
    return at(key);
}

YamlValue YamlMap::get_text(const std::string& key, const std::string& otherwise) const
{
    if (!has(key)) {
        YamlNode node;
        node.kind = YamlNode::Kind::scalar;
        node.where = value_.where();
        node.scalar = otherwise;
        value_.node().set(key, std::move(node));
    }
    return at(key);
}

std::vector<std::pair<std::string, YamlValue>> YamlMap::entries() const
{
    std::vector<std::pair<std::string, YamlValue>> result;
    for (YamlEntry& entry : value_.node().entries)
        result.emplace_back(entry.key, YamlValue(entry.value, name_of(entry.key)));
    return result;
}

}  // namespace gambol::io
