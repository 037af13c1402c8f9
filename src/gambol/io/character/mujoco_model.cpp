// SPDX-License-Identifier: MIT
#include "gambol/io/character/mujoco_model.hpp"

#include "gambol/io/input_error.hpp"
#include "gambol/io/character/character_reader.hpp"
#include "gambol/io/character/mujoco_file.hpp"
#include "gambol/io/character/mujoco_shape.hpp"

#include <Eigen/Dense>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <tuple>

namespace gambol::io {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Hinges of a body whose anchors are nearer than this share a joint.
constexpr double kSameAnchor = 1e-3;  // m

Eigen::Quaterniond quaternion(const mjtNum* q)
{
    return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized();
}

/// Builds the tree of one model; what it cannot use it names in `warnings`.
class TreeBuilder {
public:
    TreeBuilder(const mjModel& model, const mjData& data, MujocoBody& out)
        : m_(model)
        , d_(data)
        , out_(out)
        , tree_(out.tree)
        , segment_of_(size_t(model.nbody), -1)
    {
    }

    void build()
    {
        root_ = find_root();
        for (int body = root_; body < m_.nbody; ++body)
            if (body == root_ || segment_of_[size_t(m_.body_parentid[body])] >= 0)
                add_body(body);
        warn_of_several(
            held_slides_, "slide joint", "held as in the zero pose: only rotations count");
        std::vector<std::string> equalities;
        for (int i = 0; i < m_.neq; ++i)
            equalities.push_back(mujoco_name(m_, mjOBJ_EQUALITY, i, fmt::format("{}", i)));
        warn_of_several(equalities, "equality constraint", "not kept: joints move independently");
        for (int key = 0; key < m_.nkey; ++key)
            add_keyframe(key);
        for (const Segment& segment : tree_.segments)
            expect_finite(segment);
    }

private:
    void warn(const std::string& text) { out_.warnings.push_back(text); }

    /// MuJoCo takes `inf` and `nan` for numbers, and numbers of any size.
    static void expect_finite(const Segment& segment)
    {
        constexpr double kMost = 1e6;  // m, kg, kg m²: a ship is smaller
        const auto sane = [&](const auto& numbers) {
            return (numbers.array().abs() < kMost).all();  // false for NaN
        };
        bool good = sane(segment.offset) && sane(segment.com) && sane(segment.inertia)
            && segment.mass < kMost;
        for (const Dof& dof : segment.dofs)
            good = good && sane(dof.axis) && sane(Eigen::Vector2d(dof.lower, dof.upper));
        for (const Shape& shape : segment.shapes) {
            if (const Box* const box = std::get_if<Box>(&shape))
                good = good && sane(box->center) && sane(box->half_size)
                    && sane(box->rotation.coeffs());
            if (const Capsule* const capsule = std::get_if<Capsule>(&shape))
                good = good && sane(capsule->from) && sane(capsule->to) && capsule->radius < kMost;
            if (const Sphere* const sphere = std::get_if<Sphere>(&shape))
                good = good && sane(sphere->center) && sphere->radius < kMost;
        }
        if (!good)
            throw InputError(fmt::format("'{}' has a number that is infinite, not a number or "
                                         "far too large",
                segment.name));
    }

    /// One line for all elements of a kind, however many there are.
    void warn_of_several(const std::vector<std::string>& names, const char* kind, const char* what)
    {
        constexpr size_t kNamed = 4;
        if (names.empty())
            return;
        std::string list;
        for (size_t i = 0; i < std::min(names.size(), kNamed); ++i)
            list += fmt::format("{}'{}'", i ? ", " : "", names[i]);
        if (names.size() > kNamed)
            list += fmt::format(" and {} more", names.size() - kNamed);
        warn(fmt::format("{}{} {} {} {}", kind, names.size() > 1 ? "s" : "", list,
            names.size() > 1 ? "are" : "is", what));
    }

    std::string body_name(int body) const
    {
        return mujoco_name(m_, mjOBJ_BODY, body, fmt::format("body_{}", body));
    }

    std::string joint_name(int joint) const
    {
        return mujoco_name(m_, mjOBJ_JOINT, joint, fmt::format("joint_{}", joint));
    }

    static std::string unique(const std::string& name, std::set<std::string>& taken)
    {
        std::string result = name;
        for (int i = 2; !taken.insert(result).second; ++i)
            result = fmt::format("{}_{}", name, i);
        return result;
    }

