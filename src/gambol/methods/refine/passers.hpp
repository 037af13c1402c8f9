// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/character_tree.hpp"
#include "gambol/geometry/shape.hpp"
#include "gambol/motion/motion.hpp"

#include <vector>

namespace gambol::refine {

/// Others who move in the same scene, as capsules: whoever is refined keeps out of their way.
class Passers {
public:
    /// All characters of a motion.
    void add(const Motion&);

    [[nodiscard]] bool empty() const { return those_.empty(); }
    /// Where they are at a time, of the nearest samples.
    [[nodiscard]] std::vector<Capsule> at(double time) const;

private:
    struct Passer {
        std::vector<double> times;
        std::vector<std::vector<Capsule>> at;
    };
    std::vector<Passer> those_;
};

/// A capsule of the body and one of somebody else, who does not give way.
struct Meeting {
    dynamics::BodyCapsule limb;
    Capsule other;
    int number = 0;  // among all meetings of the body with those others
};

}  // namespace gambol::refine
