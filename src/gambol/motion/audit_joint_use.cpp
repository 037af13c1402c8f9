// SPDX-License-Identifier: MIT
#include "gambol/motion/audit_claims.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::audit_detail {
namespace {

using Eigen::Quaterniond;
using Eigen::VectorXd;

constexpr double kLeastStrength = 1e-3;  // m × weight: by which torques are measured below it
constexpr double kPopSpan = 1.0 / 120;  // s
constexpr double kStrike = 0.25;  // s before and after a strike: limbs may be as quick as they like
constexpr double kDegrees = 180 / 3.14159265358979323846;

bool strikes_at(const Motion& motion, const std::string& who, double time)
{
    return std::any_of(motion.asked.begin(), motion.asked.end(), [&](const MotionRequest& asked) {
        return asked.who == who && asked.what == "strike" && std::abs(asked.time - time) < kStrike;
    });
}

/// Whether there is a row of numbers, one per joint, for each sample.
bool is_table(const World& world, const MotionJoints& joints, const std::vector<VectorXd>& rows)
{
    return !joints.names.empty() && rows.size() == world.motion.times.size()
        && std::all_of(rows.begin(), rows.end(), [&](const VectorXd& row) {
               return row.size() == static_cast<Eigen::Index>(joints.names.size());
           });
}

bool has_limits(const MotionJoints& joints, const VectorXd& lower, const VectorXd& upper)
{
    const auto count = static_cast<Eigen::Index>(joints.names.size());
    return lower.size() == count && upper.size() == count
        && (lower.array().isFinite().any() || upper.array().isFinite().any());
}

/// Of the body against its parent.
Quaterniond turn_in_parent(const MotionCharacter& character, std::size_t body, std::size_t k)
{
    const std::size_t parent = static_cast<std::size_t>(character.bodies[body].parent);
    return character.rotations[k][parent].normalized().conjugate()
        * character.rotations[k][body].normalized();
}

}  // namespace

void check_joint_limits(const World& world, const AuditLimits& limits, AuditReport& report)
{
    Worst excess("joint_limits", limits.joint_limits, "rad");
    std::string missing;
    for (const MotionCharacter& character : world.motion.characters) {
        const MotionJoints& joints = character.joints;
        if (!is_table(world, joints, joints.values)
            || !has_limits(joints, joints.lower, joints.upper)) {
            missing = "the file does not say the joint limits of " + character.name;
            continue;
        }
        for (std::size_t j = 0; j < joints.names.size(); ++j) {
            Peak peak;
            const Eigen::Index i = static_cast<Eigen::Index>(j);
            for (std::size_t k = 0; k < joints.values.size(); ++k) {
                const double angle = joints.values[k][i];
                peak.take(std::max(angle - joints.upper[i], joints.lower[i] - angle),
                    world.motion.times[k]);
            }
            excess.add(character.name + "/" + joints.names[j], peak);
        }
    }
    report_claim(world, excess, "joint_limits", missing, report);
}

void check_torques(const World& world, const AuditLimits& limits, AuditReport& report)
{
    Worst share("torque", limits.torque, "of strength");
    std::string missing;
    for (const MotionCharacter& character : world.motion.characters) {
        const MotionJoints& joints = character.joints;
        const double weight = world.owners[find_owner(world, character.name)].weight;
        if (!is_table(world, joints, joints.torques))
            missing = "the file does not say the joint torques of " + character.name;
        else if (!has_limits(joints, joints.torque_lower, joints.torque_upper))
            missing = "nobody knows the strength of " + character.name;
        if (!missing.empty())
            continue;
        for (std::size_t j = 0; j < joints.names.size(); ++j) {
            Peak peak;
            const Eigen::Index i = static_cast<Eigen::Index>(j);
            for (std::size_t k = 0; k < joints.torques.size(); ++k) {
                const double torque = joints.torques[k][i];
                const double strength
                    = torque > 0 ? joints.torque_upper[i] : -joints.torque_lower[i];
                peak.take(std::abs(torque) / std::max(strength, kLeastStrength * weight),
                    world.motion.times[k]);
            }
            share.add(character.name + "/" + joints.names[j], peak);
        }
    }
    report_claim(world, share, "torque", missing, report);
}

void check_pops(const World& world, const AuditLimits& limits, AuditReport& report)
{
    Worst pops("pops", limits.pops, "deg in 1/120 s");
    const std::vector<double>& times = world.motion.times;
    for (const MotionCharacter& character : world.motion.characters)
        for (std::size_t i = 0; i < character.bodies.size(); ++i) {
            if (character.bodies[i].parent < 0)
                continue;
            Peak fastest;
            Quaterniond before = turn_in_parent(character, i, 0);
            for (std::size_t k = 0; k + 1 < times.size(); ++k) {
                const Quaterniond after = turn_in_parent(character, i, k + 1);
                if (!strikes_at(world.motion, character.name, times[k]))
                    fastest.take(kDegrees * before.angularDistance(after) * kPopSpan
                            / (times[k + 1] - times[k]),
                        times[k]);
                before = after;
            }
            pops.add(character.name + "/" + character.bodies[i].name, fastest);
        }
    report_claim(world, pops, "pops", "", report);
}

}  // namespace gambol::audit_detail
