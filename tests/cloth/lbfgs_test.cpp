// SPDX-License-Identifier: MIT
#include "gambol/cloth/step/lbfgs.hpp"

#include "gambol/math/random.hpp"

#include <gtest/gtest.h>

#include <deque>

namespace gambol::cloth {
namespace {

using Eigen::Matrix3Xd;

constexpr int kPairs = 3, kColumns = 700;  // more than two pieces

Matrix3Xd random_vectors(unsigned seed)
{
    Random random(seed);
    StandardNormal normal;
    Matrix3Xd v(3, kColumns);
    for (Eigen::Index i = 0; i < v.size(); ++i)
        v.data()[i] = normal(random);
    return v;
}

double dot(const Matrix3Xd& a, const Matrix3Xd& b)
{
    return a.cwiseProduct(b).sum();
}

/// Points and gradients such that s·y is positive for all pairs but the one of `bad`.
struct Path {
    std::vector<Matrix3Xd> x, g;

    explicit Path(int points, int bad = -1)
    {
        for (int k = 0; k < points; ++k) {
            x.push_back(random_vectors(unsigned(2 * k)));
            g.push_back(k == 0
                    ? x[0]
                    : Matrix3Xd(g.back()
                        + (k == bad ? -1 : 1) * (x[std::size_t(k)] - x[std::size_t(k) - 1])
                        + 0.3 * random_vectors(unsigned(2 * k + 1))));
        }
    }
};

/// As the formulas are written, with A = 1 / 2.
Matrix3Xd by_the_book(const Path& path)
{
    std::deque<std::pair<Matrix3Xd, Matrix3Xd>> pairs;
    for (std::size_t k = 1; k < path.x.size(); ++k) {
        pairs.emplace_back(path.x[k] - path.x[k - 1], path.g[k] - path.g[k - 1]);
        if (dot(pairs.back().first, pairs.back().second) <= 0)
            pairs.pop_back();
        else if (pairs.size() > kPairs)
            pairs.pop_front();
    }
    Matrix3Xd d = -path.g.back();
    std::vector<double> alpha(pairs.size());
    for (std::size_t i = pairs.size(); i-- > 0;) {
        const auto& [s, y] = pairs[i];
        alpha[i] = dot(s, d) / dot(s, y);
        d -= alpha[i] * y;
    }
    d *= 2;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto& [s, y] = pairs[i];
        d += (alpha[i] - dot(y, d) / dot(s, y)) * s;
    }
    return d;
}

Matrix3Xd by_lbfgs(const Path& path, int threads)
{
    WorkerPool pool(threads);
    Lbfgs lbfgs(kPairs, pool);
    // What was there before must not count.
    lbfgs.add(random_vectors(91), random_vectors(92), random_vectors(91), random_vectors(92));
    lbfgs.forget();
    for (std::size_t k = 1; k < path.x.size(); ++k)
        lbfgs.add(path.x[k - 1], path.x[k], path.g[k - 1], path.g[k]);
    Matrix3Xd d;
    lbfgs.before_solve(path.g.back(), d);
    d *= 2;
    lbfgs.after_solve(d);
    return d;
}

TEST(Lbfgs, DoesWhatTheTwoLoopsDo)
{
    for (int points = 1; points <= 7; ++points) {
        const Path path(points);
        const Matrix3Xd expected = by_the_book(path);
        EXPECT_LT((by_lbfgs(path, 1) - expected).norm(), 1e-12 * expected.norm())
            << points << " points";
    }
}

TEST(Lbfgs, PairsOfNegativeCurvatureAreLeftOut)
{
    for (int bad = 1; bad <= 6; ++bad) {
        const Path path(7, bad);
        ASSERT_LT(dot(path.x[std::size_t(bad)] - path.x[std::size_t(bad) - 1],
                      path.g[std::size_t(bad)] - path.g[std::size_t(bad) - 1]),
            0);
        const Matrix3Xd expected = by_the_book(path);
        EXPECT_LT((by_lbfgs(path, 1) - expected).norm(), 1e-12 * expected.norm()) << bad;
    }
}

TEST(Lbfgs, SameBytesForAnyNumberOfThreads)
{
    const Path path(6);
    const Matrix3Xd alone = by_lbfgs(path, 1);
    for (const int threads : { 2, 5 })
        EXPECT_EQ(by_lbfgs(path, threads), alone) << threads << " threads";
}

}  // namespace
}  // namespace gambol::cloth
