// SPDX-License-Identifier: MIT
#include "gambol/problem/band_jacobian.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gambol {

using Eigen::MatrixXd;
using Eigen::VectorXd;

BandJacobian::BandJacobian(const BandShape& shape, const std::vector<RowGroup>& groups)
    : shape_(shape)
    , groups_(groups)
{
    int entries = 0, widest = 0, most_border = 0;
    for (const RowGroup& group : groups_) {
        assert(group.blocks <= shape_.reach && group.first_block >= 0
            && group.first_block + group.blocks <= shape_.blocks);
        assert(group.shares.empty() || int(group.shares.size()) == group.blocks);
        assert(std::is_sorted(group.border.begin(), group.border.end()));
        assert(group.border.empty()
            || (group.border.front() >= 0 && group.border.back() < shape_.border));
        RowGroup same = group;
        if (!runs_.empty())
            same.rows = runs_.back().description.rows;
        if (runs_.empty() || !(same == runs_.back().description))
            runs_.push_back({ group, rows_, entries });
        else
            runs_.back().description.rows += group.rows;
        first_rows_.push_back(rows_);
        first_entries_.push_back(entries);
        rows_ += group.rows;
        entries += group.rows * width(group);
        widest = std::max(widest, runs_.back().description.rows * width(group));
        most_border = std::max(most_border, int(group.border.size()));
    }
    entries_.setZero(entries);
    scaled_.setZero(widest);
    corner_.setZero(most_border, std::max(most_border, shape_.reach * shape_.block_size));
}

int BandJacobian::inside(const RowGroup& group) const
{
    return (group.shares.empty() ? group.blocks : 1) * shape_.block_size;
}

int BandJacobian::width(const RowGroup& group) const
{
    return inside(group) + int(group.border.size());
}

int BandJacobian::expanded_width(int group) const
{
    return groups_[group].blocks * shape_.block_size + int(groups_[group].border.size());
}

MatrixXd BandJacobian::expanded(int group) const
{
    const RowGroup& g = groups_[group];
    const ConstView J = this->group(group);
    if (g.shares.empty())
        return J;
    const int n = shape_.block_size;
    MatrixXd all(g.rows, expanded_width(group));
    for (int j = 0; j < g.blocks; ++j)
        all.middleCols(j * n, n) = g.shares[j] * J.leftCols(n);
    all.rightCols(g.border.size()) = J.rightCols(g.border.size());
    return all;
}

int BandJacobian::variable(int group, int column) const
{
    const RowGroup& g = groups_[group];
    const int in_window = g.blocks * shape_.block_size;
    return column < in_window ? g.first_block * shape_.block_size + column
                              : shape_.band() + g.border[column - in_window];
}

BandJacobian::View BandJacobian::group(int group)
{
    const RowGroup& g = groups_[group];
    return { entries_.data() + first_entries_[group], g.rows, width(g) };
}

BandJacobian::ConstView BandJacobian::group(int group) const
{
    const RowGroup& g = groups_[group];
    return { entries_.data() + first_entries_[group], g.rows, width(g) };
}

BandJacobian::ConstView BandJacobian::run(const Run& run) const
{
    const RowGroup& g = run.description;
    return { entries_.data() + run.first_entry, g.rows, width(g) };
}

void BandJacobian::multiply(const VectorXd& x, VectorXd& y) const
{
    const int n = shape_.block_size;
    y.resize(rows_);
    for (const Run& r : runs_) {
        const RowGroup& g = r.description;
        const ConstView J = run(r);
        auto out = y.segment(r.first_row, g.rows);
        if (g.shares.empty()) {
            out.noalias() = J.leftCols(n * g.blocks) * x.segment(n * g.first_block, n * g.blocks);
        } else {
            part_.setZero(n);
            for (int j = 0; j < g.blocks; ++j)
                part_ += g.shares[j] * x.segment(n * (g.first_block + j), n);
            out.noalias() = J.leftCols(n) * part_;
        }
        for (int j = 0; j < int(g.border.size()); ++j)
            out += J.col(inside(g) + j) * x[shape_.band() + g.border[j]];
    }
}

void BandJacobian::add_transposed_product(const VectorXd& y, VectorXd& x) const
{
    const int n = shape_.block_size;
    for (const Run& r : runs_) {
        const RowGroup& g = r.description;
        const ConstView J = run(r);
        const auto part = y.segment(r.first_row, g.rows);
        if (g.shares.empty()) {
            x.segment(n * g.first_block, n * g.blocks).noalias()
                += J.leftCols(n * g.blocks).transpose() * part;
        } else {
            part_.noalias() = J.leftCols(n).transpose() * part;
            for (int j = 0; j < g.blocks; ++j)
                x.segment(n * (g.first_block + j), n) += g.shares[j] * part_;
        }
        for (int j = 0; j < int(g.border.size()); ++j)
            x[shape_.band() + g.border[j]] += J.col(inside(g) + j).dot(part);
    }
}

void BandJacobian::add_gram(const MatrixXd& local, const RowGroup& g, BorderedBand& A) const
{
    for (int i = 0; i < g.blocks; ++i)
        for (int j = 0; j <= i; ++j) {
            const double share = g.shares[i] * g.shares[j];
            BorderedBand::View block = A.block(g.first_block + i, g.first_block + j);
            if (i == j)
                block.triangularView<Eigen::Lower>() += share * local;
            else
                block += share * local;
        }
}

void BandJacobian::add_gram(const VectorXd& weights, BorderedBand& A)
{
    assert(weights.size() == rows_ && A.shape() == shape_);
    const int n = shape_.block_size;
    for (const Run& r : runs_) {
        const RowGroup& g = r.description;
        const ConstView J = run(r);
        const int columns = inside(g), border = int(g.border.size());
        Eigen::Map<MatrixXd> scaled(scaled_.data(), J.cols(), g.rows);
        for (int row = 0; row < g.rows; ++row)
            scaled.col(row) = std::sqrt(weights[r.first_row + row]) * J.row(row).transpose();
        if (!g.shares.empty()) {
            local_.noalias() = scaled.topRows(n) * scaled.topRows(n).transpose();
            add_gram(local_, g, A);
        } else if (columns > 0)
            A.window(g.first_block, g.blocks)
                .selfadjointView<Eigen::Lower>()
                .rankUpdate(scaled.topRows(columns));
        if (border == 0)
            continue;
        auto coupling = corner_.topLeftCorner(border, columns);
        coupling.noalias() = scaled.bottomRows(border) * scaled.topRows(columns).transpose();
        for (int j = 0; j < border; ++j) {
            auto into = A.coupling.row(g.border[j]).segment(n * g.first_block, n * g.blocks);
            if (g.shares.empty())
                into += coupling.row(j);
            for (std::size_t k = 0; k < g.shares.size(); ++k)
                into.segment(n * int(k), n) += g.shares[k] * coupling.row(j);
        }
        auto corner = corner_.topLeftCorner(border, border);
        corner.noalias() = scaled.bottomRows(border) * scaled.bottomRows(border).transpose();
        for (int j = 0; j < border; ++j)
            for (int i = j; i < border; ++i)
                A.corner(g.border[i], g.border[j]) += corner(i, j);
    }
}

MatrixXd BandJacobian::dense() const
{
    MatrixXd J = MatrixXd::Zero(rows_, shape_.variables());
    for (int g = 0; g < groups(); ++g) {
        const MatrixXd all = expanded(g);
        for (int column = 0; column < all.cols(); ++column)
            J.col(variable(g, column)).segment(first_rows_[g], groups_[g].rows) = all.col(column);
    }
    return J;
}

}  // namespace gambol
