// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/cloth_setup.hpp"
#include "gambol/motion/motion.hpp"

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What `method: cloth` is asked for (docs/scene-format.md). Garments and pins are plans: where
/// they are put depends on where the bodies that wear them are first, see dress().
namespace gambol::cloth {

/// Vertices that are held.
struct PinPlan {
    // Which: these, or else an edge of a tube, or else those near a line.
    std::vector<int> vertices = {};  // of the garment
    enum class Edge { none, bottom, top };
    Edge edge = Edge::none;
    Eigen::Vector3d at = Eigen::Vector3d::Zero(), to = at;  // in the frame of the wearer
    double within = 0.01;  // m of the line
    std::string on
        = {};  // "ann/chest": the body that carries them; empty: whoever wears the garment
    std::vector<RigidKey> moves = {};  // of what is held; without keys: as `on` says
    double until = std::numeric_limits<double>::infinity();  // s, as in Pins
    double from = -std::numeric_limits<double>::infinity();
    std::string where = "pins";  // messages begin with it
};

struct GarmentPlan {
    Garment garment = {};  // vertices and warp in the frame of the garment
    Eigen::Vector3d at = Eigen::Vector3d::Zero();  // of that frame in the wearer's
    Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();
    std::string on = {};  // "ann/chest": the body that wears it; empty: nobody, the world
    std::vector<int> bottom = {}, top = {};  // vertices of the two ends of a tube
    std::vector<PinPlan> pins = {};
    std::string where = {};  // messages begin with it; empty: with its name
    /// Where the lines of its file are; for messages.
    struct Lines {
        std::string file;
        std::vector<int> vertices, triangles;
        /// " (shirt.obj:12)": of a vertex or else, when it is −1, of a triangle.
        [[nodiscard]] std::string place(int vertex, int triangle) const;
    };
    std::optional<Lines> lines = {};
};

/// A character that carries cloth.
struct Wearer {
    std::string name = {};  // in the motion that it comes from
    std::string where = {};  // messages begin with it
};

struct Task {
    static constexpr std::string_view kMethod = "cloth";
    static constexpr bool kResumable = true;
    std::vector<GarmentPlan> garments = {};
    std::vector<Wearer> wearers = {};  // of a motion that take_motion() is given
    Motion carriers = {};  // the wearers as they move, from time 0
    ClothOptions options = {};
    double fps = 60;  // samples per second of the resulting motion
    /// As asked for; without it all of the carriers' motion, at its rate.
    std::optional<double> asked_duration = {}, asked_fps = {};
};

/// Adds `wearer` as it moves in `motion` to the carriers. Throws SceneError when it is not there,
/// or has other times than those before it.
void add_carrier(const Motion& motion, const Wearer& wearer, Motion& carriers);

/// Carriers begin at time 0; Scene::duration and fps as asked, or as theirs.
void take_carriers(Motion carriers, Task& task, double& duration);

}  // namespace gambol::cloth
