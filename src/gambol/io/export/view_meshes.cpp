// SPDX-License-Identifier: MIT
#include "gambol/io/export/view_meshes.hpp"

#include "gambol/io/json/json_writer.hpp"
#include "gambol/motion/resample.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <set>
#include <type_traits>

namespace gambol::io {
namespace {

constexpr double kRate = 60;  // samples of cloth per second; screens show no more

std::string base64(const std::string& bytes)
{
    static constexpr char kDigits[]
        = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto byte = [&](std::size_t k) {
            return i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u;
        };
        const unsigned group = byte(0) << 16 | byte(1) << 8 | byte(2);
        for (int digit = 0; digit < 4; ++digit)
            text += i + static_cast<std::size_t>(digit) > bytes.size()
                ? '='
                : kDigits[group >> (18 - 6 * digit) & 63];
    }
    return text;
}

/// Appends the bytes of a number, smallest first whatever the machine.
template <class Number> void append(std::string& bytes, Number number)
{
    using Bits = std::conditional_t<sizeof(Number) == 2, std::uint16_t, std::uint32_t>;
    const Bits bits = std::bit_cast<Bits>(number);
    for (std::size_t k = 0; k < sizeof bits; ++k)
        bytes += static_cast<char>(bits >> (8 * k) & 0xff);
}

std::string vertices_base64(const std::vector<Eigen::Vector3d>& vertices)
{
    std::string bytes;
    for (const Eigen::Vector3d& v : vertices)
        for (int k = 0; k < 3; ++k)
            append(bytes, static_cast<float>(v[k]));
    return base64(bytes);
}

std::string triangles_base64(const std::vector<Eigen::Vector3i>& triangles)
{
    std::string bytes;
    for (const Eigen::Vector3i& t : triangles)
        for (int k = 0; k < 3; ++k)
            append(bytes, static_cast<std::uint32_t>(t[k]));
    return base64(bytes);
}

void write_cloth(JsonWriter& json, const Motion& motion, const MotionCloth& cloth,
    const std::vector<int>& chosen)
{
    const std::size_t numbers = 3 * cloth.rest.size();
    Eigen::AlignedBox3d space;
    for (const int k : chosen)
        for (int i = 0; i < cloth.vertex_count(); ++i)
            space.extend(cloth.vertex(k, i));
    const Eigen::Vector3d low = space.min(), size = space.sizes();

    std::string bytes;
    bytes.reserve(2 * numbers * chosen.size());
    for (const int k : chosen)
        for (std::size_t i = 0; i < numbers; ++i) {
            const auto axis = static_cast<Eigen::Index>(i % 3);
            const double share
                = size[axis] > 0 ? (double(cloth.frame(k)[i]) - low[axis]) / size[axis] : 0;
            append(bytes, static_cast<std::uint16_t>(std::lround(65535 * share)));
        }
    json.line().begin_object();
    json.key("name").text(cloth.name);
    json.key("triangles").text(triangles_base64(cloth.triangles));
    json.key("rest").text(vertices_base64(cloth.rest));
    json.list("times", chosen,
        [&](const int k) { json.exact(motion.times[static_cast<std::size_t>(k)]); });
    json.key("low").exact(low);
    json.key("size").exact(size);
    json.key("positions").text(base64(bytes));
    json.end_object();
}

std::vector<const Mesh*> body_meshes(const Motion& motion)
{
    std::vector<const Mesh*> meshes;
    std::set<std::string> known;
    const auto add = [&](const Shape& shape) {
        const Mesh* mesh = std::get_if<Mesh>(&shape);
        if (mesh && known.insert(mesh->file).second)
            meshes.push_back(mesh);
    };
    for (const MotionSurface& surface : motion.surfaces)
        add(surface.shape);
    for (const MotionCharacter& character : motion.characters)
        for (const MotionBody& body : character.bodies)
            std::for_each(body.shapes.begin(), body.shapes.end(), add);
    for (const MotionProp& prop : motion.props)
        std::for_each(prop.shapes.begin(), prop.shapes.end(), add);
    return meshes;
}

}  // namespace

std::string view_meshes_json(const Motion& motion)
{
    const std::vector<const Mesh*> meshes = body_meshes(motion);
    if (meshes.empty() && motion.cloth.empty())
        return "{}";
    JsonWriter json;
    json.begin_object();
    json.line().objects("meshes", meshes, [&](const Mesh* mesh) {
        json.key("file").text(mesh->file);
        json.key("vertices").text(vertices_base64(mesh->vertices));
        json.key("triangles").text(triangles_base64(mesh->triangles));
    });
    json.line().key("cloth").begin_array();
    const std::vector<int> chosen = thinned_samples(motion, kRate);
    for (const MotionCloth& cloth : motion.cloth)
        write_cloth(json, motion, cloth, chosen);
    json.end_array();
    json.end_object();
    return json.take();
}

}  // namespace gambol::io
