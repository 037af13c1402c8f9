// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/export/shape_mesh.hpp"

#include <Eigen/Geometry>

// The one place that includes tinygltf: its classes depend on these settings, so every file must
// see the same. Its body is compiled in gltf_builder.cpp.
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#include <tiny_gltf.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gambol::io {

/// Colour as on a screen, 0 … 1.
struct Colour {
    double red, green, blue;
};

/// Puts a glTF model together: packs numbers into its buffer and keeps the indices straight.
class GltfBuilder {
public:
    GltfBuilder();

    [[nodiscard]] int add_material(const std::string& name, const Colour& colour);
    void show_both_sides(int material);
    /// Parts are (triangles, material). Equal parts give the same mesh; −1 when there is nothing.
    [[nodiscard]] int add_mesh(
        const std::string& name, const std::vector<std::pair<ShapeMesh, int>>& parts);
    /// The same with a joint for every vertex of the one part, all of its weight on it. `name` is
    /// not shared with other meshes.
    [[nodiscard]] int add_skinned_mesh(const std::string& name, const ShapeMesh& part, int material,
        const std::vector<int>& joints);
    /// `inverse_binds`: from the mesh's frame to each joint's, at rest. `skeleton`: the node above
    /// all joints.
    [[nodiscard]] int add_skin(const std::string& name, const std::vector<int>& joints,
        const std::vector<Eigen::Matrix4d>& inverse_binds, int skeleton);
    void set_skin(int node, int skin);
    /// Whatever else belongs to a node, for programs that read `extras`.
    void set_extras(int node, tinygltf::Value::Object extras);
    /// What a weight of 1 adds to positions and normals of the mesh's first part.
    void add_morph_target(int mesh, const ShapeMesh& change);
    /// `parent` −1 puts the node at the top; `mesh` −1 leaves it empty.
    [[nodiscard]] int add_node(const std::string& name, int parent, int mesh);
    void set_translation(int node, const Eigen::Vector3d& translation);
    void set_rotation(int node, const Eigen::Quaterniond& rotation);
    void set_scale(int node, double scale);

    /// What is animated from here on belongs to an animation of that name.
    void begin_animation(const std::string& name);
    /// Times shared by several animated properties.
    [[nodiscard]] int add_times(const std::vector<double>& times);
    void animate_translation(int node, int times, const std::vector<Eigen::Vector3d>& values);
    void animate_rotation(int node, int times, const std::vector<Eigen::Quaterniond>& values);
    /// Jumps from value to value.
    void animate_scale_steps(int node, int times, const std::vector<double>& values);

    /// Goes from the mesh itself to each of its targets in turn, one per time.
    void animate_morph_targets(int node, int times, int targets);

    /// The file's bytes.
    [[nodiscard]] std::string binary();

private:
    template <class Number>
    int add_accessor(const std::vector<Number>& numbers, int type, int target);
    [[nodiscard]] tinygltf::Primitive make_primitive(const ShapeMesh& part, int material);
    void animate(int node, int times, int values, const char* path, const char* interpolation);

    tinygltf::Model model_;
    std::vector<unsigned char> bytes_;
    std::map<std::string, int> known_meshes_;
};

}  // namespace gambol::io
