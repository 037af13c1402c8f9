// SPDX-License-Identifier: MIT
#include "support/mujoco_residual.hpp"

#include <mujoco/mujoco.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <stdexcept>

namespace gambol::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

// MuJoCo knows no body without mass; this one weighs nothing that could be measured.
constexpr double kLeastMass = 1e-6, kLeastInertia = 1e-8;

struct ModelDelete {
    void operator()(mjModel* model) const { mj_deleteModel(model); }
};
struct DataDelete {
    void operator()(mjData* data) const { mj_deleteData(data); }
};

/// Every body as a free rigid body at the top level: joints need no forces of their own, and what
/// is left over after contacts is the sum that should vanish.
std::string bodies_to_mjcf(const MotionCharacter& character, const Vector3d& gravity)
{
    std::string text
        = fmt::format("<mujoco><compiler inertiafromgeom=\"false\" balanceinertia=\"false\" "
                      "boundmass=\"0\" boundinertia=\"0\"/>"
                      "<option gravity=\"{} {} {}\"><flag contact=\"disable\"/></option>"
                      "<worldbody>",
            gravity.x(), gravity.y(), gravity.z());
    for (std::size_t i = 0; i < character.bodies.size(); ++i) {
        const RigidMass& inertial = character.bodies[i].inertial;
        const double mass = std::max(inertial.mass, kLeastMass);
        Matrix3d inertia = inertial.inertia;
        if (inertial.mass <= 0 || inertia.isZero())
            inertia = Matrix3d::Identity() * kLeastInertia;
        text += fmt::format("<body name=\"b{}\"><freejoint/><inertial pos=\"{} {} {}\" mass=\"{}\" "
                            "fullinertia=\"{} {} {} {} {} {}\"/></body>",
            i, inertial.com.x(), inertial.com.y(), inertial.com.z(), mass, inertia(0, 0),
            inertia(1, 1), inertia(2, 2), inertia(0, 1), inertia(0, 2), inertia(1, 2));
    }
    return text + "</worldbody></mujoco>";
}

std::unique_ptr<mjModel, ModelDelete> load_model(const std::string& mjcf)
{
    mjVFS files;
    mj_defaultVFS(&files);
    mj_makeEmptyFileVFS(&files, "character.xml", static_cast<int>(mjcf.size()));
    std::copy(mjcf.begin(), mjcf.end(), static_cast<char*>(files.filedata[0]));
    std::array<char, 1000> error {};
    std::unique_ptr<mjModel, ModelDelete> model(
        mj_loadXML("character.xml", &files, error.data(), static_cast<int>(error.size())));
    mj_deleteVFS(&files);
    if (!model)
        throw std::runtime_error(std::string("MuJoCo: ") + error.data());
    return model;
}

Vector3d turn_between(const Quaterniond& from, const Quaterniond& to)
{
    const Eigen::AngleAxisd turn((to * from.conjugate()).normalized());
    const double angle = turn.angle() > M_PI ? turn.angle() - 2 * M_PI : turn.angle();
    return angle * turn.axis();
}

void put(mjtNum* target, const Vector3d& value)
{
    std::copy(value.data(), value.data() + 3, target);
}
Vector3d get(const mjtNum* source)
{
    return { source[0], source[1], source[2] };
}

/// Free joint of body i: world position and quaternion; world velocity, body-frame turning rate.
void set_body(const MotionCharacter& character, const std::vector<double>& times, std::size_t k,
    std::size_t i, mjData* data)
{
    const double before = times[k] - times[k - 1], after = times[k + 1] - times[k];
    const Vector3d v0 = (character.positions[k][i] - character.positions[k - 1][i]) / before;
    const Vector3d v1 = (character.positions[k + 1][i] - character.positions[k][i]) / after;
    const Vector3d w0
        = turn_between(character.rotations[k - 1][i], character.rotations[k][i]) / before;
    const Vector3d w1
        = turn_between(character.rotations[k][i], character.rotations[k + 1][i]) / after;
    const Quaterniond q = character.rotations[k][i].normalized();
    const double step = (before + after) / 2;

    mjtNum* pose = data->qpos + 7 * i;
    put(pose, character.positions[k][i]);
    pose[3] = q.w();
    put(pose + 4, q.vec());
    put(data->qvel + 6 * i, (v0 + v1) / 2);
    put(data->qvel + 6 * i + 3, q.conjugate() * Vector3d((w0 + w1) / 2));
    put(data->qacc + 6 * i, (v1 - v0) / step);
    // The body-frame rate changes as the world rate does: d(Rᵀω)/dt = Rᵀ dω/dt.
    put(data->qacc + 6 * i + 3, q.conjugate() * Vector3d((w1 - w0) / step));
}

