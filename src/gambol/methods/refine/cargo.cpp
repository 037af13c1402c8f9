// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/cargo.hpp"

#include "gambol/geometry/nearest.hpp"
#include "gambol/math/gravity.hpp"
#include "gambol/methods/refine/instant.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gambol::refine {

namespace {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kTakesOver = 0.3;  // s in which hands take the weight of what they lift
constexpr double kMoved = 0.05;  // m: what gets as far while it touches the world is pushed
constexpr double kTouches = 0.01;  // m
constexpr double kLevel = 0.3;  // sine of the angle between a side's normal and the vertical
constexpr double kOutside = 0.01;  // m: seen from there a side has one normal
constexpr double kLever = 0.3;  // m between points that hold a prop in its place
constexpr double kBearsNothing = 1e-6;  // of its weight

double ease(double u)
{
    u = std::clamp(u, 0.0, 1.0);
    return u * u * (3 - 2 * u);
}

/// Whether something of the world bears it at a sample.
bool lies(const MotionProp& prop, size_t t)
{
    return std::any_of(prop.contacts.begin(), prop.contacts.end(),
        [&](const MotionContact& contact) { return !contact.with[t].empty(); });
}

/// What bears it at the sample nearest to one at which something does: knots may be a little
/// earlier or later than the search had it.
std::string nearest_support(const MotionProp& prop, size_t t)
{
    const std::vector<std::string>& with = prop.contacts.front().with;
    for (size_t off = 0; off < with.size(); ++off) {
        if (off <= t && !with[t - off].empty())
            return with[t - off];
        if (t + off < with.size() && !with[t + off].empty())
            return with[t + off];
    }
    return {};
}

/// Calls act(first, last) for each run of samples at which `is` holds, both included.
template <class Is, class Act> void for_runs(size_t samples, Is is, Act act)
{
    for (size_t t = 0; t < samples;) {
        size_t end = t + 1;
        while (end < samples && is(end) == is(t))
            ++end;
        if (is(t))
            act(t, end - 1);
        t = end;
    }
}

/// In the prop's frame; nothing when it touches it nowhere.
std::optional<Grasp> grasp_of(const MotionCharacter& character, const MotionContact& contact,
    const MotionProp& prop, size_t sample)
{
    Patch patch;
    patch.center = contact.center;
    patch.normal = contact.normal;
    patch.half_size = contact.half_size;
    const size_t body = size_t(contact.body);
    const Isometry3d on_prop = frame_of(prop.positions[sample], prop.rotations[sample]).inverse()
        * frame_of(character.positions[sample][body], character.rotations[sample][body]);
    // An edge of the friction pyramid points up: at 45 degrees to that it would carry a third less.
    Vector3d across = prop.rotations[sample].conjugate() * Vector3d::UnitZ();
    Grasp grasp;
    grasp.grip = contact.grip;
    grasp.middle = on_prop * patch.center;
    grasp.reach = patch.half_size.minCoeff() / std::numbers::sqrt2;
    const SurfacePoint side = nearest_surface_point(
        prop.shapes.front(), grasp.middle + kOutside * (on_prop.linear() * patch.normal));
    if (std::abs(nearest_surface_point(prop.shapes.front(), grasp.middle).distance) > kTouches)
        return std::nullopt;
    grasp.axes.col(2) = -side.normal;
    if (across.cross(side.normal).norm() < kLevel)
        across = on_prop.linear() * (patch_corner(patch, 1) - patch_corner(patch, 0));
    grasp.axes.col(0) = (across - across.dot(side.normal) * side.normal).normalized();
    grasp.axes.col(1) = grasp.axes.col(2).cross(grasp.axes.col(0));
    return grasp;
}

}  // namespace

std::array<Vector3d, kCorners> Grasp::places() const
{
    const Vector3d x = reach * axes.col(0), y = reach * axes.col(1);
    return { middle - x - y, middle + x - y, middle - x + y, middle + x + y };
}

const CarriedProp::Rest* CarriedProp::rest_at(double time) const
{
    const auto at = std::find_if(rests.begin(), rests.end(),
        [&](const Rest& rest) { return time >= rest.from && time <= rest.until; });
    return at == rests.end() ? nullptr : &*at;
}

