// SPDX-License-Identifier: MIT
#include "gambol/io/export/floor_tiles.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>

namespace gambol::io {

namespace {

using Eigen::Quaterniond;
using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kFloorMargin = 2;  // m of floor around everything that moves
constexpr double kTileSize = 0.5;  // m
constexpr double kMostTiles = 20000;  // 2.4 MB of GLB; a walk of 500 m has that many
constexpr double kFarthestTile = 1e8;  // m: beyond it half a metre is nothing to a float

using TileIndex = std::pair<std::int64_t, std::int64_t>;

/// Where things are, seen along the normal.
std::vector<Vector2d> places_on(const Motion& motion, const Plane& plane, const Quaterniond& turn)
{
    std::vector<Vector2d> places { Vector2d::Zero() };
    const auto add = [&](const Vector3d& point) {
        const Vector2d place = (turn.conjugate() * (point - plane.point)).head<2>();
        if (place.cwiseAbs().maxCoeff() < kFarthestTile)
            places.push_back(place);
    };
    for (const MotionCharacter& character : motion.characters)
        for (const auto& row : character.positions)
            std::for_each(row.begin(), row.end(), add);
    for (const MotionProp& prop : motion.props)
        std::for_each(prop.positions.begin(), prop.positions.end(), add);
    for (const MotionMarker& marker : motion.markers)
        add(marker.position);
    return places;
}

/// Tiles that a rectangle around one or all places touches.
struct TileRange {
    std::int64_t low_x, high_x, low_y, high_y;

    TileRange(const Eigen::AlignedBox2d& area, double size)
    {
        const auto tile = [&](double x) { return std::int64_t(std::floor(x / size)); };
        low_x = tile(area.min().x() - kFloorMargin), high_x = tile(area.max().x() + kFloorMargin);
        low_y = tile(area.min().y() - kFloorMargin), high_y = tile(area.max().y() + kFloorMargin);
    }
    [[nodiscard]] double count() const
    {
        return double(high_x - low_x + 1) * double(high_y - low_y + 1);
    }
    template <class Use> void for_each(const Use& use) const
    {
        for (std::int64_t i = low_x; i <= high_x; ++i)
            for (std::int64_t j = low_y; j <= high_y; ++j)
                use(TileIndex(i, j));
    }
};

/// Those around every place; nothing when they are too many.
std::set<TileIndex> tiles_near(const std::vector<Vector2d>& places, double size)
{
    std::set<TileIndex> tiles, seen;
    for (const Vector2d& place : places) {
        const TileIndex own(
            std::int64_t(std::floor(place.x() / size)), std::int64_t(std::floor(place.y() / size)));
        if (!seen.insert(own).second)
            continue;  // a body that stands adds nothing new
        TileRange(Eigen::AlignedBox2d(place), size).for_each([&](const TileIndex& tile) {
            tiles.insert(tile);
        });
        if (double(tiles.size()) > kMostTiles)
            return {};
    }
    return tiles;
}

}  // namespace

std::vector<FloorTile> floor_tiles(const Motion& motion, const Plane& plane)
{
    const Quaterniond turn = Quaterniond::FromTwoVectors(Vector3d::UnitZ(), plane.normal);
    const std::vector<Vector2d> places = places_on(motion, plane, turn);
    Eigen::AlignedBox2d area;
    for (const Vector2d& place : places)
        area.extend(place);

    double size = kTileSize;
    std::vector<FloorTile> tiles;
    const auto add = [&](const TileIndex& tile) {
        const auto corner = [&](int di, int dj) {
            return Vector3d(plane.point
                + turn
                    * Vector3d(double(tile.first + di) * size, double(tile.second + dj) * size, 0));
        };
        tiles.push_back({ { corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1) },
            (tile.first + tile.second) % 2 != 0 });
    };
    if (const TileRange all(area, size); all.count() <= kMostTiles) {
        all.for_each(add);
        return tiles;
    }
    std::set<TileIndex> chosen = tiles_near(places, size);
    while (chosen.empty())
        chosen = tiles_near(places, size *= 2);
    std::for_each(chosen.begin(), chosen.end(), add);
    return tiles;
}

}  // namespace gambol::io
