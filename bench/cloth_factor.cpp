// SPDX-License-Identifier: MIT
#include "cloth_factor.hpp"

#include "time_in_turns.hpp"

#include "gambol/cloth/step/implicit_step.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/math/random.hpp"
#include "gambol/methods/cloth/cloth_run.hpp"

#include <fmt/format.h>
#include <suitesparse/cholmod.h>

#include <cstdio>
#include <memory>
#include <numeric>

namespace gambol::bench {

namespace {

using Eigen::Matrix3Xd;
using Sparse = Eigen::SparseMatrix<double>;

/// A factorisation by CHOLMOD. The pattern of A is analysed once, values may be factorised again.
class Cholmod {
public:
    Cholmod(int ordering, int kind)
    {
        cholmod_start(&common_);
        common_.nmethods = 1;
        common_.method[0].ordering = ordering;
        common_.postorder = true;
        common_.supernodal = kind;
    }
    Cholmod(const Cholmod&) = delete;
    Cholmod& operator=(const Cholmod&) = delete;
    ~Cholmod()
    {
        cholmod_free_factor(&factor_, &common_);
        for (cholmod_dense** dense : { &b_, &x_, &y_, &e_ })
            cholmod_free_dense(dense, &common_);
        cholmod_finish(&common_);
    }

    void analyse(Sparse& A)
    {
        cholmod_free_factor(&factor_, &common_);
        cholmod_sparse view = view_of(A);
        factor_ = cholmod_analyze(&view, &common_);
        cholmod_free_dense(&b_, &common_);
        b_ = cholmod_allocate_dense(
            std::size_t(A.rows()), 3, std::size_t(A.rows()), CHOLMOD_REAL, &common_);
    }

    void factorise(Sparse& A)
    {
        cholmod_sparse view = view_of(A);
        cholmod_factorize(&view, factor_, &common_);
    }

    /// Between the columns of three numbers that cloth has and the three columns of CHOLMOD.
    void solve(const Matrix3Xd& b, Matrix3Xd& x)
    {
        Eigen::Map<Eigen::MatrixX3d>(static_cast<double*>(b_->x), b.cols(), 3) = b.transpose();
        cholmod_solve2(CHOLMOD_A, factor_, b_, nullptr, &x_, nullptr, &y_, &e_, &common_);
        x = Eigen::Map<const Eigen::MatrixX3d>(static_cast<const double*>(x_->x), b.cols(), 3)
                .transpose();
    }

private:
    static cholmod_sparse view_of(Sparse& A)
    {
        cholmod_sparse view {};
        view.nrow = view.ncol = std::size_t(A.rows());
        view.nzmax = std::size_t(A.nonZeros());
        view.p = A.outerIndexPtr();
        view.i = A.innerIndexPtr();
        view.x = A.valuePtr();
        view.stype = -1;  // of both halves the lower is read
        view.itype = CHOLMOD_INT;
        view.xtype = CHOLMOD_REAL;
        view.dtype = CHOLMOD_DOUBLE;
        view.sorted = view.packed = true;
        return view;
    }

    cholmod_common common_ {};
    cholmod_factor* factor_ = nullptr;
    cholmod_dense *b_ = nullptr, *x_ = nullptr, *y_ = nullptr, *e_ = nullptr;
};

struct Setting {
    const char* name;
    int ordering, kind;
};
constexpr Setting kSettings[] = {
    { "CHOLMOD METIS supernodal", CHOLMOD_METIS, CHOLMOD_SUPERNODAL },
    { "CHOLMOD AMD supernodal", CHOLMOD_AMD, CHOLMOD_SUPERNODAL },
    { "CHOLMOD METIS simplicial", CHOLMOD_METIS, CHOLMOD_SIMPLICIAL },
    { "CHOLMOD AMD simplicial", CHOLMOD_AMD, CHOLMOD_SIMPLICIAL },
};

struct Seconds {
    double analyse = 0, factorise = 0, solve = 0;
};

void compare(const std::string& name, Sparse A)
{
    std::vector<int> columns(std::size_t(A.rows()));
    std::iota(columns.begin(), columns.end(), 0);
    Random random(1);
    const Matrix3Xd b = Matrix3Xd::NullaryExpr(3, A.cols(), [&] { return random.uniform(-1, 1); });
    WorkerPool pool(1);
    cloth::BlockCholesky panels;
    Matrix3Xd x_panels = Matrix3Xd::Zero(3, A.cols());
    Seconds of_panels;
    const int count = int(std::size(kSettings));
    std::vector<std::unique_ptr<Cholmod>> others;
    std::vector<Matrix3Xd> x(std::size_t(count), x_panels);
    std::vector<Seconds> of_others(std::size_t(count), Seconds {});

    std::vector<Contender> setting_up { { [&] { (void)panels.factorise(A, columns); },
        &of_panels.factorise } };
    std::vector<Contender> solving { { [&] { panels.solve(b, x_panels, pool); },
        &of_panels.solve } };
    for (int i = 0; i < count; ++i) {
        const auto at = std::size_t(i);
        others.push_back(std::make_unique<Cholmod>(kSettings[i].ordering, kSettings[i].kind));
        setting_up.push_back({ [&, at] { others[at]->analyse(A); }, &of_others[at].analyse });
        setting_up.push_back({ [&, at] { others[at]->factorise(A); }, &of_others[at].factorise });
        solving.push_back({ [&, at] { others[at]->solve(b, x[at]); }, &of_others[at].solve });
    }
    time_in_turns(setting_up, { .repeats = 5 });
    time_in_turns(solving, { .repeats = 60, .least_seconds = 5e-3 });

    fmt::print("\n{}: {} rows, {} numbers\n  {:<26} {:>9} {:>9} {:>9} {:>9} {:>12}\n", name,
        A.rows(), A.nonZeros(), "", "analyse", "factorise", "solve", "times", "difference");
    fmt::print("  {:<26} {:>9} {:>9.2f} {:>9.4f} {:>9.2f}\n", "panels", "",
        1e3 * of_panels.factorise, 1e3 * of_panels.solve, 1.0);
    for (std::size_t i = 0; i < others.size(); ++i)
        fmt::print("  {:<26} {:>9.2f} {:>9.2f} {:>9.4f} {:>9.2f} {:>12.1e}\n", kSettings[i].name,
            1e3 * of_others[i].analyse, 1e3 * of_others[i].factorise, 1e3 * of_others[i].solve,
            of_others[i].solve / of_panels.solve,
            (x[i] - x_panels).cwiseAbs().maxCoeff() / x_panels.cwiseAbs().maxCoeff());
    std::fflush(stdout);
}

}  // namespace

int bench_cloth_factor(const ClothArguments& arguments)
{
    fmt::print("CPU milliseconds of one thread. The matrix is the same in all steps: a run "
               "factorises once and\nsolves with three right sides about ten times per step. "
               "times: the solve beside that of the panels.\n");
    for (const char* name : { "cloth-funnel-coarse", "cloth-funnel" }) {
        const Scene scene = io::read_job(arguments.scenes / fmt::format("{}.yaml", name)).scene;
        const cloth::ClothSimulation simulation = cloth::make_simulation(scene);
        std::vector<int> unknown(std::size_t(simulation.cloth_vertices()));
        std::iota(unknown.begin(), unknown.end(), 0);
        compare(name,
            cloth::implicit_matrix(
                simulation.fabric(), unknown, task_of<cloth::Task>(scene).options.dt));
    }
    return 0;
}

}  // namespace gambol::bench
