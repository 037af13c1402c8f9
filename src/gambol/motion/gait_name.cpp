// SPDX-License-Identifier: MIT
#include "gambol/motion/gait_name.hpp"

#include <algorithm>
#include <cmath>

namespace gambol {

namespace {

constexpr double kTogether = 0.1;  // of a stride
constexpr double kOpposed = 0.4;

double apart(const FootBeat& a, const FootBeat& b)
{
    return phases_apart(a.phase, b.phase);
}

bool between(double value, double least, double most)
{
    return value >= least && value <= most;
}

std::string name_of_two(const FootBeat& left, const FootBeat& right)
{
    const double d = apart(left, right);
    if (d <= kTogether)
        return "hop";
    if (d < kOpposed)
        return "skip";
    return left.duty + right.duty > 1 ? "walk" : "run";
}

/// Of four feet: left fore, right fore, left hind, right hind.
struct Four {
    const FootBeat &lf, &rf, &lh, &rh;
    double fore = apart(lf, rf), hind = apart(lh, rh);
    double left = apart(lf, lh), right = apart(rf, rh);
    double diagonals[2] = { apart(lf, rh), apart(rf, lh) };
};

/// Whether b follows a by less than half a stride.
bool follows(const FootBeat& a, const FootBeat& b)
{
    const double later = b.phase - a.phase;
    return later - std::floor(later) < 0.5;
}

std::string name_of_alternating(const Four& f)
{
    if (f.diagonals[0] <= kTogether && f.diagonals[1] <= kTogether)
        return "trot";
    if (f.left <= kTogether && f.right <= kTogether)
        return "pace";
    if (f.hind < kOpposed)
        return "none";
    // Walks have four beats, even or in couplets of a side or a diagonal [Hildebrand 1965].
    if (std::min({ f.lf.duty, f.rf.duty, f.lh.duty, f.rh.duty }) > 0.5)
        return std::abs(f.left - f.right) <= kTogether ? "walk" : "none";
    return between(f.left, 0.15, 0.35) && between(f.right, 0.15, 0.35) ? "running-walk" : "none";
}

/// A hind foot, then a diagonal, then the other fore foot.
bool is_canter(const Four& f)
{
    if (!between(f.fore, 0.15, 0.45) || !between(f.hind, 0.15, 0.45))
        return false;
    return (f.diagonals[0] <= kTogether && follows(f.lh, f.rh) && follows(f.lf, f.rf))
        || (f.diagonals[1] <= kTogether && follows(f.rh, f.lh) && follows(f.rf, f.lf));
}

std::string name_of_leaping(const Four& f)
{
    if (is_canter(f))
        return "canter";
    const auto middle = [](const FootBeat& a, const FootBeat& b) {
        const double later = b.phase - a.phase;
        return a.phase + (later - std::round(later)) / 2;
    };
    const double later = middle(f.lf, f.rf) - middle(f.lh, f.rh);
    if (std::max(f.fore, f.hind) > 0.35 || std::max(f.fore, f.hind) <= 0.03
        || !between(later - std::floor(later), 0.2, 0.65))
        return "none";
    return follows(f.lf, f.rf) == follows(f.lh, f.rh) ? "transverse-gallop" : "rotary-gallop";
}

std::string name_of_four(const Four& f)
{
    if (f.fore <= kTogether && f.hind <= kTogether) {
        if (f.left <= kTogether && f.right <= kTogether)
            return "pronk";
        return f.left >= 0.25 ? "bound" : "none";
    }
    return f.fore >= kOpposed ? name_of_alternating(f) : name_of_leaping(f);
}

/// Rows of left and right: fore, middle, hind.
std::string name_of_six(const std::vector<FootBeat>& f)
{
    const bool first = apart(f[0], f[3]) <= kTogether && apart(f[4], f[3]) <= kTogether;
    const bool second = apart(f[1], f[2]) <= kTogether && apart(f[5], f[2]) <= kTogether;
    return first && second && apart(f[2], f[3]) >= kOpposed ? "tripod" : "none";
}

}  // namespace

double phases_apart(double a, double b)
{
    const double d = a - b;
    return std::abs(d - std::round(d));
}

std::vector<std::size_t> feet_in_rows(const std::vector<Eigen::Vector3d>& places)
{
    std::vector<std::size_t> sides[2];
    for (std::size_t i = 0; i < places.size(); ++i)
        sides[places[i].y() > 0 ? 0 : 1].push_back(i);
    if (sides[0].size() != sides[1].size())
        return {};
    for (std::vector<std::size_t>& side : sides)
        std::sort(side.begin(), side.end(),
            [&](std::size_t a, std::size_t b) { return places[a].x() > places[b].x(); });
    std::vector<std::size_t> order;
    for (std::size_t row = 0; row < sides[0].size(); ++row)
        for (const auto& side : sides)
            order.push_back(side[row]);
    return order;
}

std::string gait_name(const std::vector<FootBeat>& feet)
{
    if (feet.size() == 1)
        return "hop";
    std::vector<Eigen::Vector3d> places;
    for (const FootBeat& foot : feet)
        places.push_back(foot.place);
    std::vector<FootBeat> f;
    for (const std::size_t i : feet_in_rows(places))
        f.push_back(feet[i]);
    switch (f.size()) {
    case 2:
        return name_of_two(f[0], f[1]);
    case 4:
        return name_of_four({ f[0], f[1], f[2], f[3] });
    case 6:
        return name_of_six(f);
    default:
        return "none";
    }
}

}  // namespace gambol