double CarriedProp::share(double time) const
{
    const Rest* rest = rest_at(time);
    if (!rest)
        return 1;
    double share = 0;
    // Hands that lift it are on it before, those that set it down still are.
    double lifting = rest->from, lowering = rest->until;
    bool lifted = false, lowered = false;
    for (const Grasp& grasp : grasps) {
        if (grasp.first <= rest->until && grasp.last > rest->until) {
            lifting = std::max(lifting, grasp.first);
            lifted = true;
        }
        if (grasp.last >= rest->from && grasp.first < rest->from) {
            lowering = std::min(lowering, grasp.last);
            lowered = true;
        }
    }
    if (lifted) {
        const double long_for = std::clamp(rest->until - lifting, 1e-6, kTakesOver);
        share = std::max(share, ease(1 - (rest->until - time) / long_for));
    }
    if (lowered) {
        const double long_for = std::clamp(lowering - rest->from, 1e-6, kTakesOver);
        share = std::max(share, ease(1 - (time - rest->from) / long_for));
    }
    return share;
}

Cargo::Cargo(const Motion& found, const Scene& scene)
    : found_(&found)
{
    for (int prop = 0; prop < int(found.props.size()); ++prop)
        add(found.characters.front(), prop, scene);
}

bool Cargo::holds(int prop) const
{
    return std::any_of(carried_.begin(), carried_.end(),
        [&](const CarriedProp& carried) { return carried.prop == prop; });
}

void Cargo::add(const MotionCharacter& character, int index, const Scene& scene)
{
    const MotionProp& prop = found_->props[size_t(index)];
    const std::vector<double>& times = found_->times;
    const std::vector<Patch>& patches = scene.characters.front().body.patches;
    if (prop.inertial.mass == 0 || prop.shapes.size() != 1 || prop.inertial.com != Vector3d::Zero())
        return;
    CarriedProp carried;
    carried.prop = index;
    carried.inertial = prop.inertial;
    carried.shape = prop.shapes.front();
    carried.friction = prop.friction.value_or(carried.friction);
    std::vector<bool> held(times.size(), false);
    bool clear = true;
    for (const MotionContact& contact : character.contacts) {
        const auto patch = std::find_if(
            patches.begin(), patches.end(), [&](const Patch& p) { return p.name == contact.name; });
        const auto on_it = [&](size_t t) { return contact.with[t] == prop.name; };
        for_runs(times.size(), on_it, [&](size_t first, size_t last) {
            // As it lies half-way: it creeps a little while others look for their places.
            auto grasp = grasp_of(character, contact, prop, (first + last) / 2);
            clear = clear && grasp && patch != patches.end();
            if (!clear)
                return;
            grasp->patch = int(patch - patches.begin());
            grasp->first = times[first];
            grasp->last = times[last];
            carried.grasps.push_back(*grasp);
            std::fill(held.begin() + long(first), held.begin() + long(last) + 1, true);
        });
    }
    for_runs(
        times.size(), [&](size_t t) { return lies(prop, t); },
        [&](size_t first, size_t last) {
            clear = clear && (prop.positions[last] - prop.positions[first]).norm() < kMoved;
            // Where the scene has it, where the goal is, or as it lies half-way.
            const size_t there = first == 0 ? 0
                : last + 1 == times.size()  ? last
                                            : (first + last) / 2;
            carried.rests.push_back(
                { times[first], times[last], { prop.positions[there], prop.rotations[there] } });
        });
    for (size_t t = 0; t < times.size(); ++t)
        clear = clear && (held[t] || lies(prop, t));
    if (!clear || carried.grasps.empty() || carried.rests.empty()
        || carried.rests.front().until == times.back())
        return;
    carried.axes = dynamics::root_axes_for(prop.rotations);
    carried_.push_back(std::move(carried));
}

