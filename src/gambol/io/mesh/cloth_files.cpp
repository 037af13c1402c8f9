// SPDX-License-Identifier: MIT
#include "gambol/io/mesh/cloth_files.hpp"

#include "gambol/io/file/input_file.hpp"
#include "gambol/io/file/output_file.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/mesh/obj.hpp"
#include "gambol/io/mesh/pc2.hpp"

#include <set>
#include <utility>

namespace gambol::io {

ClothFiles cloth_files(const Motion& motion, std::size_t index)
{
    const MotionCloth& cloth = motion.cloth[index];
    const std::string stem
        = motion.cloth.size() > 1 ? "cloth-" + in_file_name(cloth.name, index) : "cloth";
    return { cloth.mesh.empty() ? stem + ".obj" : cloth.mesh,
        cloth.cache.empty() ? stem + ".pc2" : cloth.cache };
}

void write_mesh_files(const Motion& motion, const std::filesystem::path& folder)
{
    for (std::size_t i = 0; i < motion.cloth.size(); ++i) {
        const MotionCloth& cloth = motion.cloth[i];
        const ClothFiles files = cloth_files(motion, i);
        write_obj(folder / files.mesh, { files.mesh, cloth.rest, cloth.triangles });
        write_pc2(folder / files.cache, cloth.vertex_count(), cloth.positions);
    }
    std::set<std::string> written;
    const auto write = [&](const Shape& shape) {
        const Mesh* mesh = std::get_if<Mesh>(&shape);
        if (mesh && written.insert(mesh->file).second)
            write_obj(folder / mesh->file, *mesh);
    };
    for (const MotionSurface& surface : motion.surfaces)
        write(surface.shape);
    for (const MotionCharacter& character : motion.characters)
        for (const MotionBody& body : character.bodies)
            for (const Shape& shape : body.shapes)
                write(shape);
    for (const MotionProp& prop : motion.props)
        for (const Shape& shape : prop.shapes)
            write(shape);
}

void read_cloth_files(MotionCloth& cloth, int samples, const std::filesystem::path& folder)
{
    Mesh mesh = read_obj(file_within(folder, cloth.mesh));
    cloth.rest = std::move(mesh.vertices);
    cloth.triangles = std::move(mesh.triangles);
    PointCache cache = read_pc2(file_within(folder, cloth.cache));
    const auto differ = [&](int in_cache, int expected, const std::string& of_what) {
        if (in_cache != expected)
            throw InputError((folder / cloth.cache).string() + ": holds " + std::to_string(in_cache)
                + " " + of_what + " has " + std::to_string(expected));
    };
    differ(cache.vertices, cloth.vertex_count(), "vertices, but " + cloth.mesh);
    differ(cache.samples, samples, "samples, but the motion");
    cloth.positions = std::move(cache.positions);
}

}  // namespace gambol::io
