// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/frame_rows.hpp"

namespace gambol::gait {

void LocalRows::clear(int columns, bool with_derivatives)
{
    count = 0;
    derivatives = with_derivatives;
    if (value.size() == 0) {
        const int room = 128;
        value.resize(room);
        lower.resize(room);
        upper.resize(room);
    }
    if (derivatives)
        J.setZero(value.size(), columns);
}

int LocalRows::add(double v, double least, double most)
{
    if (count == value.size()) {
        for (Eigen::VectorXd* numbers : { &value, &lower, &upper })
            numbers->conservativeResize(2 * count);
        if (derivatives) {
            J.conservativeResize(2 * count, Eigen::NoChange);
            J.bottomRows(count).setZero();
        }
    }
    value[count] = v;
    lower[count] = least;
    upper[count] = most;
    return count++;
}

}  // namespace gambol::gait
