// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/SparseCore>

#include <vector>

namespace gambol::cloth {

/// An order of elimination in parts that form a tree: columns of a part reach only rows of the part
/// itself and of those above it. Parts of different branches can then be eliminated at the same
/// time.
struct Dissection {
    struct Part {
        int begin = 0, end = 0;  // places in the order
        int parent = -1;  // a later part, or −1
    };
    std::vector<int> order;  // row at every place
    std::vector<Part> parts;  // children before parents
};

/// Cuts the graph of a symmetric matrix in halves, and these again until they have no more than
/// `largest_part` rows; the rows that hold two halves together come after both. Depends on the
/// matrix alone.
[[nodiscard]] Dissection dissect(const Eigen::SparseMatrix<double>& A, int largest_part);

}  // namespace gambol::cloth
