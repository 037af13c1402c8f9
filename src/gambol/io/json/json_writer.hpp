// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <string>
#include <string_view>
#include <vector>

namespace gambol::io {

/// Writes JSON text piece by piece with a fixed key order and a fixed form of numbers, so that
/// equal data give equal bytes. Numbers must be finite (std::logic_error otherwise): JSON has no
/// NaN.
class JsonWriter {
public:
    JsonWriter& begin_object();
    JsonWriter& end_object();
    JsonWriter& begin_array();
    JsonWriter& end_array();
    JsonWriter& key(std::string_view name);
    /// The next item starts a new line.
    JsonWriter& line();

    /// An array under that key, of what write(item) writes for each.
    template <class Items, class Write>
    JsonWriter& list(std::string_view name, const Items& items, const Write& write)
    {
        key(name).begin_array();
        for (const auto& item : items)
            write(item);
        return end_array();
    }
    /// The same of objects, each on a line of its own; write(item) writes what is inside.
    template <class Items, class Write>
    JsonWriter& objects(std::string_view name, const Items& items, const Write& write)
    {
        return list(name, items, [&](const auto& item) {
            line().begin_object();
            write(item);
            end_object();
        });
    }

    JsonWriter& text(std::string_view value);
    JsonWriter& integer(long long value);
    JsonWriter& unsigned_integer(unsigned long long value);
    JsonWriter& boolean(bool value);
    JsonWriter& null();

    /// Fewest digits that read back as the same double.
    JsonWriter& exact(double value);
    /// The same, or null where JSON has no number for it.
    JsonWriter& exact_or_null(double value);
    JsonWriter& exact(const Eigen::Ref<const Eigen::VectorXd>& value);
    JsonWriter& exact(const Eigen::Quaterniond& value);  // w, x, y, z

    /// Nine significant digits; magnitudes below 1e-12 become 0. For long series.
    JsonWriter& sample(double value);
    JsonWriter& sample(const Eigen::Ref<const Eigen::VectorXd>& value);
    JsonWriter& sample(const Eigen::Quaterniond& value);

    /// The text so far; the writer is empty afterwards.
    [[nodiscard]] std::string take();

private:
    void separate();
    void open(char bracket);
    void close(char bracket);

    std::string text_;
    std::vector<bool> has_items_;  // per open bracket
    bool after_key_ = false;
    bool new_line_ = false;
};

/// Fewest digits that read back as the same double ("0.1", "1e-07", never "-0").
[[nodiscard]] std::string exact_number(double value);

/// Nine significant digits without trailing zeros; magnitudes below 1e-12 give "0".
[[nodiscard]] std::string sample_number(double value);

}  // namespace gambol::io
