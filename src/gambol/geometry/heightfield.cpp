// SPDX-License-Identifier: MIT
#include "gambol/geometry/heightfield.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace gambol {

namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::Vector4d;
using Stencil = Eigen::Matrix4d;

/// The nodes first … first + 3 that decide on the surface at a place along one axis, and how much
/// each counts for h, for ∂h/∂t and for ∂²h/∂t².
struct AxisWeights {
    Eigen::Index first;
    Vector4d value, slope, curvature;
};

AxisWeights axis_weights(double place, double origin, double cell, Eigen::Index nodes)
{
    const double at = std::clamp((place - origin) / cell, 0.0, double(nodes - 1));
    const Eigen::Index i = std::min<Eigen::Index>(Eigen::Index(at), nodes - 2);
    const double t = at - double(i), t2 = t * t, t3 = t2 * t;
    AxisWeights w;
    w.first = i - 1;
    w.value << -t3 + 2 * t2 - t, 3 * t3 - 5 * t2 + 2, -3 * t3 + 4 * t2 + t, t3 - t2;
    w.slope << -3 * t2 + 4 * t - 1, 9 * t2 - 10 * t, -9 * t2 + 8 * t + 1, 3 * t2 - 2 * t;
    w.curvature << -6 * t + 4, 18 * t - 10, -18 * t + 8, 6 * t - 2;
    w.value *= 0.5;
    w.slope *= 0.5 / cell;
    w.curvature *= 0.5 / (cell * cell);
    if (i > 0 && i < nodes - 2)
        return w;
    // Nodes beyond the rim continue the line through the last two.
    for (Vector4d* each : { &w.value, &w.slope, &w.curvature }) {
        Vector4d& v = *each;
        if (i == 0) {
            v[1] += 2 * v[0];
            v[2] -= v[0];
            v[0] = 0;
        }
        if (i == nodes - 2) {
            v[2] += 2 * v[3];
            v[1] -= v[3];
            v[3] = 0;
        }
        // Zero weights may point anywhere: shift the four nodes into the grid.
        if (i == 0)
            v = Vector4d(v[1], v[2], v[3], 0);
        else if (nodes > 3)
            v = Vector4d(0, v[0], v[1], v[2]);
    }
    w.first += i == 0 ? 1 : nodes > 3 ? -1 : 0;
    return w;
}

/// Minimum of ½‖p − (u, h(u))‖² over the rectangle.
struct Foot {
    Vector2d u;
    HeightSample s;
    std::array<bool, 2> free;  // whether u is inside the rectangle along x, along y
    Matrix2d hessian;
};

class FootSearch {
public:
    FootSearch(const Heightfield& field, const Vector3d& p)
        : field_(field)
        , p_(p)
        , low_(field.origin)
        , high_(field.origin + field.size())
    {
    }

    /// From the surface at `start`, a place of the rectangle.
    [[nodiscard]] Foot run(const Vector2d& start, const HeightSample& at_start) const
    {
        Foot foot;
        foot.u = start;
        foot.s = at_start;
        scan(foot);
        double value = value_at(foot);
        for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
            const Vector2d step = newton_step(foot);
            if (!(step.norm() > 0))
                break;
            Foot next = foot;
            double t = 1, next_value = 0;
            for (int halving = 0; halving < kMaxHalvings; ++halving, t *= 0.5) {
                next.u = (foot.u + t * step).cwiseMax(low_).cwiseMin(high_);
                next.s = height_at(field_, next.u);
                next_value = value_at(next);
                if (next_value <= value + kRounding * value)
                    break;
            }
            if (!(next_value <= value + kRounding * value))
                break;
            foot = next;
            value = next_value;
            // Quadratic convergence: after a step so small the next would be lost in rounding.
            if (step.norm() < kLastStep)
                break;
        }
        (void)newton_step(foot);
        return foot;
    }

