// SPDX-License-Identifier: MIT
#include "gambol/scene/check_scene.hpp"

#include "gambol/scene/scene_error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace gambol {

namespace {

constexpr double kSlack = 1e-6;  // s, of times that should be equal

/// One scene under examination.
class Examination {
public:
    Examination(const Scene& scene, bool has_first)
        : scene_(scene)
        , has_first_(has_first)
    {
    }

    void whole() const
    {
        need_positive(scene_.duration, "duration");
        std::set<std::string> names;
        for (const Surface& surface : scene_.surfaces) {
            need(names.insert(surface.name).second,
                fmt::format("two things are called '{}'", surface.name));
            need(surface.friction >= 0 && std::isfinite(surface.friction),
                fmt::format("the friction of {} must be at least 0", surface.name));
        }
        for (const SceneCharacter& character : scene_.characters) {
            need(names.insert(character.name).second,
                fmt::format("two things are called '{}'", character.name));
            check(character);
        }
        for (const SceneProp& prop : scene_.props) {
            need(names.insert(prop.name).second,
                fmt::format("two things are called '{}'", prop.name));
            check(prop);
        }
        std::visit([&](const auto& task) { check(task); }, scene_.task);
    }

private:
    void need(bool fine, const std::string& otherwise) const
    {
        if (!fine)
            throw SceneError(
                (scene_.name.empty() ? "scene" : scene_.name) + std::string(": ") + otherwise);
    }
    void need_positive(double value, const std::string& what) const
    {
        need(value > 0 && std::isfinite(value),
            fmt::format("{} must be a number above 0, not {:g}", what, value));
    }
    template <class Vector> void need_finite(const Vector& value, const std::string& what) const
    {
        need(value.allFinite(), what + " is not a number");
    }
    template <class List> void need_index(int i, const List& list, const std::string& what) const
    {
        need(i >= 0 && std::size_t(i) < list.size(),
            fmt::format("{} is number {}, but there are {}", what, i, list.size()));
    }
    void need_time(double when, const std::string& what) const
    {
        need(when >= 0 && when <= scene_.duration + kSlack,
            fmt::format("{} is at {:g} s, outside of 0 … {:g} s", what, when, scene_.duration));
    }
    void need_characters(bool just_one) const
    {
        need(!scene_.characters.empty(), "there are no characters");
        need(!just_one || scene_.characters.size() == 1,
            fmt::format("method {} moves one character, not {}", method_name(scene_.task),
                scene_.characters.size()));
        need(!scene_.surfaces.empty(), "there is no surface to stand on");
    }

    void check(const SceneCharacter& character) const
    {
        const Character& body = character.body;
        need(!body.segments.empty(), fmt::format("{} has no segments", character.name));
        need(body.poses.count("standing") > 0,
            fmt::format("{} has no pose 'standing'", character.name));
        need(character.start.angles.size() == body.dof_count(),
            fmt::format("the start pose of {} has {} angles, its body {}", character.name,
                character.start.angles.size(), body.dof_count()));
        need(character.start.angles.allFinite() && character.start.root_position.allFinite()
                && character.start.root_rotation.coeffs().allFinite(),
            fmt::format("the start pose of {} is not a number", character.name));
        for (const Patch& patch : body.patches)
            need_index(
                patch.segment, body.segments, fmt::format("the segment of patch {}", patch.name));
        for (const Limb& limb : body.limbs)
            need_index(limb.patch, body.patches, fmt::format("the patch of limb {}", limb.name));
    }

    void check(const SceneProp& prop) const
    {
        need(std::holds_alternative<cio::Task>(scene_.task),
            fmt::format(
                "{} is a prop, which method {} cannot move", prop.name, method_name(scene_.task)));
        need(std::holds_alternative<Box>(prop.shape) || std::holds_alternative<Capsule>(prop.shape)
                || std::holds_alternative<Sphere>(prop.shape),
            fmt::format("{} must be a box, a capsule or a sphere", prop.name));
        need_positive(prop.mass, "the mass of " + prop.name);
        need(prop.inertia.allFinite() && prop.inertia.minCoeff() > 0,
            fmt::format("the inertia of {} must be above 0", prop.name));
        need(prop.friction >= 0 && std::isfinite(prop.friction),
            fmt::format("the friction of {} must be at least 0", prop.name));
        need(prop.position.allFinite() && prop.rotation.coeffs().allFinite(),
            fmt::format("where {} starts is not a number", prop.name));
        if (!prop.hinge)
            return;
        need(std::abs(prop.hinge->axis.norm() - 1) < kSlack,
            fmt::format("the axis of {}'s hinge must have length 1", prop.name));
        need(
            prop.hinge->least <= 0 && prop.hinge->most >= 0 && prop.hinge->least < prop.hinge->most,
            fmt::format("{} must start within the range of its hinge", prop.name));
        need(prop.hinge->friction >= 0 && std::isfinite(prop.hinge->friction),
            fmt::format("the friction of {}'s hinge must be at least 0", prop.name));
        need_positive(
            hinge_inertia(prop), fmt::format("the inertia of {} about its hinge", prop.name));
    }

