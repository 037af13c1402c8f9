// SPDX-License-Identifier: MIT
#include "gambol/cloth/block_cholesky.hpp"

#include <Eigen/SparseCholesky>

namespace gambol {

using Padded = Eigen::Matrix<double, 4, Eigen::Dynamic>;  // the fourth row fills the register

bool BlockCholesky::factorise(const Eigen::SparseMatrix<double>& A)
{
    const Eigen::SimplicialLLT<Eigen::SparseMatrix<double>, Eigen::Lower, Eigen::AMDOrdering<int>>
        llt(A);
    if (llt.info() != Eigen::Success)
        return false;
    const Eigen::SparseMatrix<double> L = llt.matrixL();
    place_.resize(std::size_t(A.rows()));
    for (Eigen::Index i = 0; i < A.rows(); ++i)
        place_[std::size_t(i)] = int(llt.permutationP().indices()[i]);
    diagonal_inverse_.clear();
    entries_.clear();
    first_.assign(1, 0);
    for (int j = 0; j < int(L.cols()); ++j) {
        for (Eigen::SparseMatrix<double>::InnerIterator it(L, j); it; ++it)
            if (it.row() == j)
                diagonal_inverse_.push_back(1 / it.value());
            else
                entries_.push_back({ it.value(), int(it.row()) });
        first_.push_back(int(entries_.size()));
    }
    return true;
}

Eigen::Matrix3Xd BlockCholesky::solve(const Eigen::Matrix3Xd& b) const
{
    Padded x(4, rows());
    for (Eigen::Index i = 0; i < rows(); ++i)
        x.col(place_[std::size_t(i)]) << b.col(i), 0;
    for (std::size_t j = 0; j < place_.size(); ++j) {
        const Eigen::Vector4d x_j = diagonal_inverse_[j] * x.col(Eigen::Index(j));
        x.col(Eigen::Index(j)) = x_j;
        for (int k = first_[j]; k < first_[j + 1]; ++k)
            x.col(entries_[std::size_t(k)].row) -= entries_[std::size_t(k)].value * x_j;
    }
    for (std::size_t j = place_.size(); j-- > 0;) {
        Eigen::Vector4d x_j = x.col(Eigen::Index(j));
        for (int k = first_[j]; k < first_[j + 1]; ++k)
            x_j -= entries_[std::size_t(k)].value * x.col(entries_[std::size_t(k)].row);
        x.col(Eigen::Index(j)) = diagonal_inverse_[j] * x_j;
    }
    Eigen::Matrix3Xd result(3, rows());
    for (Eigen::Index i = 0; i < rows(); ++i)
        result.col(i) = x.col(place_[std::size_t(i)]).head<3>();
    return result;
}

}  // namespace gambol
