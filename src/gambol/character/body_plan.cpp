// SPDX-License-Identifier: MIT
#include "gambol/character/body_plan.hpp"

#include "gambol/geometry/capsules.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace gambol {

namespace {

using Eigen::Vector3d;

/// A chain counts as a limb from this share of the longest one on: fingers and ears do not.
constexpr double kShortestLimb = 0.3;
/// Both links of a limb are at least this share of its length.
constexpr double kShortestLink = 0.12;
/// How far joints may lie from the place they are counted to, as a share of the shorter link. The
/// links of a robot's hip are long; an ankle's are not.
constexpr double kBaseSpread = 0.6, kMiddleSpread = 0.3, kTipSpread = 0.3;
/// What spread costs against length when joints could be gathered in several ways.
constexpr double kSpreadPrice = 0.25;

bool jointed(const Segment& segment)
{
    return !segment.dofs.empty();
}

/// Where a path's joints are, and where it ends.
struct JointLine {
    std::vector<int> at;  // positions in the path of its jointed segments
    std::vector<Vector3d> p;  // joint centres, parallel to `at`
    Vector3d tip;
};

struct Gathering {
    int middle = 0, end = 0;  // first joint of the middle and of the tip place, as in JointLine
    double score = 0;
    Vector3d base_at, middle_at, tip_at;
    double shorter_link = 0;
};

double spread(const JointLine& line, int from, int to, const Vector3d& about)
{
    double worst = 0;
    for (int i = from; i < to; ++i)
        worst = std::max(worst, (line.p[size_t(i)] - about).norm());
    return worst;
}

/// The best way to gather the joints in three places. The upper link hangs on the last base joint,
/// and the lower link ends at the first tip joint: so both keep their exact lengths.
std::optional<Gathering> gather(const JointLine& line, double length)
{
    std::optional<Gathering> best;
    const int n = int(line.p.size());
    for (int middle = 1; middle < n; ++middle)
        for (int end = middle + 1; end <= n; ++end) {
            Gathering g;
            g.middle = middle;
            g.end = end;
            g.base_at = line.p[size_t(middle - 1)];
            g.middle_at.setZero();
            for (int i = middle; i < end; ++i)
                g.middle_at += line.p[size_t(i)] / double(end - middle);
            g.tip_at = end < n ? line.p[size_t(end)] : line.tip;
            g.shorter_link
                = std::min((g.middle_at - g.base_at).norm(), (g.tip_at - g.middle_at).norm());
            const double bend = spread(line, middle, end, g.middle_at);
            if (g.shorter_link < kShortestLink * length || bend > kMiddleSpread * g.shorter_link)
                continue;
            g.score = g.shorter_link
                - kSpreadPrice
                    * (spread(line, 0, middle, g.base_at) + bend + spread(line, end, n, g.tip_at));
            if (!best || g.score > best->score)
                best = g;
        }
    return best;
}

/// Looks at a tree once; `reach` is the length of the longest path from a joint to a tip.
class Plan {
public:
    explicit Plan(const Character& character)
        : c_(character)
        , p_(zero_positions(character))
        , children_(character.segments.size())
        , reach_(character.segments.size(), 0)
        , next_(character.segments.size(), -1)
    {
        for (size_t i = 1; i < c_.segments.size(); ++i)
            children_[size_t(c_.segments[i].parent)].push_back(int(i));
        for (int i = int(c_.segments.size()) - 1; i >= 0; --i) {
            const Segment& s = c_.segments[size_t(i)];
            reach_[size_t(i)] = furthest_ball(s).reach();
            for (const int child : children_[size_t(i)]) {
                const double via = c_.segments[size_t(child)].offset.norm() + reach_[size_t(child)];
                // A hand beats the end of the arm that carries it even where it is a mere frame.
                if (next_[size_t(i)] < 0 || via > reach_[size_t(i)]) {
                    reach_[size_t(i)] = std::max(via, reach_[size_t(i)]);
                    next_[size_t(i)] = child;
                }
            }
        }
    }