    void check(const cio::Task& task) const
    {
        need_characters(false);
        for (const SceneCharacter& character : scene_.characters)
            need(!character.body.planar,
                fmt::format("{} moves in a plane, which method cio cannot do", character.name));
        for (const Goal& goal : task.goals) {
            need(goal.who >= 0
                    && std::size_t(goal.who) < scene_.characters.size() + scene_.props.size(),
                fmt::format("the character of a goal is number {}, but there are {}", goal.who,
                    scene_.characters.size()));
            const bool turns = std::holds_alternative<AngleGoal>(goal.kind);
            const bool hinged
                = scene_.is_prop(goal.who) && scene_.prop_of(goal.who).hinge.has_value();
            need(turns == hinged || !(turns || hinged),
                fmt::format("angles are goals of props with a hinge, and their only ones; {} {}",
                    scene_.name_of(goal.who), hinged ? "has one" : "has none"));
            need(!scene_.is_prop(goal.who) || turns
                    || std::holds_alternative<PositionGoal>(goal.kind)
                    || std::holds_alternative<FacingGoal>(goal.kind),
                fmt::format("{} is a prop: its goals are positions and directions",
                    scene_.name_of(goal.who)));
            if (goal.when)
                need_time(*goal.when, "a goal");
            if (const auto* position = std::get_if<PositionGoal>(&goal.kind))
                need_finite(position->target, "the target of a goal");
            if (const auto* facing = std::get_if<FacingGoal>(&goal.kind))
                need_finite(facing->direction, "the direction of a goal");
            if (const auto* strike = std::get_if<StrikeGoal>(&goal.kind)) {
                need_index(strike->limb, scene_.characters[std::size_t(goal.who)].body.limbs,
                    "the limb of a strike");
                need_finite(strike->target, "the target of a strike");
                need_finite(strike->velocity, "the velocity of a strike");
            }
        }
        need_positive(task.options.phase_duration, "phase_duration");
        need_positive(task.options.fps, "fps");
        need(task.options.starts > 0, "starts must be at least 1");
    }

    /// What is held at a time must not be further apart than limbs are long.
    void need_within_reach(const Character& body, const std::vector<PhaseContact>& contacts) const
    {
        // The way from a patch over all joints to the root, whatever their angles; and its size,
        // because hands close around bars and places are of its middle.
        const auto reach = [&](const Patch& patch) {
            double sum = patch.center.norm() + patch.half_size.norm();
            for (int s = patch.segment; body.segments[std::size_t(s)].parent >= 0;
                 s = body.segments[std::size_t(s)].parent)
                sum += body.segments[std::size_t(s)].offset.norm();
            return sum;
        };
        for (const PhaseContact& a : contacts)
            for (const PhaseContact& b : contacts) {
                const Patch &first = body.patches[std::size_t(a.patch)],
                            &second = body.patches[std::size_t(b.patch)];
                const double apart = (a.at - b.at).norm(), most = reach(first) + reach(second);
                need(apart <= most,
                    fmt::format("{} and {} shall touch {:.3g} m apart at one time; they reach "
                                "{:.3g} m",
                        first.name, second.name, apart, most));
            }
    }

    void check(const spacetime::Task& task) const
    {
        need_characters(true);
        need(!task.phases.empty(), "there are no phases");
        const Character& body = scene_.characters.front().body;
        double sum = 0;
        for (const ScenePhase& phase : task.phases) {
            need_positive(phase.duration, "the duration of a phase");
            sum += phase.duration;
            for (const PhaseContact& contact : phase.contacts) {
                need_index(contact.patch, body.patches, "the patch of a contact");
                need_index(contact.surface, scene_.surfaces, "the surface of a contact");
                need_finite(contact.at, "the place of a contact");
            }
            need_within_reach(body, phase.contacts);
        }
        need(std::abs(sum - scene_.duration) < kSlack,
            fmt::format("phases take {:g} s, the scene {:g} s", sum, scene_.duration));
        for (const Key& key : task.keys) {
            need_time(key.when, "a key");
            for (const std::vector<KeyJoint>* joints : { &key.angles, &key.velocities })
                for (const KeyJoint& joint : *joints) {
                    need(joint.angle >= 0 && joint.angle < body.dof_count(),
                        fmt::format("a key is about angle {}, but there are {}", joint.angle,
                            body.dof_count()));
                    need(std::isfinite(joint.value), "the value of a key is not a number");
                }
        }
        need_positive(task.options.fps, "fps");
    }

