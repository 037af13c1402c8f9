// SPDX-License-Identifier: MIT
#include "gambol/motion/motion_distance.hpp"

#include "gambol/motion/contact_pattern.hpp"

#include <algorithm>
#include <cassert>

namespace gambol {

namespace {

constexpr int kInstants = 60;  // a step takes a tenth of a clip or more

/// The sample nearest to the normalised time u.
std::size_t sample_at(const std::vector<double>& times, double u)
{
    const double t = times.front() + u * (times.back() - times.front());
    const std::size_t after
        = std::size_t(std::lower_bound(times.begin(), times.end(), t) - times.begin());
    if (after == 0)
        return 0;
    if (after == times.size())
        return after - 1;
    return t - times[after - 1] < times[after] - t ? after - 1 : after;
}

/// Share of the loaded time of `rows` patches, from `first` on, that only one pattern has.
double contact_difference(
    const ContactPattern& a, const ContactPattern& b, std::size_t first, std::size_t rows)
{
    double only_one = 0, either = 0;
    for (std::size_t row = first; row < first + rows; ++row)
        for (std::size_t slot = 0; slot < a.rows[row].loaded.size(); ++slot) {
            const double in_a = a.rows[row].loaded[slot], in_b = b.rows[row].loaded[slot];
            only_one += std::abs(in_a - in_b);
            either += std::max(in_a, in_b);
        }
    return either > 0 ? only_one / either : 0;
}

}  // namespace

double body_size(const MotionCharacter& character)
{
    // Longest path down from each body, and the best pair of branches that meet in one.
    std::vector<double> reach(character.bodies.size(), 0.0);
    double longest = 0;
    for (std::size_t i = character.bodies.size(); i-- > 1;) {
        const int parent = character.bodies[i].parent;
        if (parent < 0)
            continue;
        const double branch = reach[i]
            + (character.positions[0][i] - character.positions[0][std::size_t(parent)]).norm();
        longest = std::max(longest, reach[std::size_t(parent)] + branch);
        reach[std::size_t(parent)] = std::max(reach[std::size_t(parent)], branch);
    }
    return longest;
}

MotionDistance motion_distance(const Motion& a, const Motion& b)
{
    assert(a.characters.size() == b.characters.size());
    MotionDistance result;
    if (a.times.empty() || b.times.empty())
        return result;
    const ContactPattern pattern_a = contact_pattern(a, kInstants),
                         pattern_b = contact_pattern(b, kInstants);
    std::size_t first = 0;
    for (std::size_t c = 0; c < a.characters.size(); ++c) {
        const MotionCharacter &in_a = a.characters[c], &in_b = b.characters[c];
        assert(in_a.bodies.size() == in_b.bodies.size());
        assert(in_a.contacts.size() == in_b.contacts.size());
        result.contacts = std::max(
            result.contacts, contact_difference(pattern_a, pattern_b, first, in_a.contacts.size()));
        first += in_a.contacts.size();

        const double size = std::max(body_size(in_a), 1e-9);  // a single body has no joints
        double pose = 0, path = 0;
        for (int i = 0; i < kInstants; ++i) {
            const double u = double(i) / (kInstants - 1);
            const auto& p = in_a.positions[sample_at(a.times, u)];
            const auto& q = in_b.positions[sample_at(b.times, u)];
            path += (p[0] - q[0]).norm() / size / kInstants;
            for (std::size_t body = 1; body < p.size(); ++body)
                pose += ((p[body] - p[0]) - (q[body] - q[0])).norm() / size / kInstants
                    / double(p.size() - 1);
        }
        result.pose = std::max(result.pose, pose);
        result.path = std::max(result.path, path);
    }
    return result;
}

}  // namespace gambol
