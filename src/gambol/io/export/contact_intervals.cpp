// SPDX-License-Identifier: MIT
#include "gambol/io/export/contact_intervals.hpp"

#include "gambol/io/export/export_options.hpp"

namespace gambol::io {

std::vector<ContactInterval> contact_intervals(
    const std::vector<double>& times, const std::vector<MotionContact>& contacts, double weight)
{
    std::vector<ContactInterval> intervals;
    for (const MotionContact& contact : contacts) {
        bool open = false;
        for (std::size_t k = 0; k < times.size(); ++k) {
            const bool loaded = contact.force[k].norm() > kLoadedShare * weight;
            if (open && loaded && contact.with[k] == intervals.back().with) {
                intervals.back().to = times[k];
                continue;
            }
            open = loaded;
            if (loaded)
                intervals.push_back({ contact.name, contact.with[k], times[k], times[k] });
        }
    }
    return intervals;
}

}  // namespace gambol::io
