// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace gambol::io {

/// A value of a parsed JSON file together with the path that led to it, so that every complaint
/// names file and place: "motion.json: characters[0].contacts[1].force: expected 601 entries,
/// found 600". All failures throw InputError.
class JsonView {
public:
    JsonView(const nlohmann::json& value, const std::string& file);

    [[nodiscard]] bool has(const std::string& key) const;
    [[nodiscard]] bool is_null() const;
    [[nodiscard]] JsonView at(const std::string& key) const;
    [[nodiscard]] JsonView at(int index) const;
    [[nodiscard]] int size() const;  // of an array
    [[nodiscard]] std::vector<std::string> keys() const;

    /// Throws unless this is an array of that many entries.
    const JsonView& expect_size(int count) const;

    [[nodiscard]] double number() const;
    [[nodiscard]] int integer() const;
    [[nodiscard]] bool boolean() const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] Eigen::Vector2d vector2() const;
    [[nodiscard]] Eigen::Vector3d vector3() const;
    [[nodiscard]] Eigen::VectorXd vector(int size) const;
    [[nodiscard]] Eigen::Quaterniond quaternion() const;  // w, x, y, z, as written

    [[noreturn]] void fail(const std::string& message) const;

private:
    JsonView(const nlohmann::json& value, const std::string& file, std::string path);

    const nlohmann::json* value_;
    const std::string* file_;
    std::string path_;
};

}  // namespace gambol::io
