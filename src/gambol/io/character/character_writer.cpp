// SPDX-License-Identifier: MIT
#include "gambol/io/character/character_writer.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <numbers>

namespace gambol::io {

namespace {

using Eigen::Vector3d;

class Writer {
public:
    Writer(const Character& character, std::string where)
        : c_(character)
        , where_(std::move(where))
    {
    }

    YamlNode file(const std::string& summary) const
    {
        YamlNode file = map();
        file.set("gambol-character", text("1"));
        file.set("name", quoted(c_.model));
        file.set("summary", quoted(summary));
        file.set("source", quoted(c_.source));
        file.set("mass", digits(c_.total_mass()));
        if (c_.feature_inertia)
            file.set("feature_inertia", list(*c_.feature_inertia));
        YamlNode& segments = file.set("segments", map());
        for (const Segment& segment : c_.segments)
            segments.set(segment.name, segment_node(segment));
        YamlNode& patches = file.set("patches", map());
        for (const Patch& patch : c_.patches)
            patches.set(patch.name, patch_node(patch));
        YamlNode& limbs = file.set("limbs", map());
        for (const Limb& limb : c_.limbs)
            limbs.set(limb.name, limb_node(limb));
        YamlNode& poses = file.set("poses", map());
        for (const auto& [name, pose] : c_.poses)
            poses.set(name, pose_node(pose));
        return file;
    }

private:
    YamlNode node(YamlNode::Kind kind) const
    {
        YamlNode result;
        result.kind = kind;
        result.where = where_;
        return result;
    }
    YamlNode map() const { return node(YamlNode::Kind::map); }
    YamlNode text(const std::string& value) const
    {
        YamlNode result = node(YamlNode::Kind::scalar);
        result.scalar = value;
        return result;
    }
    YamlNode quoted(const std::string& value) const
    {
        YamlNode result = text(value);
        result.quoted = true;
        return result;
    }
    YamlNode number(double value) const
    {
        const double rounded = std::round(value * 1e9) / 1e9;
        return text(fmt::format("{}", rounded == 0 ? 0.0 : rounded));
    }
    /// Masses and moments of inertia of small parts are small: digits count, not places.
    YamlNode digits(double value) const
    {
        return text(fmt::format("{:.9g}", std::abs(value) < 1e-15 ? 0.0 : value));
    }
    YamlNode angle(double radians) const
    {
        const double degrees = radians * 180 / std::numbers::pi;
        return text(fmt::format("{:.12g}deg", std::abs(degrees) < 1e-9 ? 0.0 : degrees));
    }
    template <class Vector> YamlNode list(const Vector& values) const
    {
        YamlNode result = node(YamlNode::Kind::sequence);
        for (Eigen::Index i = 0; i < values.size(); ++i)
            result.items.push_back(number(values[i]));
        return result;
    }
    /// `x`, `-y` and the like where it is one of them.
    YamlNode direction(const Vector3d& v) const
    {
        for (int i = 0; i < 3; ++i)
            for (const double sign : { 1.0, -1.0 })
                if ((v - sign * Vector3d::Unit(i)).norm() < 1e-9)
                    return text(fmt::format("{}{}", sign < 0 ? "-" : "", "xyz"[i]));
        return list(v);
    }
    YamlNode rotation(const Eigen::Quaterniond& q) const
    {
        return list(Eigen::Vector4d(q.w(), q.x(), q.y(), q.z()));
    }

    YamlNode segment_node(const Segment& segment) const
    {
        YamlNode result = map();
        if (segment.parent >= 0) {
            result.set("parent", text(c_.segments[size_t(segment.parent)].name));
            result.set("at", list(segment.offset));
        }
        if (!segment.dofs.empty()) {
            YamlNode& dofs = result.set("dofs", map());
            for (const Dof& dof : segment.dofs) {
                YamlNode& made = dofs.set(dof.name, map());
                made.set("axis", direction(dof.axis));
                YamlNode& range = made.set("range", node(YamlNode::Kind::sequence));
                range.items = { angle(dof.lower), angle(dof.upper) };
                const auto side = [&](double torque) {
                    return std::isfinite(torque) ? digits(torque) : text("none");
                };
                if (std::isfinite(dof.torque_lower) || std::isfinite(dof.torque_upper))
                    made.set("torque", node(YamlNode::Kind::sequence)).items
                        = { side(dof.torque_lower), side(dof.torque_upper) };
            }
        }
        result.set("mass", digits(segment.mass));
        result.set("com", list(segment.com));
        const Eigen::Matrix3d& I = segment.inertia;
        YamlNode& inertia = result.set("inertia", node(YamlNode::Kind::sequence));
        for (const double value : { I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2) })
            inertia.items.push_back(digits(value));
        YamlNode& shapes = result.set("shapes", node(YamlNode::Kind::sequence));
        for (const Shape& shape : segment.shapes)
            shapes.items.push_back(shape_node(shape));
        return result;
    }

    YamlNode shape_node(const Shape& shape) const
    {
        YamlNode result = map();
        std::visit(Overloaded {
                       [&](const Box& s) {
                           YamlNode& made = result.set("box", map());
                           made.set("size", list(Vector3d(2 * s.half_size)));
                           made.set("at", list(s.center));
                           made.set("rotation", rotation(s.rotation));
                       },
                       [&](const Capsule& s) {
                           YamlNode& made = result.set("capsule", map());
                           made.set("from", list(s.from));
                           made.set("to", list(s.to));
                           made.set("radius", number(s.radius));
                       },
                       [&](const Sphere& s) {
                           YamlNode& made = result.set("sphere", map());
                           made.set("at", list(s.center));
                           made.set("radius", number(s.radius));
                       },
                       [](const auto&) { assert(false && "a character file has no such shape"); },
                   },
            shape);
        return result;
    }

    YamlNode patch_node(const Patch& patch) const
    {
        YamlNode result = map();
        result.set("segment", text(c_.segments[size_t(patch.segment)].name));
        result.set("at", list(patch.center));
        result.set("normal", direction(patch.normal));
        result.set("half_size", list(patch.half_size));
        result.set("grip", text(patch.grip ? "true" : "false"));
        result.set("weakness", number(patch.weakness));
        return result;
    }

    YamlNode limb_node(const Limb& limb) const
    {
        YamlNode result = map();
        YamlNode& segments = result.set("segments", node(YamlNode::Kind::sequence));
        for (const int segment : { limb.upper, limb.lower, limb.end })
            segments.items.push_back(text(c_.segments[size_t(segment)].name));
        result.set("patch", text(c_.patches[size_t(limb.patch)].name));
        result.set("pole", direction(limb.pole));
        result.set("pole_from_end", number(limb.pole_from_end));
        result.set("support", text(limb.support ? "true" : "false"));
        result.set("shortest", number(limb.shortest));
        return result;
    }

    YamlNode pose_node(const NamedPose& pose) const
    {
        YamlNode result = map();
        result.set("rotation", rotation(pose.root_rotation));
        YamlNode& angles = result.set("angles", map());
        for (const auto& [name, value] : pose.angles)
            angles.set(name, angle(value));
        return result;
    }

    const Character& c_;
    std::string where_;
};

}  // namespace

YamlNode character_tree(
    const Character& character, const std::string& summary, const std::string& where)
{
    return Writer(character, where).file(summary);
}

std::string character_text(const Character& character)
{
    return emit_yaml(character_tree(
        character, fmt::format("{} with other proportions", character.model), "character.yaml"));
}

}  // namespace gambol::io
