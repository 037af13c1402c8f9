// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/prop_model.hpp"

#include "gambol/math/rotation.hpp"

#include <cmath>

namespace gambol::cio {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kStrip = 0.01;  // m: half the width of what a round thing lies on

/// As MotionContact has them: x is the body's x axis, or its z axis where the normal is along x.
Matrix3d patch_axes(const Vector3d& normal)
{
    const Vector3d along = std::abs(normal.x()) > 0.99 ? Vector3d::UnitZ() : Vector3d::UnitX();
    Matrix3d axes;
    axes.col(2) = normal;
    axes.col(0) = (along - along.dot(normal) * normal).normalized();
    axes.col(1) = normal.cross(axes.col(0));
    return axes;
}

FeaturePatch lower_side(const SceneProp& prop)
{
    const Vector3d down = prop.rotation.conjugate() * -Vector3d::UnitZ();
    FeaturePatch patch;
    patch.name = "below";
    if (const auto* box = std::get_if<Box>(&prop.shape)) {
        int axis = 0;
        down.cwiseAbs().maxCoeff(&axis);
        Vector3d out = Vector3d::Zero();
        out[axis] = std::copysign(1.0, down[axis]);
        patch.center = box->half_size[axis] * out;
        patch.axes = patch_axes(-out);
        patch.half_size = (patch.axes.transpose() * box->half_size).head<2>().cwiseAbs();
        return patch;
    }
    if (const auto* sphere = std::get_if<Sphere>(&prop.shape)) {
        patch.center = sphere->radius * down;
        patch.axes = patch_axes(-down);
        patch.half_size = Vector2d::Constant(kStrip);
        return patch;
    }
    const auto& capsule = std::get<Capsule>(prop.shape);
    const Vector3d across = (down - down.x() * Vector3d::UnitX()).normalized();
    patch.center = capsule.radius * across;
    patch.axes = patch_axes(-across);
    patch.half_size = { (capsule.to - capsule.from).norm() / 2, kStrip };
    return patch;
}

}  // namespace

FeatureModel prop_model(const SceneProp& prop)
{
    FeatureModel model;
    model.mass = prop.mass;
    model.inertia = prop.inertia;
    if (prop.hinge) {
        model.home = prop.rotation.toRotationMatrix();
        return model;
    }
    model.patches.push_back(lower_side(prop));
    model.standing_height = depth_below(prop.shape, prop.rotation);
    return model;
}

std::optional<HingedBody> hinged_body(const SceneProp& prop)
{
    if (!prop.hinge)
        return std::nullopt;
    const Hinge& hinge = *prop.hinge;
    return HingedBody { prop.position, hinge.axis, hinge_inertia(prop), prop.rotation * prop.com,
        hinge.least, hinge.most, hinge.friction };
}

Eigen::VectorXd prop_features(const SceneProp& prop)
{
    Eigen::VectorXd q(6);
    q << prop.position, prop_model(prop).vector_of(prop.rotation.toRotationMatrix());
    return q;
}

}  // namespace gambol::cio
