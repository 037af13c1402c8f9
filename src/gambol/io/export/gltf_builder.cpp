// SPDX-License-Identifier: MIT
#include "gambol/io/export/gltf_builder.hpp"

#define TINYGLTF_IMPLEMENTATION
#include <tiny_gltf.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <type_traits>

namespace gambol::io {
namespace {

double to_linear(double screen)
{
    return screen <= 0.04045 ? screen / 12.92 : std::pow((screen + 0.055) / 1.055, 2.4);
}

template <class Number> void append_bytes(std::string& bytes, const std::vector<Number>& values)
{
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number));
    bytes += '|';
}

std::vector<float> flatten(const std::vector<Eigen::Vector3f>& vectors)
{
    std::vector<float> numbers;
    for (const Eigen::Vector3f& v : vectors)
        numbers.insert(numbers.end(), { v.x(), v.y(), v.z() });
    return numbers;
}

}  // namespace

GltfBuilder::GltfBuilder()
{
    model_.asset.version = "2.0";
    model_.asset.generator = "gambol";
    model_.scenes.emplace_back();
    model_.defaultScene = 0;
}

int GltfBuilder::add_material(const std::string& name, const Colour& colour)
{
    tinygltf::Material material;
    material.name = name;
    material.pbrMetallicRoughness.baseColorFactor
        = { to_linear(colour.red), to_linear(colour.green), to_linear(colour.blue), 1 };
    material.pbrMetallicRoughness.metallicFactor = 0;
    material.pbrMetallicRoughness.roughnessFactor = 0.75;
    model_.materials.push_back(std::move(material));
    return static_cast<int>(model_.materials.size()) - 1;
}

void GltfBuilder::show_both_sides(int material)
{
    model_.materials[static_cast<std::size_t>(material)].doubleSided = true;
}

template <class Number>
int GltfBuilder::add_accessor(const std::vector<Number>& numbers, int type, int target)
{
    const int components = tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(type));
    tinygltf::BufferView view;
    view.buffer = 0;
    view.byteOffset = bytes_.size();
    view.byteLength = numbers.size() * sizeof(Number);
    view.target = target;
    bytes_.resize(bytes_.size() + view.byteLength);  // a multiple of four: stays aligned
    std::memcpy(bytes_.data() + view.byteOffset, numbers.data(), view.byteLength);
    model_.bufferViews.push_back(view);

    tinygltf::Accessor accessor;
    accessor.bufferView = static_cast<int>(model_.bufferViews.size()) - 1;
    accessor.componentType = std::is_same_v<Number, float> ? TINYGLTF_COMPONENT_TYPE_FLOAT
        : std::is_same_v<Number, std::uint16_t>            ? TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT
                                                           : TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
    accessor.count = numbers.size() / static_cast<std::size_t>(components);
    accessor.type = type;
    for (int c = 0; c < components; ++c) {
        double low = numbers[static_cast<std::size_t>(c)], high = low;
        for (std::size_t i = static_cast<std::size_t>(c); i < numbers.size();
             i += static_cast<std::size_t>(components)) {
            low = std::min<double>(low, numbers[i]);
            high = std::max<double>(high, numbers[i]);
        }
        accessor.minValues.push_back(low);
        accessor.maxValues.push_back(high);
    }
    model_.accessors.push_back(accessor);
    return static_cast<int>(model_.accessors.size()) - 1;
}

tinygltf::Primitive GltfBuilder::make_primitive(const ShapeMesh& part, int material)
{
    tinygltf::Primitive primitive;
    primitive.mode = TINYGLTF_MODE_TRIANGLES;
    primitive.material = material;
    primitive.attributes["POSITION"]
        = add_accessor(flatten(part.positions), TINYGLTF_TYPE_VEC3, TINYGLTF_TARGET_ARRAY_BUFFER);
    primitive.attributes["NORMAL"]
        = add_accessor(flatten(part.normals), TINYGLTF_TYPE_VEC3, TINYGLTF_TARGET_ARRAY_BUFFER);
    primitive.indices
        = add_accessor(part.indices, TINYGLTF_TYPE_SCALAR, TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER);
    return primitive;
}

