// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/scene.hpp"

#include <iomanip>
#include <sstream>
#include <string>

namespace gambol::test {

/// Everything a Scene holds as text, every number to its last bit: two scenes are the same when
/// their texts are, and a difference can be read.
class SceneText {
public:
    static std::string of(const Scene& scene)
    {
        SceneText text;
        text.add(scene);
        return text.out_.str();
    }

private:
    SceneText() { out_ << std::setprecision(17); }

    template <class... Parts> void line(const Parts&... parts)
    {
        ((out_ << parts << ' '), ...);
        out_ << '\n';
    }

    static std::string show(const Eigen::MatrixXd& m)
    {
        std::ostringstream s;
        s << std::setprecision(17) << '[';
        for (Eigen::Index i = 0; i < m.size(); ++i)
            s << m.data()[i] << ' ';
        return s.str() + ']';
    }

    static std::string show(const Eigen::Quaterniond& q)
    {
        return show(Eigen::MatrixXd(q.coeffs()));
    }

    void add(const Shape& shape)
    {
        std::visit(
            Overloaded {
                [&](const Plane& s) { line("plane", show(s.point), show(s.normal)); },
                [&](const Box& s) {
                    line("box", show(s.center), show(s.rotation), show(s.half_size));
                },
                [&](const Capsule& s) { line("capsule", show(s.from), show(s.to), s.radius); },
                [&](const Sphere& s) { line("sphere", show(s.center), s.radius); },
                [&](const Heightfield& s) {
                    line("heightfield", show(s.origin), show(s.cell), s.heights.rows(),
                        show(s.heights));
                },
                [&](const Mesh& s) { line("mesh", s.file, s.vertices.size()); },
            },
            shape);
    }

    void add(const Character& body)
    {
        line("model", body.model, body.source);
        if (body.feature_inertia)
            line("feature inertia", show(*body.feature_inertia));
        for (const Segment& s : body.segments) {
            line("segment", s.name, s.parent, show(s.offset), s.mass, show(s.com), show(s.inertia));
            for (const Dof& d : s.dofs)
                line("dof", d.name, show(d.axis), d.lower, d.upper);
            for (const Shape& shape : s.shapes)
                add(shape);
        }
        for (const Patch& p : body.patches)
            line("patch", p.name, p.segment, show(p.center), show(p.normal), show(p.half_size),
                p.grip, p.weakness);
        for (const Limb& l : body.limbs)
            line("limb", l.name, l.upper, l.lower, l.end, l.patch, show(l.pole), l.pole_from_end,
                l.support, l.shortest);
        for (const auto& [name, pose] : body.poses) {
            line("pose", name, show(pose.root_rotation));
            for (const auto& [dof, angle] : pose.angles)
                line("angle", dof, angle);
        }
    }

    void add(const Scene& scene)
    {
        line(scene.name, method_name(scene.task), scene.duration, scene.seed);
        for (const Surface& s : scene.surfaces) {
            line("surface", s.name, s.friction);
            add(s.shape);
        }
        for (const SceneCharacter& c : scene.characters) {
            line("character", c.name, show(c.start.root_position), show(c.start.root_rotation),
                show(c.start.angles));
            line("style", c.style.tension, c.style.boldness);
            if (c.look_at)
                line("looks at", show(*c.look_at));
            add(c.body);
        }
        std::visit([&](const auto& task) { add(task); }, scene.task);
    }

    void add(const cio::Task& task)
    {
        const cio::Options& options = task.options;
        line(options.phase_duration, int(options.timing), options.starts, int(options.residual),
            int(options.solver), options.zmp_hint, options.effort, options.fps);
        for (const Goal& goal : task.goals) {
            line("goal", goal.who);
            std::visit(
                Overloaded {
                    [&](const PositionGoal& g) { line("position", show(g.target), g.with_height); },
                    [&](const FacingGoal& g) { line("facing", show(g.direction)); },
                    [&](const StandGoal&) { line("stand"); },
                    [&](const HandstandGoal&) { line("handstand"); },
                    [&](const StrikeGoal& g) {
                        line("strike", g.limb, show(g.target), show(g.velocity));
                    },
                    [&](const AngleGoal& g) { line("angle", g.angle); },
                },
                goal.kind);
        }
    }

    void add(const spacetime::Task& task)
    {
        line(task.options.fps, task.objectives.smooth, task.objectives.pose,
            task.objectives.contact_force, task.objectives.contact_jerk);
        for (const spacetime::Objectives::Torque& torque : task.objectives.torques)
            line("torque", torque.angle, torque.weight);
        for (const ScenePhase& phase : task.phases) {
            line("phase", phase.duration);
            for (const PhaseContact& contact : phase.contacts)
                line("contact", contact.patch, contact.surface, show(contact.at), contact.facing);
        }
        for (const Key& key : task.keys)
            line("key", key.when, key.angles.size(), key.velocities.size(), key.somersaults,
                key.cartwheels, key.within, key.rest);
    }

    void add(const refine::Task& task)
    {
        line(task.options.fps, task.options.stretch, task.follows.index());
    }

    void add(const cloth::Task& task)
    {
        line(task.fps, task.options.dt, task.options.thickness, task.options.start_time);
        for (const cloth::GarmentPlan& plan : task.garments) {
            line("garment", plan.garment.name, plan.on, show(plan.at), show(plan.rotation),
                plan.garment.material.density, plan.pins.size());
            for (const Eigen::Vector3d& vertex : plan.garment.rest.vertices)
                line(show(vertex));
        }
    }

    template <class AnyTask> void add(const AnyTask&) { }  // of a method that has nothing to show

    std::ostringstream out_;
};

}  // namespace gambol::test
