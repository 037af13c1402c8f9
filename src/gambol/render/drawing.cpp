// SPDX-License-Identifier: MIT
#include "gambol/render/drawing.hpp"

#include "gambol/geometry/height_below.hpp"
#include "gambol/geometry/heightfield.hpp"
#include "gambol/render/palette.hpp"
#include "gambol/math/rotation.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace gambol::render {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using Eigen::Vector3f;

void Drawing::add(const Shape& shape, const Isometry3d& pose, const Look& look)
{
    std::visit(Overloaded {
                   [](const Plane&) {},
                   [&](const Box& box) {
                       boxes.push_back({ (pose * box.center).cast<float>(),
                           (pose.linear() * box.rotation.toRotationMatrix()).cast<float>(),
                           box.half_size.cast<float>(), look });
                   },
                   [&](const Capsule& capsule) {
                       add_line(pose * capsule.from, pose * capsule.to, capsule.radius, look);
                   },
                   [&](const Sphere& sphere) {
                       const Vector3d center = pose * sphere.center;
                       add_line(center, center, sphere.radius, look);
                   },
                   [&](const Heightfield& field) {
                       const HeightfieldMesh source = triangulated(field);
                       DrawnMesh drawn { {}, source.triangles, look };
                       for (const Vector3d& vertex : source.vertices)
                           drawn.vertices.push_back((pose * vertex).cast<float>());
                       meshes.push_back(std::move(drawn));
                   },
                   [&](const Mesh& mesh) {
                       DrawnMesh drawn { {}, mesh.triangles, look };
                       for (const Vector3d& vertex : mesh.vertices)
                           drawn.vertices.push_back((pose * vertex).cast<float>());
                       meshes.push_back(std::move(drawn));
                   },
               },
        shape);
}

void Drawing::add_line(const Vector3d& from, const Vector3d& to, double radius, const Look& look)
{
    rounds.push_back({ from.cast<float>(), to.cast<float>(), float(radius), float(radius), look });
}

void draw_characters(const Motion& motion, const TimeSample& at, Drawing& drawing)
{
    if (at.before < 0)
        return;
    for (std::size_t c = 0; c < motion.characters.size(); ++c) {
        const MotionCharacter& character = motion.characters[c];
        for (int i = 0; i < int(character.bodies.size()); ++i) {
            const MotionBody& body = character.bodies[std::size_t(i)];
            const Vector3f color = palette::body(int(c), body.name, motion.characters.size() > 1);
            const Isometry3d pose = body_pose(character, i, at);
            for (const Shape& shape : body.shapes)
                drawing.add(shape, pose, { color });
        }
    }
}

void draw_props(const Motion& motion, const TimeSample& at, Drawing& drawing)
{
    if (at.before < 0)
        return;
    for (std::size_t p = 0; p < motion.props.size(); ++p)
        for (const Shape& shape : motion.props[p].shapes)
            drawing.add(shape, prop_pose(motion.props[p], at), { palette::prop(int(p)) });
}

namespace {

/// One look per triangle of the sheet.
std::vector<Look> strain_looks(const MotionCloth& cloth, const DrawnMesh& sheet)
{
    std::vector<Look> looks;
    for (const Eigen::Vector3i& t : cloth.triangles) {
        double strain = 0;
        for (int k = 0; k < 3; ++k) {
            const auto a = std::size_t(t[k]), b = std::size_t(t[(k + 1) % 3]);
            const double rest = (cloth.rest[a] - cloth.rest[b]).norm();
            if (rest > 0)
                strain += (double((sheet.vertices[a] - sheet.vertices[b]).norm()) / rest - 1) / 3;
        }
        looks.push_back({ palette::strain(float(strain / kFullStrain)) });
    }
    return looks;
}

}  // namespace

void draw_cloth(const Motion& motion, const TimeSample& at, bool strain, Drawing& drawing)
{
    if (at.before < 0)
        return;
    for (std::size_t c = 0; c < motion.cloth.size(); ++c) {
        const MotionCloth& cloth = motion.cloth[c];
        DrawnMesh sheet { {}, cloth.triangles, { palette::cloth(int(c)) },
            Look { palette::cloth_back(int(c)) } };
        for (int i = 0; i < cloth.vertex_count(); ++i)
            sheet.vertices.push_back(cloth_vertex(cloth, i, at).cast<float>());
        if (strain)
            sheet.faces = strain_looks(cloth, sheet);
        drawing.meshes.push_back(std::move(sheet));
    }
}

