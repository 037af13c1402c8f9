// SPDX-License-Identifier: MIT
#include "gambol/render/palette.hpp"
#include "gambol/render/stage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol {

using Eigen::Matrix3f;
using Eigen::Vector2f;
using Eigen::Vector3f;

namespace {

// The studio. A level, unshadowed ground receives about 1.05, so that colours come out as picked.
const Vector3f kKey { 1.02f, 0.97f, 0.89f };
const Vector3f kSky { 0.36f, 0.39f, 0.43f };  // from above
const Vector3f kBounce { 0.20f, 0.19f, 0.17f };  // from below
constexpr float kLightRadius = 0.11f;  // tangent of the key light's half angle: soft shadows
constexpr float kLightDistance = 50;  // m; nothing farther casts a shadow
constexpr float kSkyReach = 1.2f;  // m; farther solids do not darken a corner
constexpr float kFadeStart = 1.0f, kFadeEnd = 6.5f;  // m around what is of interest

/// What one ray through a pixel met, with its light not yet smoothed over the neighbours.
struct Sample {
    Vector3f position, normal, albedo;  // albedo holds the background where nothing was hit
    float key = 0, sky = 0;  // 1 lit, 0 in shadow; key < 0: turned away from the light
    float fade = 0;  // share of background
    bool hit = false, glossy = false;
    Vector3f annotation;
    float annotation_share = 0;
};

/// A point set that fills the unit square evenly at any length: the R₂ sequence, multiples of
/// the inverse powers of the plastic number.
Vector2f even_point(unsigned index)
{
    const double x = 0.5 + 0.7548776662466927 * index, y = 0.5 + 0.5698402909980532 * index;
    return { float(x - std::floor(x)), float(y - std::floor(y)) };
}

/// Stratified in both axes for every count (Hammersley points).
Vector2f pixel_point(int index, int count)
{
    float mirrored = 0, digit = 0.5f;
    for (unsigned bits = unsigned(index); bits; bits >>= 1, digit *= 0.5f)
        if (bits & 1)
            mirrored += digit;
    return { (float(index) + 0.5f) / float(count), std::fmod(mirrored + 0.5f / float(count), 1.f) };
}

Vector2f on_disc(const Vector2f& square)
{
    const float radius = std::sqrt(square.x()), angle = 6.2831853f * square.y();
    return { radius * std::cos(angle), radius * std::sin(angle) };
}

/// Columns: two tangents and the direction itself.
Matrix3f frame_around(const Vector3f& direction)
{
    Matrix3f frame;
    frame.col(2) = direction;
    frame.col(0) = direction.unitOrthogonal();
    frame.col(1) = direction.cross(frame.col(0));
    return frame;
}

Vector3f background(const Vector3f& direction)
{
    static const Vector3f kHorizon = palette::linear(226, 229, 231);
    static const Vector3f kZenith = palette::linear(178, 190, 202);
    const float height = std::clamp(1.6f * direction.z() + 0.1f, 0.f, 1.f);
    return (1 - height) * kHorizon + height * kZenith;
}

class TileTracer {
public:
    TileTracer(const Stage& stage, int x0, int y0, int x1, int y1)
        : stage_(stage)
        , left_(std::max(0, x0 - kBefore))
        , top_(std::max(0, y0 - kBefore))
        , right_(std::min(stage.width, x1 + kAfter))
        , bottom_(std::min(stage.height, y1 + kAfter))
        , light_frame_(frame_around(stage.to_light))
        , samples_(std::size_t(right_ - left_) * std::size_t(bottom_ - top_)
              * std::size_t(stage.samples))
    {
        for (int s = 0; s < stage.samples; ++s) {
            pixel_points_.push_back(pixel_point(s, stage.samples));
            for (unsigned member = 0; member < kBlock * kBlock; ++member)
                disc_points_.push_back(on_disc(even_point(unsigned(s) * kBlock * kBlock + member)));
        }
        for (std::size_t first = 0; first < samples_.size(); first += RayBatch::kSize)
            trace(first, int(std::min<std::size_t>(RayBatch::kSize, samples_.size() - first)));
    }

