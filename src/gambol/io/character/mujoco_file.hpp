// SPDX-License-Identifier: MIT
#pragma once

#include <mujoco/mujoco.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace gambol::io {

struct MujocoDeleter {
    void operator()(mjModel* model) const { mj_deleteModel(model); }
    void operator()(mjData* data) const { mj_deleteData(data); }
};

/// A compiled model, and its kinematics at qpos0.
struct MujocoFile {
    std::unique_ptr<mjModel, MujocoDeleter> model;
    std::unique_ptr<mjData, MujocoDeleter> data;
    std::vector<std::string> warnings;  // MuJoCo's own
};

/// Compiles an .xml or .urdf file. The links that a URDF fixes to each other are kept apart, so
/// that its root is not lost in the world. Throws InputError "file:line: what MuJoCo says".
[[nodiscard]] MujocoFile compile_mujoco_file(const std::filesystem::path& path);

/// The name of a model's element, made fit to be a name in a character file; `otherwise` when it
/// has none.
[[nodiscard]] std::string mujoco_name(
    const mjModel& model, int kind, int id, const std::string& otherwise);

}  // namespace gambol::io
