// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/guide_ground.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace gambol::cio {

using Eigen::Vector2d;

namespace {

/// × standing height
constexpr double kCrawl = 0.45;  // the lowest passage a body goes under
constexpr double kOnAllLimbs = 0.45;  // who gets up passes through this
constexpr double kTooHighToStep = 0.55, kClimbOnAllLimbs = 0.75;
constexpr double kWindow = 0.4;  // how far ahead the ground is looked at
constexpr double kGetDown = 0.8;  // how far before a ceiling it is in view
constexpr double kWall = 1.5;  // nobody goes up there: it is no ground but a wall

}  // namespace

GuideGround::GuideGround(const std::vector<Shape>& surfaces, double standing_height)
    : surfaces_(surfaces)
    , standing_height_(standing_height)
{
}

std::optional<double> GuideGround::floor_at(const Vector2d& place) const
{
    const auto way = lowest_passage(surfaces_, place, kCrawl * standing_height_);
    return way ? std::optional(way->floor) : std::nullopt;
}

double GuideGround::on_all_limbs() const
{
    return kOnAllLimbs * standing_height_;
}

template <class Look>
void GuideGround::look_around(const Vector2d& place, double reach, Look look) const
{
    constexpr int kRings = 4, kRays = 8;
    const double highest = floor_at(place).value_or(std::numeric_limits<double>::infinity())
        + kWall * standing_height_;
    for (int ring = 0; ring <= kRings; ++ring)
        for (int ray = 0; ray < (ring ? kRays : 1); ++ray) {
            const double angle = 2 * std::numbers::pi * ray / kRays;
            const double off = double(ring) / kRings;
            const Vector2d at = place + reach * off * Vector2d(std::cos(angle), std::sin(angle));
            const auto way = lowest_passage(surfaces_, at, kCrawl * standing_height_);
            if (way && way->floor < highest)
                look(*way, off);
        }
}

double GuideGround::height_at(const Vector2d& place) const
{
    const std::optional<double> middle = floor_at(place);
    std::optional<double> highest;
    look_around(place, kWindow * standing_height_, [&](const Passage& way, double off) {
        const double floor = middle && way.floor > *middle
            ? *middle + std::min(1.0, 2 * (1 - off)) * (way.floor - *middle)
            : way.floor;
        highest = std::max(highest.value_or(floor), floor);
    });
    return highest.value_or(0);
}

GuideGround::Stoop GuideGround::stoop_at(const Vector2d& place, double wanted) const
{
    Stoop stoop { 0, on_all_limbs() };
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    look_around(place, kGetDown * standing_height_, [&](const Passage& way, double off) {
        const double clear = way.ceiling - way.floor;
        const double lack = std::clamp(2 - clear / std::max(wanted, 1e-9), 0.0, 1.0);
        stoop.share = std::max(stoop.share, lack * std::min(1.0, 2 * (1 - off)));
        stoop.height = std::min(stoop.height, clear / 2);
        if (off <= 0.5) {
            lowest = std::min(lowest, way.floor);
            highest = std::max(highest, way.floor);
        }
    });
    const double rise = (highest - lowest) / standing_height_;
    stoop.share = std::max(stoop.share,
        std::clamp((rise - kTooHighToStep) / (kClimbOnAllLimbs - kTooHighToStep), 0.0, 1.0));
    return stoop;
}

}  // namespace gambol::cio