    [[nodiscard]] Vector3f pixel(int x, int y) const
    {
        Vector3f sum = Vector3f::Zero();
        for (int s = 0; s < stage_.samples; ++s)
            sum += shade(at(x, y, s), smooth_light(x, y, s));
        return sum / float(stage_.samples);
    }

private:
    // Each pixel of a 4 × 4 block sends its light and sky rays another way; the mean over the
    // 4 × 4 window that holds every member once is smooth with only one ray of each per sample.
    static constexpr int kBlock = 4, kBefore = 1, kAfter = 2;

    struct Light {
        float key, sky;
    };

    Sample& at(int x, int y, int s)
    {
        return samples_[(std::size_t(y - top_) * std::size_t(right_ - left_)
                            + std::size_t(x - left_))
                * std::size_t(stage_.samples)
            + std::size_t(s)];
    }
    const Sample& at(int x, int y, int s) const
    {
        return const_cast<TileTracer*>(this)->at(x, y, s);
    }

    [[nodiscard]] Vector3f direction(float x, float y) const
    {
        const Vector3f local(stage_.pixel_angle * (x - 0.5f * float(stage_.width)),
            stage_.pixel_angle * (0.5f * float(stage_.height) - y), 1);
        return stage_.axes.transpose() * local;
    }

    /// Which ray a sample is.
    struct Place {
        int x, y, s;
        float px, py;  // position in the picture
    };
    [[nodiscard]] Place place(std::size_t index) const
    {
        const auto samples = std::size_t(stage_.samples), width = std::size_t(right_ - left_);
        const int s = int(index % samples), x = left_ + int(index / samples % width);
        const int y = top_ + int(index / samples / width);
        const Vector2f& offset = pixel_points_[std::size_t(s)];
        return { x, y, s, float(x) + offset.x(), float(y) + offset.y() };
    }

    void trace(std::size_t first, int count);
    bool hit_ground(const Place&, const Vector3f& ray, float& distance, Sample&) const;
    Vector3f ground_color(const GroundPlane&, const Place&, const Vector3f& point) const;
    void annotate(const RayHit&, float solid_distance, Sample&) const;
    void gather_light(std::size_t first, int count, const float (&distances)[RayBatch::kSize]);
    [[nodiscard]] Light smooth_light(int x, int y, int s) const;
    [[nodiscard]] Vector3f shade(const Sample&, const Light&) const;