private:
    static constexpr int kMaxIterations = 30, kMaxHalvings = 12;
    static constexpr double kLastStep = 1e-8;  // m
    static constexpr double kRounding = 1e-14;  // relative; what a last step may seem to lose
    static constexpr int kScan = 3;  // places on each side

    [[nodiscard]] double value_at(const Foot& foot) const
    {
        const double up = foot.s.height - p_.z();
        return 0.5 * ((foot.u - p_.head<2>()).squaredNorm() + up * up);
    }

    /// Far from the surface there may be several minima. The nearest point lies no farther aside
    /// than p is above the surface; look around there at nodes.
    void scan(Foot& foot) const
    {
        const double reach = std::sqrt(2 * value_at(foot));
        if (reach < field_.cell.maxCoeff())
            return;
        // Nodes to look at along each axis, and how far aside they are.
        constexpr int kPlaces = 2 * kScan + 1;
        std::array<std::array<Eigen::Index, kPlaces>, 2> node;
        std::array<std::array<double, kPlaces>, 2> aside;
        for (int axis = 0; axis < 2; ++axis)
            for (int k = 0; k < kPlaces; ++k) {
                const double at = foot.u[axis] + reach / kScan * (k - kScan) - low_[axis];
                const double last
                    = double(axis == 0 ? field_.heights.rows() - 1 : field_.heights.cols() - 1);
                const auto nearest
                    = Eigen::Index(std::clamp(at / field_.cell[axis] + 0.5, 0.0, last));
                node[size_t(axis)][size_t(k)] = nearest;
                aside[size_t(axis)][size_t(k)]
                    = low_[axis] + double(nearest) * field_.cell[axis] - p_[axis];
            }
        double best = reach * reach;
        Vector2d where = foot.u;
        for (size_t j = 0; j < kPlaces; ++j)
            for (size_t i = 0; i < kPlaces; ++i) {
                const double up = field_.heights(node[0][i], node[1][j]) - p_.z();
                const double x = aside[0][i], y = aside[1][j];
                if (const double distance_sq = x * x + y * y + up * up; distance_sq < best) {
                    best = distance_sq;
                    where = p_.head<2>() + Vector2d(x, y);
                }
            }
        if (where != foot.u) {
            foot.u = where.cwiseMax(low_).cwiseMin(high_);
            foot.s = height_at(field_, foot.u);
        }
    }

    /// Towards the minimum within the rectangle; also sets foot.free and foot.hessian.
    [[nodiscard]] Vector2d newton_step(Foot& foot) const
    {
        const double up = foot.s.height - p_.z();
        const Vector2d gradient = foot.u - p_.head<2>() + up * foot.s.slope;
        for (int i = 0; i < 2; ++i)
            foot.free[size_t(i)] = (foot.u[i] > low_[i] || gradient[i] < 0)
                && (foot.u[i] < high_[i] || gradient[i] > 0);
        const Matrix2d flat = Matrix2d::Identity() + foot.s.slope * foot.s.slope.transpose();
        foot.hessian = flat + up * foot.s.curvature;
        if (!foot.free[0] || !foot.free[1]) {
            Vector2d step = Vector2d::Zero();
            for (int i = 0; i < 2; ++i)
                if (foot.free[size_t(i)])
                    step[i] = -gradient[i]
                        / (foot.hessian(i, i) > kLeastCurvature ? foot.hessian(i, i) : flat(i, i));
            return step;
        }
        const double det = foot.hessian.determinant();
        const bool convex
            = foot.hessian(0, 0) > kLeastCurvature && det > kLeastCurvature * foot.hessian.trace();
        return -(convex ? foot.hessian : flat).inverse() * gradient;
    }

    static constexpr double kLeastCurvature
        = 1e-3;  // of the squared distance, which has 1 on a plane

    const Heightfield& field_;
    Vector3d p_;
    Vector2d low_, high_;
};

/// ∂u/∂p at a minimum: H du = Sᵤᵀ dp on the axes that are free.
Eigen::Matrix<double, 2, 3> foot_slope(const Foot& foot)
{
    // At the centre of a round hollow every place is nearest and the slope would be infinite.
    constexpr double kLeast = 0.02;
    Eigen::Matrix<double, 2, 3> dS;  // rows: ∂(u, h)/∂uᵢ
    dS << 1, 0, foot.s.slope.x(), 0, 1, foot.s.slope.y();
    Matrix2d H = foot.hessian;
    for (int i = 0; i < 2; ++i)
        if (!foot.free[size_t(i)]) {
            H(0, 1) = H(1, 0) = 0;
            H(i, i) = 1;
            dS.row(i).setZero();
        }
    const double half = 0.5 * H.trace();
    const double least = half - std::sqrt(std::max(0.0, half * half - H.determinant()));
    if (least < kLeast)
        H.diagonal().array() += kLeast - least;
    return H.inverse() * dS;
}

