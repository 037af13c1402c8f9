// SPDX-License-Identifier: MIT
#include "gambol/motion/audit_world.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace gambol::audit_detail {
namespace {

constexpr double kLongestGap = 1.0 / 60;  // s between samples
constexpr double kGapSlack = 1e-4;  // s; 60 per second may be written with few digits
constexpr double kRotationError = 1e-4;  // |quaternion| − 1; nine digits give 1e-9

constexpr double kAxisError = 1e-6;  // |axis| − 1

class StructureCheck {
public:
    explicit StructureCheck(const Motion& motion)
        : motion_(motion)
        , samples_(motion.times.size())
    {
    }

    std::vector<std::string> run()
    {
        check_times();
        for (const MotionSurface& surface : motion_.surfaces)
            check_name(surface.name);
        for (const MotionCharacter& character : motion_.characters)
            check_character(character);
        for (const MotionProp& prop : motion_.props)
            check_prop(prop);
        for (const MotionCloth& cloth : motion_.cloth)
            check_cloth(cloth);
        return problems_;
    }

private:
    void complain(const std::string& where, const std::string& what)
    {
        problems_.push_back(where + ": " + what);
    }

    void check_name(const std::string& name)
    {
        if (!names_.insert(name).second)
            complain(name, "two things have this name, so contacts cannot tell them apart");
    }

    void check_times()
    {
        if (samples_ < 2)
            complain("times", "a motion needs at least two samples");
        for (std::size_t k = 1; k < samples_; ++k)
            if (!(motion_.times[k] > motion_.times[k - 1]))
                return complain(
                    "times", "sample " + std::to_string(k) + " does not come after the one before");
    }

    bool check_size(const std::string& where, std::size_t size, std::size_t expected)
    {
        if (size == expected)
            return true;
        complain(where,
            "expected " + std::to_string(expected) + " entries, found " + std::to_string(size));
        return false;
    }

    template <class Values> void check_finite(const std::string& where, const Values& values)
    {
        for (const auto& value : values)
            if (!is_finite(value))
                return complain(where, "contains a number that is not finite");
    }

    static bool is_finite(double value) { return std::isfinite(value); }
    static bool is_finite(const Eigen::Vector3d& value) { return value.allFinite(); }
    static bool is_finite(const Eigen::Quaterniond& value)
    {
        return value.coeffs().allFinite() && value.norm() > 0.5;
    }

    void check_character(const MotionCharacter& character)
    {
        const std::string& name = character.name;
        check_name(name);
        const std::size_t bodies = character.bodies.size();
        for (std::size_t i = 0; i < bodies; ++i)
            if (character.bodies[i].parent < -1
                || character.bodies[i].parent >= static_cast<int>(i))
                complain(
                    name + "/" + character.bodies[i].name, "its parent does not stand before it");
        if (check_size(name + " positions", character.positions.size(), samples_))
            for (const auto& row : character.positions) {
                check_finite(name + " positions", row);
                if (!check_size(name + " positions of a sample", row.size(), bodies))
                    break;
            }
        if (check_size(name + " rotations", character.rotations.size(), samples_))
            for (const auto& row : character.rotations) {
                check_finite(name + " rotations", row);
                if (!check_size(name + " rotations of a sample", row.size(), bodies))
                    break;
            }
        for (const MotionContact& contact : character.contacts)
            check_contact(name, contact, bodies);
    }

    void check_prop(const MotionProp& prop)
    {
        check_name(prop.name);
        check_size(prop.name + " positions", prop.positions.size(), samples_);
        check_size(prop.name + " rotations", prop.rotations.size(), samples_);
        check_finite(prop.name + " positions", prop.positions);
        check_finite(prop.name + " rotations", prop.rotations);
        for (const MotionContact& contact : prop.contacts)
            check_contact(prop.name, contact, 1);
        if (prop.hinge)
            check_hinge(prop.name + " hinge", *prop.hinge);
    }

    void check_hinge(const std::string& where, const MotionHinge& hinge)
    {
        check_size(where + " force", hinge.force.size(), samples_);
        check_size(where + " torque", hinge.torque.size(), samples_);
        check_finite(where + " force", hinge.force);
        check_finite(where + " torque", hinge.torque);
        if (!hinge.at.allFinite() || !(std::abs(hinge.axis.norm() - 1) < kAxisError)
            || !(hinge.least <= hinge.most) || !(hinge.friction >= 0))
            complain(
                where, "needs an axis of length 1, a range and a friction that is not negative");
    }