    BodyPlan find(const std::vector<NamedLimb>& named)
    {
        BodyPlan plan = find_with({});
        const std::vector<NamedLimb> others = give_names(named, plan);
        if (others.empty())
            return plan;
        plan = find_with(others);
        (void)give_names(named, plan);
        return plan;
    }

private:
    /// The plan in which `said` are limbs, whatever they look like.
    BodyPlan find_with(const std::vector<NamedLimb>& said) const
    {
        // The longest limb of any segment decides which chains are worth the name.
        double longest = 0;
        for (size_t i = 1; i < c_.segments.size(); ++i)
            if (const std::optional<LimbChain> chain = limb_from(int(i)))
                longest = std::max(longest, chain->length);
        const auto limb = [&](int segment) {
            std::optional<LimbChain> chain = limb_from(segment);
            if (chain && chain->length < kShortestLimb * longest)
                chain.reset();
            return chain;
        };

        BodyPlan plan;
        plan.torso.assign(c_.segments.size(), false);
        plan.torso[0] = true;
        std::vector<bool> taken(c_.segments.size(), false);  // by a limb that is said
        for (const NamedLimb& named : said) {
            plan.limbs.push_back(chain_of(named));
            taken[size_t(named.upper)] = true;
            for (int s = parent(named.upper); s >= 0; s = parent(s))
                plan.torso[size_t(s)] = true;
        }
        for (size_t i = 1; i < taken.size(); ++i)
            taken[i] = taken[i] || taken[size_t(parent(int(i)))];
        for (size_t i = c_.segments.size(); i-- > 1;) {
            if (taken[i])
                continue;
            int branches = 0;
            for (const int child : children_[i])
                branches
                    += plan.torso[size_t(child)] || taken[size_t(child)] || limb(child).has_value();
            plan.torso[i] = plan.torso[i] || branches >= 2 || any_torso(plan, children_[i]);
        }
        for (size_t i = 0; i < c_.segments.size(); ++i) {
            plan.children_count.push_back(int(children_[i].size()));
            if (!plan.torso[i])
                continue;
            for (const int child : children_[i])
                if (!plan.torso[size_t(child)] && !taken[size_t(child)])
                    if (std::optional<LimbChain> chain = limb(child))
                        plan.limbs.push_back(std::move(*chain));
        }
        return plan;
    }

    /// Names the limbs of `plan` that consist of the same segments; returns the rest of `named`.
    static std::vector<NamedLimb> give_names(const std::vector<NamedLimb>& named, BodyPlan& plan)
    {
        std::vector<NamedLimb> rest;
        for (const NamedLimb& limb : named) {
            const auto same
                = std::find_if(plan.limbs.begin(), plan.limbs.end(), [&](const LimbChain& chain) {
                      return chain.called == std::array { limb.upper, limb.lower, limb.end };
                  });
            if (same == plan.limbs.end())
                rest.push_back(limb);
            else
                same->name = limb.name;
        }
        return rest;
    }

    static bool any_torso(const BodyPlan& plan, const std::vector<int>& segments)
    {
        return std::any_of(segments.begin(), segments.end(),
            [&](int segment) { return plan.torso[size_t(segment)]; });
    }

    /// The limb that begins at `segment` or at the first joint below it, if its joints make one.
    std::optional<LimbChain> limb_from(int segment) const
    {
        LimbChain chain;
        for (int s = segment; s >= 0; s = next_[size_t(s)])
            if (!chain.path.empty() || jointed(c_.segments[size_t(s)]))
                chain.path.push_back(s);
        if (chain.path.empty())
            return {};
        const JointLine line = joint_line(chain);
        const std::optional<Gathering> g = gather(line, chain.length);
        if (!g)
            return {};
        chain.lower = line.at[size_t(g->middle)];
        chain.jointed_end = g->end < int(line.at.size());
        chain.end = chain.jointed_end ? line.at[size_t(g->end)]
            : bare_tip(chain)         ? int(chain.path.size()) - 1
                                      : int(chain.path.size());
        hold_distant(line, *g, chain);
        chain.called = { chain.path[size_t(line.at[size_t(g->middle) - 1])],
            chain.path[size_t(line.at[size_t(g->end) - 1])], end_name(line, g->end, chain) };
        return chain;
    }

