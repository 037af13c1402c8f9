// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/contact_sharing.hpp"

#include "gambol/math/convex_hull.hpp"
#include "gambol/methods/spacetime/held_torques.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::spacetime {

namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kInside = 0.0005;  // m
constexpr double kNoForce = 1e-6;  // N
/// m: patches push inside of their corners as far as the common centre of pressure lets them, since
/// at a corner nothing can be twisted.
constexpr double kMostInset = 0.008;
/// × radius of a bar: where in it the resultant of fingers all around acts. At its surface, small
/// torques about the bar would move it far.
constexpr double kGripDepth = 0.25;
constexpr int kHalvings = 20;  // of the way to the shares by which strength is measured
constexpr double kMostSine = 0.9;  // of the angle by which a hand pushes beside the bar's axis

/// p, or the point on the way from the corners' middle to p that is just inside their hull.
Vector2d pulled_inside(const std::vector<Vector2d>& corners, const Vector2d& p)
{
    Vector2d middle = Vector2d::Zero();
    for (const Vector2d& corner : corners)
        middle += corner / double(corners.size());
    const std::vector<Vector2d> hull = convex_hull(corners);
    double share = 1;
    for (size_t i = 0; i < hull.size(); ++i) {
        const Vector2d along = (hull[(i + 1) % hull.size()] - hull[i]).normalized();
        const Vector2d inward(-along.y(), along.x());
        const double of_middle = inward.dot(middle - hull[i]), of_p = inward.dot(p - hull[i]);
        if (of_p < kInside && of_middle > of_p)
            share = std::min(share, std::max(0.0, (of_middle - kInside) / (of_middle - of_p)));
    }
    return middle + share * (p - middle);
}

/// How far inside the hull of the corners p is; negative: outside.
double depth_inside(const std::vector<Vector2d>& corners, const Vector2d& p)
{
    const std::vector<Vector2d> hull = convex_hull(corners);
    double depth = kMostInset * 10;
    for (size_t i = 0; i < hull.size(); ++i) {
        const Vector2d along = (hull[(i + 1) % hull.size()] - hull[i]).normalized();
        depth = std::min(depth, Vector2d(-along.y(), along.x()).dot(p - hull[i]));
    }
    return depth;
}

struct Corners {
    std::vector<Vector2d> places;
    std::vector<size_t> owner;  // which contact
};

/// What each contact gets of the force, and where it acts.
struct Share {
    double part = 0;
    Vector2d place = Vector2d::Zero();
};

std::vector<Share> contact_shares(const Corners& corners, size_t contacts, const Vector2d& p)
{
    if (contacts == 1)
        return { { 1, p } };
    std::vector<Share> shares(contacts);
    const std::vector<double> lambda = even_shares(corners.places, p);
    for (size_t i = 0; i < lambda.size(); ++i) {
        shares[corners.owner[i]].part += lambda[i];
        shares[corners.owner[i]].place += lambda[i] * corners.places[i];
    }
    for (Share& share : shares)
        share.place /= share.part;
    return shares;
}

using Wrench = Eigen::Matrix<double, 6, 1>;  // force, and torque about the contact's place

/// What a sole passes on, in the axes of the ground.
struct SoleAction {
    Vector2d pressure;  // from its middle to its centre of pressure
    double torsion;
};

SoleAction sole_action(const Wrench& w)
{
    const Vector2d p(-w[4] / w[2], w[3] / w[2]);
    return { p, w[5] - (p.x() * w[1] - p.y() * w[0]) };
}

/// Whether a sole of that size that is turned by `facing` can.
bool can_pass(const Phase& phase, const Vector2d& half_size, double facing, const Wrench& w)
{
    if (w[2] <= kNoForce || w.head<2>().norm() > phase.friction * w[2])
        return false;
    const SoleAction action = sole_action(w);
    const Vector2d p = Eigen::Rotation2Dd(-facing) * action.pressure;
    return (p.cwiseAbs().array() <= half_size.array() - kMostInset).all()
        && std::abs(action.torsion) <= phase.twist * w[2];
}

