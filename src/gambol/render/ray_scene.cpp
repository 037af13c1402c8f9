// SPDX-License-Identifier: MIT
#include "gambol/render/ray_scene.hpp"

#include <embree3/rtcore.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

namespace gambol::render {

using Eigen::Vector3f;

namespace {

/// One Embree geometry and what its primitives are.
struct Attached {
    enum class Kind { balls, rounds, boxes, mesh } kind = Kind::rounds;
    bool keep = false;
    std::vector<Look> looks;  // per ball, round, box or face; one for a mesh, two for a sheet
    std::vector<DrawnBox> boxes;
    std::vector<Vector3f> vertex_normals;
    std::vector<Eigen::Vector3i> triangles;
    bool by_face = false;  // a mesh with a look for every triangle
};

template <class Item>
Item* new_buffer(RTCGeometry geometry, RTCBufferType type, RTCFormat format, std::size_t count,
    unsigned slot = 0)
{
    return static_cast<Item*>(rtcSetNewGeometryBuffer(
        geometry, type, slot, format, sizeof(Item), std::max<std::size_t>(count, 1)));
}

bool is_ball(const DrawnRound& round)
{
    // A hull whose axis is shorter than the difference of radii is just the larger ball.
    const float length = (round.to - round.from).norm();
    return length <= std::abs(round.radius_from - round.radius_to) + 1e-6f;
}

using Point4 = std::array<float, 4>;

Point4 point4(const Vector3f& p, float radius)
{
    return { p.x(), p.y(), p.z(), radius };
}

RTCGeometry make_balls(RTCDevice device, const std::vector<DrawnRound>& balls)
{
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_SPHERE_POINT);
    Point4* points
        = new_buffer<Point4>(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, balls.size());
    for (std::size_t i = 0; i < balls.size(); ++i) {
        const bool first = balls[i].radius_from >= balls[i].radius_to;
        points[i] = first ? point4(balls[i].from, balls[i].radius_from)
                          : point4(balls[i].to, balls[i].radius_to);
    }
    return geometry;
}

RTCGeometry make_rounds(RTCDevice device, const std::vector<DrawnRound>& rounds)
{
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_ROUND_LINEAR_CURVE);
    Point4* points = new_buffer<Point4>(
        geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, 2 * rounds.size());
    unsigned* first
        = new_buffer<unsigned>(geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT, rounds.size());
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        points[2 * i] = point4(rounds[i].from, rounds[i].radius_from);
        points[2 * i + 1] = point4(rounds[i].to, rounds[i].radius_to);
        first[i] = unsigned(2 * i);
    }
    return geometry;
}

/// Counter-clockwise from outside; faces −x +x −y +y −z +z, corner bits x, y, z.
constexpr unsigned kBoxTriangles[12][3]
    = { { 0, 4, 6 }, { 0, 6, 2 }, { 1, 3, 7 }, { 1, 7, 5 }, { 0, 1, 5 }, { 0, 5, 4 }, { 2, 6, 7 },
          { 2, 7, 3 }, { 0, 2, 3 }, { 0, 3, 1 }, { 4, 5, 7 }, { 4, 7, 6 } };

using Point3 = std::array<float, 3>;
using Index3 = std::array<unsigned, 3>;

RTCGeometry make_boxes(RTCDevice device, const std::vector<DrawnBox>& boxes)
{
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    Point3* points
        = new_buffer<Point3>(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, 8 * boxes.size());
    Index3* indices
        = new_buffer<Index3>(geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT3, 12 * boxes.size());
    for (std::size_t b = 0; b < boxes.size(); ++b) {
        for (unsigned corner = 0; corner < 8; ++corner) {
            const Vector3f signs(
                (corner & 1) ? 1 : -1, (corner & 2) ? 1 : -1, (corner & 4) ? 1 : -1);
            const Vector3f p
                = boxes[b].center + boxes[b].axes * signs.cwiseProduct(boxes[b].half_size);
            points[8 * b + corner] = { p.x(), p.y(), p.z() };
        }
        for (std::size_t t = 0; t < 12; ++t)
            for (std::size_t k = 0; k < 3; ++k)
                indices[12 * b + t][k] = unsigned(8 * b) + kBoxTriangles[t][k];
    }
    return geometry;
}

RTCGeometry make_mesh(RTCDevice device, const DrawnMesh& mesh, Attached& attached)
{
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    Point3* points = new_buffer<Point3>(
        geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, mesh.vertices.size());
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
        points[i] = { mesh.vertices[i].x(), mesh.vertices[i].y(), mesh.vertices[i].z() };
    Index3* indices = new_buffer<Index3>(
        geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT3, mesh.triangles.size());
    attached.vertex_normals.assign(mesh.vertices.size(), Vector3f::Zero());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const Eigen::Vector3i& v = mesh.triangles[t];
        const auto vertex = [&](int k) { return mesh.vertices[std::size_t(v[k])]; };
        const Vector3f area = (vertex(1) - vertex(0)).cross(vertex(2) - vertex(0));
        for (int k = 0; k < 3; ++k) {
            indices[t][std::size_t(k)] = unsigned(v[k]);
            attached.vertex_normals[std::size_t(v[k])] += area;
        }
    }
    for (Vector3f& normal : attached.vertex_normals)
        normal.normalize();
    attached.triangles = mesh.triangles;
    return geometry;
}

