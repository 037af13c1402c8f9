// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/fabric/cloth_material.hpp"
#include "gambol/cloth/zones/zone_kind.hpp"
#include "gambol/geometry/rigid_path.hpp"
#include "gambol/geometry/shape.hpp"
#include "gambol/math/gravity.hpp"

#include <Eigen/Dense>

#include <limits>
#include <string>
#include <vector>

namespace gambol::cloth {

/// A sheet as it is at the start.
struct Garment {
    std::string name;
    Mesh rest;  // undeformed, placed in the world
    std::vector<Eigen::Vector3d> start;  // where its vertices begin; empty: as at rest
    Eigen::Vector3d warp = Eigen::Vector3d::UnitX();  // world
    ClothMaterial material;
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  // m/s

    [[nodiscard]] const std::vector<Eigen::Vector3d>& first_vertices() const
    {
        return start.empty() ? rest.vertices : start;
    }
};

/// Something solid that goes its way whatever the cloth does.
struct ScriptedBody {
    std::string name;
    Mesh mesh;  // in the frame that `path` moves
    RigidPath path;
    double friction = 0.3;
};

/// Vertices held, and carried along a path from where they were at the start, or when gripped.
struct Pins {
    int garment = 0;
    std::vector<int> vertices;  // of the garment
    RigidPath path;
    double until = std::numeric_limits<double>::infinity();  // s; then let go
    double from = -std::numeric_limits<double>::infinity();  // s; gripped then, wherever they are

    [[nodiscard]] bool holds(double time) const { return time >= from && time < until; }
};

struct ClothOptions {
    double dt = 1.0 / 480;  // s
    ZoneKind zones = ZoneKind::projection;
    double thickness = 2e-3;  // m
    double separation = 1e-4;  // m
    double air = 1.2;  // kg/m³
    Eigen::Vector3d gravity { 0, 0, -kGravity };
    int iterations = 0;  // of the implicit solve at most; 0: by the stiffness of the cloth
    int strain_sweeps = 4;
    double start_time = 0;  // s; before time 0 everything scripted waits, and cloth settles
};

}  // namespace gambol::cloth