SurfacePoint on_top(const Foot& foot, const Vector3d& p, bool inside)
{
    const Eigen::Matrix<double, 2, 3> du = foot_slope(foot);
    const Eigen::Matrix<double, 1, 3> dh = foot.s.slope.transpose() * du;
    SurfacePoint result;
    result.point << foot.u, foot.s.height;
    result.dpoint_dp << du, dh;
    // n = m/‖m‖ with m = (−∇h, 1)
    const Vector3d m(-foot.s.slope.x(), -foot.s.slope.y(), 1);
    result.normal = m.normalized();
    Eigen::Matrix3d dm = Eigen::Matrix3d::Zero();
    dm.topRows<2>() = -foot.s.curvature * du;
    result.dnormal_dp
        = (Eigen::Matrix3d::Identity() - result.normal * result.normal.transpose()) * dm / m.norm();
    const Vector3d away = p - result.point;
    const double length = away.norm();
    result.distance = inside ? -length : length;
    const bool on_rim = !foot.free[0] || !foot.free[1];
    result.gradient = on_rim && length > 1e-9 ? Vector3d(away / result.distance) : result.normal;
    return result;
}

/// The vertical side at the end `sign` of an axis, seen from p: from inside, or from outside and
/// below the rim.
SurfacePoint on_side(const Vector3d& p, const Vector3d& nearest, const Vector3d& moves, int axis,
    double sign, double distance)
{
    SurfacePoint result;
    result.point = nearest;
    result.normal = sign * Vector3d::Unit(axis);
    result.dnormal_dp.setZero();
    result.dpoint_dp = moves.asDiagonal();
    result.distance = distance;
    const Vector3d away = p - nearest;
    result.gradient
        = std::abs(distance) > 1e-9 ? Vector3d(away / distance) : Vector3d(result.normal);
    return result;
}

}  // namespace

HeightSample height_at(const Heightfield& field, const Vector2d& place)
{
    const Eigen::Index rows = field.heights.rows(), columns = field.heights.cols();
    const AxisWeights x = axis_weights(place.x(), field.origin.x(), field.cell.x(), rows);
    const AxisWeights y = axis_weights(place.y(), field.origin.y(), field.cell.y(), columns);
    Stencil nodes;
    if (rows >= 4 && columns >= 4) {
        nodes = field.heights.block<4, 4>(x.first, y.first);
    } else {
        nodes.setZero();
        const Eigen::Index a = std::min<Eigen::Index>(rows, 4);
        const Eigen::Index b = std::min<Eigen::Index>(columns, 4);
        nodes.topLeftCorner(a, b) = field.heights.block(x.first, y.first, a, b);
    }
    const Vector4d line = nodes * y.value, line_y = nodes * y.slope, line_yy = nodes * y.curvature;
    HeightSample sample;
    sample.height = x.value.dot(line);
    sample.slope << x.slope.dot(line), x.value.dot(line_y);
    const double xy = x.slope.dot(line_y);
    sample.curvature << x.curvature.dot(line), xy, xy, x.value.dot(line_yy);
    return sample;
}

bool covers(const Heightfield& field, const Vector2d& place)
{
    const Vector2d local = place - field.origin;
    return local.minCoeff() >= 0 && (field.size() - local).minCoeff() >= 0;
}

