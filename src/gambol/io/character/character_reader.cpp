// SPDX-License-Identifier: MIT
#include "gambol/io/character/character_reader.hpp"

#include "gambol/io/input_error.hpp"
#include "gambol/io/character/model_files.hpp"
#include "gambol/io/character/pose_reader.hpp"
#include "gambol/io/shape/shape_reader.hpp"
#include "gambol/io/yaml/yaml_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace gambol::io {

namespace {

constexpr int kFormatVersion = 1;

enum class Side { middle, left, right };

std::string with_side(Side side, const std::string& name)
{
    return (side == Side::left ? "left_" : side == Side::right ? "right_" : "") + name;
}

/// Files describe the left side; the right one is its reflection in y = 0.
Eigen::Vector3d on_side(Side side, const Eigen::Vector3d& v)
{
    return side == Side::right ? Eigen::Vector3d(v.x(), -v.y(), v.z()) : v;
}

/// A reflected turn about a reflected axis goes the other way round, so this axis keeps the sign of
/// the angle: positive abduction is outward on both sides.
Eigen::Vector3d axis_on_side(Side side, const Eigen::Vector3d& axis)
{
    return side == Side::right ? Eigen::Vector3d(-axis.x(), axis.y(), -axis.z()) : axis;
}

struct MassPart {
    double mass;
    Eigen::Vector3d com;
    Eigen::Matrix3d inertia;  // about com
};

/// xx, yy, zz, xy, xz, yz, as in motion.json.
Eigen::Matrix3d read_inertia(const YamlValue& value)
{
    const std::vector<YamlValue> list = value.list(6);
    std::array<double, 6> v;  // read first: Eigen aborts when a list it is given ends early
    for (std::size_t i = 0; i < v.size(); ++i)
        v[i] = list[i].number(Quantity::plain);
    Eigen::Matrix3d inertia;
    inertia << v[0], v[3], v[4], v[3], v[1], v[5], v[4], v[5], v[2];
    if (Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(inertia).eigenvalues().minCoeff() <= 0)
        value.fail("is not that of a body: its principal moments must be positive");
    return inertia;
}

MassPart read_mass_part(const YamlMap& map, double total_mass)
{
    const double length = map.get("length", "0").number(Quantity::length, kNotNegative);
    const std::vector<YamlValue> com = map.at("com").list(3);
    MassPart part { map.at("mass").mass_or_percent(total_mass, kPositive), {}, {} };
    for (int i = 0; i < 3; ++i)
        part.com[i] = com[static_cast<std::size_t>(i)].length_or_percent(length);
    if (map.has("inertia")) {
        part.inertia = read_inertia(map.at("inertia"));
        return part;
    }
    const std::vector<YamlValue> gyration = map.at("gyration").list(3);
    Eigen::Vector3d radii;
    for (int i = 0; i < 3; ++i)
        radii[i] = gyration[static_cast<std::size_t>(i)].length_or_percent(length, kPositive);
    part.inertia = part.mass * Eigen::Matrix3d(radii.cwiseAbs2().asDiagonal());
    return part;
}

/// Adds the parts up: I = Σ Iᵢ + mᵢ (‖dᵢ‖² 1 − dᵢ dᵢᵀ), dᵢ from the common centre of mass.
void combine(const std::vector<MassPart>& parts, Segment& segment)
{
    segment.mass = 0;
    segment.com.setZero();
    for (const MassPart& part : parts) {
        segment.mass += part.mass;
        segment.com += part.mass * part.com;
    }
    segment.com /= segment.mass;
    segment.inertia.setZero();
    for (const MassPart& part : parts) {
        const Eigen::Vector3d d = part.com - segment.com;
        segment.inertia += part.inertia
            + part.mass * (d.squaredNorm() * Eigen::Matrix3d::Identity() - d * d.transpose());
    }
}

/// Reads one file, in order: segments, patches, limbs, poses. `mirrored_` remembers which segments
/// of the file stand for two of the body.
class CharacterBuilder {
public:
    CharacterBuilder(const YamlMap& file, Character& character)
        : file_(file)
        , character_(character)
        , total_mass_(file.at("mass").number(Quantity::mass, kPositive))
    {
    }

