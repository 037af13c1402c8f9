// SPDX-License-Identifier: MIT
#include "gambol/io/mesh/cloth_files.hpp"
#include "gambol/io/motion/motion_json.hpp"

namespace gambol::io {

namespace {

/// All shapes of a motion, in a fixed order.
template <class AnyMotion, class Use> void for_each_shape(AnyMotion& motion, const Use& use)
{
    for (auto& surface : motion.surfaces)
        use(surface.shape);
    for (auto& character : motion.characters)
        for (auto& body : character.bodies)
            for (auto& shape : body.shapes)
                use(shape);
    for (auto& prop : motion.props)
        for (auto& shape : prop.shapes)
            use(shape);
}

}  // namespace

Motion as_written(const Motion& motion)
{
    // Meshes and cloth lie in files of their own, which hold every digit: those stay as they are.
    std::vector<Mesh> meshes;
    Motion rest = motion;
    rest.cloth.clear();
    for_each_shape(rest, [&](Shape& shape) {
        if (Mesh* const mesh = std::get_if<Mesh>(&shape)) {
            meshes.push_back(std::move(*mesh));
            shape = Sphere { Eigen::Vector3d::Zero(), 1 };
        }
    });
    Motion written = motion_from_json(motion_to_json(rest), "motion.json");
    std::size_t next = 0;
    std::vector<Shape*> read;
    for_each_shape(written, [&](Shape& shape) { read.push_back(&shape); });
    std::size_t index = 0;
    for_each_shape(motion, [&](const Shape& shape) {
        if (std::holds_alternative<Mesh>(shape))
            *read[index] = std::move(meshes[next++]);
        ++index;
    });
    written.cloth = motion.cloth;
    for (std::size_t i = 0; i < written.cloth.size(); ++i) {
        const ClothFiles files = cloth_files(motion, i);
        written.cloth[i].mesh = files.mesh;
        written.cloth[i].cache = files.cache;
    }
    return written;
}

}  // namespace gambol::io
