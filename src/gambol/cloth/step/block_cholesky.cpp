// SPDX-License-Identifier: MIT
#include "gambol/cloth/step/block_cholesky.hpp"

#include "gambol/cloth/step/dissection.hpp"

#include <Eigen/SparseCholesky>

#include <algorithm>

namespace gambol::cloth {

namespace {

using Eigen::MatrixXd;
using Sparse = Eigen::SparseMatrix<double>;

constexpr int kFour = 4;  // rows of a panel that share what is loaded of b_s
// Of the numbers of a panel, zeros that are there only to make it wider. With 0.05 panels are
// narrow and solves take 6 % longer, with 0.5 there is 2 % more to do than is won.
constexpr double kPadding = 0.25;
// Rows of a part that is not cut further. Smaller parts would keep more threads busy, but fill in
// more (5 % on the coarse funnel with 800), and every stage of the tree is a meeting of all
// threads.
constexpr int kLargestPart = 1500;

int in_fours(int rows)
{
    return (rows + kFour - 1) / kFour * kFour;
}

}  // namespace

/// Puts L into panels, part by part.
class BlockCholesky::Builder {
public:
    Builder(BlockCholesky& to, const Dissection& dissection, const Sparse& L,
        const std::vector<int>& columns)
        : to_(to)
        , dissection_(dissection)
        , L_(L)
        , columns_(columns)
    {
    }

    void run()
    {
        for (std::size_t p = 0; p < dissection_.parts.size(); ++p)
            add_part(int(p));
        for (Part& part : to_.parts_)
            if (part.parent >= 0)
                for (const int row : boundary_[std::size_t(&part - to_.parts_.data())])
                    part.in_parent.push_back(place(part.parent, row));
        to_.work_.resize(to_.column_.size(), Lanes::Zero());
    }

private:
    [[nodiscard]] const int* rows_begin(int column) const
    {
        return L_.innerIndexPtr() + L_.outerIndexPtr()[column] + 1;  // after the diagonal
    }
    [[nodiscard]] const int* rows_end(int column) const
    {
        return L_.innerIndexPtr() + L_.outerIndexPtr()[column + 1];
    }

    /// Where the workspace of a part has row `row` of L.
    [[nodiscard]] int place(int p, int row) const
    {
        const Part& part = to_.parts_[std::size_t(p)];
        const Dissection::Part& of = dissection_.parts[std::size_t(p)];
        if (row < of.end)
            return part.begin + row - of.begin;
        const std::vector<int>& boundary = boundary_[std::size_t(p)];
        return part.end
            + int(std::lower_bound(boundary.begin(), boundary.end(), row) - boundary.begin());
    }

    void add_part(int p)
    {
        const Dissection::Part& of = dissection_.parts[std::size_t(p)];
        Part part;
        part.begin = int(to_.column_.size());
        part.end = part.begin + of.end - of.begin;
        part.parent = of.parent;
        std::vector<int> boundary;
        for (int column = of.begin; column < of.end; ++column)
            boundary.insert(boundary.end(),
                std::lower_bound(rows_begin(column), rows_end(column), of.end), rows_end(column));
        for (int child = 0; child < p; ++child)
            if (to_.parts_[std::size_t(child)].parent == p) {
                part.children.push_back(child);
                part.height = std::max(part.height, to_.parts_[std::size_t(child)].height + 1);
                const std::vector<int>& below = boundary_[std::size_t(child)];
                boundary.insert(boundary.end(),
                    std::lower_bound(below.begin(), below.end(), of.end), below.end());
            }
        std::sort(boundary.begin(), boundary.end());
        boundary.erase(std::unique(boundary.begin(), boundary.end()), boundary.end());
        part.boundary_end = part.end + int(boundary.size());
        part.scratch = part.boundary_end + 1;  // after a place for the rows that fill up fours
        part.first_panel = part.last_panel = int(to_.panels_.size());
        boundary_.push_back(std::move(boundary));
        to_.parts_.push_back(std::move(part));
        for (int place = of.begin; place < of.end; ++place)
            to_.column_.push_back(columns_[std::size_t(dissection_.order[std::size_t(place)])]);
        add_panels(p);
    }