    /// The body on the world with the most joints in it; of equals one that floats, or the
    /// heaviest. The rest is furniture.
    int find_root()
    {
        std::vector<int> joints(static_cast<size_t>(m_.nbody), 0);
        for (int body = m_.nbody - 1; body > 0; --body) {
            for (int j = 0; j < m_.body_jntnum[body]; ++j)
                joints[size_t(body)] += is_rotation(m_.body_jntadr[body] + j);
            joints[size_t(m_.body_parentid[body])] += joints[size_t(body)];
        }
        int best = -1, equals = 0;
        for (int body = 1; body < m_.nbody; ++body) {
            if (m_.body_parentid[body] != 0)
                continue;
            const auto rank = [&](int b) {
                return std::tuple(joints[size_t(b)], has_free_joint(b), m_.body_subtreemass[b]);
            };
            equals += joints[size_t(body)] > 1;
            if (best < 0 || rank(body) > rank(best))
                best = body;
        }
        if (best < 0 || !(m_.body_subtreemass[best] > 0))
            throw InputError("there is no body with mass in it");
        if (equals > 1)
            warn(fmt::format(
                "there are {} bodies with joints; only '{}' is taken", equals, body_name(best)));
        return best;
    }

    bool is_rotation(int joint) const
    {
        return m_.jnt_type[joint] == mjJNT_HINGE || m_.jnt_type[joint] == mjJNT_BALL;
    }

    bool has_free_joint(int body) const
    {
        for (int j = 0; j < m_.body_jntnum[body]; ++j)
            if (m_.jnt_type[m_.body_jntadr[body] + j] == mjJNT_FREE)
                return true;
        return false;
    }

    void add_body(int body)
    {
        const std::vector<int> joints = usable_joints(body);
        const std::string name = body_name(body);
        int parent = body == root_ ? -1 : segment_of_[size_t(m_.body_parentid[body])];
        // One segment per place where joints are; all but the last carry nothing.
        for (size_t i = 0; i < joints.size();) {
            size_t end = i + 1;
            const Vector3d anchor = mujoco_vector(d_.xanchor + 3 * joints[i]);
            while (end < joints.size()
                && (mujoco_vector(d_.xanchor + 3 * joints[end]) - anchor).norm() < kSameAnchor)
                ++end;
            const bool last = end == joints.size();
            parent = add_segment(last ? name : fmt::format("{}_joint_{}", name, i), parent, anchor);
            for (; i < end; ++i)
                add_dofs(joints[i], tree_.segments.back());
        }
        if (joints.empty())
            parent = add_segment(name, parent, mujoco_vector(d_.xpos + 3 * body));
        segment_of_[size_t(body)] = parent;
        add_mass(body, tree_.segments.back());
        add_shapes(body, tree_.segments.back());
    }

    int add_segment(const std::string& name, int parent, const Vector3d& at)
    {
        if (int(tree_.segments.size()) >= kMostSegments)
            throw InputError(fmt::format("has more than {} bodies", kMostSegments));
        Segment segment;
        segment.name = unique(name, segment_names_);
        segment.parent = parent;
        if (parent >= 0)
            segment.offset = at - origins_[size_t(parent)];
        origins_.push_back(at);
        tree_.segments.push_back(std::move(segment));
        return int(tree_.segments.size()) - 1;
    }

    std::vector<int> usable_joints(int body)
    {
        std::vector<int> usable;
        for (int j = 0; j < m_.body_jntnum[body]; ++j) {
            const int joint = m_.body_jntadr[body] + j;
            const int type = m_.jnt_type[joint];
            if (type == mjJNT_FREE)
                continue;
            if (body == root_)
                warn(fmt::format("joint '{}' ties '{}' to the world; here that floats freely",
                    joint_name(joint), body_name(body)));
            else if (type == mjJNT_SLIDE)
                held_slides_.push_back(joint_name(joint));
            else
                usable.push_back(joint);
        }
        return usable;
    }

    void add_dofs(int joint, Segment& segment)
    {
        const bool limited = m_.jnt_limited[joint] != 0;
        const mjtNum* const range = m_.jnt_range + 2 * joint;
        if (m_.jnt_type[joint] == mjJNT_BALL) {
            // A ball joint limits its angle; three angles of that size reach a little further.
            const double most = limited ? range[1] : std::numbers::pi;
            for (int axis = 0; axis < 3; ++axis)
                add_dof(joint, fmt::format("{}_{}", joint_name(joint), "xyz"[axis]),
                    { "", Vector3d::Unit(axis), -most, most }, segment);
            return;
        }
        // Angles count from the zero pose, MuJoCo's from its own reference.
        const double zero = m_.qpos0[m_.jnt_qposadr[joint]];
        const double low = limited ? range[0] - zero : -std::numbers::pi;
        const double high = limited ? range[1] - zero : std::numbers::pi;
        add_dof(joint, joint_name(joint),
            { "", mujoco_vector(d_.xaxis + 3 * joint).normalized(), low, high }, segment);
    }

    void add_dof(int joint, const std::string& name, Dof dof, Segment& segment)
    {
        dof.name = unique(name, dof_names_);
        segment.dofs.push_back(dof);
        dof_sources_.push_back({ joint, dof });
    }

