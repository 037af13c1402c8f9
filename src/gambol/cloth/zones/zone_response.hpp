// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/cloth/zones/impact_zone.hpp"

#include <Eigen/SparseCore>

#include <vector>

namespace gambol::cloth {

/// What impulses do to the vertices of a zone: M⁻¹, or the response of a patch.
class ZoneResponse {
public:
    /// Keeps a reference.
    explicit ZoneResponse(const ImpactZone& zone);

    /// Adds the motion that the impulse p of a row makes [kg m].
    void add(const ImpactZone::Row& row, const Eigen::Vector3d& p, Eigen::Matrix3Xd& d) const;

    /// Impulses at the vertices become the motion they make.
    void multiply(Eigen::Matrix3Xd& impulses) const;

    /// A_rs = ∇C_r M⁻¹∇C_sᵀ / √(A_rr A_ss) of these rows, the lower half.
    [[nodiscard]] Eigen::SparseMatrix<double> scaled_matrix(const std::vector<int>& rows) const;

    /// ∇C M⁻¹∇Cᵀ of one row.
    [[nodiscard]] double compliance(const ImpactZone::Row& row) const;

private:
    [[nodiscard]] Eigen::MatrixXd patch_gradients(
        int patch, const std::vector<int>& rows, const std::vector<int>& of) const;

    const ImpactZone& zone_;
    std::vector<int> patch_of_;  // of every vertex, or −1
};

}  // namespace gambol::cloth