    void check_cloth(const MotionCloth& cloth)
    {
        check_name(cloth.name);
        if (cloth.triangles.empty())
            complain(cloth.name, "has no triangles");
        check_finite(cloth.name + " vertices at rest", cloth.rest);
        for (const Eigen::Vector3i& t : cloth.triangles) {
            if (t.minCoeff() < 0 || t.maxCoeff() >= cloth.vertex_count())
                return complain(cloth.name, "a triangle has a vertex that does not exist");
            for (int k = 0; k < 3; ++k)
                if (!((cloth.rest[t[k]] - cloth.rest[t[(k + 1) % 3]]).norm() > 0))
                    return complain(cloth.name, "an edge has no length at rest");
        }
        if (check_size(cloth.name + " positions", cloth.positions.size(),
                3 * samples_ * cloth.rest.size()))
            check_finite(cloth.name + " positions", cloth.positions);
    }

    void check_contact(const std::string& owner, const MotionContact& contact, std::size_t bodies)
    {
        const std::string where = owner + "/" + contact.name;
        if (contact.body < 0 || contact.body >= static_cast<int>(bodies))
            complain(where, "lies on a body that does not exist");
        check_size(where + " activation", contact.activation.size(), samples_);
        check_size(where + " with", contact.with.size(), samples_);
        check_size(where + " force", contact.force.size(), samples_);
        check_size(where + " point", contact.point.size(), samples_);
        check_size(where + " torsion", contact.torsion.size(), samples_);
        check_finite(where + " force", contact.force);
        check_finite(where + " point", contact.point);
        check_finite(where + " torsion", contact.torsion);
    }

    const Motion& motion_;
    std::size_t samples_;
    std::set<std::string> names_;
    std::vector<std::string> problems_;
};

/// What is wrong with a solid's mesh; nothing: every edge is passed once each way, and the volume
/// is above 0. Vertices in one place count as one.
std::string fault_of(const Mesh& mesh)
{
    using Place = std::array<double, 3>;
    std::map<Place, int> places;
    std::vector<int> place_of;
    for (const Eigen::Vector3d& v : mesh.vertices)
        place_of.push_back(
            places.emplace(Place { v.x(), v.y(), v.z() }, int(places.size())).first->second);
    std::map<std::pair<int, int>, int> passed;  // by edge from the lesser place: once up, once down
    double volume = 0;
    for (const Eigen::Vector3i& t : mesh.triangles) {
        for (int k = 0; k < 3; ++k) {
            const int from = place_of[std::size_t(t[k])];
            const int to = place_of[std::size_t(t[(k + 1) % 3])];
            passed[std::minmax(from, to)] += from < to ? 1 : -1;
        }
        const auto vertex = [&](int k) { return mesh.vertices[std::size_t(t[k])]; };
        volume += vertex(0).dot(vertex(1).cross(vertex(2))) / 6;
    }
    for (const auto& [edge, times] : passed)
        if (times != 0 && edge.first != edge.second)
            return "is not closed";
    return volume > 0 ? "" : "is inside out";
}

}  // namespace

void note_meshes(const Motion& motion, AuditReport& report)
{
    const auto look_at = [&](const std::string& owner, const Shape& shape) {
        const Mesh* const mesh = std::get_if<Mesh>(&shape);
        if (const std::string fault = mesh ? fault_of(*mesh) : ""; !fault.empty())
            report.notes.push_back(owner + ": its mesh " + mesh->file + " " + fault
                + ", so what lies inside of it cannot be told: depth in it was not judged");
    };
    for (const MotionSurface& surface : motion.surfaces)
        look_at(surface.name, surface.shape);
    for (const MotionCharacter& character : motion.characters)
        for (const MotionBody& body : character.bodies)
            for (const Shape& shape : body.shapes)
                look_at(character.name + "/" + body.name, shape);
    for (const MotionProp& prop : motion.props)
        for (const Shape& shape : prop.shapes)
            look_at(prop.name, shape);
}

std::vector<std::string> find_structure_problems(const Motion& motion)
{
    return StructureCheck(motion).run();
}

void check_sampling(const Motion& motion, AuditReport& report)
{
    Worst gap("sampling", kLongestGap + kGapSlack, "s");
    Peak longest;
    for (std::size_t k = 1; k < motion.times.size(); ++k)
        longest.take(motion.times[k] - motion.times[k - 1], motion.times[k]);
    gap.add("", longest);
    gap.report(report);

    Worst norm("unit_rotation", kRotationError, "");
    for (const MotionCharacter& character : motion.characters)
        for (std::size_t i = 0; i < character.bodies.size(); ++i) {
            Peak peak;
            for (std::size_t k = 0; k < motion.times.size(); ++k)
                peak.take(std::abs(character.rotations[k][i].norm() - 1), motion.times[k]);
            norm.add(character.name + "/" + character.bodies[i].name, peak);
        }
    for (const MotionProp& prop : motion.props) {
        Peak peak;
        for (std::size_t k = 0; k < motion.times.size(); ++k)
            peak.take(std::abs(prop.rotations[k].norm() - 1), motion.times[k]);
        norm.add(prop.name, peak);
    }
    norm.report(report);
}

}  // namespace gambol::audit_detail