int GltfBuilder::add_mesh(
    const std::string& name, const std::vector<std::pair<ShapeMesh, int>>& parts)
{
    std::string key;
    for (const auto& [part, material] : parts) {
        append_bytes(key, part.positions);
        append_bytes(key, part.indices);
        key += std::to_string(material) + ';';
    }
    if (const auto known = known_meshes_.find(key); known != known_meshes_.end())
        return known->second;

    tinygltf::Mesh mesh;
    mesh.name = name;
    for (const auto& [part, material] : parts) {
        if (!part.indices.empty())
            mesh.primitives.push_back(make_primitive(part, material));
    }
    if (mesh.primitives.empty())
        return -1;
    model_.meshes.push_back(std::move(mesh));
    return known_meshes_[key] = static_cast<int>(model_.meshes.size()) - 1;
}

int GltfBuilder::add_skinned_mesh(
    const std::string& name, const ShapeMesh& part, int material, const std::vector<int>& joints)
{
    std::vector<std::uint16_t> indices;
    std::vector<float> weights;
    for (const int joint : joints) {
        indices.insert(indices.end(), { static_cast<std::uint16_t>(joint), 0, 0, 0 });
        weights.insert(weights.end(), { 1, 0, 0, 0 });
    }
    tinygltf::Mesh mesh;
    mesh.name = name;
    mesh.primitives.push_back(make_primitive(part, material));
    mesh.primitives[0].attributes["JOINTS_0"]
        = add_accessor(indices, TINYGLTF_TYPE_VEC4, TINYGLTF_TARGET_ARRAY_BUFFER);
    mesh.primitives[0].attributes["WEIGHTS_0"]
        = add_accessor(weights, TINYGLTF_TYPE_VEC4, TINYGLTF_TARGET_ARRAY_BUFFER);
    model_.meshes.push_back(std::move(mesh));
    return static_cast<int>(model_.meshes.size()) - 1;
}

int GltfBuilder::add_skin(const std::string& name, const std::vector<int>& joints,
    const std::vector<Eigen::Matrix4d>& inverse_binds, int skeleton)
{
    std::vector<float> numbers;
    for (const Eigen::Matrix4d& matrix : inverse_binds)
        for (int i = 0; i < 16; ++i)  // by columns, as Eigen stores them
            numbers.push_back(static_cast<float>(matrix.data()[i]));
    tinygltf::Skin skin;
    skin.name = name;
    skin.joints = joints;
    skin.inverseBindMatrices = add_accessor(numbers, TINYGLTF_TYPE_MAT4, 0);
    skin.skeleton = skeleton;
    model_.skins.push_back(std::move(skin));
    return static_cast<int>(model_.skins.size()) - 1;
}

void GltfBuilder::set_skin(int node, int skin)
{
    model_.nodes[static_cast<std::size_t>(node)].skin = skin;
}

void GltfBuilder::set_extras(int node, tinygltf::Value::Object extras)
{
    model_.nodes[static_cast<std::size_t>(node)].extras = tinygltf::Value(std::move(extras));
}

void GltfBuilder::add_morph_target(int mesh, const ShapeMesh& change)
{
    tinygltf::Mesh& changed = model_.meshes[static_cast<std::size_t>(mesh)];
    changed.primitives.front().targets.push_back(
        { { "POSITION",
              add_accessor(
                  flatten(change.positions), TINYGLTF_TYPE_VEC3, TINYGLTF_TARGET_ARRAY_BUFFER) },
            { "NORMAL",
                add_accessor(
                    flatten(change.normals), TINYGLTF_TYPE_VEC3, TINYGLTF_TARGET_ARRAY_BUFFER) } });
    changed.weights.push_back(0);
}

int GltfBuilder::add_node(const std::string& name, int parent, int mesh)
{
    tinygltf::Node node;
    node.name = name;
    node.mesh = mesh;
    model_.nodes.push_back(std::move(node));
    const int index = static_cast<int>(model_.nodes.size()) - 1;
    if (parent < 0)
        model_.scenes[0].nodes.push_back(index);
    else
        model_.nodes[static_cast<std::size_t>(parent)].children.push_back(index);
    return index;
}

