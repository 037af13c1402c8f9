// SPDX-License-Identifier: MIT
#include "gambol/io/export/gltf_cloth.hpp"

#include "gambol/motion/resample.hpp"

#include <fmt/format.h>

#include <array>

namespace gambol::io {
namespace {

using Eigen::Vector3f;

constexpr double kRate = 30;  // morph targets per second
constexpr std::size_t kLargest = 20'000'000;  // bytes
constexpr std::array<Colour, 4> kDyes { { { 0.69, 0.17, 0.24 }, { 0.15, 0.43, 0.56 },
    { 0.77, 0.54, 0.16 }, { 0.38, 0.31, 0.59 } } };

std::size_t byte_count(const Motion& motion)
{
    const std::size_t frames = thinned_samples(motion, kRate).size();
    std::size_t bytes = 0;
    for (const MotionCloth& cloth : motion.cloth)
        bytes += frames * cloth.rest.size() * 6 * sizeof(float)  // positions and normals
            + frames * frames * sizeof(float)  // a weight for every target at every time
            + cloth.triangles.size() * 3 * sizeof(unsigned);
    return bytes;
}

ShapeMesh sheet_at(const MotionCloth& cloth, int k)
{
    ShapeMesh sheet;
    for (int i = 0; i < cloth.vertex_count(); ++i)
        sheet.positions.push_back(cloth.vertex(k, i).cast<float>());
    sheet.normals.assign(cloth.rest.size(), Vector3f::Zero());
    for (const Eigen::Vector3i& t : cloth.triangles) {
        const Vector3f area = (sheet.positions[t[1]] - sheet.positions[t[0]])
                                  .cross(sheet.positions[t[2]] - sheet.positions[t[0]]);
        for (int corner = 0; corner < 3; ++corner) {
            sheet.normals[t[corner]] += area;
            sheet.indices.push_back(static_cast<unsigned>(t[corner]));
        }
    }
    for (Vector3f& normal : sheet.normals)
        normal = normal.norm() > 0 ? Vector3f(normal.normalized()) : Vector3f(Vector3f::UnitZ());
    return sheet;
}

}  // namespace

void add_cloth(const Motion& motion, int parent, GltfBuilder& gltf)
{
    if (motion.cloth.empty() || !cloth_left_out_of_glb(motion).empty())
        return;
    const std::vector<int> samples = thinned_samples(motion, kRate);
    std::vector<double> times;
    for (const int k : samples)
        times.push_back(motion.times[k]);
    const int time_accessor = gltf.add_times(times);
    for (std::size_t c = 0; c < motion.cloth.size(); ++c) {
        const MotionCloth& cloth = motion.cloth[c];
        const int material = gltf.add_material(cloth.name, kDyes[c % kDyes.size()]);
        gltf.show_both_sides(material);
        const ShapeMesh first = sheet_at(cloth, samples.front());
        const int mesh = gltf.add_mesh(cloth.name, { { first, material } });
        for (std::size_t n = 1; n < samples.size(); ++n) {
            ShapeMesh change = sheet_at(cloth, samples[n]);
            for (std::size_t i = 0; i < change.positions.size(); ++i) {
                change.positions[i] -= first.positions[i];
                change.normals[i] -= first.normals[i];
            }
            gltf.add_morph_target(mesh, change);
        }
        const int node = gltf.add_node(cloth.name, parent, mesh);
        if (samples.size() > 1)
            gltf.animate_morph_targets(node, time_accessor, static_cast<int>(samples.size()) - 1);
    }
}

std::string cloth_left_out_of_glb(const Motion& motion)
{
    const std::size_t bytes = byte_count(motion);
    if (motion.cloth.empty() || bytes <= kLargest)
        return "";
    return fmt::format(
        "cloth is not in the GLB: as morph targets it would take {:.0f} MB, and {:.0f} MB "
        "is the limit; its OBJ and PC2 files hold all of it",
        double(bytes) / 1e6, double(kLargest) / 1e6);
}

}  // namespace gambol::io
