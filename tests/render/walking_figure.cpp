// SPDX-License-Identifier: MIT
#include "render/walking_figure.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::test {

using Eigen::AngleAxisd;
using Eigen::Quaterniond;
using Eigen::Vector3d;

namespace {

constexpr double kThigh = 0.43, kShank = 0.42, kAnkle = 0.07, kHipWidth = 0.09, kHips = 0.925;
constexpr double kDuration = 5, kTravel = 2.5, kMass = 70;
constexpr int kSteps = 6;  // of alternating feet, the last one closes

struct FootState {
    Vector3d ankle;
    double pitch = 0;
    bool planted = true;
};

double ease(double t)
{
    return t * t * (3 - 2 * t);
}

/// Foot `side` (+1 left, −1 right) steps in every second of the slots between 0.5 s and 4.5 s.
FootState foot_at(double time, int side)
{
    const double slot = (kDuration - 1) / kSteps, stride = kTravel / (kSteps - 0.5);
    double x = 0;
    FootState foot;
    foot.ankle.y() = side * kHipWidth;
    foot.ankle.z() = kAnkle;
    for (int step = side > 0 ? 1 : 0; step < kSteps; step += 2) {
        const double from = x, to = std::min(kTravel, (step + 1) * stride);
        const double t = (time - 0.5 - step * slot) / slot;
        if (t <= 0)
            break;
        x = to;
        if (t < 1) {
            foot.planted = false;
            foot.ankle.z() += 0.09 * std::sin(M_PI * t);
            foot.pitch = 0.5 * std::sin(2 * M_PI * t);
            x = from + (to - from) * ease(t);
        }
    }
    foot.ankle.x() = x;
    return foot;
}

Quaterniond pitch(double angle)
{
    return Quaterniond(AngleAxisd(angle, Vector3d::UnitY()));
}

MotionBody make_body(const std::string& name, int parent, double mass, const Shape& shape)
{
    return { name, parent, { mass, Vector3d::Zero(), Eigen::Matrix3d::Identity() }, { shape } };
}

std::vector<MotionBody> make_bodies()
{
    std::vector<MotionBody> bodies;
    bodies.push_back(
        make_body("pelvis", -1, 11, Capsule { { 0, -0.07, 0 }, { 0, 0.07, 0 }, 0.11 }));
    bodies.push_back(make_body("chest", 0, 22, Capsule { { 0, 0, 0.02 }, { 0, 0, 0.26 }, 0.135 }));
    bodies.push_back(make_body("head", 1, 5, Sphere { { 0.01, 0, 0.13 }, 0.105 }));
    for (const std::string side : { "left", "right" }) {
        const int first = int(bodies.size());
        bodies.push_back(
            make_body(side + "_thigh", 0, 10, Capsule { { 0, 0, 0 }, { 0, 0, -kThigh }, 0.068 }));
        bodies.push_back(
            make_body(side + "_shank", first, 3, Capsule { { 0, 0, 0 }, { 0, 0, -kShank }, 0.05 }));
        bodies.push_back(make_body(side + "_foot", first + 1, 1,
            Box { { 0.05, 0, -0.03 }, Quaterniond::Identity(), { 0.13, 0.045, 0.04 } }));
        bodies.push_back(
            make_body(side + "_upper_arm", 1, 1, Capsule { { 0, 0, 0 }, { 0, 0, -0.27 }, 0.042 }));
        bodies.push_back(make_body(
            side + "_forearm", first + 3, 1, Capsule { { 0, 0, 0 }, { 0, 0, -0.33 }, 0.034 }));
    }
    return bodies;
}

MotionContact make_contact(const std::string& name, int body)
{
    MotionContact contact;
    contact.name = name;
    contact.body = body;
    contact.center = { 0.05, 0, -kAnkle };
    contact.half_size = { 0.13, 0.045 };
    return contact;
}

}  // namespace

Motion empty_stage(std::vector<double> times)
{
    Motion motion;
    motion.name = "stage";
    motion.times = std::move(times);
    motion.surfaces.push_back({ "ground", Plane {}, 0.8 });
    return motion;
}

