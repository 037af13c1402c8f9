// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/scene_instant.hpp"
#include "gambol/problem/local_model.hpp"

namespace gambol::cio {

struct TermWorkspace;

/// A smooth residual of one instant of a scene; whom it is about it is told when it is made. The
/// method that adds it decides its weight and at which samples it counts; the term cannot tell.
/// Equal instants give equal bits.
class Term {
public:
    virtual ~Term() = default;
    /// Adds residuals, and their derivatives if the model wants them (then instant.derivatives is
    /// set). The workspace is for terms that solve a problem of their own (terms/workspace.hpp).
    virtual void add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const = 0;
};

}  // namespace gambol::cio
