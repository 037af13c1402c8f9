// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/feature_model.hpp"
#include "gambol/problem/trajectory_problem.hpp"
#include "gambol/scene/scene.hpp"
#include "gambol/methods/cio/terms/feature_term.hpp"
#include "gambol/methods/cio/terms/physics_violation.hpp"

#include <Eigen/Dense>

#include <memory>
#include <string>
#include <vector>

namespace gambol::cio {

/// Contact activity from which a contact is meant: a phase with less has none.
constexpr double kHeld = 0.3;

/// Terms are switched and scaled together by what they speak of [Mordatch 2012, eq. 1]. `apart` are
/// the limits of the body that keep its limbs out of each other.
enum Family { task, smoothness, posture, contact, physics, body, apart, hint, kFamilies };

/// Multipliers of the families; the continuation changes them from stage to stage.
using FamilyScales = std::array<double, kFamilies>;

/// Cost of one term over the whole movement, and its largest residual.
struct TermFigures {
    std::string name;
    Family family = task;
    double cost = 0;
    double worst = 0;  // in the term's own unit
};

/// A scene made ready for optimisation: what all starts share.
struct CioScene {
    const Scene* scene = nullptr;
    std::vector<FeatureModel> models;
    std::vector<FeatureColumns> columns;
    std::vector<Shape> surfaces;
    TrajectoryLayout layout;
    Eigen::VectorXd start;
    std::vector<Sample> samples;
    std::vector<double> instants;  // s: when goals are asked for, rising; the last is the end
    std::vector<bool> movable;  // per segment: its end may move in time, no goal depends on it
    int frames_per_segment = 1;  // of the resulting motion, on average

    /// Index into `instants`.
    [[nodiscard]] int instant_of(const Goal&) const;
    [[nodiscard]] int phase(int segment) const { return segment / layout.segments_per_phase; }
    [[nodiscard]] int phases() const { return layout.segments / layout.segments_per_phase; }
    /// s
    [[nodiscard]] double frame_duration() const
    {
        return layout.segment_duration / frames_per_segment;
    }
};

/// The costs of one start of one scene, at one instant.
class CioCost final : public SampleCost {
public:
    /// Which terms count at a sample. Bodies pass through each other faster than physics changes,
    /// so the limits of the body are looked at between the running samples too.
    /// Two kinds are for the polish only: the instants in between those, and the edges of segments,
    /// where accelerations jump and contacts change.
    enum Kind { running = 1, between = 2, goal_instant = 4, finest = 8, edge = 16 };

    explicit CioCost(const CioScene&);

    void evaluate(int sample, const Sample&, const Eigen::VectorXd& y, LocalModel& out) override;
    void set_scales(const FamilyScales& scales) { scales_ = scales; }
    void set_corner_prices(double gap, double slip);
    /// Makes dearer what the last evaluation of all samples saw violated, there and then only.
    /// Returns at how many places.
    int tighten();
    /// Takes that back.
    void relax();

    /// Figures of the evaluations since the last call of reset_figures.
    [[nodiscard]] const std::vector<TermFigures>& figures() const { return figures_; }
    /// Largest physics residual per character and phase since then, × weight.
    [[nodiscard]] const std::vector<std::vector<double>>& unsupported() const
    {
        return unsupported_;
    }
    void reset_figures();

private:
    struct Entry {
        std::unique_ptr<FeatureTerm> term;
        PhysicsViolation* physics;  // the same object when it is one, else null
        double weight;
        Family family;
        int character;
        int kinds;  // Kind values, or-ed
        int instant;  // of goal terms: index into CioScene::instants; else −1
        double tolerance;  // in the term's unit, infinite for soft terms: is not tightened
        std::vector<double> worst, emphasis;  // per sample: last residual, factor on the weight
    };
    /// One sample's contacts.
    struct Holds {
        std::vector<double> excess, hold;  // per patch: violation, × tolerance; factor on its price
    };
    void add(std::unique_ptr<FeatureTerm>, double weight, Family, int character, int kinds,
        int instant = -1);
    void add_running_terms(const Scene&, int character);
    void add_goals(int character);
    void hold_patches(int sample, size_t character);

    const CioScene& ready_;
    std::vector<Entry> entries_;
    FamilyScales scales_ {};
    std::vector<FeatureFrame> frames_;
    std::vector<TermFigures> figures_;
    std::vector<std::vector<double>> unsupported_;
    std::vector<Holds> holds_;  // per sample
};

[[nodiscard]] CioScene prepare(const Scene&);

/// A fresh problem for one start, with its CioCost.
[[nodiscard]] std::unique_ptr<TrajectoryProblem> make_problem(const CioScene&);

}  // namespace gambol::cio
