// SPDX-License-Identifier: MIT
#include "gambol/render/palette.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace gambol::render::palette {

using Eigen::Vector3f;

namespace {

float decode(int byte)
{
    const float s = float(byte) / 255.f;
    return s <= 0.04045f ? s / 12.92f : std::pow((s + 0.055f) / 1.055f, 2.4f);
}

}  // namespace

Vector3f linear(int red, int green, int blue)
{
    return { decode(red), decode(green), decode(blue) };
}

unsigned char encode(float value)
{
    const float v = std::clamp(value, 0.f, 1.f);
    const float s = v <= 0.0031308f ? 12.92f * v : 1.055f * std::pow(v, 1 / 2.4f) - 0.055f;
    return static_cast<unsigned char>(std::lround(255.f * s));
}

std::array<int, 3> character_bytes(int character)
{
    static constexpr std::array<std::array<int, 3>, 6> kHues { { { 222, 200, 168 },
        { 138, 176, 128 }, { 170, 138, 186 }, { 206, 178, 92 }, { 120, 178, 192 },
        { 214, 146, 164 } } };
    return kHues[std::size_t(character) % kHues.size()];
}

std::array<int, 3> prop_bytes(int index)
{
    static constexpr std::array<std::array<int, 3>, 3> kTones { { { 176, 150, 120 },
        { 150, 148, 142 }, { 128, 138, 146 } } };
    return kTones[std::size_t(index) % kTones.size()];
}

Vector3f body(int character, std::string_view body_name, bool in_company)
{
    const auto [red, green, blue] = character_bytes(character);
    const Vector3f hue = linear(red, green, blue);
    const float lean = in_company ? 0.4f : 0.8f;
    if (body_name.starts_with("left"))
        return (1 - lean) * hue + lean * linear(0, 104, 186);
    if (body_name.starts_with("right"))
        return (1 - lean) * hue + lean * linear(222, 92, 48);
    return hue;
}

Vector3f prop(int index)
{
    const auto [red, green, blue] = prop_bytes(index);
    return linear(red, green, blue);
}

Vector3f cloth(int index)
{
    static const std::array<Vector3f, 4> kDyes { linear(176, 44, 62), linear(38, 110, 142),
        linear(196, 138, 40), linear(96, 78, 150) };
    return kDyes[std::size_t(index) % kDyes.size()];
}

Vector3f cloth_back(int index)
{
    return 0.55f * cloth(index) + 0.45f * linear(226, 214, 200);
}

Vector3f strain(float share)
{
    const float full = std::clamp(std::abs(share), 0.0f, 1.0f);
    return (1 - full) * linear(242, 239, 233)
        + full * (share > 0 ? linear(226, 56, 45) : linear(47, 111, 225));
}

Vector3f solid()
{
    return linear(176, 178, 180);
}
Vector3f ground()
{
    return linear(180, 185, 189);
}
Vector3f grid()
{
    return linear(96, 104, 114);
}
Vector3f force()
{
    return linear(20, 158, 66);
}
Vector3f contact()
{
    return linear(150, 224, 60);
}
Vector3f marker()
{
    return linear(206, 24, 84);
}
Vector3f trace()
{
    return linear(92, 60, 160);
}

}  // namespace gambol::render::palette
