// SPDX-License-Identifier: MIT
#include "gambol/render/palette.hpp"
#include "gambol/render/stage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace gambol::render {

using Eigen::Matrix3f;
using Eigen::Vector2f;
using Eigen::Vector3f;

namespace {

// The studio. A level, unshadowed ground receives about 1.05, so that colours come out as picked.
const Vector3f kKey { 1.02f, 0.97f, 0.89f };
const Vector3f kSky { 0.36f, 0.39f, 0.43f };  // from above
const Vector3f kBounce { 0.25f, 0.24f, 0.22f };  // from below
constexpr float kFar = std::numeric_limits<float>::infinity();

/// What one ray through a pixel met, with its light not yet smoothed over the neighbours.
struct Sample {
    Vector3f position, normal, albedo;  // albedo holds the background where nothing was hit
    float key = 0, sky = 0;  // 1 lit, 0 in shadow; key < 0: turned away from the light
    float distance = kFar;
    float fade = 0;  // share of background
    bool hit = false, glossy = false;
    const GroundPlane* ground = nullptr;
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
    static const Vector3f kHorizon = palette::linear(221, 225, 228);
    static const Vector3f kZenith = palette::linear(160, 174, 190);
    const float height = std::clamp(1.2f * direction.z() + 0.15f, 0.f, 1.f);
    const float share = height * height * (3 - 2 * height);
    return (1 - share) * kHorizon + share * kZenith;
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
    {
        for (int s = 0; s < stage.samples; ++s) {
            pixel_points_.push_back(pixel_point(s, stage.samples));
            for (unsigned member = 0; member < kBlock * kBlock; ++member)
                disc_points_.push_back(on_disc(even_point(unsigned(s) * kBlock * kBlock + member)));
        }
        for (int y = top_; y < bottom_; ++y)
            for (int x = left_; x < right_; ++x)
                if (stage.busy.at(x, y))
                    for (int s = 0; s < stage.samples; ++s)
                        places_.push_back({ x, y, s });
        if (places_.empty())
            return;
        samples_.resize(
            std::size_t(right_ - left_) * std::size_t(bottom_ - top_) * std::size_t(stage.samples));
        for (std::size_t first = 0; first < places_.size(); first += RayBatch::kSize)
            trace({ places_.data() + first,
                std::min<std::size_t>(RayBatch::kSize, places_.size() - first) });
    }

    [[nodiscard]] Vector3f pixel(int x, int y) const
    {
        if (!stage_.busy.at(x, y))
            return plain_pixel(x, y);
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

    /// Which ray a sample is.
    struct Place {
        int x, y, s;
    };

    void trace(std::span<const Place>);
    void annotate(const RayHit&, float solid_distance, Sample&) const;
    void gather_light(std::span<const Place>);
    [[nodiscard]] Light smooth_light(int x, int y, int s) const;
    [[nodiscard]] Vector3f shade(const Sample&, const Light&) const;
    [[nodiscard]] Vector3f plain_pixel(int x, int y) const;

    const Stage& stage_;
    int left_, top_, right_, bottom_;
    Matrix3f light_frame_;
    std::vector<Vector2f> pixel_points_;  // per sample
    std::vector<Vector2f> disc_points_;  // per sample and member of the block
    std::vector<Place> places_;  // of busy pixels
    std::vector<Sample> samples_;  // of all pixels; those of plain ones hit nothing
};

void TileTracer::trace(std::span<const Place> places)
{
    RayBatch batch;
    Vector3f rays[RayBatch::kSize];
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Vector2f& offset = pixel_points_[std::size_t(places[i].s)];
        rays[i] = stage_.direction(float(places[i].x) + offset.x(), float(places[i].y) + offset.y())
                      .normalized();
        batch.set(int(i), stage_.eye, rays[i], kFar, 1u << (places[i].s % 16));
    }
    RayHit solids[RayBatch::kSize], annotations[RayBatch::kSize];
    stage_.solids->intersect(batch, solids);
    stage_.annotations->intersect(batch, annotations);

    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto [x, y, s] = places[i];
        Sample& sample = at(x, y, s);
        const RayHit& hit = solids[i];
        if (const GroundHit ground = hit_ground(stage_, rays[i], hit.distance); ground.plane) {
            sample.distance = ground.distance;
            sample.fade = ground.fade;
            sample.hit = sample.fade < 1;
            sample.normal = ground.plane->normal;
            // One colour serves the pixel; its samples follow one another.
            const Sample* before = s > 0 ? &at(x, y, s - 1) : nullptr;
            if (before && before->ground == ground.plane)
                sample.albedo = before->albedo;
            else if (sample.hit)
                sample.albedo = ground_color(stage_, *ground.plane, x, y);
            sample.ground = sample.hit ? ground.plane : nullptr;
        } else if (hit.look) {
            sample.distance = hit.distance;
            sample.hit = sample.glossy = true;
            sample.normal = hit.normal;
            // A thin dark seam along the edges of boxes: faces of equal brightness stay apart.
            const float seam = std::max(0.004f, 0.8f * stage_.pixel_angle * hit.distance);
            sample.albedo
                = (1 - 0.45f * std::clamp(1.5f - hit.edge / seam, 0.f, 1.f)) * hit.look->color;
        }
        if (annotations[i].look)
            annotate(annotations[i], sample.distance, sample);
        if (sample.hit)
            sample.position = stage_.eye + sample.distance * rays[i];
        else
            sample.albedo = background(rays[i]);
    }
    gather_light(places);
}

