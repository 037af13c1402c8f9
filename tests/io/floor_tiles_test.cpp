// SPDX-License-Identifier: MIT
#include "gambol/io/export/floor_tiles.hpp"

#include <gtest/gtest.h>

namespace gambol::io {
namespace {

using Eigen::Vector3d;

/// Something that is at these places, one after the other.
Motion going(const std::vector<Vector3d>& places)
{
    Motion motion;
    MotionProp prop;
    for (const Vector3d& place : places) {
        motion.times.push_back(double(motion.times.size()));
        prop.positions.push_back(place);
        prop.rotations.push_back(Eigen::Quaterniond::Identity());
    }
    motion.props = { prop };
    return motion;
}

bool covers(const std::vector<FloorTile>& tiles, const Vector3d& point)
{
    for (const FloorTile& tile : tiles)
        if (point.x() >= tile.corners[0].x() && point.x() <= tile.corners[2].x()
            && point.y() >= tile.corners[0].y() && point.y() <= tile.corners[2].y())
            return true;
    return false;
}

TEST(FloorTiles, CoverARectangleAroundWhatMovesNearby)
{
    const auto tiles = floor_tiles(going({ { 0, 0, 1 }, { 3, 2, 1 } }), Plane {});
    EXPECT_EQ(tiles.size(), std::size_t((2 * 7 + 1) * (2 * 6 + 1)));
    EXPECT_TRUE(covers(tiles, { 3, 0, 0 }));
    EXPECT_NE(tiles[0].dark, tiles[1].dark);
}

// One tile for every half metre of a rectangle: 25 km made 151 MB, 1000 km used up all memory.
TEST(FloorTiles, OfALongWayOnlyWhatLiesNearItIsCovered)
{
    for (const double far : { 25e3, 1e6, 1e7 }) {
        const auto tiles = floor_tiles(going({ { 0, 0, 1 }, { far, 0.3 * far, 1 } }), Plane {});
        EXPECT_LT(tiles.size(), 1000u) << far;
        EXPECT_TRUE(covers(tiles, { 1, 1, 0 })) << far;
        EXPECT_TRUE(covers(tiles, { far + 1, 0.3 * far + 1, 0 })) << far;
        EXPECT_FALSE(covers(tiles, { 0.5 * far, 0.15 * far, 0 })) << far;
    }
    EXPECT_LT(floor_tiles(going({ { 0, 0, 1 }, { 1e300, 0, 1 } }), Plane {}).size(), 1000u);
}

TEST(FloorTiles, TilesGrowWithTheWay)
{
    std::vector<Vector3d> places;
    for (int k = 0; k <= 100000; ++k)
        places.emplace_back(0.2 * k, 0.1 * k, 1);
    const auto tiles = floor_tiles(going(places), Plane {});
    EXPECT_LE(tiles.size(), 20000u);
    for (const int k : { 0, 33333, 100000 })
        EXPECT_TRUE(covers(tiles, places[std::size_t(k)]));
}

}  // namespace
}  // namespace gambol::io
