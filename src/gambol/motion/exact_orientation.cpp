// SPDX-License-Identifier: MIT
#include "gambol/motion/exact_orientation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol::audit_detail {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kUnit = std::numeric_limits<double>::epsilon() / 2;  // one rounding, 2⁻⁵³

/// A number held as a sum of doubles that do not overlap, smallest first: sums and products of such
/// numbers are exact, and the last one has the sign of the whole [Shewchuk 1997].
class Expansion {
public:
    Expansion() { }  // the array needs no values before there are terms

    /// a − b.
    Expansion(double a, double b)
    {
        add(a);
        add(-b);
    }

    /// Adds one double: rounded sum and rounding error of every step are kept.
    void add(double value)
    {
        int kept = 0;
        for (int i = 0; i < count_; ++i) {
            const double term = terms_[i];
            const double sum = value + term;
            const double rest = sum - value;
            const double error = (value - (sum - rest)) + (term - rest);
            if (error != 0)
                terms_[kept++] = error;
            value = sum;
        }
        if (value != 0)
            terms_[kept++] = value;
        count_ = kept;
    }

    /// Adds sign · a · b.
    void add_product(const Expansion& a, const Expansion& b, int sign = 1)
    {
        for (int i = 0; i < a.count_; ++i)
            for (int j = 0; j < b.count_; ++j) {
                const double x = sign * a.terms_[i], y = b.terms_[j];
                const double product = x * y;
                add(std::fma(x, y, -product));  // what the product lost
                add(product);
            }
    }

    [[nodiscard]] int sign() const { return count_ == 0 ? 0 : terms_[count_ - 1] > 0 ? 1 : -1; }

private:
    // Differences have 2 terms, their products 8, minors 16, those times a difference 64; three
    // of these make a determinant.
    static constexpr int kMost = 192;
    double terms_[kMost];
    int count_ = 0;
};

int exact_orientation(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d)
{
    Expansion determinant;
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        Expansion minor;
        minor.add_product({ b[i], d[i] }, { c[j], d[j] });
        minor.add_product({ b[j], d[j] }, { c[i], d[i] }, -1);
        determinant.add_product({ a[k], d[k] }, minor);
    }
    return determinant.sign();
}

int exact_orientation(const Vector2d& a, const Vector2d& b, const Vector2d& c)
{
    Expansion determinant;
    determinant.add_product({ a[0], c[0] }, { b[1], c[1] });
    determinant.add_product({ a[1], c[1] }, { b[0], c[0] }, -1);
    return determinant.sign();
}

/// Sign of a value that is wrong by at most `error`; 2 when that leaves it open.
int certain_sign(double value, double error)
{
    if (value > error)
        return 1;
    return value < -error ? -1 : 2;
}

Vector2d without(const Vector3d& v, int axis)
{
    return { v[(axis + 1) % 3], v[(axis + 2) % 3] };
}

bool in_box(const Vector2d& a, const Vector2d& b, const Vector2d& x)
{
    return (x.array() >= a.cwiseMin(b).array()).all() && (x.array() <= a.cwiseMax(b).array()).all();
}

/// Closed segments in the plane.
bool segments_meet(const Vector2d& p, const Vector2d& q, const Vector2d& a, const Vector2d& b)
{
    const int pa = orientation(p, q, a), pb = orientation(p, q, b);
    const int ap = orientation(a, b, p), aq = orientation(a, b, q);
    if (pa * pb < 0 && ap * aq < 0)
        return true;
    return (pa == 0 && in_box(p, q, a)) || (pb == 0 && in_box(p, q, b))
        || (ap == 0 && in_box(a, b, p)) || (aq == 0 && in_box(a, b, q));
}

bool point_in_triangle(const Vector2d& x, const Vector2d& a, const Vector2d& b, const Vector2d& c)
{
    const int ab = orientation(a, b, x), bc = orientation(b, c, x), ca = orientation(c, a, x);
    return std::min({ ab, bc, ca }) >= 0 || std::max({ ab, bc, ca }) <= 0;
}

