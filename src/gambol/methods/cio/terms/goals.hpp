// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/terms/term.hpp"

#include <vector>

namespace gambol::cio {

/// What a character should have achieved at an instant [Mordatch 2012, eq. 10].

///     r = p_torso − target                       [m], z only when asked
class TorsoAt final : public Term {
public:
    TorsoAt(int who, const Eigen::Vector3d& target, bool with_height)
        : who_(who)
        , target_(target)
        , with_height_(with_height)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
    Eigen::Vector3d target_;
    bool with_height_;
};

///     r = R_torso x̂ − direction                  [1]
class TorsoFaces final : public Term {
public:
    TorsoFaces(int who, const Eigen::Vector3d& direction)
        : who_(who)
        , direction_(direction)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
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
class Stands final : public Term {
public:
    enum class On { feet, hands };
    Stands(int who, const FeatureModel&, On);
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

    /// Of the torso above its supports, m.
    [[nodiscard]] double height() const { return above_.z(); }

private:
    int who_;
    On on_;
    std::vector<int> supports_, raised_;
    Eigen::Vector3d above_ = Eigen::Vector3d::Zero();  // torso over the mean of supports
    std::vector<double> reach_;  // per support
};

///     r = p_effector − target                    [m]
///     r = k (v_effector − velocity)              [m],  k = 0.2 s
class Strikes final : public Term {
public:
    Strikes(int who, int limb, const Eigen::Vector3d& target, const Eigen::Vector3d& velocity)
        : who_(who)
        , limb_(limb)
        , target_(target)
        , velocity_(velocity)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_, limb_;
    Eigen::Vector3d target_, velocity_;
};

///     r = v                                      every coordinate at rest [m/s, rad/s]
class Still final : public Term {
public:
    explicit Still(int who)
        : who_(who)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
};

}  // namespace gambol::cio