/// Interpolated where the mesh is meant to be round; the face's own across creases.
Vector3f mesh_normal(
    const Attached& mesh, unsigned triangle, float u, float v, const Vector3f& face)
{
    constexpr float kCrease = 0.75f;  // cos of about 40°
    const bool sheet = mesh.looks.size() > 1;  // folds are round however tight
    const Eigen::Vector3i& t = mesh.triangles[triangle];
    const auto normal = [&](int k) { return mesh.vertex_normals[std::size_t(t[k])]; };
    for (int k = 0; k < 3; ++k)
        if (!sheet && normal(k).dot(face) < kCrease)
            return face;
    const Vector3f mean = (1 - u - v) * normal(0) + u * normal(1) + v * normal(2);
    return mean.dot(face) > 0 ? mean.normalized() : face;
}

/// On a face one coordinate touches its limit; the second nearest limit is the nearest edge.
float edge_distance(const DrawnBox& box, const Vector3f& point)
{
    const Vector3f local = box.axes.transpose() * (point - box.center);
    Vector3f gap = box.half_size - local.cwiseAbs();
    std::sort(gap.data(), gap.data() + 3);
    return gap[1];
}

}  // namespace

struct RayScene::State {
    RTCDevice device;
    RTCScene scene = nullptr;
    std::vector<Attached> attached;  // by geometry id
    std::vector<bool> used;

    State()
        // Scenes here are small: building them in this thread is faster than waking a pool.
        : device(rtcNewDevice("threads=1,set_affinity=0"))
    {
        if (!device && rtcGetDeviceError(nullptr) == RTC_ERROR_UNSUPPORTED_CPU)
            throw std::runtime_error("Embree cannot start on this processor");
        if (!device)
            throw std::bad_alloc();
        scene = rtcNewScene(device);
        // Two levels: what does not move keeps its tree from frame to frame.
        rtcSetSceneFlags(scene, RTC_SCENE_FLAG_DYNAMIC);
    }
    ~State()
    {
        rtcReleaseScene(scene);
        rtcReleaseDevice(device);
    }

    void attach(RTCGeometry geometry, std::uint32_t mask, Attached&& what)
    {
        rtcSetGeometryMask(geometry, mask);
        rtcCommitGeometry(geometry);
        const unsigned id = rtcAttachGeometry(scene, geometry);
        rtcReleaseGeometry(geometry);
        if (id >= attached.size()) {
            attached.resize(id + 1);
            used.resize(id + 1);
        }
        attached[id] = std::move(what);
        used[id] = true;
    }
};

RayScene::RayScene()
    : state_(std::make_unique<State>())
{
}
RayScene::~RayScene() = default;
RayScene::RayScene(RayScene&&) noexcept = default;

void RayScene::add(const Drawing& drawing, std::uint32_t mask, bool keep)
{
    std::vector<DrawnRound> balls, rounds;
    for (const DrawnRound& round : drawing.rounds)
        (is_ball(round) ? balls : rounds).push_back(round);
    const auto looks = [](const auto& items) {
        std::vector<Look> result;
        for (const auto& item : items)
            result.push_back(item.look);
        return result;
    };

    if (!balls.empty())
        state_->attach(make_balls(state_->device, balls), mask,
            { Attached::Kind::balls, keep, looks(balls), {}, {}, {} });
    if (!rounds.empty())
        state_->attach(make_rounds(state_->device, rounds), mask,
            { Attached::Kind::rounds, keep, looks(rounds), {}, {}, {} });
    if (!drawing.boxes.empty()) {
        RTCGeometry geometry = make_boxes(state_->device, drawing.boxes);
        state_->attach(geometry, mask,
            { Attached::Kind::boxes, keep, looks(drawing.boxes), drawing.boxes, {}, {} });
    }
    for (const DrawnMesh& mesh : drawing.meshes) {
        if (mesh.triangles.empty())
            continue;
        Attached attached { Attached::Kind::mesh, keep, { mesh.look }, {}, {}, {} };
        if (mesh.back)
            attached.looks.push_back(*mesh.back);
        if (!mesh.faces.empty()) {
            attached.by_face = true;
            attached.looks = mesh.faces;
        }
        RTCGeometry geometry = make_mesh(state_->device, mesh, attached);
        state_->attach(geometry, mask, std::move(attached));
    }
}

