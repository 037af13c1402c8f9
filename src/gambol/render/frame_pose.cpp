// SPDX-License-Identifier: MIT
#include "gambol/render/frame_pose.hpp"

#include "gambol/geometry/heightfield.hpp"

#include <algorithm>
#include <limits>

namespace gambol::render {

using Eigen::Isometry3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

TimeSample sample_at(const std::vector<double>& times, double time)
{
    const int count = int(times.size());
    if (count == 0)
        return { -1, -1, 0 };
    const int after = int(std::upper_bound(times.begin(), times.end(), time) - times.begin());
    if (after == 0)
        return { 0, 0, 0 };
    if (after == count)
        return { count - 1, count - 1, 0 };
    const double t0 = times[std::size_t(after - 1)], t1 = times[std::size_t(after)];
    return { after - 1, after, (time - t0) / (t1 - t0) };
}

namespace {

Isometry3d blend(const Vector3d& p0, const Vector3d& p1, const Quaterniond& q0,
    const Quaterniond& q1, double weight)
{
    Isometry3d pose = Isometry3d::Identity();
    const Quaterniond rotation = q0.slerp(weight, q1);
    pose.linear() = rotation.normalized().toRotationMatrix();
    pose.translation() = (1 - weight) * p0 + weight * p1;
    return pose;
}

}  // namespace

Isometry3d body_pose(const MotionCharacter& character, int body, const TimeSample& at)
{
    const auto i = std::size_t(body), a = std::size_t(at.before), b = std::size_t(at.after);
    return blend(character.positions[a][i], character.positions[b][i], character.rotations[a][i],
        character.rotations[b][i], at.blend);
}

Isometry3d prop_pose(const MotionProp& prop, const TimeSample& at)
{
    const auto a = std::size_t(at.before), b = std::size_t(at.after);
    return blend(
        prop.positions[a], prop.positions[b], prop.rotations[a], prop.rotations[b], at.blend);
}

Vector3d cloth_vertex(const MotionCloth& cloth, int vertex, const TimeSample& at)
{
    return (1 - at.blend) * cloth.vertex(at.before, vertex)
        + at.blend * cloth.vertex(at.after, vertex);
}

double weight_of(const MotionCharacter& character, const Vector3d& gravity)
{
    double mass = 0;
    for (const MotionBody& body : character.bodies)
        mass += body.inertial.mass;
    return mass * gravity.norm();
}

Vector3d center_of_mass(const MotionCharacter& character, const TimeSample& at)
{
    Vector3d weighted = Vector3d::Zero(), origins = Vector3d::Zero();
    double mass = 0;
    for (int i = 0; i < int(character.bodies.size()); ++i) {
        const RigidMass& inertial = character.bodies[std::size_t(i)].inertial;
        const Isometry3d pose = body_pose(character, i, at);
        weighted += inertial.mass * (pose * inertial.com);
        mass += inertial.mass;
        origins += pose.translation();
    }
    if (mass > 0)
        return weighted / mass;
    return origins / double(std::max<std::size_t>(1, character.bodies.size()));
}

void append_bounds(const Shape& shape, const Isometry3d& pose, std::vector<Ball>& balls)
{
    const auto append = [&](const Shape& hull) {
        for (const Ball& ball : hull_balls(hull))
            balls.push_back({ pose * ball.center, ball.radius });
    };
    std::visit(
        Overloaded {
            [&](const auto&) { append(shape); },
            [&](const Heightfield& field) {
                // Places apart enough to be few and near enough that those around a
                // character tell what it stands on.
                constexpr double kApart = 0.5, kMost = 256;  // m; and along a side
                const Eigen::Vector2d size = field.size();
                const int nx = 1 + int(std::min(size.x() / kApart, kMost)),
                          ny = 1 + int(std::min(size.y() / kApart, kMost));
                for (int j = 0; j <= ny; ++j)
                    for (int i = 0; i <= nx; ++i) {
                        const Eigen::Vector2d at
                            = field.origin + Eigen::Vector2d(size.x() * i / nx, size.y() * j / ny);
                        const double height = height_at(field, at).height;
                        balls.push_back({ pose * Vector3d(at.x(), at.y(), height), 0 });
                    }
            },
            [&](const Mesh& mesh) {
                Eigen::AlignedBox3d box;
                for (const Vector3d& vertex : mesh.vertices)
                    box.extend(vertex);
                if (!box.isEmpty())
                    append(Box { box.center(), Eigen::Quaterniond::Identity(), box.sizes() / 2 });
            },
        },
        shape);
}

namespace {

/// The outermost vertices along 26 directions: as good for a camera as all of them.
void append_bounds(const MotionCloth& cloth, const TimeSample& at, std::vector<Ball>& balls)
{
    if (cloth.rest.empty())
        return;
    constexpr int kDirections = 27;  // the middle one is none, and finds any vertex
    int outermost[kDirections] = {};
    double farthest[kDirections];
    std::fill_n(farthest, kDirections, -std::numeric_limits<double>::infinity());
    for (int i = 0; i < cloth.vertex_count(); ++i) {
        const Vector3d p = cloth_vertex(cloth, i, at);
        for (int d = 0; d < kDirections; ++d) {
            const double along
                = (d % 3 - 1) * p.x() + (d / 3 % 3 - 1) * p.y() + (d / 9 - 1) * p.z();
            if (along > farthest[d]) {
                farthest[d] = along;
                outermost[d] = i;
            }
        }
    }
    for (const int i : outermost)
        balls.push_back({ cloth_vertex(cloth, i, at), 0 });
}

}  // namespace

std::vector<Ball> moving_bounds(const Motion& motion, const TimeSample& at, bool with_props)
{
    std::vector<Ball> balls;
    if (at.before < 0)
        return balls;
    for (const MotionCharacter& character : motion.characters)
        for (int i = 0; i < int(character.bodies.size()); ++i) {
            const Isometry3d pose = body_pose(character, i, at);
            for (const Shape& shape : character.bodies[std::size_t(i)].shapes)
                append_bounds(shape, pose, balls);
        }
    if (with_props)
        for (const MotionProp& prop : motion.props)
            for (const Shape& shape : prop.shapes)
                append_bounds(shape, prop_pose(prop, at), balls);
    for (const MotionCloth& cloth : motion.cloth)
        append_bounds(cloth, at, balls);
    return balls;
}

std::vector<double> spread_times(const Motion& motion, int count)
{
    std::vector<double> times;
    if (motion.times.empty())
        return times;
    const double first = motion.times.front(), last = motion.times.back();
    for (int k = 0; k < count; ++k)
        times.push_back(count > 1 ? first + (last - first) * k / (count - 1) : first);
    return times;
}

}  // namespace gambol::render
