// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/feature_model.hpp"
#include "gambol/geometry/shape.hpp"
#include "gambol/methods/cio/scene_instant.hpp"
#include "gambol/methods/cio/terms/term.hpp"
#include "gambol/methods/cio/terms/workspace.hpp"

#include <Eigen/Dense>

#include <string>
#include <vector>

namespace gambol::test {

using cio::FeatureColumns;
using cio::SceneInstant;
using cio::SceneModel;
using cio::Term;
using cio::TermWorkspace;

/// Characters in a world, and their local variables y = [ q v a z ]. Instants point into it.
struct Stage {
    std::string name;
    SceneModel scene;

    /// With these characters, and contacts of all their patches with the world.
    Stage(std::string name, std::vector<FeatureModel> characters, std::vector<Shape> surfaces);
    void set_surfaces(std::vector<Shape> surfaces, double friction = 0.8);
    /// One more contact variable at the end of y.
    void add_contact(int character, int patch, int support);

    /// Of the first character, who is alone on most stages.
    [[nodiscard]] const FeatureModel& model() const { return scene.characters.front(); }
    [[nodiscard]] const FeatureColumns& columns() const { return scene.columns.front(); }
    [[nodiscard]] int size() const;
    [[nodiscard]] SceneInstant instant(const Eigen::VectorXd& y, bool derivatives = true) const;
};

/// The shipped characters, on the ground.
[[nodiscard]] Stage ground_stage(const std::string& model = "human");
/// Among a box, a sphere and a capsule that stand about its feet, so that it is not clear what is
/// nearest.
[[nodiscard]] Stage cluttered_stage(const std::string& model = "human");
/// On a heightfield alone.
[[nodiscard]] Stage hilly_stage(const std::string& model = "human");
/// The human with hands that grip.
[[nodiscard]] Stage gripping_stage();

/// Standing at the origin, at rest: supports carry (c = 1), nothing else touches (z = −20).
[[nodiscard]] Eigen::VectorXd standing(const Stage&);

/// A human who stands on the back of a quadruped: his feet may rest on the world, and on a box that
/// the quadruped's torso takes along.
[[nodiscard]] Stage mounted_stage();
/// Random instants in which feet are near the box and at an angle to it, and everybody moves.
[[nodiscard]] std::vector<Eigen::VectorXd> mounted_instants(const Stage&, unsigned seed, int count);

/// An instant with a name that says what is awkward about it.
struct Instant {
    std::string name;
    Eigen::VectorXd y;
};

/// Random instants near standing, then: no contact at all, straight limbs, limbs asked for too
/// much, feet flat on the floor, rotation vectors of length 0, near π and near 2π, a foot inside
/// the box of the cluttered stage.
[[nodiscard]] std::vector<Instant> awkward_instants(const Stage&, unsigned seed);

/// The whole scene moved by `shift` and turned by `angle` about the vertical through the origin.
[[nodiscard]] Eigen::VectorXd moved_scene(
    const Stage&, const Eigen::VectorXd& y, const Eigen::Vector2d& shift, double angle);

/// Cost of a term alone; with a workspace of its own, or the caller's.
[[nodiscard]] double cost_of(const Stage&, const Term&, const Eigen::VectorXd& y);
[[nodiscard]] double cost_of(
    const Stage&, const Term&, const Eigen::VectorXd& y, TermWorkspace& workspace);

/// What is wrong with the derivatives of a term at an instant; empty if nothing is:
/// gradient against central differences of the cost over all columns, a gradient that is zero
/// altogether (a comparison of nothing with nothing), costs that depend on how much detail is asked
/// for, a Hessian model that is not symmetric or not positive semidefinite.
// Sanitizers watch memory, and make every difference ten times as slow; the release build compares
// all entries.
#ifdef __SANITIZE_ADDRESS__
inline constexpr int kEntryStride = 9;
#else
inline constexpr int kEntryStride = 1;
#endif

struct TermCheck {
    double tolerance = 1e-6;
    double step = 6.0554544523933429e-06;  // × max(1, |y|)
    double noise = 1e-8;  // rounding of a difference quotient per unit of cost
    bool sum_of_squares = true;  // then the gradient must also lie in the range of the Hessian
    int stride = kEntryStride;  // differences of the largest entry, and of every so many from there
};
[[nodiscard]] std::string wrong_derivatives(
    const Stage&, const Term&, const Eigen::VectorXd& y, const TermCheck& = {});

}  // namespace gambol::test