void RayScene::clear()
{
    for (unsigned id = 0; id < state_->attached.size(); ++id)
        if (state_->used[id] && !state_->attached[id].keep) {
            rtcDetachGeometry(state_->scene, id);
            state_->attached[id] = {};
            state_->used[id] = false;
        }
}

TooLargeToDraw::TooLargeToDraw()
    : std::runtime_error(
        fmt::format("something is farther away than {:g} m, which cannot be drawn", kFarthest))
{
}

void RayScene::commit()
{
    rtcCommitScene(state_->scene);
    RTCBounds bounds;
    rtcGetSceneBounds(state_->scene, &bounds);
    for (const auto& [lower, upper] : { std::pair(bounds.lower_x, bounds.upper_x),
             std::pair(bounds.lower_y, bounds.upper_y), std::pair(bounds.lower_z, bounds.upper_z) })
        if (lower <= upper && !(lower > -kFarthest && upper < kFarthest))  // else it is empty
            throw TooLargeToDraw();
}

void RayBatch::set(int i, const Vector3f& origin_in, const Vector3f& unit_direction,
    float length_in, std::uint32_t mask_in)
{
    for (int axis = 0; axis < 3; ++axis) {
        origin[axis][i] = origin_in[axis];
        direction[axis][i] = unit_direction[axis];
    }
    length[i] = length_in;
    mask[i] = mask_in;
    active[i] = -1;
}

namespace {

void fill(const RayBatch& batch, RTCRay16& rays)
{
    constexpr std::size_t kBytes = sizeof(batch.length);
    std::memcpy(rays.org_x, batch.origin[0], kBytes);
    std::memcpy(rays.org_y, batch.origin[1], kBytes);
    std::memcpy(rays.org_z, batch.origin[2], kBytes);
    std::memcpy(rays.dir_x, batch.direction[0], kBytes);
    std::memcpy(rays.dir_y, batch.direction[1], kBytes);
    std::memcpy(rays.dir_z, batch.direction[2], kBytes);
    std::memcpy(rays.tfar, batch.length, kBytes);
    std::memcpy(rays.mask, batch.mask, kBytes);
    std::fill_n(rays.tnear, RayBatch::kSize, 0.f);
    std::fill_n(rays.time, RayBatch::kSize, 0.f);
    std::fill_n(rays.flags, RayBatch::kSize, 0u);
}

}  // namespace

void RayScene::intersect(const RayBatch& batch, RayHit (&hits)[RayBatch::kSize]) const
{
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    RTCRayHit16 query;
    fill(batch, query.ray);
    std::fill_n(query.hit.geomID, RayBatch::kSize, RTC_INVALID_GEOMETRY_ID);
    std::fill_n(query.hit.instID[0], RayBatch::kSize, RTC_INVALID_GEOMETRY_ID);
    rtcIntersect16(batch.active, state_->scene, &context, &query);

    for (int i = 0; i < RayBatch::kSize; ++i) {
        if (!batch.active[i] || query.hit.geomID[i] == RTC_INVALID_GEOMETRY_ID)
            continue;
        const Attached& what = state_->attached[query.hit.geomID[i]];
        const unsigned primitive = query.hit.primID[i];
        const Vector3f origin(batch.origin[0][i], batch.origin[1][i], batch.origin[2][i]);
        const Vector3f direction(
            batch.direction[0][i], batch.direction[1][i], batch.direction[2][i]);
        RayHit& hit = hits[i];
        hit.distance = query.ray.tfar[i];
        hit.normal = Vector3f(query.hit.Ng_x[i], query.hit.Ng_y[i], query.hit.Ng_z[i]).normalized();
        if (what.kind == Attached::Kind::boxes) {
            hit.look = &what.looks[primitive / 12];
            hit.edge = edge_distance(what.boxes[primitive / 12], origin + hit.distance * direction);
        } else if (what.kind == Attached::Kind::mesh) {
            // Open meshes are seen from both sides; the face decides which, not its rounded normal.
            const bool from_behind = hit.normal.dot(direction) > 0;
            hit.normal = mesh_normal(what, primitive, query.hit.u[i], query.hit.v[i], hit.normal);
            if (from_behind)
                hit.normal = -hit.normal;
            hit.look = what.by_face ? &what.looks[primitive]
                : from_behind       ? &what.looks.back()
                                    : &what.looks.front();
        } else {
            hit.look = &what.looks[primitive];
        }
    }
}

std::uint32_t RayScene::occluded(const RayBatch& batch) const
{
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRay16 rays;
    fill(batch, rays);
    rtcOccluded16(batch.active, state_->scene, &context, &rays);
    std::uint32_t blocked = 0;
    for (int i = 0; i < RayBatch::kSize; ++i)
        if (batch.active[i] && rays.tfar[i] < 0)
            blocked |= 1u << i;
    return blocked;
}

}  // namespace gambol::render
