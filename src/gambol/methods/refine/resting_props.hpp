// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"
#include "gambol/scene/scene.hpp"

#include <vector>

namespace gambol::refine {

/// Props that somebody touches and nobody moves: a crate that is stood on. For who goes on with all
/// masses they are surfaces of the world; what presses on them then goes through to the floor,
/// whose force follows from balance alone.
class RestingProps {
public:
    RestingProps(const Scene&, const Motion& found);

    [[nodiscard]] bool empty() const { return those_.empty(); }
    /// Scene and motion with these props as surfaces after all others.
    [[nodiscard]] const Scene& scene() const { return scene_; }
    [[nodiscard]] const Motion& found() const { return found_; }
    /// Makes them props again, in a motion of that scene, and says what the floor does.
    void put_back(Motion&) const;

private:
    struct Resting {
        size_t index = 0;  // into the props there were
        MotionProp prop;  // as found
    };
    std::vector<Resting> those_;
    Scene scene_;
    Motion found_;
};

}  // namespace gambol::refine