void TileTracer::annotate(const RayHit& hit, float solid_distance, Sample& sample) const
{
    // Mostly flat colour: an annotation must read the same in light and in shadow.
    const float facing = std::max(0.f, hit.normal.dot(stage_.to_light));
    sample.annotation = (0.72f + 0.38f * facing) * hit.look->color;
    // Half a centimetre of grace: patches lie on the surface they touch.
    sample.annotation_share = hit.distance < solid_distance + 0.005f ? 1 : hit.look->xray;
}

void TileTracer::gather_light(std::span<const Place> places)
{
    // Bit-mirrored order within the block: neighbours get far-apart members of the sequence.
    static constexpr unsigned kOrder[kBlock * kBlock]
        = { 0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5 };
    RayBatch to_light, to_sky;
    bool any = false;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto [x, y, s] = places[i];
        const Sample& sample = at(x, y, s);
        if (!sample.hit)
            continue;
        any = true;
        const std::uint32_t mask = 0x10000u << (s % 16);
        // Clear of the surface by more than a float can be wrong at this distance.
        const Vector3f origin
            = sample.position + 2e-4f * std::max(1.f, sample.distance) * sample.normal;
        const unsigned member = kOrder[(y % kBlock) * kBlock + x % kBlock];
        const Vector2f& disc = disc_points_[std::size_t(s) * kBlock * kBlock + member];

        const Vector3f key = (stage_.to_light
            + kLightRadius * (disc.x() * light_frame_.col(0) + disc.y() * light_frame_.col(1)))
                                 .normalized();
        if (sample.normal.dot(key) > 0)
            to_light.set(int(i), origin, key, kFar, mask);
        // Cosine-weighted over the hemisphere: lift the disc onto it.
        const Vector3f lifted(disc.x(), disc.y(), std::sqrt(std::max(0.f, 1 - disc.squaredNorm())));
        to_sky.set(int(i), origin, frame_around(sample.normal) * lifted, kSkyReach, mask);
    }
    if (!any)
        return;
    const std::uint32_t dark = stage_.solids->occluded(to_light);
    const std::uint32_t covered = stage_.solids->occluded(to_sky);
    for (std::size_t i = 0; i < places.size(); ++i) {
        Sample& sample = at(places[i].x, places[i].y, places[i].s);
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

Vector3f TileTracer::plain_pixel(int x, int y) const
{
    const Vector3f ray = stage_.direction(float(x) + 0.5f, float(y) + 0.5f).normalized();
    const GroundHit ground = hit_ground(stage_, ray, kFar);
    if (!ground.plane || ground.fade >= 1)
        return background(ray);
    Sample sample;
    sample.hit = true;
    sample.position = stage_.eye + ground.distance * ray;
    sample.normal = ground.plane->normal;
    sample.albedo = ground_color(stage_, *ground.plane, x, y);
    sample.fade = ground.fade;
    return shade(sample, { 1, 1 });
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

}  // namespace gambol::render
