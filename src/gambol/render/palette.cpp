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

Vector3f body(int character, std::string_view body_name)
{
    static const std::array<Vector3f, 5> kHues { linear(222, 200, 168), linear(138, 176, 128),
        linear(170, 138, 186), linear(206, 178, 92), linear(150, 160, 172) };
    const Vector3f hue = kHues[std::size_t(character) % kHues.size()];
    constexpr float kLean = 0.8f;
    if (body_name.starts_with("left"))
        return (1 - kLean) * hue + kLean * linear(0, 104, 186);
    if (body_name.starts_with("right"))
        return (1 - kLean) * hue + kLean * linear(222, 92, 48);
    return hue;
}

Vector3f prop(int index)
{
    static const std::array<Vector3f, 3> kTones { linear(176, 150, 120), linear(150, 148, 142),
        linear(128, 138, 146) };
    return kTones[std::size_t(index) % kTones.size()];
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