/// All five points lie in one plane: what is left is a question in two dimensions, asked in a
/// projection that keeps the triangle's area.
Meeting meet_in_plane(
    const Vector3d& p, const Vector3d& q, const Vector3d& a, const Vector3d& b, const Vector3d& c)
{
    bool flat = true, shadows_meet = true;
    for (int axis = 0; axis < 3; ++axis) {
        const Vector2d p2 = without(p, axis), q2 = without(q, axis);
        const Vector2d corners[3] = { without(a, axis), without(b, axis), without(c, axis) };
        bool shared = false;
        for (int k = 0; k < 3; ++k)
            shared = shared || segments_meet(p2, q2, corners[k], corners[(k + 1) % 3]);
        if (orientation(corners[0], corners[1], corners[2]) != 0) {
            shared = shared || point_in_triangle(p2, corners[0], corners[1], corners[2]);
            return shared ? Meeting::touching : Meeting::apart;
        }
        shadows_meet = shadows_meet && shared;
        flat = flat && corners[0] == corners[1] && corners[0] == corners[2];
    }
    // A triangle without area: a segment. Where it meets the edge in all three projections they
    // are said to touch, unless the four ends span a volume.
    const bool skew = orientation(p, q, a, b) != 0 || orientation(p, q, b, c) != 0
        || orientation(p, q, c, a) != 0;
    return shadows_meet && (flat || !skew) ? Meeting::touching : Meeting::apart;
}

}  // namespace

int orientation(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d)
{
    const Vector3d u = a - d, v = b - d, w = c - d;
    const double yz = v.y() * w.z(), zy = v.z() * w.y();
    const double zx = v.z() * w.x(), xz = v.x() * w.z();
    const double xy = v.x() * w.y(), yx = v.y() * w.x();
    const double value = u.x() * (yz - zy) + u.y() * (zx - xz) + u.z() * (xy - yx);
    // At most seven roundings meet in a term: (7 + 56 u) u times the sum of magnitudes bounds them.
    const double magnitude = std::abs(u.x()) * (std::abs(yz) + std::abs(zy))
        + std::abs(u.y()) * (std::abs(zx) + std::abs(xz))
        + std::abs(u.z()) * (std::abs(xy) + std::abs(yx));
    const int sign = certain_sign(value, 8 * kUnit * magnitude);
    return sign != 2 ? sign : exact_orientation(a, b, c, d);
}

int orientation(const Vector2d& a, const Vector2d& b, const Vector2d& c)
{
    const Vector2d u = a - c, v = b - c;
    const double left = u.x() * v.y(), right = u.y() * v.x();
    // (3 + 16 u) u bounds the roundings.
    const int sign = certain_sign(left - right, 4 * kUnit * (std::abs(left) + std::abs(right)));
    return sign != 2 ? sign : exact_orientation(a, b, c);
}

Meeting meet(
    const Vector3d& p, const Vector3d& q, const Vector3d& a, const Vector3d& b, const Vector3d& c)
{
    const int of_p = orientation(a, b, c, p), of_q = orientation(a, b, c, q);
    if (of_p * of_q > 0)
        return Meeting::apart;
    if (of_p == 0 && of_q == 0)
        return meet_in_plane(p, q, a, b, c);
    // The line p q meets the plane in one point; it is inside when it passes all borders the same
    // way round.
    const int ab = orientation(p, q, a, b), bc = orientation(p, q, b, c);
    if (ab * bc < 0)
        return Meeting::apart;
    const int ca = orientation(p, q, c, a);
    if (ab * ca < 0 || bc * ca < 0)
        return Meeting::apart;
    const bool strict = of_p != 0 && of_q != 0 && ab != 0 && bc != 0 && ca != 0;
    return strict ? Meeting::crossing : Meeting::touching;
}

}  // namespace gambol::audit_detail
