// SPDX-License-Identifier: MIT
#include "gambol/io/json/json_writer.hpp"

#include <charconv>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace gambol::io {
namespace {

constexpr int kSampleDigits = 9;  // 1e-8 m at 10 m; seven would show up in accelerations
constexpr double kSampleZero = 1e-12;  // rounding dust would cost 15 characters each

void require_finite(double value)
{
    if (!std::isfinite(value))
        throw std::logic_error("a number to be written is not finite");
}

}  // namespace

std::string exact_number(double value)
{
    require_finite(value);
    if (value == 0)
        return "0";
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return { buffer, end };
}

std::string sample_number(double value)
{
    require_finite(value);
    if (std::abs(value) < kSampleZero)
        return "0";
    char buffer[32];
    const auto end = std::to_chars(
        buffer, buffer + sizeof buffer, value, std::chars_format::general, kSampleDigits)
                         .ptr;
    return { buffer, end };
}

void JsonWriter::separate()
{
    if (after_key_) {
        after_key_ = false;
        return;
    }
    if (!has_items_.empty()) {
        if (has_items_.back())
            text_ += ',';
        has_items_.back() = true;
    }
    if (std::exchange(new_line_, false))
        text_ += '\n';
}

void JsonWriter::open(char bracket)
{
    separate();
    text_ += bracket;
    has_items_.push_back(false);
}

void JsonWriter::close(char bracket)
{
    if (std::exchange(new_line_, false))
        text_ += '\n';
    text_ += bracket;
    has_items_.pop_back();
}

JsonWriter& JsonWriter::begin_object()
{
    open('{');
    return *this;
}

JsonWriter& JsonWriter::end_object()
{
    close('}');
    return *this;
}

JsonWriter& JsonWriter::begin_array()
{
    open('[');
    return *this;
}

JsonWriter& JsonWriter::end_array()
{
    close(']');
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name)
{
    text(name);
    text_ += ':';
    after_key_ = true;
    return *this;
}

JsonWriter& JsonWriter::line()
{
    new_line_ = true;
    return *this;
}

JsonWriter& JsonWriter::text(std::string_view value)
{
    separate();
    text_ += '"';
    for (const char c : value) {
        if (c == '"' || c == '\\') {
            text_ += '\\';
            text_ += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            constexpr char digits[] = "0123456789abcdef";
            text_ += "\\u00";
            text_ += digits[c >> 4];
            text_ += digits[c & 15];
        } else {
            text_ += c;
        }
    }
    text_ += '"';
    return *this;
}

JsonWriter& JsonWriter::integer(long long value)
{
    separate();
    text_ += std::to_string(value);
    return *this;
}

JsonWriter& JsonWriter::unsigned_integer(unsigned long long value)
{
    separate();
    text_ += std::to_string(value);
    return *this;
}

JsonWriter& JsonWriter::boolean(bool value)
{
    separate();
    text_ += value ? "true" : "false";
    return *this;
}

JsonWriter& JsonWriter::null()
{
    separate();
    text_ += "null";
    return *this;
}

JsonWriter& JsonWriter::exact(double value)
{
    separate();
    text_ += exact_number(value);
    return *this;
}

JsonWriter& JsonWriter::exact_or_null(double value)
{
    return std::isfinite(value) ? exact(value) : null();
}

JsonWriter& JsonWriter::exact(const Eigen::Ref<const Eigen::VectorXd>& value)
{
    begin_array();
    for (const double x : value)
        exact(x);
    return end_array();
}

JsonWriter& JsonWriter::exact(const Eigen::Quaterniond& value)
{
    return exact(Eigen::Vector4d(value.w(), value.x(), value.y(), value.z()));
}

JsonWriter& JsonWriter::sample(double value)
{
    separate();
    text_ += sample_number(value);
    return *this;
}

JsonWriter& JsonWriter::sample(const Eigen::Ref<const Eigen::VectorXd>& value)
{
    begin_array();
    for (const double x : value)
        sample(x);
    return end_array();
}

JsonWriter& JsonWriter::sample(const Eigen::Quaterniond& value)
{
    return sample(Eigen::Vector4d(value.w(), value.x(), value.y(), value.z()));
}

std::string JsonWriter::take()
{
    has_items_.clear();
    return std::exchange(text_, {});
}

}  // namespace gambol::io
