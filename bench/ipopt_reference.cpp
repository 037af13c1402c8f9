// SPDX-License-Identifier: MIT
#include "ipopt_reference.hpp"

#include <IpIpoptApplication.hpp>
#include <IpIpoptData.hpp>
#include <IpTNLP.hpp>

#include <algorithm>
#include <cmath>

namespace gambol::bench {

namespace {

using Eigen::VectorXd;
using Ipopt::Index;
using Ipopt::Number;

constexpr double kIpoptInfinity = 1e20;  // what Ipopt takes for no bound

class Adapter final : public Ipopt::TNLP {
public:
    Adapter(ConstrainedProblem& problem, const VectorXd& start, const IpoptOptions& options)
        : problem_(problem)
        , options_(options)
        , shape_(problem.shape())
        , J_(shape_, problem.row_groups())
        , result(start)
        , row_multipliers(VectorXd::Zero(J_.rows()))
        , variable_multipliers(VectorXd::Zero(shape_.variables()))
    {
    }

    bool get_nlp_info(Index& n, Index& m, Index& jacobian_entries, Index& hessian_entries,
        IndexStyleEnum& style) override
    {
        n = shape_.variables();
        m = J_.rows();
        jacobian_entries = 0;
        for (int g = 0; g < J_.groups(); ++g)
            jacobian_entries += int(J_.group(g).rows()) * J_.expanded_width(g);
        hessian_entries = 0;
        for_each_hessian_entry([&](int, int) { ++hessian_entries; });
        style = C_STYLE;
        return true;
    }

    bool get_bounds_info(
        Index n, Number* x_l, Number* x_u, Index m, Number* c_l, Number* c_u) override
    {
        const auto copy = [](const Bounds& bounds, Index count, Number* lower, Number* upper) {
            VectorXd::Map(lower, count) = bounds.lower.cwiseMax(-kIpoptInfinity);
            VectorXd::Map(upper, count) = bounds.upper.cwiseMin(kIpoptInfinity);
        };
        copy(problem_.variable_bounds(), n, x_l, x_u);
        copy(problem_.row_bounds(), m, c_l, c_u);
        return true;
    }

    bool get_starting_point(
        Index n, bool, Number* x, bool, Number*, Number*, Index, bool, Number*) override
    {
        VectorXd::Map(x, n) = result;
        return true;
    }

    bool eval_f(Index n, const Number* x, bool, Number& f) override
    {
        ++evaluations;
        x_ = VectorXd::Map(x, n);
        f = problem_.values(x_, c_);
        return std::isfinite(f);
    }

    bool eval_g(Index n, const Number* x, bool, Index m, Number* c) override
    {
        x_ = VectorXd::Map(x, n);
        problem_.values(x_, c_);
        VectorXd::Map(c, m) = c_;
        return c_.allFinite();
    }

    bool eval_grad_f(Index n, const Number* x, bool, Number* g) override
    {
        linearise(n, x);
        VectorXd::Map(g, n) = gradient_;
        return gradient_.allFinite();
    }

    bool eval_jac_g(Index n, const Number* x, bool, Index, Index, Index* rows, Index* columns,
        Number* values) override
    {
        if (values)
            linearise(n, x);
        int entry = 0;
        for (int g = 0; g < J_.groups(); ++g) {
            const Eigen::MatrixXd block = J_.expanded(g);
            for (int i = 0; i < block.rows(); ++i)
                for (int j = 0; j < block.cols(); ++j, ++entry) {
                    if (values) {
                        values[entry] = block(i, j);
                    } else {
                        rows[entry] = J_.first_row(g) + i;
                        columns[entry] = J_.variable(g, j);
                    }
                }
        }
        return true;
    }

    bool eval_h(Index n, const Number* x, bool, Number weight, Index m, const Number* y, bool,
        Index, Index* rows, Index* columns, Number* values) override
    {
        int entry = 0;
        if (!values) {
            for_each_hessian_entry([&](int i, int j) {
                rows[entry] = i;
                columns[entry++] = j;
            });
            return true;
        }
        x_ = VectorXd::Map(x, n);
        H_.set_zero(shape_);
        problem_.add_lagrangian_hessian(x_, weight, VectorXd::Map(y, m), H_);
        for_each_hessian_entry([&](int i, int j) { values[entry++] = H_.at(i, j); });
        return true;
    }

    bool intermediate_callback(Ipopt::AlgorithmMode, Index iteration, Number f, Number violation,
        Number, Number, Number step, Number, Number, Number, Index, const Ipopt::IpoptData*,
        Ipopt::IpoptCalculatedQuantities*) override
    {
        iterations = iteration;
        return iteration == 0 || !options_.on_iteration
            || options_.on_iteration({ iteration, f, step, violation });
    }

    void finalize_solution(Ipopt::SolverReturn, Index n, const Number* x, const Number* z_l,
        const Number* z_u, Index m, const Number*, const Number* y, Number, const Ipopt::IpoptData*,
        Ipopt::IpoptCalculatedQuantities*) override
    {
        result = VectorXd::Map(x, n);
        row_multipliers = VectorXd::Map(y, m);
        variable_multipliers = VectorXd::Map(z_u, n) - VectorXd::Map(z_l, n);
    }

private:
    void linearise(Index n, const Number* x)
    {
        x_ = VectorXd::Map(x, n);
        if (linearised_x_.size() == n && linearised_x_ == x_)
            return;
        linearised_x_ = x_;
        problem_.linearise(x_, c_, gradient_, J_);
    }

