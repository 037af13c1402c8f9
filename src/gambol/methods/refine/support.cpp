// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/support.hpp"

#include <algorithm>

namespace gambol::refine {

namespace {

// What happens between samples must have room.
constexpr double kFrictionUsed = 0.97;

}  // namespace

Support support_between(const HoldPlan& plan, int begin, int end, const Character& character,
    const std::vector<Surface>& surfaces)
{
    Support support;
    std::vector<double> prices;
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
        const Support::Touch touch { patch, plan.holds[size_t(held.front())].surface };
        forces::Contact contact;
        contact.grip = description.grip;
        contact.normal.setZero();
        for (const int i : held) {
            contact.middle += plan.holds[size_t(i)].place / double(held.size());
            contact.normal += plan.holds[size_t(i)].axes.col(2);
        }
        contact.normal.normalize();
        const int index = int(support.contacts.size());
        double price = 1;
        if (description.grip) {
            forces::add_grip(index, Eigen::Matrix3d::Identity(), contact.middle, support.units);
        } else {
            const double friction = kFrictionUsed * surfaces[size_t(touch.surface)].friction;
            for (size_t k = 0; k < held.size(); ++k) {
                const Hold& hold = plan.holds[size_t(held[k])];
                forces::add_pyramid(index, -1, hold.axes, hold.place, friction, support.units);
                support.unit_holds.resize(support.units.size(), int(support.holds.size() + k));
            }
            price = double(forces::kPyramidEdges) * double(held.size()) * description.weakness;
        }
        support.unit_holds.resize(support.units.size(), -1);
        prices.resize(support.units.size(), price);
        support.touches.push_back(touch);
        support.contacts.push_back(contact);
        support.holds.insert(support.holds.end(), held.begin(), held.end());
    }
    support.prices = Eigen::Map<Eigen::VectorXd>(prices.data(), Eigen::Index(prices.size()));
    return support;
}

}  // namespace gambol::refine
