// SPDX-License-Identifier: MIT
#include "gambol/io/export/gltf.hpp"

#include "gambol/io/export/gltf_cloth.hpp"
#include "gambol/io/export/gltf_builder.hpp"
#include "gambol/motion/resample.hpp"
#include "support/example_cloth.hpp"
#include "support/example_motion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>

namespace gambol::io {
namespace {

using Eigen::Affine3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

/// A GLB read back: world transforms of its nodes at any time.
class Scene {
public:
    explicit Scene(const std::string& bytes)
    {
        std::string error, warning;
        const bool ok = tinygltf::TinyGLTF().LoadBinaryFromMemory(&model, &error, &warning,
            reinterpret_cast<const unsigned char*>(bytes.data()),
            static_cast<unsigned>(bytes.size()));
        EXPECT_TRUE(ok) << error;
        EXPECT_EQ(warning, "");
        for (std::size_t i = 0; i < model.nodes.size(); ++i)
            for (const int child : model.nodes[i].children)
                parent[child] = static_cast<int>(i);
    }

    std::vector<float> numbers(int accessor) const
    {
        const tinygltf::Accessor& a = model.accessors[accessor];
        const tinygltf::BufferView& view = model.bufferViews[a.bufferView];
        std::vector<float> values(a.count * tinygltf::GetNumComponentsInType(a.type));
        std::memcpy(values.data(), model.buffers[0].data.data() + view.byteOffset + a.byteOffset,
            values.size() * sizeof(float));
        return values;
    }

    /// The node of that name below (or equal to) `under`.
    int node(const std::string& name, int under = -1) const
    {
        for (std::size_t i = 0; i < model.nodes.size(); ++i) {
            if (model.nodes[i].name != name)
                continue;
            for (int up = static_cast<int>(i);; up = parent.at(up)) {
                if (under < 0 || up == under)
                    return static_cast<int>(i);
                if (!parent.contains(up))
                    break;
            }
        }
        ADD_FAILURE() << "no node " << name;
        return 0;
    }

    /// Values of an animated property at the last key at or before the time; empty when fixed.
    std::vector<float> animated(int node, const std::string& path, double time) const
    {
        for (const tinygltf::Animation& animation : model.animations)
            for (const auto& channel : animation.channels) {
                if (channel.target_node != node || channel.target_path != path)
                    continue;
                const auto& sampler = animation.samplers[channel.sampler];
                const std::vector<float> times = numbers(sampler.input),
                                         values = numbers(sampler.output);
                const std::size_t width = values.size() / times.size();
                std::size_t key = 0;
                while (key + 1 < times.size() && times[key + 1] <= time + 1e-4)
                    ++key;
                return { values.begin() + key * width, values.begin() + (key + 1) * width };
            }
        return {};
    }

    Affine3d local(int node, double time) const
    {
        const tinygltf::Node& n = model.nodes[node];
        Vector3d t = Vector3d::Zero(), s = Vector3d::Ones();
        Quaterniond r = Quaterniond::Identity();
        if (!n.translation.empty())
            t = { n.translation[0], n.translation[1], n.translation[2] };
        if (!n.rotation.empty())
            r = Quaterniond(n.rotation[3], n.rotation[0], n.rotation[1], n.rotation[2]);
        if (!n.scale.empty())
            s = { n.scale[0], n.scale[1], n.scale[2] };
        if (const auto v = animated(node, "translation", time); !v.empty())
            t = { v[0], v[1], v[2] };
        if (const auto v = animated(node, "rotation", time); !v.empty())
            r = Quaterniond(v[3], v[0], v[1], v[2]);
        if (const auto v = animated(node, "scale", time); !v.empty())
            s = { v[0], v[1], v[2] };
        return Eigen::Translation3d(t) * r.normalized() * Eigen::Scaling(s);
    }

    Affine3d world(int node, double time) const
    {
        const Affine3d own = local(node, time);
        return parent.contains(node) ? world(parent.at(node), time) * own : own;
    }