    void build()
    {
        for (const auto& [name, value] : file_.at("segments").named_map().entries())
            read_segment(name, value);
        if (int(character_.segments.size()) > kMostSegments)
            file_.at("segments")
                .fail(
                    fmt::format("are {}, more than {}", character_.segments.size(), kMostSegments));
        check_masses();
        for (const auto& [name, value] : file_.get("patches", "{}").named_map().entries())
            read_patch(name, value);
        for (const auto& [name, value] : file_.get("limbs", "{}").named_map().entries())
            read_limb(name, value);
        for (const auto& [name, value] : file_.at("poses").named_map().entries())
            read_pose(name, value);
        if (!character_.poses.count("standing"))
            file_.at("poses").fail("has no 'standing'");
    }

private:
    std::vector<Side> sides_of(const std::string& segment) const
    {
        return mirrored_.count(segment) ? std::vector<Side> { Side::left, Side::right }
                                        : std::vector<Side> { Side::middle };
    }

    /// The segment of the file that `value` names.
    std::string segment_name(const YamlValue& value) const
    {
        return value.one_of(segment_names_, "segment");
    }

    int segment_index(Side side, const std::string& name) const
    {
        return character_.find_segment(
            with_side(mirrored_.count(name) ? side : Side::middle, name));
    }

    void read_segment(const std::string& name, const YamlValue& value)
    {
        const YamlMap map = value.map({ "parent", "at", "mirror", "dofs", "mass", "length", "com",
            "gyration", "inertia", "parts", "shapes" });
        Segment segment;
        std::string parent;
        if (segment_names_.empty()) {
            if (map.has("parent"))
                map.at("parent").fail("must not be there: the first segment is the root");
        } else {
            parent = segment_name(map.at("parent"));
            segment.offset = map.at("at").vector3(Quantity::length);
        }
        if (mirrored_.count(parent) || map.get("mirror", "false").boolean())
            mirrored_.insert(name);
        segment_names_.push_back(name);

        combine(read_parts(map), segment);
        for (const YamlValue& item : map.get("shapes", "[]").list())
            segment.shapes.push_back(read_shape(item.map(shape_names(true)), true));
        const std::vector<std::pair<std::string, YamlValue>> dofs
            = map.get("dofs", "{}").named_map().entries();
        for (Side side : sides_of(name)) {
            Segment sided = placed_on(side, segment);
            sided.name = with_side(side, name);
            sided.parent = parent.empty() ? -1 : segment_index(side, parent);
            for (const auto& [dof_name, dof_value] : dofs)
                sided.dofs.push_back(read_dof(side, dof_name, dof_value));
            character_.segments.push_back(std::move(sided));
        }
    }

    std::vector<MassPart> read_parts(const YamlMap& map) const
    {
        if (!map.has("parts"))
            return { read_mass_part(map, total_mass_) };
        std::vector<MassPart> parts;
        for (const YamlValue& item : map.at("parts").list())
            parts.push_back(read_mass_part(
                item.map({ "mass", "length", "com", "gyration", "inertia" }), total_mass_));
        if (parts.empty())
            map.at("parts").fail("is empty");
        return parts;
    }

    static Segment placed_on(Side side, Segment segment)
    {
        if (side != Side::right)
            return segment;
        segment.offset = on_side(side, segment.offset);
        segment.com = on_side(side, segment.com);
        const Eigen::Vector3d reflect(1, -1, 1);
        segment.inertia = reflect.asDiagonal() * segment.inertia * reflect.asDiagonal();
        for (Shape& shape : segment.shapes)
            shape = mirrored(shape);
        return segment;
    }