namespace {

/// Lines every half metre that lie on the surface: hills are hard to see without.
void draw_grid(const Heightfield& field, Drawing& drawing)
{
    constexpr double kApart = 0.5, kPiece = 0.1, kThick = 0.005, kThin = 0.003;  // m
    const Eigen::Vector2d low = field.origin, high = low + field.size();
    for (const int axis : { 0, 1 }) {
        const int along = 1 - axis;
        const int pieces = 1 + int((high[along] - low[along]) / kPiece);
        for (int line = int(std::ceil(low[axis] / kApart)); line * kApart <= high[axis]; ++line) {
            Vector3d before;
            for (int k = 0; k <= pieces; ++k) {
                Eigen::Vector2d at;
                at[axis] = line * kApart;
                at[along] = low[along] + (high[along] - low[along]) * k / pieces;
                const Vector3d here(at.x(), at.y(), height_at(field, at).height);
                if (k > 0)
                    drawing.add_line(before, here, line % 2 ? kThin : kThick, { palette::grid() });
                before = here;
            }
        }
    }
}

}  // namespace

void draw_surfaces(const Motion& motion, Drawing& drawing)
{
    for (const MotionSurface& surface : motion.surfaces) {
        const auto* field = std::get_if<Heightfield>(&surface.shape);
        drawing.add(surface.shape, Isometry3d::Identity(),
            { field ? palette::ground() : palette::solid() });
        if (field)
            draw_grid(*field, drawing);
    }
}

namespace {

/// Calls visit(contact, pose of the body that carries it as a function of time, owner's weight).
template <class Visit> void for_each_contact(const Motion& motion, Visit visit)
{
    const double g = motion.gravity.norm();
    for (const MotionCharacter& character : motion.characters)
        for (const MotionContact& contact : character.contacts)
            visit(
                contact,
                [&](const TimeSample& at) { return body_pose(character, contact.body, at); },
                weight_of(character, motion.gravity));
    for (const MotionProp& prop : motion.props)
        for (const MotionContact& contact : prop.contacts)
            visit(
                contact, [&](const TimeSample& at) { return prop_pose(prop, at); },
                prop.inertial.mass * g);
}

Vector3d force_at(const MotionContact& contact, const TimeSample& at)
{
    if (contact.force.empty())
        return Vector3d::Zero();
    return (1 - at.blend) * contact.force[std::size_t(at.before)]
        + at.blend * contact.force[std::size_t(at.after)];
}

bool loaded(const MotionContact& contact, const TimeSample& at, double weight)
{
    const double force = force_at(contact, at).norm();
    return force > 0 && force > kLoadedFraction * weight;
}

/// Flat plate a little wider than the patch, so that it shows around the sole, with a rim.
void draw_patch(const MotionContact& contact, const Isometry3d& body, Drawing& drawing)
{
    constexpr double kMargin = 0.03, kRim = 0.006, kThickness = 0.002;  // m
    const Eigen::Matrix3d axes = patch_axes(contact.normal);
    const Vector3d a = (contact.half_size.x() + kMargin) * axes.col(0);
    const Vector3d b = (contact.half_size.y() + kMargin) * axes.col(1);
    const Look look { palette::contact() };

    DrawnMesh plate { {}, { { 0, 1, 2 }, { 0, 2, 3 } }, look };
    const Vector3d corners[4] = { contact.center - a - b, contact.center + a - b,
        contact.center + a + b, contact.center - a + b };
    for (int i = 0; i < 4; ++i) {
        plate.vertices.push_back((body * (corners[i] + kThickness * contact.normal)).cast<float>());
        drawing.add_line(
            body * corners[i], body * corners[(i + 1) % 4], kRim, { palette::force() });
    }
    drawing.meshes.push_back(std::move(plate));
}

void draw_arrow(const Vector3d& tail, const Vector3d& vector, Drawing& drawing)
{
    constexpr double kShaft = 0.015, kHead = 0.036, kHeadLength = 0.10;  // m
    const double length = vector.norm();
    const Vector3d along = vector / length;
    const double head = std::min(kHeadLength, 0.6 * length), scale = head / kHeadLength;
    const Look look { palette::force(), 0.85f };
    const Vector3d neck = tail + (length - head) * along;
    drawing.add_line(tail, neck, kShaft * std::sqrt(scale), look);
    drawing.rounds.push_back(
        { neck.cast<float>(), (tail + vector).cast<float>(), float(kHead * scale), 0.002f, look });
}

}  // namespace

