// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/character_tree.hpp"
#include "gambol/methods/motion_frame.hpp"
#include "gambol/methods/refine/cargo.hpp"
#include "gambol/methods/refine/instant.hpp"
#include "gambol/motion/motion.hpp"
#include "gambol/scene/scene.hpp"

#include <vector>

namespace gambol::refine {

/// What somebody handles, as the search for contacts found it: props go on moving as they did there
/// and press on the hands as hard as they did. Hands must be where the props have them, and the
/// body must bear it. So what a prop gains in momentum stays explained, whatever the body does.
///
/// Of a motion with one character, whose samples are evenly spaced; the motion must outlive it.
class Burden {
public:
    /// Of nobody who handles anything.
    Burden() = default;
    /// What `cargo` holds goes its own way: here only when hands are on it counts.
    Burden(
        const Motion& found, const Scene&, const dynamics::CharacterTree&, const Cargo& cargo = {});

    /// Without props.
    [[nodiscard]] bool empty() const { return solids_.empty(); }
    /// Whether a patch of the character ever lies on a prop.
    [[nodiscard]] bool holds_with(int patch) const;
    /// Seconds from a time to when that patch next lies, or last lay, on a prop; 0 while it does.
    [[nodiscard]] double idle(int patch, double time) const;
    /// What presses on the body at a time, and where what it holds with must be.
    void put_on(double time, InstantTarget&) const;
    /// Props, where they are at the sample nearest to a time.
    [[nodiscard]] const std::vector<Shape>& solids(double time) const;
    /// What passes through a patch at a sample: PatchForce::surface counts props after the scene's
    /// surfaces. The weightless force of a patch that lies on no prop.
    [[nodiscard]] PatchForce touch(int sample, int patch) const;

private:
    /// One patch on one prop, from sample to sample, both included.
    struct Lying {
        int patch = 0, prop = 0;
        int first = 0, last = 0;
        Eigen::Vector3d middle, normal;  // of the patch, in the frame of the prop
    };
    struct Hand {
        int patch = 0, joint = 0;
        dynamics::BodyPoint middle;
        const MotionContact* contact = nullptr;
        std::vector<dynamics::Wrench<double>> presses;  // per sample, about the world's origin
        std::vector<int> prop;  // per sample; −1: none
    };
    void add_hand(const MotionCharacter&, size_t contact, int patch, const Scene&,
        const dynamics::CharacterTree&);
    void add_lying(const MotionCharacter&, const Hand&);
    [[nodiscard]] Eigen::Isometry3d place_of(int prop, int sample) const;

    /// Whether a prop moves as it was found to.
    [[nodiscard]] bool is_led(int prop) const { return prop >= 0 && led_[size_t(prop)]; }

    const Motion* found_ = nullptr;
    std::vector<bool> led_;  // per prop
    int surfaces_ = 0;
    std::vector<Hand> hands_;
    std::vector<Lying> lying_;
    std::vector<std::vector<Shape>> solids_;  // per sample
};

}  // namespace gambol::refine
