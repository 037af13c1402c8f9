// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/muscle_stress.hpp"

#include <cmath>

namespace gambol::gait {

MuscleLoad muscle_stress(double torque, double strength, double lever)
{
    const double u = torque / strength, root = std::sqrt(3 * u * u + 1);
    const double h = 3 * u * u / (root + 1);  // root − 1 without cancellation
    return { h * torque / lever, (h + 3 * u * u / root) / lever };
}

}  // namespace gambol::gait
