// SPDX-License-Identifier: MIT
#include "gambol/methods/cloth/earlier_run.hpp"

#include "gambol/methods/cloth/checkpoint.hpp"

#include <cassert>

namespace gambol::cloth {

std::string checkpoint_at(const Motion& earlier, int frame)
{
    assert(frame >= 1 && std::size_t(frame) < earlier.times.size());
    Checkpoint checkpoint;
    for (int k = 0; k <= frame; ++k) {
        std::vector<float> samples;
        for (const MotionCloth& cloth : earlier.cloth)
            samples.insert(samples.end(), cloth.frame(k), cloth.frame(k) + 3 * cloth.rest.size());
        checkpoint.frames.push_back(std::move(samples));
    }
    const auto numbers = Eigen::Index(checkpoint.frames.back().size());
    const auto at = [&](int k) -> Eigen::Matrix3Xd {
        return Eigen::Map<const Eigen::Matrix3Xf>(
            checkpoint.frames[std::size_t(k)].data(), 3, numbers / 3)
            .cast<double>();
    };
    const double interval
        = earlier.times[std::size_t(frame)] - earlier.times[std::size_t(frame) - 1];
    checkpoint.state.time = earlier.times[std::size_t(frame)] - earlier.times.front();
    checkpoint.state.x = at(frame);
    checkpoint.state.v = (at(frame) - at(frame - 1)) / interval;
    return encode(checkpoint);
}

}  // namespace gambol::cloth