    Dof read_dof(Side side, const std::string& name, const YamlValue& value)
    {
        const YamlMap map = value.map({ "axis", "range", "torque" });
        const Eigen::Vector2d range = map.at("range").vector2(Quantity::angle);
        if (range.x() > range.y())
            map.at("range").fail("must be written lowest first");
        Dof dof;
        dof.name = with_side(side, name);
        dof.axis = axis_on_side(side, map.at("axis").direction());
        dof.lower = range.x();
        dof.upper = range.y();
        if (map.has("torque")) {
            const std::vector<YamlValue> torque = map.at("torque").list(2);
            const auto side = [](const YamlValue& one, double otherwise) {
                return one.text() == "none" ? otherwise : one.number(Quantity::plain);
            };
            dof.torque_lower = side(torque[0], dof.torque_lower);
            dof.torque_upper = side(torque[1], dof.torque_upper);
            if (dof.torque_lower > 0 || dof.torque_upper < 0)
                map.at("torque").fail(
                    "must be [lowest ≤ 0, highest ≥ 0] in N m, or none on a side without a limit");
        }
        if (!dof_names_.insert(dof.name).second)
            value.fail("is the name of another dof, too");
        return dof;
    }

    void check_masses() const
    {
        if (std::abs(character_.total_mass() - total_mass_) > 1e-3 * total_mass_)
            file_.at("mass").fail(
                fmt::format("is {:g} kg, but the segments weigh {:.4g} kg together", total_mass_,
                    character_.total_mass()));
    }

    void read_patch(const std::string& name, const YamlValue& value)
    {
        const YamlMap map
            = value.map({ "segment", "at", "normal", "half_size", "grip", "weakness" });
        const std::string segment = segment_name(map.at("segment"));
        patch_segments_[name] = segment;
        for (Side side : sides_of(segment)) {
            Patch patch;
            patch.name = with_side(side, name);
            patch.segment = segment_index(side, segment);
            patch.center = on_side(side, map.at("at").vector3(Quantity::length));
            patch.normal = on_side(side, map.at("normal").direction());
            patch.half_size = map.at("half_size").vector2(Quantity::length, kPositive);
            patch.grip = map.get("grip", "false").boolean();
            patch.weakness = map.get("weakness", "1").number(Quantity::plain, kPositive);
            character_.patches.push_back(patch);
        }
    }

    int patch_index(const std::string& name) const
    {
        const auto found = std::find_if(character_.patches.begin(), character_.patches.end(),
            [&](const Patch& patch) { return patch.name == name; });
        return static_cast<int>(found - character_.patches.begin());
    }

    /// Whether a segment is `end` or hangs on it, as toes do.
    bool is_on(const std::string& segment, const std::string& end) const
    {
        const int last = segment_index(sides_of(end).front(), end);
        int i = segment_index(sides_of(segment).front(), segment);
        while (i >= 0 && i != last)
            i = character_.segments[std::size_t(i)].parent;
        return i >= 0;
    }

    void read_limb(const std::string& name, const YamlValue& value)
    {
        const YamlMap map
            = value.map({ "segments", "patch", "pole", "pole_from_end", "support", "shortest" });
        const std::vector<YamlValue> chain = map.at("segments").list(3);
        const std::string upper = segment_name(chain[0]);
        const std::string lower = segment_name(chain[1]);
        const std::string end = segment_name(chain[2]);
        std::vector<std::string> patches;
        for (const auto& [patch, segment] : patch_segments_)
            if (is_on(segment, end))
                patches.push_back(patch);
        const std::string patch = map.at("patch").one_of(patches, "patch on " + end);
        for (Side side : sides_of(end)) {
            Limb limb;
            limb.name = with_side(side, name);
            limb.upper = segment_index(side, upper);
            limb.lower = segment_index(side, lower);
            limb.end = segment_index(side, end);
            const auto parent = [&](int i) { return character_.segments[std::size_t(i)].parent; };
            if (parent(limb.lower) != limb.upper || parent(limb.end) != limb.lower)
                map.at("segments").fail("must name three segments, each the parent of the next");
            limb.patch = patch_index(with_side(side, patch));
            limb.pole = on_side(side, map.at("pole").direction());
            limb.pole_from_end = map.get("pole_from_end", "0").number(Quantity::plain);
            limb.support = map.get("support", "false").boolean();
            limb.shortest = map.get("shortest", "0.3").number(Quantity::plain, { 0, 1 });
            character_.limbs.push_back(limb);
        }
    }