    tinygltf::Model model;
    std::map<int, int> parent;
};

Vector3d y_up(const Vector3d& v)
{
    return { v.x(), v.z(), -v.y() };
}

/// The vertices of a character's skinned mesh at a time, by the rule of the format.
std::vector<Vector3d> skinned_vertices(
    const Scene& scene, const std::string& character, double time)
{
    const tinygltf::Node& node = scene.model.nodes[scene.node(character + " skin")];
    const tinygltf::Skin& skin = scene.model.skins[node.skin];
    const auto& attributes = scene.model.meshes[node.mesh].primitives[0].attributes;
    const std::vector<float> points = scene.numbers(attributes.at("POSITION")),
                             weights = scene.numbers(attributes.at("WEIGHTS_0")),
                             binds = scene.numbers(skin.inverseBindMatrices);
    const tinygltf::Accessor& accessor = scene.model.accessors[attributes.at("JOINTS_0")];
    const tinygltf::BufferView& view = scene.model.bufferViews[accessor.bufferView];
    std::vector<std::uint16_t> joints(4 * accessor.count);
    std::memcpy(joints.data(), scene.model.buffers[0].data.data() + view.byteOffset,
        joints.size() * sizeof joints[0]);
    std::vector<Affine3d> moves;
    for (std::size_t j = 0; j < skin.joints.size(); ++j) {
        Eigen::Matrix4f bind;
        std::copy_n(binds.begin() + static_cast<std::ptrdiff_t>(16 * j), 16, bind.data());
        moves.push_back(scene.world(skin.joints[j], time) * Affine3d(bind.cast<double>()));
    }
    std::vector<Vector3d> vertices;
    for (std::size_t v = 0; v < accessor.count; ++v) {
        const Vector3d rest(points[3 * v], points[3 * v + 1], points[3 * v + 2]);
        Vector3d sum = Vector3d::Zero();
        for (std::size_t n = 4 * v; n < 4 * v + 4; ++n)
            sum += weights[n] * (moves[joints[n]] * rest);
        vertices.push_back(sum);
    }
    return vertices;
}

TEST(Gltf, SkinsMoveAsTheBodiesDo)
{
    for (const RestPose rest : { RestPose::zero, RestPose::t, RestPose::a })
        for (const Motion& motion : { test::crate_scene(), test::two_steps() }) {
            const Scene scene(motion_to_glb(motion, { .rest = rest }));
            for (const MotionCharacter& character : motion.characters)
                for (std::size_t k = 0; k < motion.times.size(); k += 60) {
                    std::vector<Vector3d> expected;
                    for (std::size_t i = 0; i < character.bodies.size(); ++i) {
                        ShapeMesh mesh;
                        for (const Shape& shape : character.bodies[i].shapes)
                            add_shape(shape, mesh);
                        for (const Eigen::Vector3f& vertex : mesh.positions)
                            expected.push_back(y_up(character.positions[k][i]
                                + character.rotations[k][i] * vertex.cast<double>()));
                    }
                    const std::vector<Vector3d> found
                        = skinned_vertices(scene, character.name, motion.times[k]);
                    ASSERT_EQ(found.size(), expected.size());
                    double worst = 0;
                    for (std::size_t v = 0; v < found.size(); ++v)
                        worst = std::max(worst, (found[v] - expected[v]).norm());
                    EXPECT_LT(worst, 1e-5) << motion.name;
                }
        }
}

TEST(Gltf, SkinsKeepUpAxisAndScale)
{
    const Motion motion = test::hop();
    const Scene scene(motion_to_glb(motion, { .up = 'z', .scale = 100 }));
    const Vector3d ball = 100
        * (motion.characters[0].positions[150][0]
            + motion.characters[0].rotations[150][0] * Vector3d(0, 0, 0.7));
    double nearest = 1e9;  // the head is a ball of 10 cm around that point
    for (const Vector3d& vertex : skinned_vertices(scene, "ann", motion.times[150]))
        nearest = std::min(nearest, std::abs((vertex - ball).norm() - 10));
    EXPECT_LT(nearest, 1e-3);
}

TEST(Gltf, JointsAreWhereTheMotionSaysAndBonesPointAlongTheirY)
{
    const Motion motion = test::crate_scene();
    const Scene scene(motion_to_glb(motion));
    for (const MotionCharacter& character : motion.characters) {
        const int top = scene.node(character.name);
        for (std::size_t k = 0; k < motion.times.size(); k += 40) {
            const auto joint = [&](const std::string& name) {
                return scene.world(scene.node(name, top), motion.times[k]);
            };
            for (std::size_t i = 0; i < character.bodies.size(); ++i)
                EXPECT_LT((joint(character.bodies[i].name).translation()
                              - y_up(character.positions[k][i]))
                              .norm(),
                    1e-5);
            for (const auto& [bone, child] :
                { std::pair { "left_thigh", "left_shank" }, { "right_shank", "right_foot" } }) {
                const Vector3d along = joint(child).translation() - joint(bone).translation();
                EXPECT_GT(joint(bone).linear().col(1).dot(along.normalized()), 0.9999) << bone;
            }
            // Of a foot towards the toes, which lie ahead.
            const Affine3d foot = joint("left_foot");
            constexpr std::size_t kLeftFoot = 3;
            EXPECT_GT(foot.linear().col(1).dot(
                          y_up(character.rotations[k][kLeftFoot] * Vector3d(0.16, 0, -0.04))
                              .normalized()),
                0.999);
        }
    }
}

TEST(Gltf, EveryCharacterHasItsArmatureAndOneAnimationOfItsName)
{
    const Scene scene(motion_to_glb(test::crate_scene()));
    ASSERT_EQ(scene.model.skins.size(), 2u);
    std::vector<std::string> names;
    for (const tinygltf::Animation& animation : scene.model.animations) {
        names.push_back(animation.name);
        for (const auto& channel : animation.channels) {
            if (animation.name == "props")
                break;
            int up = channel.target_node;
            while (scene.model.nodes[up].name != animation.name && scene.parent.contains(up))
                up = scene.parent.at(up);
            EXPECT_EQ(scene.model.nodes[up].name, animation.name);
        }
    }
    EXPECT_EQ(names, (std::vector<std::string> { "ann", "bob", "props" }));
    for (const tinygltf::Skin& skin : scene.model.skins) {
        EXPECT_EQ(skin.joints.size(), 7u);
        EXPECT_EQ(scene.model.nodes[skin.skeleton].name, skin.name);
    }
    // Skinned meshes belong to the top of the scene, unmoved: only joints move them.
    for (const int top : scene.model.scenes[0].nodes)
        if (scene.model.nodes[top].skin >= 0) {
            EXPECT_TRUE(scene.model.nodes[top].rotation.empty());
        }
}

TEST(Gltf, ContactIntervalsStandInExtras)
{
    const Scene scene(motion_to_glb(test::hop()));
    const tinygltf::Value& contacts = scene.model.nodes[scene.node("ann")].extras.Get("contacts");
    ASSERT_EQ(contacts.ArrayLen(), 4u);  // each foot before and after the flight
    EXPECT_EQ(contacts.Get(0).Get("name").Get<std::string>(), "left_foot");
    EXPECT_EQ(contacts.Get(0).Get("with").Get<std::string>(), "ground");
    EXPECT_EQ(contacts.Get(0).Get("from").GetNumberAsDouble(), 0);
    EXPECT_NEAR(contacts.Get(0).Get("to").GetNumberAsDouble(), 0.95, 0.02);
    EXPECT_NEAR(contacts.Get(1).Get("from").GetNumberAsDouble(), 1.35, 0.02);
    EXPECT_NEAR(contacts.Get(1).Get("to").GetNumberAsDouble(), 2.3, 0.02);
}

TEST(Gltf, NoNumberOfARotationIsBeyondOne)
{
    // 1.0000000000000002 is refused by readers that follow the schema.
    Motion motion = test::crate_scene();
    for (auto& rotation : motion.props[0].rotations)
        rotation.coeffs() = Eigen::Vector4d(0, 0, 0, 1 + 4e-16);
    for (const RigKind rig : { RigKind::skin, RigKind::nodes }) {
        const Scene scene(motion_to_glb(motion, { .rig = rig }));
        for (const tinygltf::Node& node : scene.model.nodes)
            for (const double number : node.rotation)
                EXPECT_LE(std::abs(number), 1.0) << node.name;
        for (const tinygltf::Animation& animation : scene.model.animations)
            for (const auto& channel : animation.channels) {
                if (channel.target_path != "rotation")
                    continue;
                for (const float number : scene.numbers(animation.samplers[channel.sampler].output))
                    EXPECT_LE(std::abs(number), 1.f);
            }
    }
}

TEST(Gltf, BodiesAreWhereTheMotionSays)
{
    for (const Motion& motion : test::all_examples()) {
        const Scene scene(motion_to_glb(motion, { .rig = RigKind::nodes }));
        for (const MotionCharacter& character : motion.characters) {
            const int top = scene.node(character.name);
            for (std::size_t i = 0; i < character.bodies.size(); ++i) {
                const int node = scene.node(character.bodies[i].name, top);
                for (std::size_t k = 0; k < motion.times.size(); k += 17) {
                    const Affine3d world = scene.world(node, motion.times[k]);
                    EXPECT_LT((world.translation() - y_up(character.positions[k][i])).norm(), 1e-5);
                    const Vector3d tip = character.positions[k][i]
                        + character.rotations[k][i] * Vector3d(0.1, 0.2, 0.3);
                    EXPECT_LT((world * Vector3d(0.1, 0.2, 0.3) - y_up(tip)).norm(), 1e-5);
                }
            }
        }
        for (const MotionProp& prop : motion.props)
            for (std::size_t k = 0; k < motion.times.size(); k += 17)
                EXPECT_LT((scene.world(scene.node(prop.name), motion.times[k]).translation()
                              - y_up(prop.positions[k]))
                              .norm(),
                    1e-5);
    }
}

TEST(Gltf, UpAxisAndScaleAreAsAsked)
{
    const Motion motion = test::hop();
    const Scene scene(motion_to_glb(motion, { .up = 'z', .scale = 100 }));
    const Vector3d torso = scene.world(scene.node("torso"), motion.times[150]).translation();
    EXPECT_LT((torso - 100 * motion.characters[0].positions[150][0]).norm(), 1e-3);
}

TEST(Gltf, FramesPerSecondAreAsAsked)
{
    const Motion motion = test::hop();
    const Scene scene(motion_to_glb(motion, { .fps = 30 }));
    const std::vector<float> times = scene.numbers(scene.model.animations[0].samplers[0].input);
    EXPECT_EQ(times.size(), resample(motion, 30).times.size());
    EXPECT_NEAR(times[1], 1.0 / 30, 1e-6);
    EXPECT_LT((scene.world(scene.node("torso"), 1).translation()
                  - y_up(motion.characters[0].positions[120][0]))
                  .norm(),
        1e-5);
}

TEST(Gltf, ContactMarkersShowWhileLoaded)
{
    const Motion motion = test::hop();
    const Scene scene(motion_to_glb(motion, { .rig = RigKind::nodes }));
    const int marker = scene.node("left_foot contact");
    EXPECT_EQ(scene.animated(marker, "scale", 0.1)[0], 1);
    EXPECT_EQ(scene.animated(marker, "scale", 1.15)[0], 0);  // in flight
    EXPECT_EQ(scene.animated(marker, "scale", 2.0)[0], 1);
    EXPECT_EQ(scene.parent.at(marker), scene.node("left_foot"));
}

TEST(Gltf, ShapesHaveTheirSizeAndFaceOutward)
{
    Motion motion = test::crate_scene();
    motion.surfaces.push_back({ "hills",
        Heightfield { { 5, 5 }, { 0.5, 1 }, Eigen::MatrixXd::Constant(3, 2, 0.4) }, 0.8 });
    const Scene scene(motion_to_glb(motion, { .rig = RigKind::nodes }));
    // Volume inside the triangles: positive when they face outward.
    const auto volume = [&](const std::string& name) {
        const auto& primitive
            = scene.model.meshes[scene.model.nodes[scene.node(name)].mesh].primitives[0];
        const std::vector<float> p = scene.numbers(primitive.attributes.at("POSITION"));
        const std::vector<float> raw = scene.numbers(primitive.indices);
        std::vector<std::uint32_t> indices(raw.size());
        std::memcpy(indices.data(), raw.data(), raw.size() * 4);
        double sum = 0;
        for (std::size_t i = 0; i < indices.size(); i += 3) {
            const auto corner = [&](int c) {
                const std::size_t at = 3 * indices[i + c];
                return Vector3d(p[at], p[at + 1], p[at + 2]);
            };
            sum += corner(0).dot(corner(1).cross(corner(2))) / 6;
        }
        return sum;
    };
    EXPECT_NEAR(volume("crate"), 1.0 * 0.8 * 0.3, 1e-6);
    EXPECT_NEAR(volume("ball"), 4.0 / 3 * 3.14159265 * 0.11 * 0.11 * 0.11, 2e-4);
    EXPECT_NEAR(volume("left_foot"), 0.22 * 0.09 * 0.08, 1e-7);
    // No bottom, so of the cone to the origin: 1 m² at 0.4 m height and sides of 0.2 m.
    EXPECT_NEAR(volume("hills"), (1 * 0.4 + 0.2 * 1 * (6 - 5) + 0.2 * 1 * (6 - 5)) / 3, 1e-6);
}

TEST(Gltf, EqualShapesShareAMesh)
{
    const Scene scene(motion_to_glb(test::twisting_stand(), { .rig = RigKind::nodes }));
    EXPECT_EQ(scene.model.nodes[scene.node("left_thigh")].mesh,
        scene.model.nodes[scene.node("right_thigh")].mesh);
    EXPECT_NE(scene.model.nodes[scene.node("left_thigh")].mesh,
        scene.model.nodes[scene.node("left_shank")].mesh);
}

TEST(Gltf, NeighbouringKeysOfARotationHaveTheSameSign)
{
    // q and −q are one rotation, but readers that interpolate between them spin the body around.
    Motion motion = test::hop();
    for (std::size_t k = 0; k < motion.times.size(); k += 2)
        motion.characters[0].rotations[k][0].coeffs() *= -1;
    const Scene scene(motion_to_glb(motion));
    for (const auto& channel : scene.model.animations[0].channels) {
        if (channel.target_path != "rotation")
            continue;
        const std::vector<float> q
            = scene.numbers(scene.model.animations[0].samplers[channel.sampler].output);
        for (std::size_t i = 4; i < q.size(); i += 4)
            EXPECT_GT(
                q[i] * q[i - 4] + q[i + 1] * q[i - 3] + q[i + 2] * q[i - 2] + q[i + 3] * q[i - 1],
                0.9);
    }
}

TEST(Gltf, SameMotionSameBytes)
{
    EXPECT_EQ(motion_to_glb(test::hop()), motion_to_glb(test::hop()));
}

TEST(Gltf, ClothIsAMeshWithATargetPerSample)
{
    Motion motion = test::waving_sheet(3);  // 60 per second
    // So slow that keys at the common rate do.
    for (std::size_t i = 0; i < motion.cloth[0].positions.size(); ++i)
        if (i % 3 == 2)
            motion.cloth[0].positions[i] *= 0.05f;
    const Scene scene(motion_to_glb(motion, { .up = 'z' }));
    const int node = scene.node("sheet");
    const tinygltf::Mesh& mesh = scene.model.meshes[scene.model.nodes[node].mesh];
    ASSERT_EQ(mesh.primitives.size(), 1u);
    ASSERT_EQ(mesh.primitives[0].targets.size(), 30u);  // at 30 per second, beside the first
    EXPECT_EQ(mesh.weights.size(), 30u);
    EXPECT_TRUE(scene.model.materials[mesh.primitives[0].material].doubleSided);

    // At every key one target is on, and with it each vertex is where the cache has it.
    const std::vector<float> base = scene.numbers(mesh.primitives[0].attributes.at("POSITION"));
    for (const int k : { 0, 1, 17, 30 }) {
        const std::vector<float> all = scene.animated(node, "weights", motion.times[2 * k] + 1e-4);
        ASSERT_EQ(all.size(), 30u);
        std::vector<float> sum = base;
        for (int target = 0; target < 30; ++target) {
            EXPECT_EQ(all[target], target + 1 == k ? 1 : 0);
            const auto change = scene.numbers(mesh.primitives[0].targets[target].at("POSITION"));
            for (std::size_t i = 0; i < sum.size(); ++i)
                sum[i] += all[target] * change[i];
        }
        for (std::size_t i = 0; i < sum.size(); ++i)
            EXPECT_NEAR(sum[i], motion.cloth[0].frame(2 * k)[i], 1e-6);
    }
    EXPECT_EQ(cloth_left_out_of_glb(motion), "");
}

TEST(Gltf, ClothHasMoreKeysWhereItMovesFast)
{
    // Still for half a second, then a jerk of 4 cm to and fro within a thirtieth of a second.
    Motion motion = test::waving_sheet(3);
    MotionCloth& cloth = motion.cloth[0];
    const std::size_t numbers = 3 * cloth.rest.size(), samples = motion.times.size();
    for (std::size_t k = 1; k < samples; ++k)
        for (std::size_t i = 0; i < numbers; ++i)
            cloth.positions[k * numbers + i]
                = cloth.positions[i] + (k == 31 && i % 3 == 2 ? 0.04f : 0.f);
    const Scene scene(motion_to_glb(motion, { .up = 'z' }));
    const int node = scene.node("sheet");
    const tinygltf::Mesh& mesh = scene.model.meshes[scene.model.nodes[node].mesh];
    ASSERT_EQ(mesh.primitives[0].targets.size(), 31u);  // 30 at the common rate, and the jerk
    const std::vector<float> weights = scene.animated(node, "weights", motion.times[31]);
    const auto on = std::find(weights.begin(), weights.end(), 1.f) - weights.begin();
    const auto change
        = scene.numbers(mesh.primitives[0].targets[static_cast<std::size_t>(on)].at("POSITION"));
    EXPECT_NEAR(change[2], 0.04, 1e-6);
}

TEST(Gltf, ClothTooLargeIsLeftOutAndSaid)
{
    const Motion motion = test::waving_sheet(200);  // 40401 vertices
    EXPECT_NE(cloth_left_out_of_glb(motion).find("31 MB"), std::string::npos)
        << cloth_left_out_of_glb(motion);
    const Scene scene(motion_to_glb(motion));
    for (const tinygltf::Node& node : scene.model.nodes)
        EXPECT_NE(node.name, "sheet");
    EXPECT_EQ(cloth_left_out_of_glb(test::hop()), "");
}

}  // namespace
}  // namespace gambol::io
