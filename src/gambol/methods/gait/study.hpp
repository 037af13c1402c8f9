// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/gait/timing_search.hpp"
#include "gambol/motion/motion.hpp"
#include "gambol/scene/scene.hpp"

namespace gambol::gait {

/// The animal of a scene and what is asked of it, in its own units. The task must outlive it, the
/// scene have passed check_scene().
class Study {
public:
    Study(const Scene&, const Task&);
    Study(const Study&) = delete;
    Study& operator=(const Study&) = delete;

    [[nodiscard]] const Task& task() const { return task_; }
    [[nodiscard]] const Animal& animal() const { return animal_; }
    [[nodiscard]] const Settings& settings() const { return settings_; }
    [[nodiscard]] const TimingSpace& space() const { return space_; }
    [[nodiscard]] double speed() const { return speed_; }

    /// What animals of its size use at this speed, as far as the task leaves it open.
    [[nodiscard]] Timing usual_timing() const;
    /// Whether it is what the task asks for, where that says anything.
    [[nodiscard]] bool allows(const Timing&) const;
    /// The cycle of a timing with as few frames as the search has.
    [[nodiscard]] TimingSolution sketch(const Timing&, const TimingSolveOptions& = {}) const;
    /// The same with frames so near that the audit passes between them, if three attempts with more
    /// and more get there; `used` says how many these were. Where none can be solved, the sketch.
    [[nodiscard]] TimingSolution finish(const Timing&, Settings& used) const;
    /// Cycles in a row, from where the scene's character stands.
    [[nodiscard]] Motion motion(const Cycle&, const Settings&, int cycles) const;

private:
    Scene scene_;
    const Task& task_;
    Units units_;
    Settings settings_;
    double speed_;
    Animal animal_;
    std::vector<FootRequest> feet_;
    TimingSpace space_;
};

}  // namespace gambol::gait
