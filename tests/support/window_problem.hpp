// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/problem/constrained_problem.hpp"

#include "support/second_order.hpp"

#include <numeric>
#include <utility>
#include <vector>

namespace gambol::test {

/// A ConstrainedProblem that is a sum over windows, each written once as a formula: derivatives of
/// both orders come with it. Local must have
///
///     static constexpr int kBlockSize, kReach, kBorder;   // kBorder: all of it, in every window
///     int blocks() const, windows() const, first_block(int window) const, rows(int window) const;
///     template <class T> T operator()(int window, const T* v, T* c) const;
///
/// The operator gets the variables of the window, then the border, writes its rows and returns its
/// share of the objective. The convex model of the objective is the exact one without its negative
/// eigenvalues, window by window.
template <class Local> class WindowProblem final : public ConstrainedProblem {
public:
    explicit WindowProblem(Local formula)
        : local(std::move(formula))
    {
        int rows = 0;
        for (int w = 0; w < local.windows(); ++w)
            rows += local.rows(w);
        const double infinity = std::numeric_limits<double>::infinity();
        variables.lower.setConstant(shape().variables(), -infinity);
        variables.upper.setConstant(shape().variables(), infinity);
        of_rows.lower.setZero(rows);
        of_rows.upper.setZero(rows);
    }

    Local local;
    Bounds variables, of_rows;  // none; equality with 0
    bool exact = true;  // whether the Hessian of the Lagrangian is offered
    int evaluations = 0, hessians = 0;  // counted

    BandShape shape() const override
    {
        return { local.blocks(), Local::kBlockSize, Local::kReach, Local::kBorder };
    }
    std::vector<RowGroup> row_groups() const override
    {
        std::vector<RowGroup> groups;
        for (int w = 0; w < local.windows(); ++w) {
            RowGroup group { local.rows(w), local.first_block(w), Local::kReach };
            group.border.resize(Local::kBorder);
            std::iota(group.border.begin(), group.border.end(), 0);
            groups.push_back(group);
        }
        return groups;
    }
    Bounds variable_bounds() const override { return variables; }
    Bounds row_bounds() const override { return of_rows; }

    double values(const Eigen::VectorXd& x, Eigen::VectorXd& c) override
    {
        ++evaluations;
        c.resize(of_rows.lower.size());
        double f = 0;
        for (int w = 0, row = 0; w < local.windows(); row += local.rows(w), ++w) {
            const Variables v = gather(w, x);
            f += local(w, v.data(), c.data() + row);
        }
        return f;
    }

    double linearise(
        const Eigen::VectorXd& x, Eigen::VectorXd& c, Eigen::VectorXd& g, BandJacobian& J) override
    {
        c.resize(of_rows.lower.size());
        g.setZero(x.size());
        double f = 0;
        for (int w = 0, row = 0; w < local.windows(); row += local.rows(w), ++w) {
            const Variables v = gather(w, x);
            std::vector<Number> rows(local.rows(w));
            const Number share = evaluate(w, v, rows);
            f += share.value;
            for (int i = 0; i < kCount; ++i)
                g[J.variable(w, i)] += share.gradient[i];
            for (int r = 0; r < local.rows(w); ++r) {
                c[row + r] = rows[r].value;
                J.group(w).row(r) = rows[r].gradient.transpose();
            }
        }
        return f;
    }

    void add_objective_hessian(const Eigen::VectorXd& x, BorderedBand& H) override
    {
        const Eigen::VectorXd none = Eigen::VectorXd::Zero(of_rows.lower.size());
        for (int w = 0, row = 0; w < local.windows(); row += local.rows(w), ++w) {
            const Eigen::SelfAdjointEigenSolver<Hessian> eigen(hessian(w, row, x, 1, none));
            add(w,
                eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).asDiagonal()
                    * eigen.eigenvectors().transpose(),
                H);
        }
    }

    bool has_lagrangian_hessian() const override { return exact; }
    void add_lagrangian_hessian(const Eigen::VectorXd& x, double objective_weight,
        const Eigen::VectorXd& y, BorderedBand& H) override
    {
        ++hessians;
        for (int w = 0, row = 0; w < local.windows(); row += local.rows(w), ++w)
            add(w, hessian(w, row, x, objective_weight, y), H);
    }

private:
    static constexpr int kInside = Local::kBlockSize * Local::kReach;
    static constexpr int kCount = kInside + Local::kBorder;
    using Variables = Eigen::Matrix<double, kCount, 1>;
    using Hessian = Eigen::Matrix<double, kCount, kCount>;
    using Number = SecondOrder<kCount>;

    Number evaluate(int w, const Variables& v, std::vector<Number>& rows) const
    {
        std::vector<Number> at(kCount);
        for (int i = 0; i < kCount; ++i)
            at[i] = Number::variable(v[i], i);
        return local(w, at.data(), rows.data());
    }

    int first_variable(int w) const { return Local::kBlockSize * local.first_block(w); }

    Variables gather(int w, const Eigen::VectorXd& x) const
    {
        Variables v;
        v.template head<kInside>() = x.segment(first_variable(w), kInside);
        v.template tail<Local::kBorder>() = x.tail(Local::kBorder);
        return v;
    }

    Hessian hessian(
        int w, int row, const Eigen::VectorXd& x, double weight, const Eigen::VectorXd& y) const
    {
        const Variables v = gather(w, x);
        std::vector<Number> rows(local.rows(w));
        Hessian H = weight * evaluate(w, v, rows).hessian;
        for (int r = 0; r < local.rows(w); ++r)
            H += y[row + r] * rows[r].hessian;
        return H;
    }

    void add(int w, const Hessian& local_hessian, BorderedBand& H) const
    {
        const auto variable = [&](int i) {
            return i < kInside ? first_variable(w) + i : shape().band() + i - kInside;
        };
        for (int j = 0; j < kCount; ++j)
            for (int i = j; i < kCount; ++i)
                H.at(variable(i), variable(j)) += local_hessian(i, j);
    }
};

}  // namespace gambol::test
