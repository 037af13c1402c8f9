// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/support.hpp"

#include <algorithm>

namespace gambol::refine {

namespace {

using Eigen::Vector3d;

// What happens between samples must have room.
constexpr double kFrictionUsed = 0.97;
constexpr int kEdges = 4;  // of the friction pyramid
constexpr double kGripArm = 0.05;  // m: twist of a gripping hand per force

}  // namespace

Support support_between(const HoldPlan& plan, int begin, int end, const Character& character,
    const std::vector<Surface>& surfaces)
{
    Support support;
    std::vector<double> prices;
    const auto add = [&](const ForceUnit& unit, double price) {
        support.units.push_back(unit);
        prices.push_back(price);
    };
    for (int patch = 0; patch < int(character.patches.size()); ++patch) {
        std::vector<int> held;
        for (int i = 0; i < int(plan.holds.size()); ++i) {
            const Hold& hold = plan.holds[size_t(i)];
            if (hold.patch == patch && hold.begin <= begin && hold.end >= end)
                held.push_back(i);
        }
        if (held.empty())
            continue;
        const Patch& description = character.patches[size_t(patch)];
        Support::Contact contact;
        contact.patch = patch;
        contact.surface = plan.holds[size_t(held.front())].surface;
        contact.plane.grip = description.grip;
        contact.plane.normal.setZero();
        for (const int i : held) {
            contact.plane.middle += plan.holds[size_t(i)].place / double(held.size());
            contact.plane.normal += plan.holds[size_t(i)].axes.col(2);
        }
        contact.plane.normal.normalize();
        const int index = int(support.contacts.size());
        const double friction = kFrictionUsed * surfaces[size_t(contact.surface)].friction;
        if (description.grip) {
            for (int axis = 0; axis < 3; ++axis)
                add({ index, Vector3d::Unit(axis), contact.plane.middle, 0, true }, 1);
            add({ index, Vector3d::Zero(), contact.plane.middle, kGripArm, true }, 1);
        } else {
            for (const int i : held) {
                const Hold& hold = plan.holds[size_t(i)];
                for (int edge = 0; edge < kEdges; ++edge) {
                    const double side = edge % 2 ? -friction : friction;
                    add({ index, hold.axes.col(2) + side * hold.axes.col(edge / 2), hold.place, 0,
                            false },
                        double(kEdges) * double(held.size()) * description.weakness);
                }
            }
        }
        support.contacts.push_back(contact);
        support.holds.insert(support.holds.end(), held.begin(), held.end());
    }
    support.prices = Eigen::Map<Eigen::VectorXd>(prices.data(), Eigen::Index(prices.size()));
    return support;
}

void load_columns(const Support& support, const Vector3d& center, double arm, double price,
    BarrierLeastSquares& inner)
{
    inner.resize(int(support.units.size()));
    for (Eigen::Index j = 0; j < inner.w.size(); ++j) {
        const ForceUnit& unit = support.units[size_t(j)];
        const Vector3d& normal = support.contacts[size_t(unit.contact)].plane.normal;
        inner.G.col(j).head<3>() = unit.push;
        inner.G.col(j).tail<3>() = ((unit.at - center).cross(unit.push) + unit.turn * normal) / arm;
        inner.w[j] = price * support.prices[j];
        inner.is_free[j] = unit.is_free;
    }
}

}  // namespace gambol::refine
