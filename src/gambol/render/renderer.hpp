// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"
#include "gambol/render/camera.hpp"
#include "gambol/render/image.hpp"

#include <memory>
#include <vector>

namespace gambol::render {

struct RenderOptions {
    int width = 640, height = 360;
    int samples = 4;  // rays per pixel through a fixed pattern
    int threads = 0;  // 0: all cores; the picture does not depend on it
    bool grid = true;  // lines every 0.5 m and 1 m on planes
    bool forces = true;  // arrows of 0.6 m per body weight from the point of contact
    bool contacts = true;  // patches that carry load
    bool markers = true;  // goals
    bool strain = false;  // cloth shows its stretch instead of its dye
    bool mass_trace = false;  // path of the centre of mass
    bool footprints = false;  // patches wherever they carried load during the clip
    std::vector<double> ghosts = {};  // times of further poses drawn translucent
    double ghost_opacity = 0.5;  // rounded to a multiple of 1 / samples
};

/// Unit vector to the centre of the key light: above and to the right of the camera, so that
/// shadows fall to the left and away from the viewer.
[[nodiscard]] Eigen::Vector3d key_light(const Camera&);

/// Pictures of one motion. What does not move is prepared once; use one Renderer for many frames.
/// The motion must outlive it. Not to be shared by threads: each picture uses threads itself.
class Renderer {
public:
    explicit Renderer(const Motion&);
    ~Renderer();
    Renderer(Renderer&&) noexcept;

    /// The motion at `time` (clamped to the clip). A size of zero gives an empty image.
    [[nodiscard]] Image render(double time, const Camera&, const RenderOptions& = {});

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// One picture.
[[nodiscard]] Image render(const Motion&, double time, const Camera&, const RenderOptions& = {});

}  // namespace gambol::render
