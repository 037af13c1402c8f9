// SPDX-License-Identifier: MIT
#include "gambol/character/limb_lengths.hpp"

#include <cassert>

namespace gambol {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Shape stretched(const Shape& shape, const Matrix3d& A)
{
    return std::visit(Overloaded {
                          [](const Heightfield& field) -> Shape { return field; },
                          [](const Plane& plane) -> Shape {
                              assert(false && "a body carries no half-space");
                              return plane;
                          },
                          [&](const Box& box) -> Shape {
                              // A stretched box that is turned against the link would be skewed; it
                              // keeps its angles and the lengths of its stretched edges.
                              const Matrix3d edges = A * box.rotation.toRotationMatrix();
                              return Box { A * box.center, box.rotation,
                                  box.half_size.cwiseProduct(edges.colwise().norm().transpose()) };
                          },
                          [&](const Capsule& capsule) -> Shape {
                              return Capsule { A * capsule.from, A * capsule.to, capsule.radius };
                          },
                          [&](const Sphere& sphere) -> Shape {
                              return Sphere { A * sphere.center, sphere.radius };
                          },
                          [&](Mesh mesh) -> Shape {
                              for (Vector3d& vertex : mesh.vertices)
                                  vertex = A * vertex;
                              return mesh;
                          },
                      },
        shape);
}

/// Of the same mass after its material moved from r to A r: with the second moments
/// S = Σ m r rᵀ = ½ tr(I) 1 − I, they become A S Aᵀ, and I = tr(S) 1 − S.
Matrix3d stretched_inertia(const Matrix3d& inertia, const Matrix3d& A)
{
    const Matrix3d S = 0.5 * inertia.trace() * Matrix3d::Identity() - inertia;
    const Matrix3d moved = A * S * A.transpose();
    return moved.trace() * Matrix3d::Identity() - moved;
}

void stretch_segment(Character& character, int index, const Vector3d& to_next, double factor)
{
    if (to_next.norm() == 0)
        return;
    const Vector3d d = to_next.normalized();
    const Matrix3d A = Matrix3d::Identity() + (factor - 1) * d * d.transpose();
    Segment& segment = character.segments[size_t(index)];
    segment.com = A * segment.com;
    segment.inertia = stretched_inertia(segment.inertia, A);
    for (Shape& shape : segment.shapes)
        shape = stretched(shape, A);
    for (Segment& child : character.segments)
        if (child.parent == index)
            child.offset = A * child.offset;
    for (Patch& patch : character.patches)
        if (patch.segment == index)
            patch.center = A * patch.center;
}

}  // namespace

Character with_limb_lengths(
    const Character& character, const std::map<std::string, double>& factors)
{
    Character result = character;
    for (const Limb& limb : character.limbs) {
        const auto found = factors.find(limb.name);
        if (found == factors.end())
            continue;
        assert(found->second > 0);
        const auto joint = [&](int segment) { return character.segments[size_t(segment)].offset; };
        stretch_segment(result, limb.upper, joint(limb.lower), found->second);
        stretch_segment(result, limb.lower, joint(limb.end), found->second);
    }
    return result;
}

}  // namespace gambol
