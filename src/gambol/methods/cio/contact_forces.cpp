// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/contact_forces.hpp"

#include "gambol/geometry/nearest.hpp"
#include "gambol/methods/cio/cio_problem.hpp"
#include "gambol/methods/cio/contact_wrench.hpp"
#include "gambol/methods/cio/touch.hpp"
#include "gambol/methods/forces/force_problem.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace gambol::cio {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kAbove = 0.01;  // m
constexpr double kSteepest = 0.5;  // cosine: a patch tipped by more than 60° stands on its edge
constexpr double kForcePrice = 1e-7;  // regularisation: fixes how contacts share, costs no accuracy
constexpr double kForceBarrier = 1e-12;
constexpr double kSlides = 0.05;  // m/s: slower, friction is what it takes to stay
constexpr double kSlipPrice = 1e5;  // × (v / m/s)²: what moves carries only what nothing else can

/// A patch laid onto the shape it touches.
struct Touching {
    int contact = 0, shape = 0;
    Matrix3d axes;  // columns: two tangents, surface normal
    std::vector<Vector3d> corners;  // of the patch, those that touch; world
};

Vector3d middle_of(const std::vector<Vector3d>& points)
{
    Vector3d sum = Vector3d::Zero();
    for (const Vector3d& p : points)
        sum += p;
    return sum / double(points.size());
}

/// Nearest to p on a shape of the world or of a carrier: signed distance and world normal.
struct Nearest {
    double distance = 0;
    Vector3d normal;
};
Nearest nearest_on(
    const SceneInstant& instant, const ContactState& contact, size_t shape, const Vector3d& p)
{
    const Shape& solid = contact.shapes->shapes[shape];
    if (contact.support == kWorld) {
        const SurfacePoint at = nearest_surface_point(solid, p);
        return { at.distance, at.normal };
    }
    const CarrierState& support = instant.carriers[size_t(contact.support)];
    const Matrix3d& R = support.turn.R;
    const SurfacePoint at = nearest_surface_point(solid, R.transpose() * (p - support.position));
    return { at.distance, R * at.normal };
}

std::optional<Touching> find_touch(const SceneInstant& instant, int index)
{
    const ContactState& contact = instant.contacts[size_t(index)];
    if (contact.activity < kHeld)
        return std::nullopt;
    const Vector3d& owner = instant.owner(contact).position;
    std::optional<Touching> best;
    for (size_t s = 0; s < contact.shapes->shapes.size(); ++s) {
        Touching touch;
        for (const Vector3d& arm : contact.arm)
            if (std::abs(nearest_on(instant, contact, s, owner + arm).distance) < kForceReach)
                touch.corners.push_back(owner + arm);
        if (touch.corners.size() <= (best ? best->corners.size() : 0))
            continue;
        touch.contact = index;
        touch.shape = int(s);
        // Seen from just above what touches: a foot may hang over an edge.
        const Vector3d above = middle_of(touch.corners) + kAbove * contact.axes.col(2);
        const Vector3d normal = nearest_on(instant, contact, s, above).normal;
        if (normal.dot(contact.axes.col(2)) < kSteepest)
            continue;
        const Vector3d x = contact.axes.col(0);
        touch.axes.col(2) = normal;
        touch.axes.col(0) = (x - x.dot(normal) * normal).normalized();
        touch.axes.col(1) = normal.cross(touch.axes.col(0));
        best = touch;
    }
    return best;
}

/// A patch touches one thing at a time: what it means most.
bool meant_elsewhere(const SceneInstant& instant, int index)
{
    const ContactState& contact = instant.contacts[size_t(index)];
    for (int i = 0; i < int(instant.contacts.size()); ++i) {
        const ContactState& other = instant.contacts[size_t(i)];
        if (i != index && other.patch == contact.patch && other.activity > contact.activity
            && find_touch(instant, i))
            return true;
    }
    return false;
}

/// How much dearer force is at a point that moves along.
double dearer_by_slip(const SceneInstant& instant, const ContactState& contact, const Vector3d& at)
{
    const Vector3d arm = at - instant.owner(contact).position;
    if (contact.slides)
        return 1;
    return 1 + kSlipPrice * slip_at(instant, contact, arm).value.squaredNorm();
}

/// Whether what may slide does, at one corner at least.
bool slides(const SceneInstant& instant, const ContactState& contact)
{
    const Vector3d n = contact.axes.col(2);
    return contact.slides
        && std::any_of(contact.arm.begin(), contact.arm.end(), [&](const Vector3d& arm) {
               const Vector3d v = slip_at(instant, contact, arm).value;
               return (v - n.dot(v) * n).norm() > kSlides;
           });
}

