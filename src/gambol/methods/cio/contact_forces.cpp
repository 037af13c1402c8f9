// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/contact_forces.hpp"

#include "gambol/geometry/nearest.hpp"
#include "gambol/methods/cio/cio_problem.hpp"
#include "gambol/methods/force_units.hpp"
#include "gambol/methods/cio/terms/contact_wrench.hpp"

#include <cmath>
#include <optional>

namespace gambol::cio {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kTouch = 0.008;  // m; the audit allows 1 cm
constexpr double kAbove = 0.01;  // m
constexpr double kSteepest = 0.5;  // cosine: a patch tipped by more than 60° stands on its edge
constexpr double kForcePrice = 1e-7;  // regularisation: fixes how contacts share, costs no accuracy
constexpr double kForceBarrier = 1e-12;
constexpr double kSlipPrice = 1e5;  // × (v / m/s)²: what moves carries only what nothing else can

/// A patch laid onto the surface it touches.
struct Touching {
    int patch, surface;
    Matrix3d axes;  // columns: two tangents, surface normal
    std::vector<Vector3d> corners;  // of the patch, those that touch; world
    double friction;
    bool grip;
};

Vector3d middle_of(const std::vector<Vector3d>& points)
{
    Vector3d sum = Vector3d::Zero();
    for (const Vector3d& p : points)
        sum += p;
    return sum / double(points.size());
}

std::optional<Touching> find_touch(
    const FeatureFrame& frame, int index, const std::vector<Surface>& surfaces)
{
    const PatchState& patch = frame.patches[index];
    if (patch.activity < kHeld)
        return std::nullopt;
    const Vector3d& carrier = frame.carriers[patch.carrier].position;
    std::optional<Touching> best;
    for (int s = 0; s < int(surfaces.size()); ++s) {
        Touching touch;
        for (int k = 0; k < kCorners; ++k) {
            const SurfacePoint p
                = nearest_surface_point(surfaces[s].shape, patch.corner(k, carrier));
            if (std::abs(p.distance) < kTouch)
                touch.corners.push_back(patch.corner(k, carrier));
        }
        if (touch.corners.size() <= (best ? best->corners.size() : 0))
            continue;
        touch.patch = index;
        touch.surface = s;
        touch.friction = surfaces[s].friction;
        touch.grip = frame.model->patches[index].grip;
        // Seen from just above what touches: a foot may hang over an edge.
        const Vector3d above = middle_of(touch.corners) + kAbove * patch.axes.col(2);
        const Vector3d normal = nearest_surface_point(surfaces[s].shape, above).normal;
        if (normal.dot(patch.axes.col(2)) < kSteepest)
            continue;
        const Vector3d x = patch.axes.col(0);
        touch.axes.col(2) = normal;
        touch.axes.col(0) = (x - x.dot(normal) * normal).normalized();
        touch.axes.col(1) = normal.cross(touch.axes.col(0));
        best = touch;
    }
    return best;
}

/// How much dearer force is at a point that moves along.
double dearer_by_slip(const FeatureFrame& frame, int patch, const Vector3d& at)
{
    const int carrier = frame.patches[size_t(patch)].carrier;
    const Vector3d arm = at - frame.carriers[size_t(carrier)].position;
    return 1 + kSlipPrice * material_velocity(frame, carrier, arm).v.squaredNorm();
}

std::vector<ForceUnit> force_units(const std::vector<Touching>& touching)
{
    std::vector<ForceUnit> units;
    for (int t = 0; t < int(touching.size()); ++t) {
        const Touching& touch = touching[t];
        if (touch.grip) {
            const Vector3d center = middle_of(touch.corners);
            for (int axis = 0; axis < 3; ++axis)
                units.push_back({ t, touch.axes.col(axis), center, 0, true });
            units.push_back({ t, Vector3d::Zero(), center, kGripArm, true });
            continue;
        }
        for (const Vector3d& corner : touch.corners)
            for (int edge = 0; edge < 4; ++edge) {
                const double side = edge % 2 ? -touch.friction : touch.friction;
                units.push_back(
                    { t, touch.axes.col(2) + side * touch.axes.col(edge / 2), corner, 0, false });
            }
    }
    return units;
}

}  // namespace

InstantForces instant_forces(const FeatureFrame& frame, const std::vector<Surface>& surfaces)
{
    InstantForces result;
    result.patches.resize(frame.patches.size());
    std::vector<Touching> touching;
    for (int i = 0; i < int(frame.patches.size()); ++i)
        if (const auto touch = find_touch(frame, i, surfaces))
            touching.push_back(*touch);
    const std::vector<ForceUnit> units = force_units(touching);

    const Vector3d origin = frame.carriers[0].position;
    const double weight = frame.model->mass * kGravity;
    BarrierLeastSquares inner;
    inner.resize(int(units.size()));
    for (size_t j = 0; j < units.size(); ++j) {
        const ForceUnit& unit = units[j];
        const Touching& touch = touching[unit.contact];
        const FeaturePatch& patch = frame.model->patches[touch.patch];
        inner.G.col(Eigen::Index(j)).head<3>() = unit.push;
        inner.G.col(Eigen::Index(j)).tail<3>()
            = ((unit.at - origin).cross(unit.push) + unit.turn * touch.axes.col(2)) / kTorqueArm;
        inner.w[Eigen::Index(j)] = column_share(patch) * patch.weakness * kForcePrice
            * dearer_by_slip(frame, touch.patch, unit.at);
        inner.is_free[Eigen::Index(j)] = unit.is_free;
    }
    (void)inner.solve(
        demanded_wrench(frame).tau, BarrierLeastSquares::Vector::Zero(), kForceBarrier);
    result.force_residual = inner.residual().head<3>().norm();
    result.torque_residual = inner.residual().tail<3>().norm();

    std::vector<ContactPlane> planes;
    for (const Touching& touch : touching)
        planes.push_back({ touch.axes.col(2), middle_of(touch.corners), touch.grip });
    const std::vector<PatchForce> sums = add_up(units, weight * inner.coefficients(), planes);
    for (size_t t = 0; t < touching.size(); ++t) {
        PatchForce& out = result.patches[touching[t].patch];
        out = sums[t];
        out.surface = touching[t].surface;
    }
    return result;
}

}  // namespace gambol::cio