    void read_pose(const std::string& name, const YamlValue& value)
    {
        const YamlMap map = value.map({ "rotation", "angles" });
        NamedPose pose;
        pose.root_rotation = map.get("rotation", "0deg").rotation();
        read_angles(map.get("angles", "{}"), character_, pose);
        character_.poses[name] = pose;
    }

    const YamlMap& file_;
    Character& character_;
    double total_mass_;
    std::vector<std::string> segment_names_;  // as in the file, without sides
    std::set<std::string> mirrored_;  // those of them that stand for two
    std::map<std::string, std::string> patch_segments_;
    std::set<std::string> dof_names_;
};

/// A body that moves in a plane turns about y everywhere and is the same on both sides.
void check_planar(const YamlMap& file, const Character& character)
{
    constexpr double kAside = 1e-6;  // of a unit, m, kg m²
    for (const Segment& segment : character.segments) {
        const bool turns = std::all_of(segment.dofs.begin(), segment.dofs.end(),
            [](const Dof& dof) { return std::abs(std::abs(dof.axis.y()) - 1) < kAside; });
        const double aside = std::max({ std::abs(segment.offset.y()), std::abs(segment.com.y()),
            std::abs(segment.inertia(0, 1)), std::abs(segment.inertia(1, 2)) });
        if (!turns || aside > kAside)
            file.at("planar").fail(fmt::format(
                "cannot be true: {} of '{}' is not that of a movement in the plane of x and z",
                turns ? "the mass" : "an axis", segment.name));
    }
}

}  // namespace

CharacterFile read_character(const std::string& model, const std::filesystem::path& folder)
{
    ModelText text = load_model(model, folder);
    CharacterFile file = read_character_tree(std::move(text.tree), text.name, text.folder);
    file.warnings.insert(file.warnings.end(), text.warnings.begin(), text.warnings.end());
    return file;
}

CharacterFile read_character_tree(YamlNode tree, const std::string& name,
    const std::filesystem::path& folder, const std::string& prefix)
{
    CharacterFile result;
    result.tree = with_base(std::move(tree), folder, result.warnings);
    const YamlValue root(result.tree, prefix);
    if (root.is_map() && !result.tree.find("gambol-character"))
        throw InputError(
            fmt::format("{}: no 'gambol-character: {}'; that is the first line of every "
                        "character file",
                result.tree.where, kFormatVersion));
    const YamlMap file = root.map({ "gambol-character", "base", "name", "summary", "source",
        "planar", "height", "mass", "feature_inertia", "segments", "patches", "limbs", "poses" });
    if (file.at("gambol-character").integer(1, 1000000) > kFormatVersion)
        file.at("gambol-character")
            .fail(fmt::format("is newer than this program understands ({})", kFormatVersion));
    result.character.model = file.get_text("name", name).text();
    result.summary = file.get("summary", "\"\"").text();
    result.character.source = file.get("source", "\"\"").text();
    if (file.has("feature_inertia"))
        result.character.feature_inertia
            = file.at("feature_inertia").vector3(Quantity::plain, kPositive);
    CharacterBuilder(file, result.character).build();
    result.character.planar = file.get("planar", "false").boolean();
    if (result.character.planar)
        check_planar(file, result.character);
    result.mass = file.at("mass").number(Quantity::mass);
    result.height = file.get("height", fmt::format("{}", standing_height(result.character)))
                        .number(Quantity::length, kPositive);
    return result;
}

std::vector<Listing> list_characters()
{
    std::vector<Listing> result;
    for (const std::string& name : builtin_model_names())
        result.push_back({ name, read_character(name).summary });
    return result;
}

std::vector<Listing> list_poses(const std::string& model)
{
    const CharacterFile file = read_character(model);
    std::vector<Listing> result;
    for (const auto& [name, pose] : file.character.poses)
        result.push_back({ name, "" });
    return result;
}

}  // namespace gambol::io