/// Pressure at each corner, and friction against its way.
void add_sliding(
    const SceneInstant& instant, const Touching& touch, int index, std::vector<forces::Unit>& units)
{
    const ContactState& contact = instant.contacts[size_t(touch.contact)];
    const Vector3d n = touch.axes.col(2);
    for (const Vector3d& corner : touch.corners) {
        const Vector3d v
            = slip_at(instant, contact, corner - instant.owner(contact).position).value;
        const Vector3d way = (v - n.dot(v) * n).normalized();
        units.push_back({ index, n - contact.shapes->friction[size_t(touch.shape)] * way, corner });
    }
}

}  // namespace

InstantForces instant_forces(const SceneInstant& instant)
{
    std::vector<forces::Body> bodies;
    Eigen::VectorXd demand(6 * Eigen::Index(instant.bodies.size()));
    for (const BodyState& body : instant.bodies) {
        demand.segment<6>(6 * Eigen::Index(bodies.size())) = demanded_wrench(instant, body).tau;
        bodies.push_back(force_body(instant, body));
    }
    std::vector<Touching> touching;
    std::vector<forces::Contact> contacts;
    std::vector<forces::Unit> units;
    const auto body_of = [&](int carrier) {
        return carrier == kWorld ? kWorld : instant.carriers[size_t(carrier)].body;
    };
    for (int i = 0; i < int(instant.contacts.size()); ++i) {
        if (meant_elsewhere(instant, i))
            continue;
        const std::optional<Touching> touch = find_touch(instant, i);
        if (!touch)
            continue;
        const ContactState& contact = instant.contacts[size_t(i)];
        const int index = int(contacts.size());
        const Vector3d middle = middle_of(touch->corners);
        contacts.push_back({ body_of(contact.owner), body_of(contact.support), touch->axes.col(2),
            middle, contact.patch->grip });
        if (contact.patch->grip)
            forces::add_grip(index, touch->axes, middle, units);
        else if (slides(instant, contact))
            add_sliding(instant, *touch, index, units);
        else
            for (const Vector3d& corner : touch->corners)
                forces::add_pyramid(index, -1, touch->axes, corner,
                    contact.shapes->friction[size_t(touch->shape)], units);
        touching.push_back(*touch);
    }
    forces::ForceProblem problem;
    problem.assemble(bodies, contacts, units);
    for (size_t j = 0; j < units.size(); ++j) {
        const ContactState& contact
            = instant.contacts[size_t(touching[size_t(units[j].contact)].contact)];
        problem.prices[Eigen::Index(j)] = unit_share(contact) * contact.patch->weakness
            * instant.model->effort_of(contact.character) * kForcePrice
            * dearer_by_slip(instant, contact, units[j].at);
    }
    Eigen::VectorXd residual = Eigen::VectorXd::Zero(demand.size());
    (void)problem.solve(demand, residual, kForceBarrier);

    InstantForces result;
    for (Eigen::Index row = 0; row < residual.size(); row += 6)
        result.bodies.push_back(
            { residual.segment<3>(row).norm(), residual.segment<3>(row + 3).norm() });
    Eigen::VectorXd newtons = problem.coefficients();
    for (size_t j = 0; j < units.size(); ++j)
        newtons[Eigen::Index(j)] *= forces::force_unit(bodies, contacts[size_t(units[j].contact)]);
    const std::vector<PatchForce> sums = forces::add_up(units, newtons, contacts);
    result.contacts.resize(instant.contacts.size());
    for (size_t t = 0; t < touching.size(); ++t) {
        PatchForce& out = result.contacts[size_t(touching[t].contact)];
        out = sums[t];
        out.surface = contacts[t].support == kWorld
            ? touching[t].shape
            : int(instant.model->surfaces().size()) + contacts[t].support - instant.model->people;
    }
    for (size_t b = 0; b < instant.bodies.size(); ++b) {
        result.hinges.emplace_back();
        const BodyState& body = instant.bodies[b];
        if (!body.hinge)
            continue;
        HingeForce others;
        for (size_t t = 0; t < touching.size(); ++t)
            if (contacts[t].support == int(b))
                others += { -sums[t].force,
                    -(sums[t].point - body.hinge->at).cross(sums[t].force)
                        - sums[t].torsion * contacts[t].normal };
        result.hinges.back() = hinge_force(instant, body, others);
    }
    return result;
}

}  // namespace gambol::cio
