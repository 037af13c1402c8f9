// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/burden.hpp"

#include "gambol/methods/refine/holds.hpp"

#include <algorithm>
#include <limits>

namespace gambol::refine {

namespace {

using dynamics::from_eigen;
using dynamics::Wrench;
using Eigen::Isometry3d;
using Eigen::Vector3d;

/// Between two samples: the earlier one, and the share of the way to the next.
struct Between {
    int sample = 0;
    double share = 0;
};

Between between(const std::vector<double>& times, double time)
{
    const auto after = std::upper_bound(times.begin(), times.end(), time);
    const int last = int(times.size()) - 1;
    const int sample = std::clamp(int(after - times.begin()) - 1, 0, std::max(0, last - 1));
    if (last == 0)
        return {};
    const double share
        = (time - times[size_t(sample)]) / (times[size_t(sample) + 1] - times[size_t(sample)]);
    return { sample, std::clamp(share, 0.0, 1.0) };
}

}  // namespace

Burden::Burden(const Motion& found, const Scene& scene, const dynamics::CharacterTree& tree,
    const Cargo& cargo)
    : found_(&found)
    , surfaces_(int(scene.surfaces.size()))
{
    if (found.props.empty())
        return;
    for (int prop = 0; prop < int(found.props.size()); ++prop)
        led_.push_back(!cargo.holds(prop));
    for (size_t t = 0; t < found.times.size(); ++t) {
        std::vector<Shape>& there = solids_.emplace_back();
        for (size_t p = 0; p < found.props.size(); ++p)
            for (const Shape& shape : found.props[p].shapes)
                if (led_[p])
                    there.push_back(
                        placed(shape, found.props[p].positions[t], found.props[p].rotations[t]));
    }
    const MotionCharacter& character = found.characters.front();
    const std::vector<Patch>& patches = scene.characters.front().body.patches;
    for (size_t c = 0; c < character.contacts.size(); ++c)
        for (size_t p = 0; p < patches.size(); ++p)
            if (patches[p].name == character.contacts[c].name)
                add_hand(character, c, int(p), scene, tree);
}

void Burden::add_hand(const MotionCharacter& character, size_t index, int patch_index,
    const Scene& scene, const dynamics::CharacterTree& tree)
{
    const Patch& patch = scene.characters.front().body.patches[size_t(patch_index)];
    const MotionContact& contact = character.contacts[index];
    Hand hand;
    hand.patch = patch_index;
    hand.joint = tree.segments[size_t(patch.segment)].joint;
    hand.contact = &contact;
    hand.middle = tree.point(patch.segment, patch.center);
    for (size_t t = 0; t < found_->times.size(); ++t) {
        const auto prop = std::find_if(found_->props.begin(), found_->props.end(),
            [&](const MotionProp& p) { return p.name == contact.with[t]; });
        hand.prop.push_back(prop == found_->props.end() ? -1 : int(prop - found_->props.begin()));
        Wrench<double> pressed = dynamics::zero_wrench<double>();
        if (hand.prop.back() >= 0) {
            const Vector3d normal = character.rotations[t][size_t(contact.body)] * contact.normal,
                           torque
                = contact.point[t].cross(contact.force[t]) + contact.torsion[t] * normal;
            pressed = { from_eigen(contact.force[t]), from_eigen(torque) };
        }
        hand.presses.push_back(pressed);
    }
    if (std::all_of(hand.prop.begin(), hand.prop.end(), [](int prop) { return prop < 0; }))
        return;
    add_lying(character, hand);
    hands_.push_back(std::move(hand));
}

void Burden::add_lying(const MotionCharacter& character, const Hand& hand)
{
    for (size_t t = 0; t < hand.prop.size();) {
        size_t end = t + 1;
        while (end < hand.prop.size() && hand.prop[end] == hand.prop[t])
            ++end;
        if (hand.prop[t] >= 0) {
            // As it lies half-way: it creeps a little while others look for their places.
            const size_t middle = (t + end - 1) / 2;
            const MotionContact& contact = *hand.contact;
            const Isometry3d body = frame_of(character.positions[middle][size_t(contact.body)],
                character.rotations[middle][size_t(contact.body)]);
            const Isometry3d on_prop = place_of(hand.prop[t], int(middle)).inverse() * body;
            lying_.push_back({ hand.patch, hand.prop[t], int(t), int(end) - 1,
                on_prop * contact.center, on_prop.linear() * contact.normal });
        }
        t = end;
    }
}

Isometry3d Burden::place_of(int prop, int sample) const
{
    const MotionProp& that = found_->props[size_t(prop)];
    return frame_of(that.positions[size_t(sample)], that.rotations[size_t(sample)]);
}

bool Burden::holds_with(int patch) const
{
    return std::any_of(
        hands_.begin(), hands_.end(), [&](const Hand& hand) { return hand.patch == patch; });
}

double Burden::idle(int patch, double time) const
{
    double least = std::numeric_limits<double>::infinity();
    for (const Lying& lying : lying_)
        if (lying.patch == patch) {
            const double first = found_->times[size_t(lying.first)],
                         last = found_->times[size_t(lying.last)];
            least = std::min(least, std::max({ 0.0, first - time, time - last }));
        }
    return least;
}

void Burden::put_on(double time, InstantTarget& instant) const
{
    if (empty())
        return;
    const Between at = between(found_->times, time);
    const size_t a = size_t(at.sample), b = std::min(a + 1, found_->times.size() - 1);
    for (const Hand& hand : hands_) {
        if (!is_led(hand.prop[a]) && !is_led(hand.prop[b]))
            continue;
        const Wrench<double>&before = hand.presses[a], &after = hand.presses[b];
        instant.loads.push_back({ hand.joint,
            { (1 - at.share) * before.force + at.share * after.force,
                (1 - at.share) * before.torque + at.share * after.torque } });
    }
    const double now = at.sample + at.share;
    for (const Lying& lying : lying_) {
        if (now < lying.first || now > lying.last || !is_led(lying.prop))
            continue;
        const MotionProp& prop = found_->props[size_t(lying.prop)];
        const Isometry3d place
            = frame_of((1 - at.share) * prop.positions[a] + at.share * prop.positions[b],
                prop.rotations[a].slerp(at.share, prop.rotations[b]));
        const auto hand = std::find_if(hands_.begin(), hands_.end(),
            [&](const Hand& other) { return other.patch == lying.patch; });
        const Eigen::AngleAxisd turn(prop.rotations[b] * prop.rotations[a].conjugate());
        const double dt = found_->times[b] - found_->times[a];
        const Vector3d normal = place.linear() * lying.normal;
        instant.pins.push_back({ hand->middle, place * lying.middle, {} });
        instant.palms.push_back({ lying.patch, place * lying.middle, normal,
            dt > 0 ? turn.angle() / dt * turn.axis().dot(normal) : 0 });
    }
}

const std::vector<Shape>& Burden::solids(double time) const
{
    const Between at = between(found_->times, time);
    return solids_[std::min(size_t(at.sample) + (at.share > 0.5 ? 1 : 0), solids_.size() - 1)];
}

PatchForce Burden::touch(int sample, int patch) const
{
    for (const Hand& hand : hands_)
        if (hand.patch == patch && is_led(hand.prop[size_t(sample)])) {
            const MotionContact& contact = *hand.contact;
            return { surfaces_ + hand.prop[size_t(sample)], contact.force[size_t(sample)],
                contact.point[size_t(sample)], contact.torsion[size_t(sample)] };
        }
    return {};
}

}  // namespace gambol::refine