SurfacePoint nearest_on_heightfield(const Heightfield& field, const Vector3d& p)
{
    const Vector2d low = field.origin, high = low + field.size();
    const Vector2d rim = p.head<2>().cwiseMax(low).cwiseMin(high);
    const HeightSample at_rim = height_at(field, rim);
    const double above = p.z() - at_rim.height;
    if (!covers(field, p.head<2>())) {
        const Vector2d beyond = p.head<2>() - rim;
        int axis = 0;
        const double most = beyond.cwiseAbs().maxCoeff(&axis);
        const double sign = beyond[axis] < 0 ? -1 : 1;
        if (above <= 0)
            return on_side(p, { rim.x(), rim.y(), p.z() },
                { beyond.x() == 0 ? 1.0 : 0.0, beyond.y() == 0 ? 1.0 : 0.0, 1 }, axis, sign,
                beyond.norm());
        SurfacePoint top = on_top(FootSearch(field, p).run(rim, at_rim), p, false);
        if (most > above) {  // sees more of the side than of the top
            top.normal = sign * Vector3d::Unit(axis);
            top.dnormal_dp.setZero();
        }
        return top;
    }
    const bool inside = above < 0;
    const SurfacePoint top = on_top(FootSearch(field, p).run(rim, at_rim), p, inside);
    if (!inside)
        return top;
    // From within, a side may be nearer than the top.
    const Eigen::Vector4d depth(
        p.x() - low.x(), p.y() - low.y(), high.x() - p.x(), high.y() - p.y());
    int side = 0;
    const double least = depth.minCoeff(&side);
    if (least >= -top.distance)
        return top;
    const int axis = side % 2;
    const double sign = side < 2 ? -1 : 1;
    Vector3d nearest = p, moves = Vector3d::Ones();
    nearest[axis] = side < 2 ? low[axis] : high[axis];
    moves[axis] = 0;
    return on_side(p, nearest, moves, axis, sign, -least);
}

HeightfieldMesh triangulated(const Heightfield& field)
{
    constexpr double kQuads = 20000;  // about; more is not seen
    constexpr double kSkirt = 0.2;  // m below the lowest height
    const double cells = double((field.heights.rows() - 1) * (field.heights.cols() - 1));
    const int fine = std::clamp(int(std::sqrt(kQuads / cells)), 1, 8);
    const int columns = int(field.heights.rows() - 1) * fine;
    const int rows = int(field.heights.cols() - 1) * fine;
    HeightfieldMesh mesh;
    const auto place = [&](int i, int j) {
        return Vector2d(
            field.origin + Vector2d(double(i), double(j)).cwiseProduct(field.cell) / double(fine));
    };
    double lowest = std::numeric_limits<double>::infinity();
    for (int j = 0; j <= rows; ++j)
        for (int i = 0; i <= columns; ++i) {
            const Vector2d at = place(i, j);
            const HeightSample s = height_at(field, at);
            mesh.vertices.emplace_back(at.x(), at.y(), s.height);
            mesh.normals.push_back(s.normal());
            lowest = std::min(lowest, s.height);
        }
    const auto top = [&](int i, int j) { return j * (columns + 1) + i; };
    for (int j = 0; j < rows; ++j)
        for (int i = 0; i < columns; ++i) {
            mesh.triangles.emplace_back(top(i, j), top(i + 1, j), top(i + 1, j + 1));
            mesh.triangles.emplace_back(top(i, j), top(i + 1, j + 1), top(i, j + 1));
        }
    // Sides have vertices of their own: their normals are not the top's. Walked with the solid on
    // the left, so that outside is on the right.
    const auto side = [&](int i0, int j0, int di, int dj, int count) {
        const Vector3d normal(dj, -di, 0);
        for (int k = 0; k <= count; ++k) {
            const Vector3d rim = mesh.vertices[size_t(top(i0 + k * di, j0 + k * dj))];
            const int first = int(mesh.vertices.size());
            mesh.vertices.push_back(rim);
            mesh.vertices.emplace_back(rim.x(), rim.y(), lowest - kSkirt);
            mesh.normals.push_back(normal);
            mesh.normals.push_back(normal);
            if (k == count)
                break;
            mesh.triangles.emplace_back(first, first + 1, first + 3);
            mesh.triangles.emplace_back(first, first + 3, first + 2);
        }
    };
    side(0, 0, 1, 0, columns);
    side(columns, 0, 0, 1, rows);
    side(columns, rows, -1, 0, columns);
    side(0, rows, 0, -1, rows);
    return mesh;
}

}  // namespace gambol
