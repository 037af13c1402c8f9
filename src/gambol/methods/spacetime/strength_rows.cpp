// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/strength_rows.hpp"

#include <algorithm>

namespace gambol::spacetime {

using dynamics::Lanes;

namespace {

// κ. With 0.98 some joints are up to 5 % beyond their strength between the instants.
constexpr double kUsed = 0.96;

std::vector<int> dofs_of(const std::vector<Strength>& strengths)
{
    std::vector<int> dofs;
    for (const Strength& strength : strengths)
        if (dofs.empty() || dofs.back() != strength.dof)
            dofs.push_back(strength.dof);
    return dofs;
}

}  // namespace

StrengthRows::StrengthRows(const SliceContext& context)
    : context_(context)
    , model_(context, dofs_of(context.strengths))
{
    const std::vector<int>& dofs = model_.torques().dofs;
    for (const Strength& strength : context.strengths)
        torque_of_.push_back(
            size_t(std::find(dofs.begin(), dofs.end(), strength.dof) - dofs.begin()));
}

void StrengthRows::evaluate(int phase, const dynamics::Coordinates<Lanes>& coordinates,
    const Lanes& s, bool derivatives, Rows<Lanes>& out)
{
    model_.evaluate(phase, coordinates);
    const dynamics::JointTorques<Lanes>& torques = model_.torques();
    const size_t n = size_t(context_.tree->dof_count()), rows = context_.strengths.size();
    out.columns = context_.columns();
    out.value.resize(rows);
    if (derivatives)
        out.jacobian.resize(std::max(out.jacobian.size(), rows * size_t(out.columns)));
    for (size_t r = 0; r < rows; ++r) {
        const Lanes share(-1 / context_.strengths[r].torque);
        const size_t from = torque_of_[r];
        out.value[r] = Lanes(kUsed) * s + share * torques.value[from];
        if (!derivatives)
            continue;
        Lanes* const row = &out.jacobian[r * size_t(out.columns)];
        for (size_t k = 0; k < n; ++k) {
            row[k] = share * torques.dq[from * n + k];
            row[n + k] = share * torques.dqdot[from * n + k];
            row[2 * n + k] = share * torques.dqddot[from * n + k];
        }
        std::fill(row + 3 * n, row + out.columns, Lanes(0));
        row[3 * n] = Lanes(kUsed);
    }
}

}  // namespace gambol::spacetime
