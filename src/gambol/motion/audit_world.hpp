// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/audit.hpp"
#include "gambol/motion/motion.hpp"

#include <Eigen/Geometry>

#include <limits>
#include <string>
#include <vector>

/// What the parts of the audit share; nothing outside motion/audit*.cpp uses it.
namespace gambol::audit_detail {

/// A character or a prop: rigid bodies with poses, and patches.
struct Owner {
    std::string name;
    bool is_character = false;
    std::vector<MotionBody> bodies;
    std::vector<std::vector<Eigen::Isometry3d>> poses;  // [T][B], body to world
    const std::vector<MotionContact>* contacts = nullptr;
    const MotionHinge* hinge = nullptr;  // null where it is free
    double mass = 0;  // kg
    double weight = 0;  // N; of 1 kg when there is no mass, so that fractions stay defined
    double friction = std::numeric_limits<double>::infinity();  // of its surface, where it says so
};

/// Whom a contact touches: a surface, or an owner; neither when nothing of that name exists.
struct Partner {
    int surface = -1, owner = -1;
    [[nodiscard]] bool exists() const { return surface >= 0 || owner >= 0; }
};

/// What the audit works out once for each contact and sample.
struct ContactSample {
    Partner partner;
    Eigen::Vector3d normal;  // of the partner's surface, pointing towards the owner
    double normal_force;  // N
    /// N, by which forces are measured: the owner's, or that of what it touches where that is
    /// lighter. A force that is nothing to a person throws a ball.
    double weight;
    bool forced = false;  // carries more than kForced of `weight`
    bool loaded = false;  // normal force, of a grip any force, above kLoaded of `weight`
};

constexpr double kForced = 0.01;  // below it a force is too small to ask where it comes from
constexpr double kLoaded = 0.02;  // below it a foot may brush along

struct World {
    const Motion& motion;
    std::vector<Owner> owners;
    std::vector<std::vector<std::vector<ContactSample>>> contacts;  // [owner][contact][T]

    [[nodiscard]] int samples() const { return static_cast<int>(motion.times.size()); }
};

/// Needs a motion whose arrays fit together (find_structure_problems is empty).
[[nodiscard]] World make_world(const Motion& motion, const AuditLimits& limits);

/// Array sizes, order of times and bodies, unique names, finite numbers; one sentence each.
[[nodiscard]] std::vector<std::string> find_structure_problems(const Motion& motion);
/// Depth in a mesh is seen only where it is closed and its faces look out: others are noted.
void note_meshes(const Motion& motion, AuditReport& report);

/// Signed distance of a world point to the partner at sample k. When a character touches itself,
/// the body `except` (index into its bodies) does not count.
[[nodiscard]] double partner_distance(
    const World& world, const Partner& partner, int k, const Eigen::Vector3d& point, int except);

/// Signed distance of a world point to the nearest shape of one body at sample k.
[[nodiscard]] double body_distance(
    const Owner& owner, int body, int k, const Eigen::Vector3d& point);

/// Patch frame in the world: x, y span the patch, z is its normal (MotionContact), origin its
/// centre.
[[nodiscard]] Eigen::Isometry3d patch_frame(
    const Owner& owner, const MotionContact& contact, int k);

/// The largest of a series of values, and when.
struct Peak {
    double value = 0, time = 0;
    void take(double candidate, double when)
    {
        if (candidate > value) {
            value = candidate;
            time = when;
        }
    }
};

/// Gathers one measurement per subject and keeps the worst.
class Worst {
public:
    Worst(std::string name, double limit, std::string unit);
    void add(const std::string& subject, const Peak& peak);
    /// A failure that the value alone does not show.
    void add_failure(const std::string& subject, const Peak& peak);
    /// Appends the check, and a note for every other subject beyond the limit.
    void report(AuditReport& report) const;

private:
    struct Entry {
        std::string subject;
        double value, time;
        bool failed;
    };
    [[nodiscard]] bool worse(const Entry& a, const Entry& b) const;

    std::string name_, unit_;
    double limit_;
    std::vector<Entry> entries_;
};

// The checks, by concern. Each appends to the report.
void check_sampling(const Motion& motion, AuditReport& report);
void check_momentum(const World& world, const AuditLimits& limits, AuditReport& report);
void check_touch(const World& world, const AuditLimits& limits, AuditReport& report);
void check_slip(const World& world, const AuditLimits& limits, AuditReport& report);
void check_forces(const World& world, const AuditLimits& limits, AuditReport& report);
void check_reactions(const World& world, const AuditLimits& limits, AuditReport& report);
void check_hinges(const World& world, const AuditLimits& limits, AuditReport& report);
void check_penetration(const World& world, const AuditLimits& limits, AuditReport& report);
void check_joints(const World& world, const AuditLimits& limits, AuditReport& report);
void check_cloth(const World& world, AuditReport& report);

}  // namespace gambol::audit_detail