    void add_panels(int p)
    {
        const Dissection::Part& of = dissection_.parts[std::size_t(p)];
        int widest = 0;
        for (int begin = of.begin; begin < of.end;) {
            const int end = panel_end(begin, of.end);
            add_panel(p, begin, end);
            widest = std::max(widest, in_fours(end - begin));
            begin = end;
        }
        Part& part = to_.parts_[std::size_t(p)];
        part.last_panel = int(to_.panels_.size());
        to_.column_.resize(std::size_t(part.scratch + widest), -1);
        if (part.height >= int(to_.stages_.size()))
            to_.stages_.resize(std::size_t(part.height) + 1);
        to_.stages_[std::size_t(part.height)].push_back(p);
    }

    /// A column joins those before it if it is the first that they reach: then its rows are theirs
    /// and some more.
    [[nodiscard]] int panel_end(int begin, int part_end) const
    {
        double used = double(rows_end(begin) - rows_begin(begin)) + 1;
        int end = begin + 1;
        for (; end < part_end; ++end) {
            if (rows_begin(end - 1) == rows_end(end - 1) || *rows_begin(end - 1) != end)
                break;
            const double below = double(rows_end(end) - rows_begin(end)), width = end + 1 - begin;
            used += below + 1;
            const double all = width * below + width * (width + 1) / 2;
            if (all - used > kPadding * all)
                break;
        }
        return end;
    }

    void add_panel(int p, int begin, int end)
    {
        const int width = end - begin;
        const int *first = rows_begin(end - 1), *last = rows_end(end - 1);
        MatrixXd L_ss = MatrixXd::Zero(width, width), L_rs = MatrixXd::Zero(last - first, width);
        for (int column = begin; column < end; ++column)
            for (Sparse::InnerIterator it(L_, column); it; ++it)
                if (it.row() < end)
                    L_ss(it.row() - begin, column - begin) = it.value();
                else
                    L_rs(std::lower_bound(first, last, int(it.row())) - first, column - begin)
                        = it.value();
        const MatrixXd inverse
            = L_ss.triangularView<Eigen::Lower>().solve(MatrixXd::Identity(width, width));
        const Part& part = to_.parts_[std::size_t(p)];
        Panel panel;
        panel.begin = place(p, begin);
        panel.width = width;
        panel.first_row = int(to_.rows_.size());
        panel.row_count = in_fours(int(last - first));
        for (const int* row = first; row != last; ++row)
            to_.rows_.push_back(place(p, *row));
        to_.rows_.resize(std::size_t(panel.first_row + panel.row_count), part.boundary_end);
        panel.G = store(L_rs * inverse);
        panel.D = store(inverse.transpose() * inverse);
        to_.panels_.push_back(panel);
    }

    /// Four rows beside one another, column by column; zeros fill up the last four.
    std::size_t store(const MatrixXd& block)
    {
        const std::size_t first = to_.values_.size();
        for (Eigen::Index row = 0; row < block.rows(); row += kFour)
            for (Eigen::Index column = 0; column < block.cols(); ++column)
                for (Eigen::Index k = row; k < row + kFour; ++k)
                    to_.values_.push_back(k < block.rows() ? block(k, column) : 0);
        return first;
    }

