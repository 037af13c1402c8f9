// SPDX-License-Identifier: MIT
#include "gambol/cloth/let_go.hpp"

#include "gambol/cloth/body_surface.hpp"
#include "gambol/math/gravity.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace gambol::cloth {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;
using Eigen::Vector3i;

namespace {

// The way back takes about this long [s] at these speeds [m/s]: below those at which cloth moves,
// and a centimetre is done in a twentieth of a second. Slower, hanging cloth pulls it in again.
constexpr double kReturnTime = 0.05, kSlowest = 0.25, kFastest = 0.5;
// m/s, of what is out but hangs on what is not. At 0.05 that takes a second, at 0.25 sheets are
// thrown off plates.
constexpr double kAside = 0.15;
// m/s²; enough to lift cloth that hangs on a vertex, not enough to tear it.
constexpr double kStrongest = 10 * kGravity;

auto key(const LetGo& pair)
{
    return std::tuple(pair.vertex, pair.body);
}

std::vector<LetGo>::const_iterator place_of(const std::vector<LetGo>& pairs, int vertex, int body)
{
    return std::lower_bound(pairs.begin(), pairs.end(), std::tuple(vertex, body),
        [](const LetGo& pair, const auto& wanted) { return key(pair) < wanted; });
}

Eigen::AlignedBox3d box_of(const Matrix3Xd& x, const Vector3i& triangle, double margin)
{
    Eigen::AlignedBox3d box;
    for (const int i : triangle)
        box.extend(Vector3d(x.col(i)));
    return { box.min().array() - margin, box.max().array() + margin };
}

Vector3d normal_of(const Matrix3Xd& x, const Vector3i& t)
{
    return Vector3d(x.col(t[1]) - x.col(t[0])).cross(x.col(t[2]) - x.col(t[0])).normalized();
}

bool have_common(const Vector3i& a, const Vector3i& b)
{
    return (a.array() == b[0]).any() || (a.array() == b[1]).any() || (a.array() == b[2]).any();
}

}  // namespace

LetGoSet::LetGoSet(const collision::CollisionMesh& mesh, double clearance)
    : mesh_(mesh)
    , clearance_(clearance)
    , surfaces_(scripted_triangles(mesh))
{
}

