// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/terms/term.hpp"

namespace gambol::cio {

/// What keeps props, and those who handle them, out of each other. All are hinges.

/// Corners and edges of a prop against all surfaces, and edges of boxes of the world against it:
///
///     r = max(0, radius − distance)                                                     [m]
class PropPenetration final : public Term {
public:
    explicit PropPenetration(int who)
        : who_(who)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
};

/// Capsules of a character and the long edges of its patches against props, at points along them.
class PropCollision final : public Term {
public:
    explicit PropCollision(int who)
        : who_(who)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
};

/// Capsules of a character against those of the characters after it that share its forces.
class OthersCollision final : public Term {
public:
    explicit OthersCollision(int who)
        : who_(who)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
};

}  // namespace gambol::cio
