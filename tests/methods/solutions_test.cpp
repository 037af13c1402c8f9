// SPDX-License-Identifier: MIT
#include "gambol/jobs/solutions.hpp"

#include <gtest/gtest.h>

namespace gambol {
namespace {

/// Points on a line: the difference of two is their distance.
Eigen::MatrixXd on_a_line(const std::vector<double>& x)
{
    Eigen::MatrixXd d(x.size(), x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t j = 0; j < x.size(); ++j)
            d(Eigen::Index(i), Eigen::Index(j)) = std::abs(x[i] - x[j]);
    return d;
}

TEST(ChooseDifferent, BeginsWithTheCheapestAndGoesOnWithTheFurthest)
{
    const Eigen::MatrixXd d = on_a_line({ 0, 1, 2, 10, 4 });
    EXPECT_EQ(choose_different(d, { 5, 1, 5, 5, 5 }, 3, 0.5), (std::vector<int> { 1, 3, 4 }));
}

TEST(ChooseDifferent, StopsWhereNothingIsDifferentEnough)
{
    const Eigen::MatrixXd d = on_a_line({ 0, 0.4, 1, 1.3 });
    EXPECT_EQ(choose_different(d, { 1, 2, 3, 4 }, 4, 0.6), (std::vector<int> { 0, 3 }));
    EXPECT_EQ(choose_different(d, { 1, 2, 3, 4 }, 4, 0.3), (std::vector<int> { 0, 3, 1, 2 }));
    EXPECT_EQ(choose_different(d, { 1, 2, 3, 4 }, 4, 5), std::vector<int> { 0 });
}

TEST(ChooseDifferent, TiesGoToTheEarlierAndNothingIsChosenTwice)
{
    const Eigen::MatrixXd d = on_a_line({ 0, 1, -1 });
    EXPECT_EQ(choose_different(d, { 1, 1, 1 }, 2, 1), (std::vector<int> { 0, 1 }));
    EXPECT_EQ(choose_different(on_a_line({ 3, 3, 3 }), { 2, 1, 1 }, 3, 0),
        (std::vector<int> { 1, 0, 2 }));
}

TEST(ChooseDifferent, OfNothingIsNothing)
{
    EXPECT_TRUE(choose_different({}, {}, 3, 0.5).empty());
}

TEST(FinalCost, IsThatOfTheChosenStart)
{
    RunReport report;
    report.history = { { 0, 0, 0, 0, 9 }, { 0, 1, 0, 0, 4 }, { 1, 0, 0, 0, 8 }, { 1, 1, 0, 0, 3 } };
    report.chosen_start = 0;
    EXPECT_EQ(final_cost(report), 4);
    report.chosen_start = 1;
    EXPECT_EQ(final_cost(report), 3);
}

}  // namespace
}  // namespace gambol