    /// The lower triangle of the shape: windows of `reach` blocks, then the border.
    template <class Visit> void for_each_hessian_entry(Visit visit) const
    {
        const int n = shape_.block_size, band = shape_.band(), all = shape_.variables();
        for (int j = 0; j < all; ++j) {
            const int end = j < band ? std::min(band, n * (j / n + shape_.reach)) : all;
            for (int i = j; i < end; ++i)
                visit(i, j);
            if (j < band)
                for (int i = band; i < all; ++i)
                    visit(i, j);
        }
    }

    ConstrainedProblem& problem_;
    const IpoptOptions& options_;
    BandShape shape_;
    BandJacobian J_;
    BorderedBand H_;
    VectorXd x_, c_, gradient_, linearised_x_;

public:
    VectorXd result, row_multipliers, variable_multipliers;
    int iterations = 0, evaluations = 0;
};

void explain(Ipopt::ApplicationReturnStatus status, SolveReport& report)
{
    using namespace Ipopt;
    const auto is = [&](Outcome outcome, const char* note) {
        report.outcome = outcome;
        report.note = note;
    };
    switch (status) {
    case Solve_Succeeded:
        return is(Outcome::converged, "optimal");
    case Feasible_Point_Found:
        return is(Outcome::converged, "feasible");
    case Solved_To_Acceptable_Level:
        return is(Outcome::converged, "optimal to reduced accuracy");
    case Infeasible_Problem_Detected:
        return is(Outcome::infeasible, "locally infeasible");
    case User_Requested_Stop:
        return is(Outcome::stopped, "stopped on request");
    case Maximum_Iterations_Exceeded:
        return is(Outcome::out_of_iterations, "iteration limit");
    case Search_Direction_Becomes_Too_Small:
        return is(Outcome::numerical_failure, "steps became too small");
    case Restoration_Failed:
        return is(Outcome::numerical_failure, "restoration failed");
    case Diverging_Iterates:
        return is(Outcome::numerical_failure, "iterates diverge");
    case Not_Enough_Degrees_Of_Freedom:
        return is(Outcome::numerical_failure, "more equalities than variables");
    case Invalid_Number_Detected:
        return is(Outcome::numerical_failure, "a number is not finite");
    default:
        return is(Outcome::numerical_failure, "Ipopt gave up");
    }
}

}  // namespace

ConstrainedReport minimise_ipopt(
    ConstrainedProblem& problem, VectorXd& x, const IpoptOptions& options)
{
    ConstrainedReport report;
    VectorXd c, g;
    report.solve.initial_cost = problem.values(x, c);

    Ipopt::SmartPtr<Adapter> adapter = new Adapter(problem, x, options);
    Ipopt::SmartPtr<Ipopt::IpoptApplication> ipopt = IpoptApplicationFactory();
    ipopt->Options()->SetIntegerValue("print_level", 0);
    ipopt->Options()->SetStringValue("sb", "yes");  // no banner
    ipopt->Options()->SetStringValue("linear_solver", "mumps");
    ipopt->Options()->SetIntegerValue("max_iter", options.max_iterations);
    ipopt->Options()->SetNumericValue("tol", options.tolerance);
    ipopt->Options()->SetNumericValue("constr_viol_tol", options.violation_tolerance);
    ipopt->Options()->SetNumericValue("acceptable_constr_viol_tol", options.violation_tolerance);
    // Its limit without scales must not ask for more than `tolerance` does.
    ipopt->Options()->SetNumericValue("compl_inf_tol", std::max(1e-4, options.tolerance));
    const bool exact = options.exact_hessian && problem.has_lagrangian_hessian();
    ipopt->Options()->SetStringValue("hessian_approximation", exact ? "exact" : "limited-memory");
    Ipopt::ApplicationReturnStatus status = ipopt->Initialize("");
    if (status == Ipopt::Solve_Succeeded)
        status = ipopt->OptimizeTNLP(GetRawPtr(adapter));
    explain(status, report.solve);

    x = adapter->result;
    report.solve.iterations = adapter->iterations;
    report.solve.evaluations = adapter->evaluations;
    report.row_multipliers = adapter->row_multipliers;
    report.variable_multipliers = adapter->variable_multipliers;
    BandJacobian J(problem.shape(), problem.row_groups());
    report.solve.final_cost = problem.linearise(x, c, g, J);
    const Bounds variables = problem.variable_bounds();
    report.violation = std::max(problem.row_bounds().violation(c), variables.violation(x));
    VectorXd left = g + report.variable_multipliers;
    J.add_transposed_product(report.row_multipliers, left);
    // Ipopt takes fixed variables out; their multiplier is what is left.
    for (Eigen::Index i = 0; i < x.size(); ++i)
        if (variables.lower[i] == variables.upper[i]) {
            report.variable_multipliers[i] -= left[i];
            left[i] = 0;
        }
    report.stationarity = left.lpNorm<Eigen::Infinity>();
    return report;
}

}  // namespace gambol::bench