    /// A limb as it is said; joints far from those of the segments named are held.
    LimbChain chain_of(const NamedLimb& named) const
    {
        const bool has_end = named.end >= 0;
        LimbChain chain;
        for (int s = has_end ? named.end : named.lower; s != named.upper; s = parent(s))
            chain.path.push_back(s);
        chain.path.push_back(named.upper);
        std::reverse(chain.path.begin(), chain.path.end());
        const auto index = [&](int segment) {
            return int(
                std::find(chain.path.begin(), chain.path.end(), segment) - chain.path.begin());
        };
        chain.lower = index(named.lower);
        chain.end = has_end ? index(named.end) : int(chain.path.size());
        for (int s = has_end ? next_[size_t(named.end)] : -1; s >= 0; s = next_[size_t(s)])
            chain.path.push_back(s);
        chain.called = { named.upper, named.lower, named.end };

        const JointLine line = joint_line(chain);
        const Vector3d base = p_[size_t(named.upper)], middle = p_[size_t(named.lower)],
                       tip = has_end ? p_[size_t(named.end)] : line.tip;
        const double shorter_link = std::min((middle - base).norm(), (tip - middle).norm());
        for (size_t i = 0; i < line.at.size(); ++i) {
            const int at = line.at[i];
            const Vector3d& about = at < chain.lower ? base : at < chain.end ? middle : tip;
            const double share = at < chain.lower ? kBaseSpread
                : at < chain.end                  ? kMiddleSpread
                                                  : kTipSpread;
            if ((line.p[i] - about).norm() > share * shorter_link)
                chain.held.push_back(chain.path[size_t(at)]);
            else
                chain.jointed_end = chain.jointed_end || at >= chain.end;
        }
        return chain;
    }

    /// The joints of a chain; sets its length.
    JointLine joint_line(LimbChain& chain) const
    {
        JointLine line;
        for (size_t i = 0; i < chain.path.size(); ++i)
            if (jointed(c_.segments[size_t(chain.path[i])])) {
                line.at.push_back(int(i));
                line.p.push_back(p_[size_t(chain.path[i])]);
            }
        const int last = chain.path.back();
        // A segment without a joint is the tip itself.
        line.tip = p_[size_t(last)];
        if (!bare_tip(chain))
            line.tip += furthest_ball(c_.segments[size_t(last)]).center;
        for (size_t i = 0; i + 1 < line.p.size(); ++i)
            chain.length += (line.p[i + 1] - line.p[i]).norm();
        chain.length += (line.tip - line.p.back()).norm();
        return line;
    }

    bool bare_tip(const LimbChain& chain) const
    {
        return !jointed(c_.segments[size_t(chain.path.back())]);
    }

    static int end_name(const JointLine& line, int first, const LimbChain& chain)
    {
        for (int i = int(line.at.size()) - 1; i >= first; --i) {
            const int segment = chain.path[size_t(line.at[size_t(i)])];
            if (std::find(chain.held.begin(), chain.held.end(), segment) == chain.held.end())
                return segment;
        }
        return chain.end < int(chain.path.size()) ? chain.path[size_t(chain.end)] : -1;
    }

    static void hold_distant(const JointLine& line, const Gathering& g, LimbChain& chain)
    {
        const auto hold = [&](int from, int to, const Vector3d& about, double share) {
            for (int i = from; i < to; ++i)
                if ((line.p[size_t(i)] - about).norm() > share * g.shorter_link)
                    chain.held.push_back(chain.path[size_t(line.at[size_t(i)])]);
        };
        hold(0, g.middle, g.base_at, kBaseSpread);
        hold(g.end, int(line.p.size()), g.tip_at, kTipSpread);
    }

    int parent(int segment) const { return c_.segments[size_t(segment)].parent; }

    const Character& c_;
    std::vector<Vector3d> p_;
    std::vector<std::vector<int>> children_;
    std::vector<double> reach_;
    std::vector<int> next_;  // child on the longest path; −1 at a tip
};

}  // namespace

std::vector<Vector3d> zero_positions(const Character& character)
{
    std::vector<Vector3d> positions(character.segments.size(), Vector3d::Zero());
    for (size_t i = 1; i < positions.size(); ++i) {
        const Segment& segment = character.segments[i];
        positions[i] = positions[size_t(segment.parent)] + segment.offset;
    }
    return positions;
}

TipBall furthest_ball(const Segment& segment)
{
    TipBall best;
    for (const Shape& shape : segment.shapes)
        for (const Capsule& capsule : as_capsules(shape))
            for (const Vector3d& end : { capsule.from, capsule.to }) {
                const TipBall ball { end, capsule.radius };
                if (ball.reach() > best.reach())
                    best = ball;
            }
    return best;
}

BodyPlan find_body_plan(const Character& character, const std::vector<NamedLimb>& named)
{
    return Plan(character).find(named);
}

}  // namespace gambol