    const Stage& stage_;
    int left_, top_, right_, bottom_;
    Matrix3f light_frame_;
    std::vector<Vector2f> pixel_points_;  // per sample
    std::vector<Vector2f> disc_points_;  // per sample and member of the block
    std::vector<Sample> samples_;
};

Vector3f TileTracer::ground_color(
    const GroundPlane& ground, const Place& place, const Vector3f& point) const
{
    static const Vector3f color = palette::ground(), line = palette::grid();
    if (!stage_.grid)
        return color;
    // How far the point moves on the plane per pixel, which is how wide lines must be filtered.
    const auto on_plane = [&](float px, float py) {
        const Vector3f ray = direction(px, py);
        const float t = (ground.point - stage_.eye).dot(ground.normal) / ray.dot(ground.normal);
        return Vector3f(stage_.eye + t * ray);
    };
    const Vector3f step_x = on_plane(place.px + 1, place.py) - point;
    const Vector3f step_y = on_plane(place.px, place.py + 1) - point;
    float strength = 0;
    for (const Vector3f& axis : { ground.u, ground.v }) {
        const float coordinate = axis.dot(point);
        const float footprint = std::abs(axis.dot(step_x)) + std::abs(axis.dot(step_y));
        strength = std::max({ strength, 0.62f * line_coverage(coordinate, footprint, 1, 0.007f),
            0.30f * line_coverage(coordinate, footprint, 0.5f, 0.005f) });
    }
    return (1 - strength) * color + strength * line;
}

bool TileTracer::hit_ground(
    const Place& place, const Vector3f& ray, float& distance, Sample& sample) const
{
    const GroundPlane* nearest = nullptr;
    for (const GroundPlane& ground : stage_.grounds) {
        const float slope = ray.dot(ground.normal);
        if (slope > -1e-5f)
            continue;
        const float t = (ground.point - stage_.eye).dot(ground.normal) / slope;
        if (t > 0 && t < distance) {
            distance = t;
            nearest = &ground;
        }
    }
    if (!nearest)
        return false;
    sample.position = stage_.eye + distance * ray;
    sample.normal = nearest->normal;
    const float away = stage_.interest.exteriorDistance(sample.position);
    const float t = std::clamp((away - kFadeStart) / (kFadeEnd - kFadeStart), 0.f, 1.f);
    sample.fade = t * t * (3 - 2 * t);
    if (sample.fade < 1)
        sample.albedo = ground_color(*nearest, place, sample.position);
    return true;
}

void TileTracer::trace(std::size_t first, int count)
{
    constexpr float kFar = std::numeric_limits<float>::infinity();
    RayBatch batch;
    Vector3f rays[RayBatch::kSize];
    for (int i = 0; i < count; ++i) {
        const Place at = place(first + std::size_t(i));
        rays[i] = direction(at.px, at.py).normalized();
        batch.set(i, stage_.eye, rays[i], kFar, 1u << (at.s % 16));
    }
    RayHit solids[RayBatch::kSize], annotations[RayBatch::kSize];
    stage_.solids->intersect(batch, solids);
    stage_.annotations->intersect(batch, annotations);

    float distances[RayBatch::kSize];
    for (int i = 0; i < count; ++i) {
        Sample& sample = samples_[first + std::size_t(i)];
        const RayHit& hit = solids[i];
        if (hit.look) {
            sample.hit = sample.glossy = true;
            sample.position = stage_.eye + hit.distance * rays[i];
            sample.normal = hit.normal;
            sample.albedo = hit.look->color;
            // A thin dark seam along the edges of boxes: faces of equal brightness stay apart.
            const float seam = std::max(0.004f, 0.8f * stage_.pixel_angle * hit.distance);
            sample.albedo *= 1 - 0.45f * std::clamp(1.5f - hit.edge / seam, 0.f, 1.f);
        }
        distances[i] = hit.distance;
        if (hit_ground(place(first + std::size_t(i)), rays[i], distances[i], sample)) {
            sample.hit = sample.fade < 1;
            sample.glossy = false;
        }
        if (annotations[i].look)
            annotate(annotations[i], distances[i], sample);
        if (!sample.hit)
            sample.albedo = background(rays[i]);
    }
    gather_light(first, count, distances);
}

void TileTracer::annotate(const RayHit& hit, float solid_distance, Sample& sample) const
{
    // Mostly flat colour: an annotation must read the same in light and in shadow.
    const float facing = std::max(0.f, hit.normal.dot(stage_.to_light));
    sample.annotation = (0.72f + 0.38f * facing) * hit.look->color;
    // Half a centimetre of grace: patches lie on the surface they touch.
    sample.annotation_share = hit.distance < solid_distance + 0.005f ? 1 : hit.look->xray;
}

void TileTracer::gather_light(
    std::size_t first, int count, const float (&distances)[RayBatch::kSize])
{
    // Bit-mirrored order within the block: neighbours get far-apart members of the sequence.
    static constexpr unsigned kOrder[kBlock * kBlock]
        = { 0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5 };
    RayBatch to_light, to_sky;
    bool any = false;
    for (int i = 0; i < count; ++i) {
        Sample& sample = samples_[first + std::size_t(i)];
        if (!sample.hit)
            continue;
        any = true;
        const Place at = place(first + std::size_t(i));
        const std::uint32_t mask = 0x10000u << (at.s % 16);
        // Clear of the surface by more than a float can be wrong at this distance.
        const Vector3f origin
            = sample.position + 2e-4f * std::max(1.f, distances[i]) * sample.normal;
        const unsigned member = kOrder[(at.y % kBlock) * kBlock + at.x % kBlock];
        const Vector2f& disc = disc_points_[std::size_t(at.s) * kBlock * kBlock + member];

        const Vector3f key = (stage_.to_light
            + kLightRadius * (disc.x() * light_frame_.col(0) + disc.y() * light_frame_.col(1)))
                                 .normalized();
        if (sample.normal.dot(key) > 0)
            to_light.set(i, origin, key, kLightDistance, mask);
        // Cosine-weighted over the hemisphere: lift the disc onto it.
        const Vector3f lifted(disc.x(), disc.y(), std::sqrt(std::max(0.f, 1 - disc.squaredNorm())));
        to_sky.set(i, origin, frame_around(sample.normal) * lifted, kSkyReach, mask);
    }
    if (!any)
        return;
    const std::uint32_t dark = stage_.solids->occluded(to_light);
    const std::uint32_t covered = stage_.solids->occluded(to_sky);
    for (int i = 0; i < count; ++i) {
        Sample& sample = samples_[first + std::size_t(i)];
        sample.key = to_light.active[i] ? float(!(dark >> i & 1)) : -1;
        sample.sky = float(!(covered >> i & 1));
    }
}

TileTracer::Light TileTracer::smooth_light(int x, int y, int s) const
{
    const Sample& own = at(x, y, s);
    if (!own.hit)
        return { 0, 0 };
    const float thickness = 0.004f + 4 * stage_.pixel_angle * (own.position - stage_.eye).norm();
    float key = 0, sky = 0;
    int keys = 0, skies = 0;
    for (int j = std::max(top_, y - kBefore); j < std::min(bottom_, y + kAfter + 1); ++j)
        for (int i = std::max(left_, x - kBefore); i < std::min(right_, x + kAfter + 1); ++i) {
            const Sample& other = at(i, j, s);
            // Only along one surface: light must not leak across outlines.
            if (!other.hit || own.normal.dot(other.normal) < 0.6f
                || std::abs(own.normal.dot(other.position - own.position)) > thickness)
                continue;
            sky += other.sky;
            ++skies;
            if (other.key >= 0) {
                key += other.key;
                ++keys;
            }
        }
    return { keys ? key / float(keys) : 0, sky / float(skies) };
}

Vector3f TileTracer::shade(const Sample& sample, const Light& light) const
{
    Vector3f color = sample.albedo;
    if (sample.hit) {
        const Vector3f view = (stage_.eye - sample.position).normalized();
        const float cosine = std::max(0.f, sample.normal.dot(stage_.to_light));
        const float up = 0.5f + 0.5f * sample.normal.z();
        // Occlusion below one half is darker than bounced light leaves it: open it a little.
        const float open = 0.12f + 0.88f * light.sky;
        const Vector3f fill = open * (up * kSky + (1 - up) * kBounce);
        color = sample.albedo.cwiseProduct(cosine * light.key * kKey + fill);
        if (sample.glossy) {
            const Vector3f half = (view + stage_.to_light).normalized();
            const float shine = std::pow(std::max(0.f, half.dot(sample.normal)), 40.f);
            const float rim = std::pow(1 - std::max(0.f, view.dot(sample.normal)), 4.f);
            color += 0.07f * shine * light.key * kKey + 0.28f * rim * open * kSky;
        }
        color = (1 - sample.fade) * color + sample.fade * background(-view);
    }
    if (sample.annotation_share > 0)
        color = (1 - sample.annotation_share) * color + sample.annotation_share * sample.annotation;
    return color;
}

}  // namespace

std::vector<Vector3f> trace_tile(const Stage& stage, int x0, int y0, int x1, int y1)
{
    const TileTracer tracer(stage, x0, y0, x1, y1);
    std::vector<Vector3f> pixels;
    pixels.reserve(std::size_t(x1 - x0) * std::size_t(y1 - y0));
    for (int y = y0; y < y1; ++y)
        for (int x = x0; x < x1; ++x)
            pixels.push_back(tracer.pixel(x, y));
    return pixels;
}

}  // namespace gambol
