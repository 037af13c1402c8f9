// SPDX-License-Identifier: MIT
#include "gambol/io/json/json_view.hpp"

#include "gambol/io/input_error.hpp"
#include "gambol/io/plain_text.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>

namespace gambol::io {

namespace {

constexpr std::int64_t kMostInteger = 1000000000;

}  // namespace

JsonView::JsonView(const nlohmann::json& value, const std::string& file)
    : JsonView(value, file, "")
{
}

JsonView::JsonView(const nlohmann::json& value, const std::string& file, std::string path)
    : value_(&value)
    , file_(&file)
    , path_(std::move(path))
{
}

void JsonView::fail(const std::string& message) const
{
    throw InputError(*file_ + ": " + (path_.empty() ? "" : path_ + ": ") + message);
}

bool JsonView::has(const std::string& key) const
{
    return value_->is_object() && value_->contains(key);
}

bool JsonView::is_null() const
{
    return value_->is_null();
}

JsonView JsonView::at(const std::string& key) const
{
    if (!value_->is_object())
        fail(std::string("expected an object, found ") + value_->type_name());
    const auto found = value_->find(key);
    if (found == value_->end())
        fail("\"" + key + "\" is missing");
    return { *found, *file_, path_.empty() ? key : path_ + "." + key };
}

JsonView JsonView::at(int index) const
{
    return { (*value_)[static_cast<std::size_t>(index)], *file_,
        path_ + "[" + std::to_string(index) + "]" };
}

int JsonView::size() const
{
    if (!value_->is_array())
        fail(std::string("expected an array, found ") + value_->type_name());
    return static_cast<int>(value_->size());
}

std::vector<std::string> JsonView::keys() const
{
    if (!value_->is_object())
        fail(std::string("expected an object, found ") + value_->type_name());
    std::vector<std::string> keys;
    for (const auto& item : value_->items())
        keys.push_back(item.key());
    return keys;
}

const JsonView& JsonView::expect_size(int count) const
{
    if (size() != count)
        fail("expected " + std::to_string(count) + " entries, found " + std::to_string(size()));
    return *this;
}

double JsonView::number() const
{
    if (!value_->is_number())
        fail(std::string("expected a number, found ") + value_->type_name());
    return value_->get<double>();
}

int JsonView::integer() const
{
    if (!value_->is_number_integer())
        fail(std::string("expected an integer, found ") + value_->type_name());
    const auto number = value_->get<std::int64_t>();
    if (value_->is_number_unsigned() ? value_->get<std::uint64_t>() > std::uint64_t(kMostInteger)
                                     : number < -kMostInteger || number > kMostInteger)
        fail("is too large");
    return int(number);
}

bool JsonView::boolean() const
{
    if (!value_->is_boolean())
        fail(std::string("expected true or false, found ") + value_->type_name());
    return value_->get<bool>();
}

std::string JsonView::text() const
{
    if (!value_->is_string())
        fail(std::string("expected a string, found ") + value_->type_name());
    const std::string& text = value_->get_ref<const std::string&>();
    // Names are printed, and terminals obey some of these.
    if (!is_plain(text))
        fail("contains a control character");
    return text;
}

Eigen::VectorXd JsonView::vector(int size) const
{
    expect_size(size);
    Eigen::VectorXd result(size);
    for (int i = 0; i < size; ++i) {
        const nlohmann::json& entry = (*value_)[static_cast<std::size_t>(i)];
        if (!entry.is_number())
            static_cast<void>(at(i).number());  // throws, with the path
        result[i] = entry.get<double>();
    }
    return result;
}

Eigen::Vector2d JsonView::vector2() const
{
    return vector(2);
}

Eigen::Vector3d JsonView::vector3() const
{
    return vector(3);
}

Eigen::Quaterniond JsonView::quaternion() const
{
    const Eigen::Vector4d wxyz = vector(4);
    return { wxyz[0], wxyz[1], wxyz[2], wxyz[3] };
}

}  // namespace gambol::io
