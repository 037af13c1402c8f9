// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/cio_problem.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cio {

/// Who stands on whom (scene/mounts.hpp): riders may rest all their limbs on what bears them, a
/// prop or the trunk of another character. Guides and footsteps take a bearer for a block that
/// stays where it is.

/// Adds to the model what bearers offer, and to the pairs what riders may touch it with; columns
/// are not set.
void add_mounting_contacts(
    const Scene&, const std::vector<Mount>&, SceneModel&, std::vector<ContactPair>& pairs);

/// CioScene::walked_on.
[[nodiscard]] std::vector<std::vector<Shape>> walked_on(
    const SceneModel&, const std::vector<Mount>&);

/// Contact variables of who stands on whom, after those with the world: a foot that x has on a
/// bearer means that instead of the floor, and bearers stand on all their feet.
void plan_mounted_contacts(const CioScene&, Eigen::VectorXd& x);

}  // namespace gambol::cio