std::vector<SegmentFrame> Cargo::found_at(double time) const
{
    std::vector<SegmentFrame> frames;
    const std::vector<double>& times = found_->times;
    const auto after = std::lower_bound(times.begin(), times.end(), time - 1e-9);
    const size_t t = after == times.end() ? times.size() - 1 : size_t(after - times.begin());
    for (const CarriedProp& carried : carried_) {
        const MotionProp& prop = found_->props[size_t(carried.prop)];
        const CarriedProp::Rest* rest = carried.rest_at(time);
        frames.push_back(
            rest ? rest->place : SegmentFrame { prop.positions[t], prop.rotations[t] });
    }
    return frames;
}

Cargo Cargo::knotted(HoldPlan& plan) const
{
    const int same_time = frames_of_same_time(plan);
    Cargo out = *this;
    for (CarriedProp& carried : out.carried_)
        for (CarriedProp::Rest& rest : carried.rests)
            for (double* const time : { &rest.from, &rest.until }) {
                const int frame = int(std::lround(*time / plan.frame));
                const auto next = std::lower_bound(plan.changes.begin(), plan.changes.end(), frame);
                if (next == plan.changes.end())
                    continue;
                const auto near
                    = next != plan.changes.begin() && frame - *(next - 1) < *next - frame ? next - 1
                                                                                          : next;
                if (std::abs(*near - frame) < same_time)
                    *time = *near * plan.frame;
                else {
                    *time = frame * plan.frame;
                    plan.changes.insert(next, frame);
                }
            }
    return out;
}

void Cargo::put_on(
    double time, const Body& body, const Character& character, InstantTarget& instant) const
{
    instant.cargo.resize(carried_.size());
    for (size_t i = 0; i < carried_.size(); ++i) {
        const CarriedProp& carried = carried_[i];
        const int joint = body.carried[i].joint;
        CargoInstant& now = instant.cargo[i];
        now.share = carried.share(time);
        now.rest = carried.rest_at(time);
        now.grasps.clear();
        if (now.rest) {
            const Isometry3d place = frame_of(now.rest->place.position, now.rest->place.rotation);
            for (const Vector3d& point :
                { Vector3d(0, 0, 0), Vector3d(kLever, 0, 0), Vector3d(0, kLever, 0) })
                instant.pins.push_back({ { joint, point }, place * point, {} });
            const Vector3d weight
                = (1 - now.share) * carried.inertial.mass * kGravity * Vector3d::UnitZ();
            instant.borne.push_back({ dynamics::from_eigen(weight),
                dynamics::from_eigen(now.rest->place.position.cross(weight)) });
        }
        for (const Grasp& grasp : carried.grasps) {
            if (time < grasp.first || time > grasp.last)
                continue;
            now.grasps.push_back(&grasp);
            const Patch& patch = character.patches[size_t(grasp.patch)];
            instant.pins.push_back({ body.tree.point(patch.segment, patch.center), Vector3d::Zero(),
                dynamics::BodyPoint { joint, grasp.middle } });
        }
        if (now.grasps.empty())
            now.share = 0;
    }
}

void Cargo::write(const std::vector<CargoPlaces>& places, std::vector<MotionProp>& props) const
{
    for (size_t i = 0; i < carried_.size(); ++i) {
        const CarriedProp& carried = carried_[i];
        MotionProp& prop = props[size_t(carried.prop)];
        for (size_t t = 0; t < places.size(); ++t) {
            const Vector3d p = prop.positions[t] = places[t][i].position;
            const Eigen::Quaterniond R = prop.rotations[t] = places[t][i].rotation;
            const double borne = 1 - carried.share(found_->times[t]);
            for (MotionContact& contact : prop.contacts) {
                contact.force[t].setZero();
                contact.torsion[t] = 0;
                contact.point[t] = p + R * contact.center;
                if (borne < kBearsNothing) {
                    contact.with[t].clear();
                    continue;
                }
                contact.with[t] = nearest_support(found_->props[size_t(carried.prop)], t);
                // Straight below its centre of mass.
                const Vector3d n = R * contact.normal;
                contact.force[t] = borne * carried.inertial.mass * kGravity * Vector3d::UnitZ();
                contact.point[t] = p + n.dot(contact.point[t] - p) / n.z() * Vector3d::UnitZ();
            }
        }
    }
}

}  // namespace gambol::refine
