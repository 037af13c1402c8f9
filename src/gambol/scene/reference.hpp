// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"

#include <vector>

namespace gambol {

/// A movement that another one shall stay close to: what `start` of a scene names
/// (docs/scene-format.md), told in the joints of the scene's character.
struct Reference {
    std::vector<double> times;  // s, from 0, rising
    std::vector<Pose> poses;  // [T]
    /// [T][patch]: index of the surface that a patch touches, −1 for none. Corners of the patch
    /// that are farther from it than `touch`, or slide, do not take part.
    std::vector<std::vector<int>> touches;
    double touch = 0.02;  // m
    /// Of a method that gives mass to the trunk alone: how arms that carry nothing move means
    /// little.
    bool massless_limbs = false;
    /// [T][carried]: where what is carried is; empty where nothing is, or where it is as it was
    /// found.
    std::vector<std::vector<SegmentFrame>> cargo = {};
};

}  // namespace gambol