std::vector<int> LetGoSet::bodies() const
{
    std::vector<int> result;
    for (const LetGo& pair : pairs_)
        result.push_back(pair.body);
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

bool LetGoSet::add(int vertex, int body, const Matrix3Xd& x)
{
    const auto place = place_of(pairs_, vertex, body);
    if (place != pairs_.end() && place->vertex == vertex && place->body == body)
        return false;
    LetGo pair { .vertex = vertex, .body = body };
    // Cloth that is pinned has two sides to be on.
    if (mesh_.object[std::size_t(vertex)] != body) {
        const NearestOnSurface nearest = nearest_on_surface(mesh_, surface(body), x, x.col(vertex));
        const Vector3i& t = mesh_.triangles[std::size_t(nearest.triangle)];
        if (!mesh_.is_free(t[0]) && !mesh_.is_free(t[1]) && !mesh_.is_free(t[2])) {
            pair.triangle = nearest.triangle;
            pair.side = nearest.side;
            pair.weight_b = nearest.weights[1];
            pair.weight_c = nearest.weights[2];
        }
    }
    pairs_.insert(place, pair);
    return true;
}

bool LetGoSet::is_body(int object) const
{
    for (std::size_t i = 0; i < mesh_.object.size(); ++i)
        if (mesh_.object[i] == object && mesh_.mass_inverse[i] > 0)
            return false;
    return !surface(object).empty();
}

std::vector<int> LetGoSet::neighbours(int vertex) const
{
    std::vector<int> result;
    for (const Eigen::Vector2i& edge : mesh_.edges)
        if ((edge.array() == vertex).any())
            result.push_back(edge.sum() - vertex);
    return result;
}

void LetGoSet::find_caught(const Matrix3Xd& x)
{
    std::vector<LetGo> caught;
    for (int body = 0; body < int(surfaces_.size()); ++body) {
        if (!is_body(body))
            continue;
        // All cloth as if let go, to see what of it meets the body.
        pairs_.clear();
        for (int i = 0; i < mesh_.vertex_count(); ++i)
            if (mesh_.is_free(i))
                pairs_.push_back({ .vertex = i, .body = body });
        const Matrix3Xd ways = ways_out(body, x);
        std::vector<int> reached;
        std::vector<char> known(std::size_t(mesh_.vertex_count()), 0);
        const auto reach = [&](int vertex) {
            if (mesh_.is_free(vertex) && !std::exchange(known[std::size_t(vertex)], 1))
                reached.push_back(vertex);
        };
        for (int i = 0; i < mesh_.vertex_count(); ++i)
            if (!ways.col(i).isZero(0))
                reach(i);
        pairs_.clear();
        for (std::size_t k = 0; k < reached.size(); ++k) {
            (void)add(reached[k], body, x);
            for (const int next : neighbours(reached[k]))
                if (nearest_on_surface(mesh_, surface(body), x, x.col(next)).side < 0)
                    reach(next);
        }
        for (LetGo& pair : pairs_) {
            pair.side = 1;
            caught.push_back(pair);
        }
    }
    std::sort(caught.begin(), caught.end(),
        [](const LetGo& a, const LetGo& b) { return key(a) < key(b); });
    pairs_ = std::move(caught);
}

bool LetGoSet::ignores(const std::array<int, 4>& vertices) const
{
    if (pairs_.empty())
        return false;
    for (const int vertex : vertices)
        for (const int other : vertices) {
            if (!mesh_.is_free(vertex) || mesh_.is_free(other))
                continue;
            const int body = mesh_.object[std::size_t(other)];
            const auto place = place_of(pairs_, vertex, body);
            if (place != pairs_.end() && place->vertex == vertex && place->body == body)
                return true;
        }
    return false;
}

/// For triangles around what `body` let go, and that meet it: the mean direction of the normals
/// that these triangles meet, at each of their vertices. Zero at all others.
Matrix3Xd LetGoSet::ways_out(int body, const Matrix3Xd& x) const
{
    std::vector<int> side(std::size_t(mesh_.vertex_count()), 0);
    std::vector<char> of_body(std::size_t(mesh_.vertex_count()), 0);
    for (const LetGo& pair : pairs_)
        if (pair.body == body) {
            of_body[std::size_t(pair.vertex)] = 1;
            side[std::size_t(pair.vertex)] = pair.side;
        }
    std::vector<int> around;
    Eigen::AlignedBox3d region;
    for (int t = 0; t < int(mesh_.triangles.size()); ++t) {
        const Vector3i& v = mesh_.triangles[std::size_t(t)];
        if (!of_body[std::size_t(v[0])] && !of_body[std::size_t(v[1])]
            && !of_body[std::size_t(v[2])])
            continue;
        around.push_back(t);
        region.extend(box_of(x, v, clearance_));
    }
    Matrix3Xd ways = Matrix3Xd::Zero(3, mesh_.vertex_count());
    for (const int s : surface(body)) {
        const Vector3i& solid = mesh_.triangles[std::size_t(s)];
        const Eigen::AlignedBox3d box = box_of(x, solid, 0);
        if (!region.intersects(box))
            continue;
        const Vector3d normal = normal_of(x, solid);
        for (const int t : around) {
            const Vector3i& cloth = mesh_.triangles[std::size_t(t)];
            if (have_common(cloth, solid) || !box.intersects(box_of(x, cloth, clearance_))
                || !triangles_meet(x, cloth, solid, clearance_))
                continue;
            int of_triangle = 0;
            for (const int i : cloth)
                of_triangle = side[std::size_t(i)] != 0 ? side[std::size_t(i)] : of_triangle;
            for (const int i : cloth)
                ways.col(i) += (of_triangle < 0 ? -1 : 1) * normal;
        }
    }
    for (Eigen::Index i = 0; i < ways.cols(); ++i)
        ways.col(i).normalize();  // leaves zero as it is
    return ways;
}

bool LetGoSet::is_out(const LetGo& pair, const Matrix3Xd& x) const
{
    return pair.side == 0
        || nearest_on_surface(mesh_, surface(pair.body), x, x.col(pair.vertex)).side == pair.side;
}

void LetGoSet::release(const Matrix3Xd& x)
{
    for (const int body : bodies()) {
        const Matrix3Xd ways = ways_out(body, x);
        std::erase_if(pairs_, [&](const LetGo& pair) {
            return pair.body == body && ways.col(pair.vertex).isZero(0) && is_out(pair, x);
        });
    }
}

Vector3d LetGoSet::home(const LetGo& pair, const Matrix3Xd& x) const
{
    const Vector3i& t = mesh_.triangles[std::size_t(pair.triangle)];
    return (1 - pair.weight_b - pair.weight_c) * x.col(t[0]) + pair.weight_b * x.col(t[1])
        + pair.weight_c * x.col(t[2]);
}

/// How a vertex inside a body goes back: the way it came in, without being dragged along the
/// surface. As a direction times the velocity it should have at least.
Vector3d LetGoSet::way_back(const LetGo& pair, const Matrix3Xd& x) const
{
    const Vector3d normal = pair.side * normal_of(x, mesh_.triangles[std::size_t(pair.triangle)]);
    const double depth = normal.dot(home(pair, x) - x.col(pair.vertex));
    return std::clamp(depth / kReturnTime, kSlowest, kFastest) * normal;
}

/// How far a body moves near p during the step.
Vector3d LetGoSet::motion(
    int body, const Vector3d& p, const Matrix3Xd& x_t0, const Matrix3Xd& x_t1) const
{
    const NearestOnSurface nearest = nearest_on_surface(mesh_, surface(body), x_t0, p);
    const Vector3i& t = mesh_.triangles[std::size_t(nearest.triangle)];
    Vector3d moved = Vector3d::Zero();
    for (int k = 0; k < 3; ++k)
        moved += nearest.weights[k] * (x_t1.col(t[k]) - x_t0.col(t[k]));
    return moved;
}

void LetGoSet::draw_out(const Matrix3Xd& x_t0, const Matrix3Xd& x_t1, double dt, Matrix3Xd& v) const
{
    Matrix3Xd change = Matrix3Xd::Zero(3, v.cols());
    Eigen::VectorXi count = Eigen::VectorXi::Zero(v.cols());
    for (const int body : bodies()) {
        // What is out, but hangs together with what meets the body, goes farther out.
        Matrix3Xd ways = kAside * ways_out(body, x_t0);
        std::vector<char> inside(std::size_t(v.cols()), 0);
        for (const LetGo& pair : pairs_)
            if (pair.body == body && pair.side != 0 && !is_out(pair, x_t0)) {
                ways.col(pair.vertex) = way_back(pair, x_t0);
                inside[std::size_t(pair.vertex)] = 1;
            }
        for (Eigen::Index i = 0; i < v.cols(); ++i) {
            const double speed = ways.col(i).norm();
            if (speed == 0)
                continue;
            const Vector3d out = ways.col(i) / speed;
            const Vector3d relative = v.col(i) - motion(body, x_t0.col(i), x_t0, x_t1) / dt;
            change.col(i) += std::max(0.0, speed - relative.dot(out)) * out;
            // Held like by friction; else cloth would swim away in the body.
            if (inside[std::size_t(i)])
                change.col(i) -= relative - relative.dot(out) * out;
            ++count[i];
        }
    }
    // Bodies that went through one another pull against each other: halfway between.
    for (Eigen::Index i = 0; i < v.cols(); ++i)
        if (count[i] > 0 && !change.col(i).isZero(0)) {
            const Vector3d mean = change.col(i) / count[i];
            v.col(i) += std::min(1.0, kStrongest * dt / mean.norm()) * mean;
        }
}

}  // namespace gambol::cloth
