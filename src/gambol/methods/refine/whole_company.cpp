// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/resting_props.hpp"
#include "gambol/methods/refine/whole_body.hpp"
#include "gambol/motion/complaints.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::refine {

namespace {

constexpr int kPasses = 3;

/// Some of the scene: one character, and what it is asked for.
struct Part {
    Scene scene;
    std::vector<Goal> goals;
};

Part part_of(const Scene& scene, const std::vector<Goal>& goals, int who)
{
    Part part;
    part.scene = scene;
    part.scene.characters = { scene.characters[size_t(who)] };
    for (Goal goal : goals)
        if (goal.who == who) {
            goal.who = 0;
            part.goals.push_back(std::move(goal));
        }
    return part;
}

bool handles(const MotionCharacter& who, const MotionProp& prop)
{
    return std::any_of(who.contacts.begin(), who.contacts.end(), [&](const MotionContact& contact) {
        return std::find(contact.with.begin(), contact.with.end(), prop.name) != contact.with.end();
    });
}

/// Of one character. What others handle too has no mass there: nobody alone explains how it moves.
Motion alone(const Motion& motion, size_t who)
{
    Motion part = motion;
    part.characters = { motion.characters[who] };
    for (MotionProp& prop : part.props)
        for (size_t other = 0; other < motion.characters.size(); ++other)
            if (other != who && handles(motion.characters[other], prop))
                prop.inertial.mass = 0;
    return part;
}

/// The worse of two where both have a figure.
void take_worse(const std::vector<Figure>& more, std::vector<Figure>& figures)
{
    for (const Figure& figure : more) {
        const auto known = std::find_if(figures.begin(), figures.end(),
            [&](const Figure& other) { return other.name == figure.name; });
        if (known == figures.end())
            figures.push_back(figure);
        else
            known->value = std::max(known->value, figure.value);
    }
}

bool same_times(const Motion& a, const Motion& b)
{
    return a.times.size() == b.times.size()
        && std::equal(a.times.begin(), a.times.end(), b.times.begin(),
            [](double s, double t) { return std::abs(s - t) < 1e-9; });
}

/// All in one motion, which claims everything. False when their samples are not at the same times.
/// Markers are those that the motion has, and so are props but for those that one alone carries.
bool together(const std::vector<Motion>& ways, Motion& all)
{
    Motion joined = ways.front();
    joined.markers = all.markers;
    joined.props = all.props;
    for (size_t p = 0; p < joined.props.size(); ++p)
        for (const Motion& way : ways)
            if (handles(way.characters.front(), way.props[p]) && way.props[p].inertial.mass > 0)
                joined.props[p] = way.props[p];
    all = std::move(joined);
    for (size_t who = 1; who < ways.size(); ++who) {
        if (!same_times(ways[who], all))
            return false;
        all.characters.push_back(ways[who].characters.front());
    }
    all.claims = { kClaims.begin(), kClaims.end() };
    return true;
}

bool any(const std::vector<bool>& those)
{
    return std::find(those.begin(), those.end(), true) != those.end();
}

/// Whose bodies the audit finds in each other: its subjects name both.
bool collides(const AuditReport& report, const std::string& name)
{
    return std::any_of(report.checks.begin(), report.checks.end(), [&](const AuditCheck& check) {
        return !check.passed && check.name == "penetration"
            && (check.subject.starts_with(name + "/")
                || check.subject.find(" " + name + "/") != std::string::npos);
    });
}

WholeBody each_in_turn(const Scene& scene, const std::vector<Goal>& goals, const Motion& found,
    double fps, const std::function<bool(Progress)>& tell)
{
    const size_t count = scene.characters.size();
    WholeBody all;
    all.motion = found;
    std::vector<Motion> ways;  // of each alone, as it is by now
    for (size_t who = 0; who < count; ++who)
        ways.push_back(alone(found, who));
    const std::vector<Motion> found_ways = ways;
    std::vector<WholeBody> parts(count);
    std::vector<bool> open(count, true);
    bool go_on = true;
    AuditReport audited;
    for (int pass = 0; pass < kPasses && go_on && any(open); ++pass) {
        for (size_t who = 0; who < count && go_on; ++who) {
            if (!open[who])
                continue;
            Passers passers;
            for (size_t other = 0; other < count; ++other)
                if (other != who)
                    passers.add(ways[other]);
            const Part part = part_of(scene, goals, int(who));
            parts[who] = whole_body(
                part.scene, part.goals, found_ways[who], fps,
                [&](Progress progress) {
                    progress.fraction = (double(who) + progress.fraction) / double(count);
                    return go_on = tell(std::move(progress));
                },
                passers);
            all.iterations += parts[who].iterations;
            all.evaluations += parts[who].evaluations;
            if (!parts[who].better) {
                all.why_not = scene.characters[who].name + " " + parts[who].why_not;
                return all;
            }
            ways[who] = parts[who].motion;
        }
        const bool complete = std::all_of(
            parts.begin(), parts.end(), [](const WholeBody& part) { return part.better; });
        if (!complete || !together(ways, all.motion)) {
            all.why_not = complete ? "takes some longer than others" : "was stopped";
            return all;
        }
        audited = audit(all.motion);
        for (size_t who = 0; who < count; ++who)
            open[who] = collides(audited, scene.characters[who].name);
    }
    for (const WholeBody& part : parts) {
        all.first_cost += part.first_cost;
        all.last_cost += part.last_cost;
        all.worst_goal_error = std::max(all.worst_goal_error, part.worst_goal_error);
        take_worse(part.figures, all.figures);
    }
    all.take(audited);
    return all;
}

}  // namespace

WholeBody whole_company(const Scene& scene, const std::vector<Goal>& goals, const Motion& found,
    double fps, const std::function<bool(Progress)>& tell)
{
    const RestingProps resting(scene, found);
    if (resting.empty())
        return each_in_turn(scene, goals, found, fps, tell);
    WholeBody all = each_in_turn(resting.scene(), goals, resting.found(), fps, tell);
    if (all.better) {
        resting.put_back(all.motion);
        all.take(audit(all.motion));
    }
    return all;
}

}  // namespace gambol::refine
