// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/refine/refine_problem.hpp"
#include "gambol/motion/motion.hpp"
#include "gambol/motion/run_report.hpp"

namespace gambol::refine {

struct Reconstruction {
    Motion motion;
    std::vector<Figure> figures;
    double torque_share = 0;  // the greatest torque of a joint, of its limit
    std::string strained;  // its name
    std::vector<CargoPlaces> cargo;  // per sample: where what is carried is
};

/// The movement in x sampled densely: poses, forces and torques of joints, solved anew at every
/// sample, but for those on what is handled and not carried by this body alone. Where forces jump,
/// a sample holds the mean of both sides. Of a scene with one character; props are not in it.
[[nodiscard]] Reconstruction reconstruct(
    const Scene&, const RefineProblem&, const Eigen::VectorXd& x, const Burden& burden = {});

}  // namespace gambol::refine