    BlockCholesky& to_;
    const Dissection& dissection_;
    const Sparse& L_;
    const std::vector<int>& columns_;
    std::vector<std::vector<int>> boundary_;  // rows of L that a part reaches above itself
};

bool BlockCholesky::factorise(const Sparse& A, const std::vector<int>& columns)
{
    *this = {};
    if (A.rows() == 0)
        return true;
    const Dissection dissection = dissect(A, kLargestPart);
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> place(A.rows());
    for (std::size_t k = 0; k < dissection.order.size(); ++k)
        place.indices()[dissection.order[k]] = int(k);
    Sparse in_order;
    in_order = A.selfadjointView<Eigen::Lower>().twistedBy(place);
    const Eigen::SimplicialLLT<Sparse, Eigen::Lower, Eigen::NaturalOrdering<int>> llt(in_order);
    if (llt.info() != Eigen::Success)
        return false;
    const Sparse L = llt.matrixL();
    Builder(*this, dissection, L, columns).run();
    return true;
}

void BlockCholesky::solve(const Eigen::Matrix3Xd& b, Eigen::Matrix3Xd& x, WorkerPool& pool) const
{
    for (const std::vector<int>& stage : stages_)
        pool.run(int(stage.size()),
            [&](int k) { go_up(parts_[std::size_t(stage[std::size_t(k)])], b); });
    for (auto stage = stages_.rbegin(); stage != stages_.rend(); ++stage)
        pool.run(int(stage->size()),
            [&](int k) { go_down(parts_[std::size_t((*stage)[std::size_t(k)])], x); });
}

void BlockCholesky::go_up(const Part& part, const Eigen::Matrix3Xd& b) const
{
    Lanes* const work = work_.data();
    for (int i = part.begin; i < part.end; ++i)
        work[i] << b.col(column_[std::size_t(i)]), 0;
    std::fill(work + part.end, work + part.boundary_end, Lanes::Zero());
    for (const int c : part.children) {
        const Part& child = parts_[std::size_t(c)];
        for (std::size_t k = 0; k < child.in_parent.size(); ++k)
            work[child.in_parent[k]] += work[std::size_t(child.end) + k];
    }
    for (int p = part.first_panel; p < part.last_panel; ++p) {
        const Panel& panel = panels_[std::size_t(p)];
        const Lanes* const b_s = work + panel.begin;
        const auto four_rows
            = [&](const double* value, Lanes& s0, Lanes& s1, Lanes& s2, Lanes& s3) {
                  s0 = s1 = s2 = s3 = Lanes::Zero();
                  for (int c = 0; c < panel.width; ++c, value += kFour) {
                      const Lanes b_c = b_s[c];
                      s0 += value[0] * b_c;
                      s1 += value[1] * b_c;
                      s2 += value[2] * b_c;
                      s3 += value[3] * b_c;
                  }
              };
        Lanes s0, s1, s2, s3;
        const double* value = values_.data() + panel.G;
        const int* row = rows_.data() + panel.first_row;
        for (int k = 0; k < panel.row_count; k += kFour, value += kFour * panel.width) {
            four_rows(value, s0, s1, s2, s3);
            work[row[k]] -= s0;
            work[row[k + 1]] -= s1;
            work[row[k + 2]] -= s2;
            work[row[k + 3]] -= s3;
        }
        value = values_.data() + panel.D;
        for (int k = 0; k < panel.width; k += kFour, value += kFour * panel.width) {
            Lanes* const to = work + part.scratch + k;
            four_rows(value, to[0], to[1], to[2], to[3]);
        }
        std::copy_n(work + part.scratch, panel.width, work + panel.begin);
    }
}

void BlockCholesky::go_down(const Part& part, Eigen::Matrix3Xd& x) const
{
    Lanes* const work = work_.data();
    for (std::size_t k = 0; k < part.in_parent.size(); ++k)
        work[std::size_t(part.end) + k] = work[part.in_parent[k]];
    for (int p = part.last_panel; p-- > part.first_panel;) {
        const Panel& panel = panels_[std::size_t(p)];
        Lanes* const b_s = work + panel.begin;
        const double* value = values_.data() + panel.G;
        const int* row = rows_.data() + panel.first_row;
        for (int k = 0; k < panel.row_count; k += kFour) {
            const Lanes b0 = work[row[k]], b1 = work[row[k + 1]], b2 = work[row[k + 2]],
                        b3 = work[row[k + 3]];
            for (int c = 0; c < panel.width; ++c, value += kFour)
                b_s[c] -= (value[0] * b0 + value[1] * b1) + (value[2] * b2 + value[3] * b3);
        }
    }
    for (int i = part.begin; i < part.end; ++i)
        x.col(column_[std::size_t(i)]) = work[i].head<3>();
}

}  // namespace gambol::cloth
