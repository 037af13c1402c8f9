// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/scene_instant.hpp"
#include "gambol/methods/cio/terms/term.hpp"
#include "gambol/scene/scene.hpp"

#include <array>
#include <limits>
#include <memory>
#include <span>
#include <string_view>

namespace gambol::cio {

/// Terms are switched and scaled together by what they speak of [Mordatch 2012, eq. 1]. `apart` are
/// the limits of the body that keep its limbs out of each other.
enum class Family { task, smoothness, posture, contact, physics, body, apart, hint };
constexpr int kFamilies = 8;

/// Multipliers of the families; the continuation changes them from stage to stage.
struct FamilyScales {
    double task = 0, smoothness = 0, posture = 0, contact = 0, physics = 0, body = 0, apart = 0,
           hint = 0;
    /// In the order of Family.
    [[nodiscard]] std::array<double, kFamilies> by_family() const
    {
        return { task, smoothness, posture, contact, physics, body, apart, hint };
    }
};

/// What the maker of a term may want to know.
struct TermRequest {
    const Scene& scene;
    const FeatureModel& model;  // of the character
    int who = 0;  // the character
    const Goal* goal = nullptr;  // of the character; for goals only
};

/// No violation of it is too much: it pulls, but is never tightened.
constexpr double kSoft = std::numeric_limits<double>::infinity();

/// When a term counts.
enum class When { always, at_the_end, at_its_goal };

/// One term of the cost. Adding one is a row of the table, an include above it, a line in
/// methods/CMakeLists.txt and a row of tests/methods/cio/terms/all_terms.hpp.
struct TermRow {
    std::string_view name;  // the physical statement, in reports
    double weight = 0;  // of ½w‖r‖², tuned once for all scenes (docs/cio.md)
    Family family = Family::task;
    double tolerance = kSoft;  // in the term's unit: what may be left of it for the audit to pass
    When when = When::always;
    /// The term about one character; null where the scene or the goal does not ask for it.
    /// Without a maker: physics_violation, which is about groups of bodies; CioCost makes it.
    std::unique_ptr<Term> (*make)(const TermRequest&) = nullptr;
};
[[nodiscard]] std::span<const TermRow> term_table();

}  // namespace gambol::cio
