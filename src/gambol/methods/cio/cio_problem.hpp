// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/feature_model.hpp"
#include "gambol/problem/trajectory_problem.hpp"
#include "gambol/scene/mounts.hpp"
#include "gambol/scene/scene.hpp"
#include "gambol/methods/cio/scene_instant.hpp"
#include "gambol/methods/cio/term_table.hpp"
#include "gambol/methods/cio/terms/physics_violation.hpp"

#include <Eigen/Dense>

#include <memory>
#include <string_view>
#include <vector>

namespace gambol::cio {

/// Contact activity from which a contact is meant: a phase with less has none.
constexpr double kHeld = 0.3;

/// Cost of one term over the whole movement, and its largest residual.
struct TermFigures {
    std::string_view name;
    double tolerance = kSoft;
    double cost = 0;
    double worst = 0;  // in the term's own unit
    /// × what the audit will allow; 0 where it does not care.
    [[nodiscard]] double severity() const { return worst / tolerance; }
};

/// Makes what is violated by `excess` × its tolerance dearer, if that is above 1.
bool raise_emphasis(double& factor, double excess);

/// A scene made ready for optimisation: what all starts share.
struct CioScene {
    const Scene* scene = nullptr;
    SceneModel model;
    TrajectoryLayout layout;
    Eigen::VectorXd start;
    std::vector<Sample> samples;
    std::vector<double> instants;  // s: when goals are asked for, rising; the last is the end
    std::vector<bool> movable;  // per segment: its end may move in time, no goal depends on it
    int frames_per_segment = 1;  // of the resulting motion, on average
    std::vector<Mount> mounts;  // of characters on props and on each other
    /// Per character: surfaces of the world, and what it is to stand on where that starts.
    std::vector<std::vector<Shape>> walked_on;

    /// Index into `instants`.
    [[nodiscard]] int instant_of(const Goal&) const;
    /// Bodies that share contacts: lists of rising indices.
    [[nodiscard]] std::vector<std::vector<int>> coupled_bodies() const;
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
    void set_scales(const FamilyScales& scales) { scales_ = scales.by_family(); }
    void set_corner_prices(double gap, double slip);
    /// Makes dearer what the last evaluation of all samples saw violated, there and then only.
    /// Returns at how many places.
    int tighten();
    /// Takes that back.
    void relax();

    /// Figures of the evaluations since the last call of reset_figures.
    [[nodiscard]] const std::vector<TermFigures>& figures() const { return figures_; }
    /// Largest physics residual per body and phase since then, × weight.
    [[nodiscard]] const std::vector<std::vector<double>>& unsupported() const
    {
        return unsupported_;
    }
    void reset_figures();

private:
    struct Entry {
        std::unique_ptr<Term> term;
        const TermRow* row = nullptr;
        int kinds = 0;  // of samples it counts at: Kind values, or-ed
        int instant = -1;  // of goal terms: index into CioScene::instants
        int physics = -1;  // of physics: index into physics_
        std::vector<double> worst, emphasis;  // per sample: last residual, factor on the weight
    };
    /// What an entry is beyond a term when it is physics of bodies that share contacts.
    struct Physics {
        PhysicsViolation* term = nullptr;  // the entry's
        std::vector<int> bodies;
        std::vector<Eigen::VectorXd> warm;  // per sample: last residual, where Newton starts
    };
    /// One sample's contacts.
    struct ContactEmphasis {
        std::vector<double> excess, emphasis;  // violation, × tolerance; factor on its price
    };
    Entry& add(std::unique_ptr<Term>, const TermRow&, int kinds, int instant = -1);
    void add_running_terms(int character);
    void add_goals(int character);
    void add_physics(const std::vector<int>& bodies, const TermRow&, int kinds);
    /// Gives contacts their emphasis, and remembers by how much they are violated.
    void weigh_contacts(int sample);
    /// What physics says beyond its cost: forces from afar count as missing ones.
    void note_support(Entry&, int sample, const Sample&, double largest_residual);

    const CioScene& ready_;
    std::vector<Entry> entries_;
    std::vector<Physics> physics_;
    std::array<double, kFamilies> scales_ {};
    SceneInstant instant_;
    TermWorkspace workspace_;
    std::vector<TermFigures> figures_;
    std::vector<std::vector<double>> unsupported_;  // per body and phase
    std::vector<ContactEmphasis> contacts_;  // per sample
};

[[nodiscard]] CioScene prepare(const Scene&);

/// A fresh problem for one start.
struct CioProblem {
    std::unique_ptr<TrajectoryProblem> trajectory;
    CioCost& cost;  // the trajectory's
};
[[nodiscard]] CioProblem make_problem(const CioScene&);

}  // namespace gambol::cio
