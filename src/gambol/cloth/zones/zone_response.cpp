// SPDX-License-Identifier: MIT
#include "gambol/cloth/zones/zone_response.hpp"

#include <cmath>
#include <utility>

namespace gambol::cloth {

using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Matrix = Eigen::SparseMatrix<double>;

namespace {

/// The patch of every vertex of the zone, or −1.
std::vector<int> patch_of_vertices(const ImpactZone& zone)
{
    std::vector<int> patch_of(zone.vertices.size(), -1);
    for (std::size_t p = 0; p < zone.patches.size(); ++p)
        for (Eigen::Index i = 0; i < zone.patches[p].response->rows() / 3; ++i)
            patch_of[std::size_t(zone.patches[p].first + i)] = int(p);
    return patch_of;
}

}  // namespace

ZoneResponse::ZoneResponse(const ImpactZone& zone)
    : zone_(zone)
    , patch_of_(patch_of_vertices(zone))
{
}

void ZoneResponse::add(const ImpactZone::Row& row, const Vector3d& p, Matrix3Xd& d) const
{
    for (int k = 0; k < 4; ++k) {
        const int i = row.vertices[std::size_t(k)];
        if (i < 0 || row.weights[k] == 0)
            continue;
        const int patch = patch_of_[std::size_t(i)];
        if (patch < 0) {
            d.col(i) += row.weights[k] * zone_.mass_inverse[std::size_t(i)] * p;
            continue;
        }
        const auto& [first, response] = zone_.patches[std::size_t(patch)];
        Eigen::Map<VectorXd>(d.col(first).data(), response->rows()).noalias()
            += response->middleCols<3>(3 * Eigen::Index(i - first)) * (row.weights[k] * p);
    }
}

Matrix ZoneResponse::scaled_matrix(const std::vector<int>& rows) const
{
    std::vector<std::vector<std::pair<int, double>>> at_vertex(zone_.vertices.size());
    std::vector<std::vector<int>> at_patch(zone_.patches.size());
    for (int r = 0; r < int(rows.size()); ++r) {
        const ImpactZone::Row& row = zone_.rows[std::size_t(rows[std::size_t(r)])];
        for (int k = 0; k < 4; ++k) {
            const int i = row.vertices[std::size_t(k)];
            if (i < 0 || row.weights[k] == 0)
                continue;
            if (const int patch = patch_of_[std::size_t(i)]; patch < 0)
                at_vertex[std::size_t(i)].emplace_back(
                    r, row.weights[k] / std::sqrt(row.compliance));
            else if (auto& list = at_patch[std::size_t(patch)]; list.empty() || list.back() != r)
                list.push_back(r);
        }
    }
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t i = 0; i < at_vertex.size(); ++i)
        for (const auto& [r, w_r] : at_vertex[i])
            for (const auto& [s, w_s] : at_vertex[i])
                if (s <= r)
                    entries.emplace_back(r, s,
                        w_r * w_s * zone_.mass_inverse[i]
                            * zone_.rows[std::size_t(rows[std::size_t(r)])].normal.dot(
                                zone_.rows[std::size_t(rows[std::size_t(s)])].normal));
    for (std::size_t p = 0; p < at_patch.size(); ++p) {
        const MatrixXd gradients = patch_gradients(int(p), rows, at_patch[p]);
        const MatrixXd block = gradients.transpose() * (*zone_.patches[p].response * gradients);
        for (std::size_t r = 0; r < at_patch[p].size(); ++r)
            for (std::size_t s = 0; s <= r; ++s)
                entries.emplace_back(
                    at_patch[p][r], at_patch[p][s], block(Eigen::Index(r), Eigen::Index(s)));
    }
    Matrix matrix(Eigen::Index(rows.size()), Eigen::Index(rows.size()));
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
}

void ZoneResponse::multiply(Matrix3Xd& impulses) const
{
    for (std::size_t i = 0; i < patch_of_.size(); ++i)
        if (patch_of_[i] < 0)
            impulses.col(Eigen::Index(i)) *= zone_.mass_inverse[i];
    VectorXd answer;
    for (const auto& [first, response] : zone_.patches) {
        Eigen::Map<VectorXd> part(impulses.col(first).data(), response->rows());
        answer.noalias() = *response * part;
        part = answer;
    }
}

double ZoneResponse::compliance(const ImpactZone::Row& row) const
{
    double sum = 0;
    for (int k = 0; k < 4; ++k) {
        const int i = row.vertices[std::size_t(k)];
        if (i < 0 || row.weights[k] == 0)
            continue;
        const int patch = patch_of_[std::size_t(i)];
        if (patch < 0) {
            sum += row.weights[k] * row.weights[k] * zone_.mass_inverse[std::size_t(i)];
            continue;
        }
        const auto& [first, response] = zone_.patches[std::size_t(patch)];
        for (int l = 0; l < 4; ++l)
            if (const int j = row.vertices[std::size_t(l)];
                j >= 0 && patch_of_[std::size_t(j)] == patch)
                sum += row.weights[k] * row.weights[l]
                    * row.normal.dot(response->block<3, 3>(
                                         3 * Eigen::Index(i - first), 3 * Eigen::Index(j - first))
                        * row.normal);
    }
    return sum;
}

/// ∇Cᵀ / √A_rr of these rows within a patch, a column each.
MatrixXd ZoneResponse::patch_gradients(
    int patch, const std::vector<int>& rows, const std::vector<int>& of) const
{
    const auto& [first, response] = zone_.patches[std::size_t(patch)];
    MatrixXd gradients = MatrixXd::Zero(response->rows(), Eigen::Index(of.size()));
    for (std::size_t c = 0; c < of.size(); ++c) {
        const ImpactZone::Row& row = zone_.rows[std::size_t(rows[std::size_t(of[c])])];
        for (int k = 0; k < 4; ++k) {
            const int i = row.vertices[std::size_t(k)];
            if (i >= 0 && patch_of_[std::size_t(i)] == patch)
                gradients.col(Eigen::Index(c)).segment<3>(3 * Eigen::Index(i - first))
                    += row.weights[k] / std::sqrt(row.compliance) * row.normal;
        }
    }
    return gradients;
}

}  // namespace gambol::cloth
