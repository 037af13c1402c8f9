// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/resting_point.hpp"

#include <limits>

namespace gambol::cio {

namespace {

using Eigen::Matrix3d;
using Eigen::RowVector3d;
using Eigen::Vector3d;

RestingPoint nearest_facing(
    const std::vector<Shape>& shapes, const Vector3d& p, const Vector3d& facing, double rim)
{
    SurfacePoint best;
    int shape = 0;
    double least = std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < shapes.size(); ++i) {
        const SurfacePoint each = facing_surface_point(shapes[i], p, facing, rim);
        if (const double far = facing_distance_sq(each, p, facing); far < least) {
            least = far;
            best = each;
            shape = int(i);
        }
    }
    return { best.point, best.normal, best.dpoint_dp, best.dnormal_dp, shape };
}

/// n / |n| and its derivative; as it is where normals cancel out.
void normalise(RestingPoint& rest)
{
    constexpr double kOpposed = 1e-6;
    const double size = rest.normal.norm();
    if (size < kOpposed)
        return;
    rest.normal /= size;
    rest.dnormal_dp
        = (Matrix3d::Identity() - rest.normal * rest.normal.transpose()) * rest.dnormal_dp / size;
}

RestingPoint average(const std::vector<Shape>& shapes, const Vector3d& p)
{
    constexpr double kSoftness = 1e4;  // 1/m²: surfaces blend over about 1 cm
    double total = 0, most = 0;
    RowVector3d dtotal = RowVector3d::Zero();
    RestingPoint mean { Vector3d::Zero(), Vector3d::Zero(), Matrix3d::Zero(), Matrix3d::Zero() };
    for (size_t i = 0; i < shapes.size(); ++i) {
        const SurfacePoint s = nearest_surface_point(shapes[i], p);
        const Vector3d gap = p - s.point;
        const double eta = 1 / (1 + kSoftness * gap.squaredNorm());
        const RowVector3d deta
            = -2 * kSoftness * eta * eta * gap.transpose() * (Matrix3d::Identity() - s.dpoint_dp);
        total += eta;
        dtotal += deta;
        mean.point += eta * s.point;
        mean.normal += eta * s.normal;
        mean.dpoint_dp += eta * s.dpoint_dp + s.point * deta;
        mean.dnormal_dp += eta * s.dnormal_dp + s.normal * deta;
        if (eta > most) {
            most = eta;
            mean.shape = int(i);
        }
    }
    mean.point /= total;
    mean.normal /= total;
    mean.dpoint_dp = (mean.dpoint_dp - mean.point * dtotal) / total;
    mean.dnormal_dp = (mean.dnormal_dp - mean.normal * dtotal) / total;
    normalise(mean);
    return mean;
}

}  // namespace

RestingPoint resting_point(NearestPoint form, const std::vector<Shape>& shapes, const Vector3d& p,
    const Vector3d& facing, double rim)
{
    return form == NearestPoint::paper ? average(shapes, p)
                                       : nearest_facing(shapes, p, facing, rim);
}

}  // namespace gambol::cio