/// Contact normal for torsion: of the plane or, failing that, of the patch.
Vector3d torsion_axis(const Motion& motion, const MotionCharacter& character,
    const MotionContact& contact, std::size_t k)
{
    for (const MotionSurface& surface : motion.surfaces)
        if (surface.name == contact.with[k])
            if (const Plane* plane = std::get_if<Plane>(&surface.shape))
                return plane->normal;
    return character.rotations[k][static_cast<std::size_t>(contact.body)] * contact.normal;
}

/// Recorded forces through MuJoCo's own mapping from points on bodies to generalised forces.
void add_contacts(const Motion& motion, const MotionCharacter& character, std::size_t k,
    const mjModel* model, mjData* data)
{
    for (const MotionContact& contact : character.contacts) {
        const Vector3d torque = contact.torsion[k] * torsion_axis(motion, character, contact, k);
        mj_applyFT(model, data, contact.force[k].data(), torque.data(), contact.point[k].data(),
            1 + contact.body, data->qfrc_applied);
    }
}

void add_sample(const mjModel* model, const mjData* data, double time, MujocoResidual& result)
{
    MujocoSample sample { time, get(data->subtree_com), Vector3d::Zero(), get(data->subtree_angmom),
        Vector3d::Zero(), Vector3d::Zero() };
    sample.momentum = model->body_subtreemass[0] * get(data->subtree_linvel);
    // What inverse dynamics asks for beyond the contacts, as one wrench at the centre of mass.
    for (int i = 0; i < model->nbody - 1; ++i) {
        const mjtNum* missing = data->qfrc_inverse + 6 * i;
        const mjtNum* given = data->qfrc_applied + 6 * i;
        const Quaterniond q(data->qpos[7 * i + 3], data->qpos[7 * i + 4], data->qpos[7 * i + 5],
            data->qpos[7 * i + 6]);
        const Vector3d force = get(missing) - get(given);
        const Vector3d torque = q * Vector3d(get(missing + 3) - get(given + 3));
        sample.force += force;
        sample.torque += torque + (get(data->qpos + 7 * i) - sample.center).cross(force);
    }
    result.samples.push_back(sample);
}

void summarise(MujocoResidual& result)
{
    for (const MujocoSample& sample : result.samples) {
        const double force = sample.force.norm() / result.weight;
        const double torque = sample.torque.norm() / (result.weight * 0.3);
        result.force_max = std::max(result.force_max, force);
        result.torque_max = std::max(result.torque_max, torque);
        result.force_rms += force * force / static_cast<double>(result.samples.size());
        result.torque_rms += torque * torque / static_cast<double>(result.samples.size());
    }
    result.force_rms = std::sqrt(result.force_rms);
    result.torque_rms = std::sqrt(result.torque_rms);
}

}  // namespace

MujocoResidual mujoco_root_residual(const Motion& motion, int character_index)
{
    const MotionCharacter& character = motion.characters[static_cast<std::size_t>(character_index)];
    const auto model = load_model(bodies_to_mjcf(character, motion.gravity));
    const std::unique_ptr<mjData, DataDelete> data(mj_makeData(model.get()));

    MujocoResidual result;
    result.weight = mj_getTotalmass(model.get()) * motion.gravity.norm();
    for (std::size_t k = 1; k + 1 < motion.times.size(); ++k) {
        for (std::size_t i = 0; i < character.bodies.size(); ++i)
            set_body(character, motion.times, k, i, data.get());
        mj_inverse(model.get(), data.get());
        mj_subtreeVel(model.get(), data.get());
        std::fill(data->qfrc_applied, data->qfrc_applied + model->nv, 0);
        add_contacts(motion, character, k, model.get(), data.get());
        add_sample(model.get(), data.get(), motion.times[k], result);
    }
    summarise(result);
    return result;
}

}  // namespace gambol::test