/// Moves what soles do towards tie_shares(), as far as all of them can.
void draw_to_shares(const Character& body, const Phase& phase,
    const std::vector<PhaseContact>& contacts, const Vector3d& force, const Vector3d& torque,
    std::vector<PatchForce>& forces)
{
    const Eigen::Matrix3d into = phase.ground.transpose();
    const auto turned = [&](const Vector3d& f, const Vector3d& n) {
        return (Wrench() << into * f, into * n).finished();
    };
    const std::vector<Eigen::Matrix<double, 6, 6>> shares = tie_shares(phase);
    const Wrench whole = (Wrench() << force, torque).finished();
    std::vector<Wrench> from, to;
    for (size_t c = 0; c < forces.size(); ++c) {
        const PatchForce& f = forces[c];
        from.push_back(turned(
            f.force, (f.point - contacts[c].at).cross(f.force) + f.torsion * phase.ground.col(2)));
        const Wrench share = shares[c] * whole;
        to.push_back(turned(share.head<3>(), share.tail<3>()));
    }
    const auto mixed = [&](size_t c, double t) { return Wrench((1 - t) * from[c] + t * to[c]); };
    const auto fits = [&](double t) {
        for (size_t c = 0; c < from.size(); ++c)
            if (!can_pass(phase, body.patches[size_t(contacts[c].patch)].half_size,
                    contacts[c].facing - contacts.front().facing, mixed(c, t)))
                return false;
        return true;
    };
    double low = 0, high = 1;
    if (fits(1))
        low = 1;
    for (int i = 0; i < kHalvings && low < 1; ++i)
        (fits((low + high) / 2) ? low : high) = (low + high) / 2;
    for (size_t c = 0; c < forces.size() && low > 0; ++c) {
        const Wrench w = mixed(c, low);
        const SoleAction action = sole_action(w);
        forces[c].force = phase.ground * w.head<3>();
        forces[c].point = contacts[c].at + phase.ground.leftCols<2>() * action.pressure;
        forces[c].torsion = action.torsion;
    }
}

std::vector<PatchForce> share_support(const Character& body, const Phase& phase,
    const std::vector<PhaseContact>& contacts, const Vector3d& force, const Vector3d& torque)
{
    const Eigen::Matrix3d& ground = phase.ground;
    const Vector3d f = ground.transpose() * force, n = ground.transpose() * torque;
    const Vector2d p
        = f.z() > kNoForce ? Vector2d(-n.y() / f.z(), n.x() / f.z()) : Vector2d::Zero();
    const double torsion = n.z() - (p.x() * f.y() - p.y() * f.x());
    Corners corners;
    const auto place_corners = [&](double inset) {
        corners = {};
        for (size_t c = 0; c < contacts.size(); ++c) {
            const Vector2d half
                = body.patches[size_t(contacts[c].patch)].half_size - Vector2d::Constant(inset);
            const Vector2d center
                = (ground.transpose() * (contacts[c].at - contacts.front().at)).head<2>();
            const Eigen::Rotation2Dd turn(contacts[c].facing - contacts.front().facing);
            for (const double x : { -1.0, 1.0 })
                for (const double y : { -1.0, 1.0 }) {
                    corners.places.push_back(center + turn * Vector2d(x * half.x(), y * half.y()));
                    corners.owner.push_back(c);
                }
        }
    };
    place_corners(0);
    // A corner moves by √2 × the inset, at most straight away from an edge of the hull.
    const double room = (depth_inside(corners.places, p) - 2 * kInside) / std::sqrt(2.0);
    place_corners(std::clamp(room, 0.0, kMostInset));
    std::vector<PatchForce> forces;
    for (const Share& share : contact_shares(corners, contacts.size(), p)) {
        const Vector3d point = contacts.front().at + ground.leftCols<2>() * share.place;
        forces.push_back(
            { contacts[forces.size()].surface, share.part * force, point, share.part * torsion });
    }
    if (forces.size() > 1)
        draw_to_shares(body, phase, contacts, force, torque, forces);
    return forces;
}

/// With b along the bar, u where the force points across it and d = b × u: a hand pushes at
/// s b + ρ w, w = cos θ u + sin θ d being the bar's normal there, and turns about w
/// by τ. With f = |f_⊥| u + f_b b that is, about the place,
///
///     b: −ρ sin θ |f_⊥|        u: ρ sin θ f_b + τ cos θ        d: s |f_⊥| − ρ cos θ f_b + τ sin θ
struct GripAction {
    double along, torsion;
    Vector3d off;
};