MotionCharacter resting_body(
    const std::string& body_name, const Shape& shape, const Vector3d& position, int samples)
{
    MotionCharacter character;
    character.name = body_name;
    character.bodies.push_back(make_body(body_name, -1, 10, shape));
    character.positions.assign(std::size_t(samples), { position });
    character.rotations.assign(std::size_t(samples), { Quaterniond::Identity() });
    return character;
}

Motion walking_figure(double frames_per_second)
{
    Motion motion = empty_stage({});
    motion.name = "walk";
    motion.method = "cio";
    motion.markers.push_back({ "ann: position", { kTravel, 0, 0 } });
    MotionCharacter ann;
    ann.name = "ann";
    ann.bodies = make_bodies();
    ann.contacts = { make_contact("left_sole", 5), make_contact("right_sole", 10) };

    const int count = int(std::lround(kDuration * frames_per_second)) + 1;
    for (int k = 0; k < count; ++k) {
        const double time = k / frames_per_second;
        motion.times.push_back(time);
        const FootState feet[2] = { foot_at(time, 1), foot_at(time, -1) };
        const double middle = 0.5 * (feet[0].ankle.x() + feet[1].ankle.x());
        const double apart = feet[0].ankle.x() - feet[1].ankle.x();
        const Vector3d pelvis(middle, 0, kHips - 0.12 * apart * apart);
        const Vector3d chest = pelvis + Vector3d(0.02, 0, 0.18);

        std::vector<Vector3d> p { pelvis, chest, chest + Vector3d(0.02, 0, 0.38) };
        std::vector<Quaterniond> q { pitch(0), pitch(0.05), pitch(0.03) };
        for (int s = 0; s < 2; ++s) {
            const int side = s == 0 ? 1 : -1;
            const Vector3d hip = pelvis + Vector3d(0, side * kHipWidth, -0.02);
            const Vector3d leg = feet[s].ankle - hip;
            const double length = std::min(std::hypot(leg.x(), leg.z()), kThigh + kShank - 1e-3);
            // Law of cosines; the knee bends forward.
            const double lean = std::atan2(-leg.x(), -leg.z());
            const double at_hip = std::acos(
                (kThigh * kThigh + length * length - kShank * kShank) / (2 * kThigh * length));
            const Quaterniond thigh = pitch(lean - at_hip);
            const Vector3d knee = hip + thigh * Vector3d(0, 0, -kThigh);
            const Vector3d shank = feet[s].ankle - knee;
            p.insert(p.end(), { hip, knee, feet[s].ankle });
            q.insert(q.end(),
                { thigh, pitch(std::atan2(-shank.x(), -shank.z())), pitch(feet[s].pitch) });
            // Arms swing against the legs.
            const Vector3d shoulder = chest + Vector3d(0, side * 0.19, 0.28);
            const double swing = 0.6 * side * apart;
            const Quaterniond upper = pitch(swing), fore = pitch(swing - 0.35);
            p.insert(p.end(), { shoulder, shoulder + upper * Vector3d(0, 0, -0.27) });
            q.insert(q.end(), { upper, fore });
        }
        ann.positions.push_back(p);
        ann.rotations.push_back(q);

        const double supports = double(feet[0].planted) + double(feet[1].planted);
        for (int s = 0; s < 2; ++s) {
            MotionContact& contact = ann.contacts[std::size_t(s)];
            const Vector3d point = feet[s].ankle + Vector3d(0.05, 0, -kAnkle);
            const double share = feet[s].planted ? 1 / supports : 0;
            const Vector3d lever = chest - point;
            contact.activation.push_back(share > 0);
            contact.with.push_back(share > 0 ? "ground" : "");
            contact.force.push_back(share * kMass * 9.81 * lever / lever.z());
            contact.point.push_back(point);
            contact.torsion.push_back(0);
        }
    }
    motion.characters.push_back(std::move(ann));
    return motion;
}

}  // namespace gambol::test
