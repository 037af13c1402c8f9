// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/problem/local_model.hpp"
#include "gambol/methods/cio/terms/feature_frame.hpp"

#include <string_view>

namespace gambol::cio {

/// A smooth residual of one instant of one character. The method that adds it decides its weight
/// and at which samples it counts; the term cannot tell. Equal frames give equal bits.
class FeatureTerm {
public:
    virtual ~FeatureTerm() = default;
    /// The physical statement, e.g. "contact_slip".
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// Adds residuals, and their derivatives if the model wants them (then frame.derivatives is
    /// set).
    virtual void add(const FeatureFrame& frame, LocalModel& out) const = 0;
};

}  // namespace gambol::cio
