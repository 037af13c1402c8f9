// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

namespace gambol::dynamics {

/// Three numbers along the world axes. Not Eigen's: named members stay in registers when S is
/// Lanes.
template <class S> struct Vector {
    S x, y, z;

    Vector& operator+=(const Vector& b)
    {
        x += b.x, y += b.y, z += b.z;
        return *this;
    }
    friend Vector operator+(const Vector& a, const Vector& b)
    {
        return { a.x + b.x, a.y + b.y, a.z + b.z };
    }
    friend Vector operator-(const Vector& a, const Vector& b)
    {
        return { a.x - b.x, a.y - b.y, a.z - b.z };
    }
    friend Vector operator-(const Vector& a) { return { -a.x, -a.y, -a.z }; }
    friend Vector operator*(const S& k, const Vector& a) { return { k * a.x, k * a.y, k * a.z }; }
};

template <class S> inline Vector<S> cross(const Vector<S>& a, const Vector<S>& b)
{
    return { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

template <class S> inline S dot(const Vector<S>& a, const Vector<S>& b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class S> inline Vector<S> zero_vector()
{
    return { S(0), S(0), S(0) };
}

inline Vector<double> from_eigen(const Eigen::Vector3d& a)
{
    return { a.x(), a.y(), a.z() };
}

inline Eigen::Vector3d to_eigen(const Vector<double>& a)
{
    return { a.x, a.y, a.z };
}

template <class S> inline Vector<S> broadcast(const Vector<double>& a)
{
    return { S(a.x), S(a.y), S(a.z) };
}

/// A 3×3 matrix by its columns; of a rotation, the axes of the turned frame.
template <class S> struct Matrix {
    Vector<S> x, y, z;

    Vector<S> operator*(const Vector<S>& a) const { return a.x * x + a.y * y + a.z * z; }
};

/// Aᵀ a
template <class S> inline Vector<S> transpose_times(const Matrix<S>& A, const Vector<S>& a)
{
    return { dot(A.x, a), dot(A.y, a), dot(A.z, a) };
}

/// A symmetric 3×3 matrix.
template <class S> struct Symmetric {
    S xx, xy, xz, yy, yz, zz;

    Vector<S> operator*(const Vector<S>& a) const
    {
        return { xx * a.x + xy * a.y + xz * a.z, xy * a.x + yy * a.y + yz * a.z,
            xz * a.x + yz * a.y + zz * a.z };
    }
};

/// Motion of a rigid body: α its turning, β what its point at the world origin does. Velocities,
/// accelerations (spatial: derivative of the twist) and the directions of degrees of freedom.
template <class S> struct Twist {
    Vector<S> angular, linear;

    Twist& operator+=(const Twist& b)
    {
        angular += b.angular, linear += b.linear;
        return *this;
    }
    friend Twist operator+(const Twist& a, const Twist& b)
    {
        return { a.angular + b.angular, a.linear + b.linear };
    }
    friend Twist operator-(const Twist& a, const Twist& b)
    {
        return { a.angular - b.angular, a.linear - b.linear };
    }
    friend Twist operator*(const S& k, const Twist& a) { return { k * a.angular, k * a.linear }; }
};

/// Force and torque about the world origin; also momentum and moment of momentum.
template <class S> struct Wrench {
    Vector<S> force, torque;

    Wrench& operator+=(const Wrench& b)
    {
        force += b.force, torque += b.torque;
        return *this;
    }
    friend Wrench operator+(const Wrench& a, const Wrench& b)
    {
        return { a.force + b.force, a.torque + b.torque };
    }
};

/// z × s: how s changes when it is carried along by z.
template <class S> inline Twist<S> cross(const Twist<S>& z, const Twist<S>& s)
{
    return { cross(z.angular, s.angular), cross(z.linear, s.angular) + cross(z.angular, s.linear) };
}

/// z × F: how F changes when it is carried along by z.
template <class S> inline Wrench<S> cross(const Twist<S>& z, const Wrench<S>& F)
{
    return { cross(z.angular, F.force), cross(z.linear, F.force) + cross(z.angular, F.torque) };
}

/// The power of F along s.
template <class S> inline S dot(const Twist<S>& s, const Wrench<S>& F)
{
    return dot(s.linear, F.force) + dot(s.angular, F.torque);
}

/// L(z) = β + α × p: what z does to the point p.
template <class S> inline Vector<S> at(const Twist<S>& z, const Vector<S>& p)
{
    return z.linear + cross(z.angular, p);
}

template <class S> inline Twist<S> zero_twist()
{
    return { zero_vector<S>(), zero_vector<S>() };
}

template <class S> inline Wrench<S> zero_wrench()
{
    return { zero_vector<S>(), zero_vector<S>() };
}

}  // namespace gambol::dynamics
