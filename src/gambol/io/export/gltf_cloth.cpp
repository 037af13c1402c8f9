// SPDX-License-Identifier: MIT
#include "gambol/io/export/gltf_cloth.hpp"

#include "gambol/motion/resample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace gambol::io {
namespace {

using Eigen::Vector3f;

constexpr double kRate = 30;  // morph targets per second, at least
constexpr std::size_t kLargest = 20'000'000;  // bytes
constexpr std::array<Colour, 4> kDyes { { { 0.69, 0.17, 0.24 }, { 0.15, 0.43, 0.56 },
    { 0.77, 0.54, 0.16 }, { 0.38, 0.31, 0.59 } } };

constexpr double kKeyError = 0.001;  // m; cloth between keys runs straight, and may be off by this

std::size_t byte_count(const Motion& motion, std::size_t frames)
{
    std::size_t bytes = 0;
    for (const MotionCloth& cloth : motion.cloth)
        bytes += frames * cloth.rest.size() * 6 * sizeof(float)  // positions and normals
            + frames * frames * sizeof(float)  // a weight for every target at every time
            + cloth.triangles.size() * 3 * sizeof(unsigned);
    return bytes;
}

/// How far any vertex is at sample k from the straight way between the samples a and b.
double key_error(const Motion& motion, int a, int k, int b)
{
    const auto share = static_cast<float>(
        (motion.times[k] - motion.times[a]) / (motion.times[b] - motion.times[a]));
    float worst_sq = 0;
    for (const MotionCloth& cloth : motion.cloth)
        for (std::size_t i = 0; i < 3 * cloth.rest.size(); i += 3) {
            float sq = 0;
            for (std::size_t c = i; c < i + 3; ++c) {
                const float straight = (1 - share) * cloth.frame(a)[c] + share * cloth.frame(b)[c];
                sq += (cloth.frame(k)[c] - straight) * (cloth.frame(k)[c] - straight);
            }
            worst_sq = std::max(worst_sq, sq);
        }
    return std::sqrt(worst_sq);
}

/// Adds samples between a and b, the worst first, until all are within `error` of the straight way.
void add_keys(const Motion& motion, int a, int b, double error, std::vector<int>& keys)
{
    int worst = -1;
    double largest = error;
    for (int k = a + 1; k < b; ++k)
        if (const double e = key_error(motion, a, k, b); e > largest) {
            largest = e;
            worst = k;
        }
    if (worst < 0)
        return;
    add_keys(motion, a, worst, error, keys);
    keys.push_back(worst);
    add_keys(motion, worst, b, error, keys);
}

/// Samples at which the GLB has a key: at the common rate, and between them where cloth moves fast.
/// Where that takes too many bytes, with a larger error.
std::vector<int> key_samples(const Motion& motion)
{
    const std::vector<int> common = thinned_samples(motion, kRate);
    for (double error = kKeyError; error < 0.1; error *= 2) {
        std::vector<int> keys { common.front() };
        for (std::size_t n = 1; n < common.size(); ++n) {
            add_keys(motion, common[n - 1], common[n], error, keys);
            keys.push_back(common[n]);
        }
        if (byte_count(motion, keys.size()) <= kLargest)
            return keys;
    }
    return common;
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
    const std::vector<int> samples = key_samples(motion);
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
    const std::size_t bytes = byte_count(motion, thinned_samples(motion, kRate).size());
    if (motion.cloth.empty() || bytes <= kLargest)
        return "";
    return fmt::format(
        "cloth is not in the GLB: as morph targets it would take {:.0f} MB, and {:.0f} MB "
        "is the limit; its OBJ and PC2 files hold all of it",
        double(bytes) / 1e6, double(kLargest) / 1e6);
}

}  // namespace gambol::io
