// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/run_control.hpp"
#include "time_in_turns.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gambol::bench {

struct JacobianArguments {
    std::vector<int> links { 3, 5, 8, 12, 16, 22, 30, 40, 50, 100, 200 };
    Timing timing;
    int seed = 1;
    std::filesystem::path scene;  // whose iterations are compared; empty: none
    std::filesystem::path plot, scene_plot;  // files to draw the tables into; empty: none
};

/// One way to get the derivatives of f₀.
struct JacobianFigure {
    double seconds = 0;  // for one instant, or for all slices of a scene
    double error = 0;  // largest difference to ours, relative to the largest entry of each matrix
};

/// All ways: ours alone and for eight instants at once, the product rule, differences.
struct JacobianWays {
    JacobianFigure ours, lanes;  // the error of `lanes` is that of any of its instants
    JacobianFigure direct, forward, central, richardson;
};

struct NamedWay {
    std::string name;
    const JacobianFigure* figure;
};
[[nodiscard]] std::vector<NamedWay> named(const JacobianWays&);

struct JacobianRow : JacobianWays {
    int links = 0;
};

/// All ways on a random chain of revolute joints; for one instant.
[[nodiscard]] JacobianRow compare_jacobians(int links, const JacobianArguments&);

/// All ways at the slices of a movement, and what an iteration of its solver takes with each.
struct SceneJacobians : JacobianWays {
    std::string scene;
    int slices = 0, dofs = 0, iterations = 0;
    double iteration = 0;  // s, of one iteration of our solver, which uses `lanes`

    /// The same iteration with f₀ differentiated in another way.
    [[nodiscard]] double iteration_with(const JacobianFigure& way) const
    {
        return iteration - lanes.seconds + way.seconds;
    }
};

/// Solves the scene's first attempt, and takes all derivatives of the force on the whole body about
/// the effective root at all slices of the result that ask for physics. Kinematics and the
/// effective root are ours for all: only f₀ is differentiated in another way.
[[nodiscard]] SceneJacobians compare_jacobians_of(const Scene&, const Timing&, const RunControl&);

/// `gambol bench jacobian`: the aggregate force and its derivatives in linear time beside direct
/// differentiation and finite differences, for chains of growing length and for iterations of a
/// solve ([Fang 2003], figures 5 and 10). Returns the exit code.
int bench_jacobian(const JacobianArguments&, const RunControl&);

}  // namespace gambol::bench
