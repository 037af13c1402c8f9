// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <cmath>

namespace gambol::test {

/// A number with its first and second derivatives by Count variables. (Jets of jets do not mix with
/// plain numbers.)
template <int Count> struct SecondOrder {
    using Vector = Eigen::Matrix<double, Count, 1>;
    using Matrix = Eigen::Matrix<double, Count, Count>;

    double value = 0;
    Vector gradient = Vector::Zero();
    Matrix hessian = Matrix::Zero();

    SecondOrder() = default;
    SecondOrder(double constant)  // NOLINT: numbers are constants
        : value(constant)
    {
    }
    static SecondOrder variable(double value, int index)
    {
        SecondOrder x(value);
        x.gradient[index] = 1;
        return x;
    }

    /// h(a), given h and its derivatives at a.value.
    friend SecondOrder chain(const SecondOrder& a, double h, double first, double second)
    {
        SecondOrder r(h);
        r.gradient = first * a.gradient;
        r.hessian = first * a.hessian + second * a.gradient * a.gradient.transpose();
        return r;
    }

    friend SecondOrder operator+(const SecondOrder& a, const SecondOrder& b)
    {
        SecondOrder r(a.value + b.value);
        r.gradient = a.gradient + b.gradient;
        r.hessian = a.hessian + b.hessian;
        return r;
    }
    friend SecondOrder operator-(const SecondOrder& a)
    {
        SecondOrder r(-a.value);
        r.gradient = -a.gradient;
        r.hessian = -a.hessian;
        return r;
    }
    friend SecondOrder operator-(const SecondOrder& a, const SecondOrder& b) { return a + (-b); }
    friend SecondOrder operator*(const SecondOrder& a, const SecondOrder& b)
    {
        SecondOrder r(a.value * b.value);
        r.gradient = a.value * b.gradient + b.value * a.gradient;
        r.hessian = a.value * b.hessian + b.value * a.hessian + a.gradient * b.gradient.transpose()
            + b.gradient * a.gradient.transpose();
        return r;
    }
    friend SecondOrder operator/(const SecondOrder& a, const SecondOrder& b)
    {
        const double inverse = 1 / b.value;
        return a * chain(b, inverse, -inverse * inverse, 2 * inverse * inverse * inverse);
    }
    SecondOrder& operator+=(const SecondOrder& b) { return *this = *this + b; }

    friend SecondOrder sin(const SecondOrder& a)
    {
        return chain(a, std::sin(a.value), std::cos(a.value), -std::sin(a.value));
    }
    friend SecondOrder cos(const SecondOrder& a)
    {
        return chain(a, std::cos(a.value), -std::sin(a.value), -std::cos(a.value));
    }
    friend SecondOrder exp(const SecondOrder& a)
    {
        const double e = std::exp(a.value);
        return chain(a, e, e, e);
    }
    friend SecondOrder log(const SecondOrder& a)
    {
        return chain(a, std::log(a.value), 1 / a.value, -1 / (a.value * a.value));
    }
};

}  // namespace gambol::test
