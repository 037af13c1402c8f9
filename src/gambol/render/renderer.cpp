// SPDX-License-Identifier: MIT
#include "gambol/render/renderer.hpp"

#include "gambol/parallel/worker_pool.hpp"
#include "gambol/render/drawing.hpp"
#include "gambol/render/palette.hpp"
#include "gambol/render/ray_scene.hpp"
#include "gambol/render/stage.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gambol::render {

using Eigen::Vector3d;
using Eigen::Vector3f;

Vector3d key_light(const Camera& camera)
{
    const Eigen::Matrix3d axes = camera_axes(camera);
    Vector3d back = -axes.row(2).transpose(), right = axes.row(0);
    back.z() = right.z() = 0;
    return (0.55 * back.normalized() + 0.55 * right.normalized() + 1.15 * Vector3d::UnitZ())
        .normalized();
}

namespace {

constexpr int kTile = 64;
constexpr std::uint32_t kEverySample = 0xffffffffu;

/// Low half: samples of a pixel that see a ghost; high half: those whose shadow rays do. In each
/// sample a ghost is there or not, so it is exactly as opaque as the share of its bits, and
/// neighbours in time take different bits, so that none hides the next completely.
std::uint32_t ghost_mask(int ghost, double opacity, int samples)
{
    const int bits = std::min(samples, 16);
    const int set = std::clamp(int(std::lround(opacity * bits)), 1, bits);
    std::uint32_t mask = 0;
    for (int k = 0; k < set; ++k)
        mask |= 1u << ((ghost * set + k) % bits);
    return mask | mask << 16;
}

/// Leaves most of the range as it is and bends the rest below 1, as film does.
float film(float value)
{
    constexpr float kShoulder = 0.7f, kRoom = 1 - kShoulder;
    return value < kShoulder ? value
                             : kShoulder + kRoom * (1 - std::exp((kShoulder - value) / kRoom));
}

/// Byte of a linear channel, from a table fine enough that no two of its neighbours are more than
/// one byte apart.
std::uint8_t develop(float value)
{
    constexpr int kSteps = 8192;
    constexpr float kBrightest = 2;  // film() is at 0.996 there
    static const std::vector<std::uint8_t> table = [] {
        std::vector<std::uint8_t> bytes;
        for (int i = 0; i < kSteps; ++i)
            bytes.push_back(palette::encode(film(kBrightest * (float(i) + 0.5f) / kSteps)));
        return bytes;
    }();
    const float step = value * (kSteps / kBrightest);
    return table[std::size_t(std::clamp(step, 0.f, float(kSteps - 1)))];
}

void render_tiles(const Stage& stage, int threads, Image& image)
{
    const int columns = (image.width + kTile - 1) / kTile;
    const int rows = (image.height + kTile - 1) / kTile;
    WorkerPool pool(std::min(threads, columns * rows));
    pool.run(columns * rows, [&](int tile) {
        const int x0 = tile % columns * kTile, x1 = std::min(x0 + kTile, image.width);
        const int y0 = tile / columns * kTile, y1 = std::min(y0 + kTile, image.height);
        const std::vector<Vector3f> colors = trace_tile(stage, x0, y0, x1, y1);
        const Vector3f* color = colors.data();
        for (int y = y0; y < y1; ++y)
            for (int x = x0; x < x1; ++x, ++color)
                for (int channel = 0; channel < 3; ++channel)
                    image.pixel(x, y)[channel] = develop((*color)[channel]);
    });
}

Drawing draw_annotations(const Motion& motion, const TimeSample& now, const RenderOptions& options)
{
    Drawing drawing;
    if (options.contacts)
        draw_contacts(motion, now, drawing);
    if (options.footprints)
        draw_footprints(motion, drawing);
    if (options.forces)
        draw_forces(motion, now, drawing);
    if (options.markers)
        draw_markers(motion, drawing);
    if (options.mass_trace)
        draw_mass_trace(motion, drawing);
    return drawing;
}

}  // namespace

struct Renderer::State {
    const Motion& motion;
    RayScene solids, annotations;
    Drawing world;  // kept for the busy map
    std::vector<GroundPlane> grounds;
    Eigen::AlignedBox3f interest;
};

Renderer::Renderer(const Motion& motion)
    : state_(std::make_unique<State>(State { motion, {}, {}, {}, {}, {} }))
{
    draw_surfaces(motion, state_->world);
    state_->solids.add(state_->world, kEverySample, true);
    for (const MotionSurface& surface : motion.surfaces)
        if (const auto* plane = std::get_if<Plane>(&surface.shape))
            state_->grounds.push_back(make_ground(*plane));

    constexpr int kPoses = 30;  // the fade is metres wide
    Eigen::AlignedBox3f& interest = state_->interest;
    for (double time : spread_times(motion, std::min(kPoses, int(motion.times.size()))))
        for (const Ball& ball : moving_bounds(motion, sample_at(motion.times, time), true))
            interest.extend(ball.center.cast<float>());
    for (const MotionMarker& marker : motion.markers)
        interest.extend(marker.position.cast<float>());
    if (interest.isEmpty())
        interest.extend(Vector3f::Zero());
}

Renderer::~Renderer() = default;
Renderer::Renderer(Renderer&&) noexcept = default;

Image Renderer::render(double time, const Camera& camera, const RenderOptions& options)
{
    Image image(std::max(0, options.width), std::max(0, options.height));
    if (image.rgb.empty())
        return image;
    const Motion& motion = state_->motion;
    const TimeSample now = sample_at(motion.times, time);
    const int samples = std::max(1, options.samples);

    Stage stage;
    stage.solids = &state_->solids;
    stage.annotations = &state_->annotations;
    stage.grounds = state_->grounds;
    stage.interest = state_->interest;
    stage.grid = options.grid;
    if (!(camera.eye.cwiseAbs().maxCoeff() < kFarthest))  // NaN too
        throw TooLargeToDraw();
    stage.eye = camera.eye.cast<float>();
    stage.axes = camera_axes(camera).cast<float>();
    stage.pixel_angle = float(2 * std::tan(0.5 * camera.vertical_fov) / options.height);
    stage.width = options.width;
    stage.height = options.height;
    stage.samples = samples;
    stage.to_light = key_light(camera).cast<float>();
    BusyMap busy(stage);
    busy.mark_solids(stage, state_->world);

    state_->solids.clear();
    const auto add_solids = [&](const Drawing& drawing, std::uint32_t mask) {
        busy.mark_solids(stage, drawing);
        state_->solids.add(drawing, mask);
    };
    Drawing solids;
    draw_characters(motion, now, solids);
    draw_props(motion, now, solids);
    draw_cloth(motion, now, options.strain, solids);
    add_solids(solids, kEverySample);
    for (std::size_t g = 0; g < options.ghosts.size(); ++g) {
        Drawing ghost;
        draw_characters(motion, sample_at(motion.times, options.ghosts[g]), ghost);
        add_solids(ghost, ghost_mask(int(g), options.ghost_opacity, samples));
    }
    state_->solids.commit();

    state_->annotations.clear();
    const Drawing annotations = draw_annotations(motion, now, options);
    busy.mark_annotations(stage, annotations);
    state_->annotations.add(annotations, kEverySample);
    state_->annotations.commit();

    stage.busy = std::move(busy);
    render_tiles(stage, thread_count(options.threads), image);
    return image;
}

Image render(const Motion& motion, double time, const Camera& camera, const RenderOptions& options)
{
    return Renderer(motion).render(time, camera, options);
}

}  // namespace gambol::render
