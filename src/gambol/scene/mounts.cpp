// SPDX-License-Identifier: MIT
#include "gambol/scene/mounts.hpp"

#include "gambol/character/feature_model.hpp"
#include "gambol/character/trunk.hpp"
#include "gambol/geometry/height_below.hpp"

#include <algorithm>
#include <cmath>

namespace gambol {

namespace {

using Eigen::Quaterniond;
using Eigen::Vector2d;
using Eigen::Vector3d;

/// × standing height: on tiptoe one is higher by less than this.
constexpr double kTiptoe = 0.08;
/// Likewise how much higher than needed a support may be: knees bend.
constexpr double kBentKnees = 0.35;
constexpr double kCrawl = 0.45;  // × standing height: the lowest passage to go under
constexpr double kLevel = 0.99;  // cosine of what is stood on
constexpr double kRim = 0.02;  // m: soles stay this far from an edge
/// m: what is so much lower or higher than the back where somebody shall stand is level with it.
constexpr double kLevelBack = 0.03;

/// A block from the floor up to what can be stood on there.
struct Block {
    Box box;
    [[nodiscard]] double top() const { return box.center.z() + box.half_size.z(); }
};

Block block_below(
    const Vector2d& middle, const Vector2d& half, double heading, double floor, double top)
{
    return { { { middle.x(), middle.y(), (floor + top) / 2 },
        Quaterniond(Eigen::AngleAxisd(heading, Vector3d::UnitZ())),
        { half.x(), half.y(), (top - floor) / 2 } } };
}

/// Of a box that stands on one of its sides, where it holds a place.
std::optional<Block> block_of(const SceneProp& prop, const Vector2d& place)
{
    const auto* box = std::get_if<Box>(&prop.shape);
    if (!box)
        return std::nullopt;
    const Box there = std::get<Box>(placed(*box, prop.position, prop.rotation));
    const Vector3d up = there.rotation.conjugate() * Vector3d::UnitZ();
    int axis = 0;
    if (up.cwiseAbs().maxCoeff(&axis) < kLevel)
        return std::nullopt;
    const Vector3d at = there.rotation.conjugate()
        * Vector3d(place.x() - there.center.x(), place.y() - there.center.y(), 0);
    for (int i = 0; i < 3; ++i)
        if (i != axis && std::abs(at[i]) > there.half_size[i] - kRim)
            return std::nullopt;
    return Block { there };
}

/// The level part of somebody's back as he starts, where it holds a place.
std::optional<Block> block_of(const SceneCharacter& who, const Vector2d& place, double floor)
{
    constexpr double kGrid = 0.02;  // m
    constexpr double kTwoFeet = 0.14;  // m: what is narrower is widened to it
    std::vector<Shape> trunk;
    const Vector3d ahead = who.start.root_rotation * Vector3d::UnitX();
    const double heading = std::atan2(ahead.y(), ahead.x());
    const Eigen::Rotation2Dd turn(heading);
    const Vector2d middle = who.start.root_position.head<2>();
    for (const Capsule& c : trunk_capsules(who.body, who.start))
        trunk.push_back(c);
    const auto height
        = [&](double x, double y) { return height_below(trunk, middle + turn * Vector2d(x, y)); };
    const Vector2d there = turn.inverse() * (place - middle);
    const std::optional<double> top = height(there.x(), there.y());
    if (!top || *top <= floor)
        return std::nullopt;
    const auto level = [&](double x, double y) {
        return std::abs(height(x, y).value_or(floor) - *top) < kLevelBack;
    };
    Eigen::AlignedBox2d back(there);
    for (const double way : { -1.0, 1.0 }) {
        for (double x = there.x(); level(x, there.y()); x += way * kGrid)
            back.extend(Vector2d(x, there.y()));
        for (double y = there.y(); level(there.x(), y); y += way * kGrid)
            back.extend(Vector2d(there.x(), y));
    }
    const Vector2d half = (back.sizes() / 2).cwiseMax(kTwoFeet);
    return block_below(middle + turn * back.center(), half, heading, floor, *top);
}

bool is_moved(const Scene& scene, int who)
{
    const std::vector<Goal>& goals = task_of<cio::Task>(scene).goals;
    return std::any_of(goals.begin(), goals.end(), [&](const Goal& goal) {
        return goal.who == who && std::holds_alternative<PositionGoal>(goal.kind);
    });
}

/// Whatever is nearest to what is lacking.
std::optional<Mount> mount_for(const Scene& scene, int rider, const Vector3d& target, double floor,
    double lack, double standing)
{
    std::optional<Mount> best;
    double least = 0;
    const auto offer = [&](int bearer, const std::optional<Block>& block) {
        if (!block)
            return;
        const double more = block->top() - floor - lack;
        if (more < -kTiptoe * standing || more > kBentKnees * standing)
            return;
        if (!best || std::abs(more) < least) {
            least = std::abs(more);
            best = Mount { rider, bearer, block->box };
        }
    };
    const int people = int(scene.characters.size());
    for (int p = 0; p < int(scene.props.size()); ++p)
        if (!is_moved(scene, people + p))
            offer(people + p, block_of(scene.props[size_t(p)], target.head<2>()));
    for (int c = 0; c < people; ++c)
        if (c != rider && !is_moved(scene, c))
            offer(c, block_of(scene.characters[size_t(c)], target.head<2>(), floor));
    return best;
}

}  // namespace

std::vector<HighGoal> high_goals(const Scene& scene)
{
    std::vector<HighGoal> all;
    std::vector<Shape> surfaces;
    for (const Surface& surface : scene.surfaces)
        surfaces.push_back(surface.shape);
    for (const Goal& goal : task_of<cio::Task>(scene).goals) {
        const auto* position = std::get_if<PositionGoal>(&goal.kind);
        if (!position || !position->with_height || scene.is_prop(goal.who))
            continue;
        const double standing
            = feature_model(scene.characters[size_t(goal.who)].body).standing_height;
        const auto way = lowest_passage(surfaces, position->target.head<2>(), kCrawl * standing);
        const double floor = way ? way->floor : 0;
        const double lack = position->target.z() - floor - standing;
        if (lack > kTiptoe * standing)
            all.push_back({ goal.who, position->target, lack,
                mount_for(scene, goal.who, position->target, floor, lack, standing) });
    }
    return all;
}

std::vector<Mount> mounts_of(const Scene& scene)
{
    std::vector<Mount> mounts;
    if (scene.characters.size() + scene.props.size() < 2)
        return mounts;
    for (const HighGoal& goal : high_goals(scene))
        if (goal.mount && std::none_of(mounts.begin(), mounts.end(), [&](const Mount& other) {
                return other.rider == goal.mount->rider && other.bearer == goal.mount->bearer;
            }))
            mounts.push_back(*goal.mount);
    return mounts;
}

}  // namespace gambol