    void add_mass(int body, Segment& segment) const
    {
        const Matrix3d R = mujoco_matrix(d_.ximat + 9 * body);
        segment.mass = m_.body_mass[body];
        segment.com = mujoco_vector(d_.xipos + 3 * body) - origins_.back();
        segment.inertia
            = R * mujoco_vector(m_.body_inertia + 3 * body).asDiagonal() * R.transpose();
    }

    /// Geoms that collide, or all when none does: then they are all there is to see.
    void add_shapes(int body, Segment& segment)
    {
        const int first = m_.body_geomadr[body], count = m_.body_geomnum[body];
        const auto collides
            = [&](int geom) { return m_.geom_contype[geom] || m_.geom_conaffinity[geom]; };
        bool any = false;
        for (int geom = first; geom < first + count; ++geom)
            any = any || collides(geom);
        for (int geom = first; geom < first + count; ++geom)
            if (collides(geom) || !any) {
                if (const std::optional<Shape> shape = mujoco_shape(m_, d_, geom, origins_.back()))
                    segment.shapes.push_back(*shape);
                else
                    warn(fmt::format("geom '{}' of '{}' is of a kind that a body cannot carry",
                        mujoco_name(m_, mjOBJ_GEOM, geom, fmt::format("{}", geom)), segment.name));
            }
    }

    void add_keyframe(int key)
    {
        const std::string name = mujoco_name(m_, mjOBJ_KEY, key, "");
        if (name.empty())
            return;
        const mjtNum* const qpos = m_.key_qpos + m_.nq * key;
        NamedPose pose;
        for (int j = 0; j < m_.body_jntnum[root_]; ++j) {
            const int joint = m_.body_jntadr[root_] + j, at = m_.jnt_qposadr[joint];
            if (m_.jnt_type[joint] == mjJNT_FREE)
                pose.root_rotation
                    = (quaternion(qpos + at + 3) * quaternion(m_.qpos0 + at + 3).conjugate())
                          .normalized();
        }
        for (size_t i = 0; i < dof_sources_.size(); ++i) {
            const auto& [joint, dof] = dof_sources_[i];
            const int at = m_.jnt_qposadr[joint];
            const double angle = m_.jnt_type[joint] == mjJNT_BALL
                ? ball_angles(joint, qpos).dot(dof.axis)
                : qpos[at] - m_.qpos0[at];
            if (angle != 0)
                pose.angles[dof.name] = std::clamp(angle, dof.lower, dof.upper);
        }
        const bool standing = name == "home" || name.rfind("stand", 0) == 0;
        tree_.poses[standing && !tree_.poses.count("standing") ? "standing" : name] = pose;
    }

    /// Angles about x, y, z, in this order, that turn a ball joint from the zero pose as the
    /// keyframe does.
    Vector3d ball_angles(int joint, const mjtNum* qpos) const
    {
        const int at = m_.jnt_qposadr[joint];
        const Matrix3d zero = mujoco_matrix(d_.xmat + 9 * m_.jnt_bodyid[joint]);
        const Matrix3d turn
            = (quaternion(m_.qpos0 + at).conjugate() * quaternion(qpos + at)).toRotationMatrix();
        const Matrix3d R = zero * turn * zero.transpose();
        return { std::atan2(-R(1, 2), R(2, 2)), std::asin(std::clamp(R(0, 2), -1.0, 1.0)),
            std::atan2(-R(0, 1), R(0, 0)) };
    }

    struct DofSource {
        int joint;
        Dof dof;
    };

    const mjModel& m_;
    const mjData& d_;
    MujocoBody& out_;
    Character& tree_;
    int root_ = 0;
    std::vector<int> segment_of_;  // per body; −1 for those that are no part of the character
    std::vector<Vector3d> origins_;  // per segment: world, zero pose
    std::vector<DofSource> dof_sources_;
    std::vector<std::string> held_slides_;
    std::set<std::string> segment_names_, dof_names_;
};

}  // namespace

MujocoBody read_mujoco_body(const std::filesystem::path& path)
{
    const MujocoFile file = compile_mujoco_file(path);
    MujocoBody body;
    body.title = file.model->names;
    for (const std::string& warning : file.warnings)
        body.warnings.push_back(path.string() + ": " + warning);
    const size_t before = body.warnings.size();
    try {
        TreeBuilder(*file.model, *file.data, body).build();
    } catch (const InputError& error) {
        throw InputError(path.string() + ": " + error.what());
    }
    for (size_t i = before; i < body.warnings.size(); ++i)
        body.warnings[i] = path.string() + ": " + body.warnings[i];
    body.tree.model = path.stem().string();
    body.tree.source = path.filename().string();
    return body;
}

}  // namespace gambol::io