void draw_forces(const Motion& motion, const TimeSample& at, Drawing& drawing)
{
    if (at.before < 0)
        return;
    for_each_contact(motion, [&](const MotionContact& contact, auto, double weight) {
        if (!loaded(contact, at, weight) || weight <= 0 || contact.point.empty())
            return;
        const Vector3d point = (1 - at.blend) * contact.point[std::size_t(at.before)]
            + at.blend * contact.point[std::size_t(at.after)];
        draw_arrow(point, kArrowPerWeight / weight * force_at(contact, at), drawing);
    });
}

void draw_contacts(const Motion& motion, const TimeSample& at, Drawing& drawing)
{
    if (at.before < 0)
        return;
    for_each_contact(motion, [&](const MotionContact& contact, auto pose, double weight) {
        if (loaded(contact, at, weight))
            draw_patch(contact, pose(at), drawing);
    });
}

void draw_footprints(const Motion& motion, Drawing& drawing)
{
    const int count = int(motion.times.size());
    for_each_contact(motion, [&](const MotionContact& contact, auto pose, double weight) {
        for (int k = 0; k < count;) {
            int end = k;
            while (end < count && loaded(contact, { end, end, 0 }, weight))
                ++end;
            if (end > k) {
                const int middle = (k + end) / 2;
                draw_patch(contact, pose(TimeSample { middle, middle, 0 }), drawing);
            }
            k = std::max(end, k + 1);
        }
    });
}

namespace {

/// Height of the highest surface below a point; the point's own height without one.
double floor_below(const Motion& motion, const Vector3d& point)
{
    constexpr double kSlack = 0.05;  // m; a goal drawn on the floor may lie slightly below it
    std::optional<double> floor;
    for (const MotionSurface& surface : motion.surfaces)
        if (const auto height = height_below(surface.shape, point.head<2>(), point.z() + kSlack))
            floor = std::max(floor.value_or(*height), *height);
    return floor.value_or(point.z());
}

/// Follows the floor around `center`, but not over an edge.
void draw_ring(const Motion& motion, const Vector3d& center, double ring_radius, double tube,
    const Look& look, Drawing& drawing)
{
    constexpr int kPieces = 48;
    constexpr double kTurn = 6.283185307179586;
    const auto on_ring = [&](int i) {
        const double angle = kTurn * i / kPieces;
        Vector3d at = center + ring_radius * Vector3d(std::cos(angle), std::sin(angle), 0);
        const Vector3d above = at + ring_radius * Vector3d::UnitZ();
        if (const double floor = floor_below(motion, above) + 0.5 * tube;
            std::abs(floor - at.z()) < ring_radius)
            at.z() = floor;
        return at;
    };
    for (int i = 0; i < kPieces; ++i)
        drawing.add_line(on_ring(i), on_ring(i + 1), tube, look);
}

}  // namespace

void draw_markers(const Motion& motion, Drawing& drawing)
{
    constexpr double kRing = 0.20, kTube = 0.011, kCross = 0.07;  // m
    for (const MotionMarker& marker : motion.markers) {
        const Look look { palette::marker(), 0.15f };
        Vector3d base = marker.position;
        base.z() = floor_below(motion, marker.position) + 0.5 * kTube;
        draw_ring(motion, base, kRing, kTube, look, drawing);
        for (const Vector3d& arm : { Vector3d(kCross, 0, 0), Vector3d(0, kCross, 0) })
            drawing.add_line(base - arm, base + arm, kTube, look);
        if (marker.position.z() - base.z() > 0.1) {
            drawing.add_line(base, marker.position, 0.5 * kTube, look);
            drawing.add_line(marker.position, marker.position, 3 * kTube, look);
        }
    }
}

void draw_mass_trace(const Motion& motion, Drawing& drawing)
{
    constexpr int kPieces = 240;
    constexpr double kRadius = 0.008;  // m
    const std::vector<double> times
        = spread_times(motion, std::min(kPieces, int(motion.times.size())));
    for (const MotionCharacter& character : motion.characters)
        for (std::size_t k = 0; k + 1 < times.size(); ++k)
            drawing.add_line(center_of_mass(character, sample_at(motion.times, times[k])),
                center_of_mass(character, sample_at(motion.times, times[k + 1])), kRadius,
                { palette::trace(), 0.6f });
}

}  // namespace gambol::render
