// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace gambol::basin_cma {

/// Who changes a variable: samples of the search, the local solve that starts from a sample, or
/// both [Wampler 2009, 4.1.2].
enum class Role { search_only, both, local_only };

struct Variable {
    Role role = Role::search_only;
    double lower = -std::numeric_limits<double>::infinity();
    double upper = std::numeric_limits<double>::infinity();
    double mean = 0;  // of the first generation; what every local solve starts from if local_only
    double deviation = 1;  // of the first generation
    /// lower and upper are the same place, as for an angle; both finite.
    bool circular = false;
};

struct Options {
    int samples = 96;  // λ, per generation
    int elites = 32;  // μ, of which the next generation is made
    double covariance_rate = 0.3;  // c_cov
    std::uint64_t seed = 1;
    double violation_tolerance = 1e-4;  // samples that break constraints by no more are feasible
    /// A local solve is hopeless once it is feasible and its cost exceeds that of the last elite by
    /// this share. Eager cuts (0.15) spoil the ranking of gaits.
    double hopeless_margin = 0.3;
    /// Whether a sample is worth a local solve; others are drawn again. Empty: all are.
    std::function<bool(const Eigen::VectorXd& x)> plausible = {};
};

/// Where the local solve of a sample ended.
struct Evaluation {
    Eigen::VectorXd x;  // all variables; search_only ones as they were asked
    double cost = std::numeric_limits<double>::infinity();
    double violation = 0;  // largest amount by which a constraint is broken
    bool cut = false;  // ended early because it was hopeless
};

/// All that one generation leaves to the next.
struct State {
    int generation = 0;  // told so far
    Eigen::VectorXd mean;  // of the variables that are searched, in their order
    Eigen::MatrixXd covariance;
    std::optional<Evaluation> best;
    double hopeless_cost = std::numeric_limits<double>::infinity();
};

/// What is wrong with variables and options: bounds the wrong way round, say. Empty if nothing is.
[[nodiscard]] std::string complaint(const std::vector<Variable>&, const Options&);
/// Whether a state can be that of a search over these variables.
[[nodiscard]] bool fits(const State&, const std::vector<Variable>&);

/// Lines of text that hold a state to the bit.
[[nodiscard]] std::string encode(const State&);
/// Nothing when the text is not a whole state.
[[nodiscard]] std::optional<State> decode(const std::string& text);

/// Global search over the basins of attraction of a local solver [Wampler 2009, 4.1]. A generation
/// is λ samples of a Gaussian, each taken to a local constrained minimum y. With the elites
/// y_1 … y_μ, best first,
///
///     w_j = (ln(μ + 1) − ln j) / (μ ln(μ + 1) − Σ_k ln k)                                 (25)
///     m'  = Σ_j w_j y_j                                                                   (26)
///     C'  = (1 − c_cov) C + c_cov Σ_j w_j (y_j − m)(y_j − m)ᵀ                             (27)
///
/// Circular variables are taken within half a period of m everywhere, or their other images would
/// keep the search from contracting. Feasible samples rank by cost, then come those cut early, by
/// the cost at which they were, then infeasible ones, by violation.
///
/// What a sample is depends on seed, generation and its number alone; who evaluates it and when
/// does not matter.
class Search {
public:
    /// Variables and options without complaint.
    Search(std::vector<Variable>, Options);
    /// Goes on from where another search of the same variables and options was; the state fits.
    Search(std::vector<Variable>, Options, State);

    /// The samples of this generation, all variables each. The same until they are told.
    [[nodiscard]] std::vector<Eigen::VectorXd> ask() const;
    /// How all of them ended, in that order; makes the next generation.
    void tell(const std::vector<Evaluation>&);
    /// Spreads out as in the first generation; the best so far is kept.
    void restart();
    /// Takes the place of another search of the same variables and options.
    void go_on_from(State);

    /// Above this a feasible local solve of this generation may be cut.
    [[nodiscard]] double hopeless_cost() const { return state_.hopeless_cost; }
    /// Largest deviation of a searched variable along any axis, of that at the start.
    [[nodiscard]] double spread() const;
    [[nodiscard]] const State& state() const { return state_; }
    [[nodiscard]] const Options& options() const { return options_; }
    [[nodiscard]] bool feasible(const Evaluation&) const;
    /// Whether a ranks before b.
    [[nodiscard]] bool better(const Evaluation& a, const Evaluation& b) const;

private:
    [[nodiscard]] Eigen::VectorXd draw(const Eigen::MatrixXd& root, int sample) const;
    /// All variables of a point of the search, inside of their bounds and periods.
    [[nodiscard]] Eigen::VectorXd expanded(const Eigen::VectorXd& searched) const;
    /// The searched ones of x, circular ones near the mean.
    [[nodiscard]] Eigen::VectorXd searched(const Eigen::VectorXd& x) const;
    [[nodiscard]] double nearest_image(int searched, double value) const;
    [[nodiscard]] bool inside(const Eigen::VectorXd& searched) const;

    std::vector<Variable> variables_;
    std::vector<int> searched_;  // indices into variables_
    Options options_;
    State state_;
};

}  // namespace gambol::basin_cma
