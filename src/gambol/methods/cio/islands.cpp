// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/company.hpp"

#include <algorithm>

namespace gambol::cio {

namespace {

using Eigen::VectorXd;

/// The scene with some of its characters and their goals only.
Scene scene_of(const Scene& whole, const std::vector<int>& characters)
{
    Scene part = whole;
    part.characters.clear();
    std::vector<Goal>& goals = task_of<Task>(part).goals;
    goals.clear();
    for (int i = 0; i < int(characters.size()); ++i) {
        part.characters.push_back(whole.characters[size_t(characters[size_t(i)])]);
        for (Goal goal : task_of<Task>(whole).goals)
            if (goal.who == characters[size_t(i)]) {
                goal.who = i;
                goals.push_back(goal);
            }
    }
    return part;
}

/// Who can push whom: everybody everybody where there are props, which everybody may handle; else
/// who stands on whom. Each group and all of them rise.
std::vector<std::vector<int>> groups_of(const Scene& scene)
{
    const int count = int(scene.characters.size());
    std::vector<int> group(size_t(count), 0);
    for (int c = 0; c < count; ++c)
        group[size_t(c)] = scene.props.empty() ? c : 0;
    for (const Mount& mount : mounts_of(scene))
        if (!scene.is_prop(mount.bearer)) {
            const int a = group[size_t(mount.rider)], b = group[size_t(mount.bearer)];
            std::replace(group.begin(), group.end(), std::max(a, b), std::min(a, b));
        }
    std::vector<std::vector<int>> groups;
    for (int first = 0; first < count; ++first) {
        std::vector<int> members;
        for (int c = 0; c < count; ++c)
            if (group[size_t(c)] == first)
                members.push_back(c);
        if (!members.empty())
            groups.push_back(std::move(members));
    }
    return groups;
}

}  // namespace

int Company::variables() const
{
    int sum = 0;
    for (const Island& island : islands)
        sum += island.ready.layout.variables();
    return sum;
}

VectorXd Company::part(const VectorXd& x, int island) const
{
    int first = 0;
    for (int i = 0; i < island; ++i)
        first += islands[size_t(i)].ready.layout.variables();
    return x.segment(first, islands[size_t(island)].ready.layout.variables());
}

VectorXd Company::whole(const std::vector<VectorXd>& parts) const
{
    VectorXd x(variables());
    Eigen::Index at = 0;
    for (const VectorXd& part : parts) {
        x.segment(at, part.size()) = part;
        at += part.size();
    }
    return x;
}

Company gather(const Scene& scene)
{
    Company company;
    company.scene = &scene;
    for (const std::vector<int>& group : groups_of(scene)) {
        Island island;
        island.characters = group;
        island.scene
            = std::make_shared<const Scene>(scene.props.empty() ? scene_of(scene, group) : scene);
        island.ready = prepare(*island.scene);
        company.islands.push_back(std::move(island));
    }
    return company;
}

}  // namespace gambol::cio
