// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/terms/feature_term.hpp"

#include <vector>

namespace gambol::cio {

/// What a character should have achieved at an instant [Mordatch 2012, eq. 10].

///     r = p_torso − target                       [m], z only when asked
class TorsoAt final : public FeatureTerm {
public:
    TorsoAt(const Eigen::Vector3d& target, bool with_height)
        : target_(target)
        , with_height_(with_height)
    {
    }
    std::string_view name() const override { return "goal_position"; }
    void add(const FeatureFrame&, LocalModel&) const override;

private:
    Eigen::Vector3d target_;
    bool with_height_;
};

///     r = R_torso x̂ − direction                  [1]
class TorsoFaces final : public FeatureTerm {
public:
    explicit TorsoFaces(const Eigen::Vector3d& direction)
        : direction_(direction)
    {
    }
    std::string_view name() const override { return "goal_facing"; }
    void add(const FeatureFrame&, LocalModel&) const override;

private:
    Eigen::Vector3d direction_;
};

/// Standing: torso upright, centred over its supports at standing height above them, supports
/// extended as when standing, their patches on the floor.
///
///     r = R_torso ẑ − ẑ                                        [1]
///     r = (p_torso − mean p_support) − (mean offset, height)   [m]
///     r = reach − standing reach, per support                  [m]
///     r = p_corner − n(p_corner), per support corner           [m]
///     r = 0.3 (R_torsoᵀ (p_support − p_torso) − rest)          [m], per support
///
/// On hands the same holds upside down, with the arms as supports, stretched out beyond the head,
/// and the legs point where they point when standing, seen from the torso:
///
///     r = R_torsoᵀ (p_foot − p_torso) − rest, per leg          [m]
class Stands final : public FeatureTerm {
public:
    enum class On { feet, hands };
    Stands(const FeatureModel&, On);
    std::string_view name() const override
    {
        return on_ == On::feet ? "goal_stand" : "goal_handstand";
    }
    void add(const FeatureFrame&, LocalModel&) const override;

    /// Of the torso above its supports, m.
    [[nodiscard]] double height() const { return above_.z(); }

private:
    On on_;
    std::vector<int> supports_, raised_;
    Eigen::Vector3d above_ = Eigen::Vector3d::Zero();  // torso over the mean of supports
    std::vector<double> reach_;  // per support
};

///     r = p_effector − target                    [m]
///     r = k (v_effector − velocity)              [m],  k = 0.2 s
class Strikes final : public FeatureTerm {
public:
    Strikes(int limb, const Eigen::Vector3d& target, const Eigen::Vector3d& velocity)
        : limb_(limb)
        , target_(target)
        , velocity_(velocity)
    {
    }
    std::string_view name() const override { return "goal_strike"; }
    void add(const FeatureFrame&, LocalModel&) const override;

private:
    int limb_;
    Eigen::Vector3d target_, velocity_;
};

///     r = v                                      every coordinate at rest [m/s, rad/s]
class Still final : public FeatureTerm {
public:
    std::string_view name() const override { return "goal_still"; }
    void add(const FeatureFrame&, LocalModel&) const override;
};

}  // namespace gambol::cio
