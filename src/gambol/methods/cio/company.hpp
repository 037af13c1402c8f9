// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/cio_problem.hpp"

#include <Eigen/Dense>

#include <array>
#include <memory>
#include <vector>

namespace gambol::cio {

/// Those who may push each other, and nobody else: characters that share no contact are islands of
/// their own. Each has variables, contacts, forces and terms as if it were alone in the world.
struct Island {
    std::vector<int> characters;  // of the whole scene, rising
    std::shared_ptr<const Scene> scene;  // these alone, with their goals
    CioScene ready;
};

/// A scene made ready for optimisation, whoever is in it. Islands have the same knots and samples.
struct Company {
    const Scene* scene = nullptr;
    std::vector<Island> islands;

    [[nodiscard]] int variables() const;
    /// The variables of one island among all of them.
    [[nodiscard]] Eigen::VectorXd part(const Eigen::VectorXd& x, int island) const;
    [[nodiscard]] Eigen::VectorXd whole(const std::vector<Eigen::VectorXd>& parts) const;
};
[[nodiscard]] Company gather(const Scene&);

/// The costs of one start: those of every island, and that they stay out of each other,
///
///     r = max(0, radius_a + radius_b + 1 cm − distance)                                  [m]
///
/// for every two capsules of different islands. Only who comes near is looked at. Of what two
/// islands share the Hessian has each one's own block, twice: with r = r(x_a, x_b)
///
///     JᵀJ ≤ 2 diag(J_aᵀJ_a, J_bᵀJ_b)
///
/// so that the model lies above the one of Gauss-Newton, touches it at x, gives the same step to
/// two who make way for each other, and leaves islands uncoupled: the time of an iteration grows
/// with their number as a sum.
class CompanyProblem final : public BlockProblem {
public:
    explicit CompanyProblem(const Company&);

    [[nodiscard]] int variables() const override { return company_.variables(); }
    double value(const Eigen::VectorXd& x) override;
    double gradient(const Eigen::VectorXd& x, Eigen::VectorXd& g) override;
    double model(const Eigen::VectorXd& x, Eigen::VectorXd& g, BlockTridiagonal& H) override;
    HingeSwitches switch_hinges(
        const Eigen::VectorXd& step, Eigen::VectorXd& g, BlockTridiagonal& H) override;
    /// As TrajectoryProblem's; what islands share is differentiated exactly.
    double finite_difference_gradient(const Eigen::VectorXd& x, double epsilon, Eigen::VectorXd& g);

    /// For all islands, as CioCost's and TrajectoryProblem's.
    void set_scales(const FamilyScales&);
    void set_corner_prices(double gap, double slip);
    void leave_out(int kinds);
    /// Islands must meet at the same time: several of them keep even knots.
    void set_free_knots(bool free, double stiffness);
    int tighten();
    void relax();
    void reset_figures();
    [[nodiscard]] std::vector<TermFigures> figures() const;
    /// Per island, CioCost::unsupported.
    [[nodiscard]] const std::vector<std::vector<double>>& unsupported(int island) const;

private:
    /// Two capsules that are, or may soon be, in each other.
    struct SharedRow {
        int sample = 0, pair = 0;
        double r = 0, weight = 0;
        bool counts = false;
        std::array<int, LimbDerivatives::kColumns> columns_a, columns_b;  // local
        Eigen::Matrix<double, 1, LimbDerivatives::kColumns> J_a, J_b;
    };
    /// Two islands, and what is between them.
    struct Pair {
        int a = 0, b = 0;
        std::vector<double> worst, emphasis;  // per sample
    };
    double add_encounters(const std::vector<Eigen::VectorXd>& x, Detail,
        std::vector<Eigen::VectorXd>* g, std::vector<BlockTridiagonal>* H);
    double add_pair(int sample, Pair&, int index, Detail);
    /// Adds what the rows of one sample say to g and H of the islands.
    void fold(int sample, std::vector<Eigen::VectorXd>& g, std::vector<BlockTridiagonal>* H);
    void locate(const std::vector<Eigen::VectorXd>& x, int sample, bool derivatives);
    void add_row(const SharedRow&, double sign);
    [[nodiscard]] bool alone() const { return islands_.size() == 1; }
    [[nodiscard]] std::vector<Eigen::VectorXd> parts(const Eigen::VectorXd& x) const;

    const Company& company_;
    std::vector<CioProblem> islands_;
    std::vector<Pair> pairs_;
    std::vector<SharedRow> rows_;  // of the last model, sample by sample
    double scale_ = 0;  // of the family `apart`
    TermFigures collision_;
    // Scratch, per island.
    std::vector<SceneInstant> instants_;
    std::vector<Eigen::AlignedBox3d> room_;  // that its capsules take
    std::vector<bool> located_;
    std::vector<LocalModel> local_;
    std::vector<bool> touched_;
    std::vector<BlockTridiagonal> H_;
};

}  // namespace gambol::cio