GripAction grip_action(
    const Vector3d& b, double radius, const Vector3d& force, const Vector3d& torque)
{
    const double f_b = force.dot(b);
    const Vector3d across = force - f_b * b;
    const double size = std::max(across.norm(), kNoForce);
    const Vector3d u
        = across.norm() > kNoForce ? Vector3d(across.normalized()) : Vector3d(b.unitOrthogonal());
    const Vector3d d = b.cross(u);
    const double sine = std::clamp(-torque.dot(b) / (radius * size), -kMostSine, kMostSine);
    const double cosine = std::sqrt(1 - sine * sine);
    const double torsion = (torque.dot(u) - radius * sine * f_b) / cosine;
    const double along = (torque.dot(d) + radius * cosine * f_b - torsion * sine) / size;
    return { along, torsion, radius * (cosine * u + sine * d) };
}

std::vector<PatchForce> share_grip(const Scene& scene, const Phase& phase,
    const std::vector<PhaseContact>& contacts, const Vector3d& force, const Vector3d& torque)
{
    const Character& body = scene.characters.front().body;
    const auto& bar = std::get<Capsule>(scene.surfaces[size_t(contacts.front().surface)].shape);
    const Vector3d& b = phase.bar;
    const GripAction action = grip_action(b, kGripDepth * bar.radius, force, torque);
    Corners corners;
    for (size_t c = 0; c < contacts.size(); ++c)
        for (const double side : { -1.0, 1.0 }) {
            const double half = body.patches[size_t(contacts[c].patch)].half_size.maxCoeff();
            const double place = b.dot(contacts[c].at - contacts.front().at);
            // A second row gives the line of hands an inside.
            for (const double row : { -1.0, 1.0 }) {
                corners.places.push_back({ place + side * half, row });
                corners.owner.push_back(c);
            }
        }
    std::vector<PatchForce> forces;
    for (const Share& share : contact_shares(corners, contacts.size(), { action.along, 0 })) {
        const Vector3d point = contacts.front().at + share.place.x() * b + action.off;
        forces.push_back({ contacts[forces.size()].surface, share.part * force, point,
            share.part * action.torsion });
    }
    return forces;
}

}  // namespace

std::vector<double> even_shares(const std::vector<Vector2d>& corners, const Vector2d& p)
{
    const Vector2d inside = pulled_inside(corners, p);
    double size = 0;
    for (const Vector2d& corner : corners)
        size = std::max(size, (corner - inside).norm());
    std::vector<double> shares(corners.size());
    // Newton's method on log Σ exp(a · (r − p)), which is convex and least where Σ λ r = p.
    Vector2d a = Vector2d::Zero();
    const auto evaluate = [&](const Vector2d& at, Vector2d& gradient, Matrix2d& hessian) {
        double sum = 0;
        gradient.setZero();
        hessian.setZero();
        double highest = -1e300;
        for (const Vector2d& corner : corners)
            highest = std::max(highest, at.dot(corner - inside) / size);
        for (size_t i = 0; i < corners.size(); ++i) {
            const Vector2d r = (corners[i] - inside) / size;
            shares[i] = std::exp(at.dot(r) - highest);
            sum += shares[i];
            gradient += shares[i] * r;
            hessian += shares[i] * r * r.transpose();
        }
        for (double& share : shares)
            share /= sum;
        gradient /= sum;
        hessian = hessian / sum - gradient * gradient.transpose();
        return highest + std::log(sum);
    };
    Vector2d gradient;
    Matrix2d hessian;
    double value = evaluate(a, gradient, hessian);
    for (int i = 0; i < 100 && gradient.norm() > 1e-12; ++i) {
        const Vector2d step = (hessian + 1e-12 * Matrix2d::Identity()).ldlt().solve(-gradient);
        double length = 1;
        for (; length > 1e-6; length /= 2) {
            Vector2d next_gradient;
            Matrix2d next_hessian;
            const double next = evaluate(a + length * step, next_gradient, next_hessian);
            if (next <= value + 1e-4 * length * gradient.dot(step) + 1e-15) {
                a += length * step;
                value = next;
                gradient = next_gradient;
                hessian = next_hessian;
                break;
            }
        }
        if (length <= 1e-6)
            break;
    }
    (void)evaluate(a, gradient, hessian);
    return shares;
}

std::vector<PatchForce> share_force(const Scene& scene, const Phase& phase,
    const std::vector<PhaseContact>& contacts, const Vector3d& force, const Vector3d& torque)
{
    const Character& body = scene.characters.front().body;
    if (phase.kind == PhaseKind::support)
        return share_support(body, phase, contacts, force, torque);
    if (phase.kind == PhaseKind::grip)
        return share_grip(scene, phase, contacts, force, torque);
    return {};
}

}  // namespace gambol::spacetime
