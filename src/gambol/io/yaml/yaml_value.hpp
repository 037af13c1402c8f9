// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/yaml/yaml_node.hpp"

#include <Eigen/Dense>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gambol::io {

/// What a number measures; decides which unit suffixes it may carry. Plain numbers are SI.
enum class Quantity { plain, time, length, angle, mass };

/// Allowed values of a number, both ends included unless `open_lower`.
struct Limits {
    double lower = -std::numeric_limits<double>::infinity();
    double upper = std::numeric_limits<double>::infinity();
    bool open_lower = false;
};
inline constexpr Limits kAny {};
inline constexpr Limits kNotNegative { 0 };
inline constexpr Limits kPositive { 0, std::numeric_limits<double>::infinity(), true };

/// A point of two or three numbers; z is 0 when it was not written.
struct WrittenPoint {
    Eigen::Vector3d point = Eigen::Vector3d::Zero();
    bool has_z = false;
};

class YamlMap;

/// A node together with the name that messages call it by ("world.ground"). Every reading function
/// throws InputError, starting with where the node stands, when the node is not what is asked for.
class YamlValue {
public:
    YamlValue(YamlNode& node, std::string name)
        : node_(&node)
        , name_(std::move(name))
    {
    }

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const std::string& where() const { return node_->where; }
    [[nodiscard]] YamlNode& node() const { return *node_; }
    [[nodiscard]] bool is_list() const { return node_->kind == YamlNode::Kind::sequence; }
    [[nodiscard]] bool is_map() const { return node_->kind == YamlNode::Kind::map; }

    /// "where: name": what messages begin with.
    [[nodiscard]] std::string place() const { return where() + ": " + name_; }
    /// "where: name message".
    [[noreturn]] void fail(const std::string& message) const;

    [[nodiscard]] std::string text() const;
    [[nodiscard]] bool boolean() const;
    [[nodiscard]] double number(Quantity quantity, const Limits& limits = kAny) const;
    /// A length, or a percentage of `whole`.
    [[nodiscard]] double length_or_percent(double whole, const Limits& limits = kAny) const;
    [[nodiscard]] double mass_or_percent(double whole, const Limits& limits = kAny) const;
    [[nodiscard]] std::int64_t integer(std::int64_t lower, std::int64_t upper) const;
    [[nodiscard]] std::uint64_t unsigned_integer() const;
    [[nodiscard]] std::vector<YamlValue> list() const;
    /// A list of exactly `count` values.
    [[nodiscard]] std::vector<YamlValue> list(std::size_t count) const;
    [[nodiscard]] Eigen::Vector2d vector2(Quantity quantity, const Limits& limits = kAny) const;
    [[nodiscard]] Eigen::Vector3d vector3(Quantity quantity, const Limits& limits = kAny) const;
    [[nodiscard]] WrittenPoint point(Quantity quantity) const;
    /// A vector of length 1: `x`, `-y` and the like, or three numbers that need not have length 1.
    [[nodiscard]] Eigen::Vector3d direction() const;
    /// A turn about the vertical (one angle), {axis, angle}, or a quaternion w, x, y, z.
    [[nodiscard]] Eigen::Quaterniond rotation() const;
    /// The same as it is written: a whole turn is not nothing.
    [[nodiscard]] Eigen::AngleAxisd turn() const;
    /// One of `allowed`, by name.
    [[nodiscard]] std::string one_of(
        const std::vector<std::string>& allowed, std::string_view kind) const;
    /// A map with only these keys. Nothing at all counts as an empty map.
    [[nodiscard]] YamlMap map(const std::vector<std::string>& allowed) const;
    /// A map with any keys.
    [[nodiscard]] YamlMap any_map() const;
    /// A map whose keys are names that the user chooses.
    [[nodiscard]] YamlMap named_map() const;

private:
    YamlNode* node_;
    std::string name_;
};

/// A map whose keys have been checked.
class YamlMap {
public:
    explicit YamlMap(const YamlValue& value)
        : value_(value)
    {
    }

    [[nodiscard]] bool has(const std::string& key) const
    {
        return value_.node().find(key) != nullptr;
    }
    /// Fails, naming the key, when there is none.
    [[nodiscard]] YamlValue at(const std::string& key) const;
    /// Writes `otherwise` (YAML text) into the tree when there is none: that is how
    /// Job::resolved_yaml comes to show every default.
    [[nodiscard]] YamlValue get(const std::string& key, const std::string& otherwise) const;
    /// Likewise, with a text that is not to be read as YAML.
    [[nodiscard]] YamlValue get_text(const std::string& key, const std::string& otherwise) const;
    [[nodiscard]] std::vector<std::pair<std::string, YamlValue>> entries() const;
    [[nodiscard]] const YamlValue& value() const { return value_; }

private:
    [[nodiscard]] std::string name_of(const std::string& key) const;

    YamlValue value_;
};

/// "; did you mean 'x'?" for the candidate nearest to `word`, or nothing when none is near.
[[nodiscard]] std::string did_you_mean(
    const std::string& word, const std::vector<std::string>& candidates);

/// "a, b, c".
[[nodiscard]] std::string joined(const std::vector<std::string>& words);

}  // namespace gambol::io