void GltfBuilder::set_translation(int node, const Eigen::Vector3d& translation)
{
    model_.nodes[static_cast<std::size_t>(node)].translation
        = { translation.x(), translation.y(), translation.z() };
}

void GltfBuilder::set_rotation(int node, const Eigen::Quaterniond& rotation)
{
    // Readers refuse a component beyond 1, and 1.0000000000000002 is what rounding may leave.
    const Eigen::Vector4d q = rotation.normalized().coeffs().cwiseMax(-1).cwiseMin(1);
    model_.nodes[static_cast<std::size_t>(node)].rotation = { q[0], q[1], q[2], q[3] };
}

void GltfBuilder::set_scale(int node, double scale)
{
    model_.nodes[static_cast<std::size_t>(node)].scale = { scale, scale, scale };
}

void GltfBuilder::begin_animation(const std::string& name)
{
    model_.animations.emplace_back();
    model_.animations.back().name = name;
}

int GltfBuilder::add_times(const std::vector<double>& times)
{
    return add_accessor(std::vector<float>(times.begin(), times.end()), TINYGLTF_TYPE_SCALAR, 0);
}

void GltfBuilder::animate(
    int node, int times, int values, const char* path, const char* interpolation)
{
    tinygltf::Animation& animation = model_.animations.back();
    tinygltf::AnimationSampler sampler;
    sampler.input = times;
    sampler.output = values;
    sampler.interpolation = interpolation;
    tinygltf::AnimationChannel channel;
    channel.sampler = static_cast<int>(animation.samplers.size());
    channel.target_node = node;
    channel.target_path = path;
    animation.samplers.push_back(std::move(sampler));
    animation.channels.push_back(std::move(channel));
}

void GltfBuilder::animate_translation(
    int node, int times, const std::vector<Eigen::Vector3d>& values)
{
    std::vector<float> numbers;
    for (const Eigen::Vector3d& v : values)
        numbers.insert(numbers.end(), { float(v.x()), float(v.y()), float(v.z()) });
    animate(node, times, add_accessor(numbers, TINYGLTF_TYPE_VEC3, 0), "translation", "LINEAR");
}

void GltfBuilder::animate_rotation(
    int node, int times, const std::vector<Eigen::Quaterniond>& values)
{
    std::vector<float> numbers;
    Eigen::Quaterniond last = values.front();
    for (Eigen::Quaterniond q : values) {
        // q and −q are the same rotation; readers interpolate their numbers.
        if (q.dot(last) < 0)
            q.coeffs() = -q.coeffs();
        const Eigen::Vector4f unit
            = q.coeffs().cast<float>().normalized().cwiseMax(-1.f).cwiseMin(1.f);
        numbers.insert(numbers.end(), { unit[0], unit[1], unit[2], unit[3] });
        last = q;
    }
    animate(node, times, add_accessor(numbers, TINYGLTF_TYPE_VEC4, 0), "rotation", "LINEAR");
}

void GltfBuilder::animate_scale_steps(int node, int times, const std::vector<double>& values)
{
    std::vector<float> numbers;
    for (const double value : values)
        numbers.insert(numbers.end(), 3, static_cast<float>(value));
    animate(node, times, add_accessor(numbers, TINYGLTF_TYPE_VEC3, 0), "scale", "STEP");
}

void GltfBuilder::animate_morph_targets(int node, int times, int targets)
{
    std::vector<float> weights;
    for (int k = 0; k <= targets; ++k)
        for (int target = 1; target <= targets; ++target)
            weights.push_back(target == k ? 1.f : 0.f);
    animate(node, times, add_accessor(weights, TINYGLTF_TYPE_SCALAR, 0), "weights", "LINEAR");
}

std::string GltfBuilder::binary()
{
    tinygltf::Buffer buffer;
    buffer.data = std::move(bytes_);
    model_.buffers = { std::move(buffer) };
    std::erase_if(model_.animations,
        [](const tinygltf::Animation& animation) { return animation.channels.empty(); });
    std::ostringstream out;
    if (!tinygltf::TinyGLTF().WriteGltfSceneToStream(&model_, out, false, true))
        throw std::logic_error("glTF could not be put together");
    return out.str();
}

}  // namespace gambol::io