    void check(const refine::Task& task) const
    {
        need_characters(true);
        need(!scene_.characters.front().body.planar,
            "a body that moves in a plane cannot be refined");
        need(has_first_ || !std::holds_alternative<std::monostate>(task.follows),
            "there is nothing to follow: no motion, clip or reference");
        if (const auto* motion = std::get_if<Motion>(&task.follows))
            (void)refine::followed_character(*motion, scene_, task.where);
        if (const auto* clip = std::get_if<SegmentClip>(&task.follows)) {
            need(clip->frames.size() > 1, "the clip has fewer than two frames");
            need_positive(clip->frame_time, "the time of a frame of the clip");
            need(clip->segments.size() == scene_.characters.front().body.segments.size(),
                "the clip is of another body");
        }
        if (const auto* reference = std::get_if<Reference>(&task.follows))
            check(*reference);
        need_positive(task.options.fps, "fps");
        need(task.options.stretch >= 1, "stretch must be at least 1");
    }

    void check(const Reference& reference) const
    {
        const Character& body = scene_.characters.front().body;
        const std::size_t samples = reference.times.size();
        need(samples > 1, "the reference has fewer than two samples");
        need(reference.poses.size() == samples && reference.touches.size() == samples,
            "the reference has not as many poses and touches as times");
        for (std::size_t t = 0; t < samples; ++t) {
            need(t == 0 || reference.times[t] > reference.times[t - 1],
                "the times of the reference do not rise");
            need(reference.poses[t].angles.size() == body.dof_count()
                    && reference.touches[t].size() == body.patches.size(),
                "the reference is of another body");
            need_finite(reference.poses[t].angles, "an angle of the reference");
        }
    }

    void check(const cloth::Task& task) const
    {
        need(!task.garments.empty(), "there is no garment");
        for (const cloth::GarmentPlan& plan : task.garments)
            check(plan);
        for (const MotionCharacter& character : task.carriers.characters)
            need(character.positions.size() == task.carriers.times.size()
                    && character.rotations.size() == task.carriers.times.size()
                    && task.carriers.times.size() > 1,
                fmt::format("the motion of {} has not as many samples as times", character.name));
        need_positive(task.fps, "fps");
        need_positive(task.options.dt, "the time step");
        need_positive(task.options.thickness, "the thickness of cloth");
        need(task.options.start_time <= 0, "the start time must not be after 0");
    }

    void check(const cloth::GarmentPlan& plan) const
    {
        const cloth::Garment& garment = plan.garment;
        const Mesh& rest = garment.rest;
        need(!rest.triangles.empty(), fmt::format("garment '{}' has no triangles", garment.name));
        need(garment.start.empty() || garment.start.size() == rest.vertices.size(),
            fmt::format("garment '{}' starts with other vertices than it rests", garment.name));
        for (const std::vector<Eigen::Vector3d>* vertices : { &rest.vertices, &garment.start })
            for (const Eigen::Vector3d& vertex : *vertices)
                need_finite(vertex, fmt::format("a vertex of garment '{}'", garment.name));
        for (const cloth::PinPlan& pin : plan.pins)
            for (const int vertex : pin.vertices)
                need_index(vertex, rest.vertices,
                    fmt::format("a pinned vertex of garment '{}'", garment.name));
        for (const Eigen::Vector3i& triangle : rest.triangles)
            for (int i = 0; i < 3; ++i)
                need_index(triangle[i], rest.vertices,
                    fmt::format("a vertex of a triangle of garment '{}'", garment.name));
    }

    void check(const gait::Task& task) const
    {
        need_characters(true);
        for (const Surface& surface : scene_.surfaces) {
            const auto* plane = std::get_if<Plane>(&surface.shape);
            need(plane && plane->normal.z() > 1 - kSlack && scene_.surfaces.size() == 1,
                fmt::format(
                    "a gait needs level ground and nothing else; {} is more", surface.name));
        }
        need(task.speeds.empty(), "asks for several speeds; it is carried out once for each");
        if (const auto misfit = gait::find_misfit(scene_.characters.front().body, task))
            need(false, misfit->key + " " + misfit->what);
    }

    /// Of a method that has nothing to add.
    template <class AnyTask> void check(const AnyTask&) const { }

    const Scene& scene_;
    bool has_first_;
};

}  // namespace

void check_scene(const Scene& scene)
{
    Examination(scene, false).whole();
}

void check_job(const Job& job)
{
    if (job.first)
        check_job(*job.first);
    Examination(job.scene, job.first != nullptr).whole();
}

}  // namespace gambol
