// SPDX-License-Identifier: MIT
#include "support/feature_instants.hpp"

#include "gambol/io/character/character_reader.hpp"
#include "gambol/math/rotation.hpp"
#include "support/finite_difference.hpp"

#include <cmath>
#include <sstream>

namespace gambol::test {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

Stage::Stage(std::string name_, std::vector<FeatureModel> characters, std::vector<Shape> surfaces)
    : name(std::move(name_))
{
    scene.characters = std::move(characters);
    scene.people = int(scene.characters.size());
    int coordinates = 0, patches = 0;
    for (const FeatureModel& character : scene.characters) {
        scene.columns.push_back({ coordinates, 0, 0, patches });
        coordinates += character.coordinates();
        patches += int(character.patches.size());
    }
    for (FeatureColumns& c : scene.columns) {
        c.v = c.q + coordinates;
        c.a = c.v + coordinates;
        c.z += 3 * coordinates;
    }
    scene.touch_the_world();
    set_surfaces(std::move(surfaces));
}

void Stage::set_surfaces(std::vector<Shape> surfaces, double friction)
{
    scene.supports.front().friction.assign(surfaces.size(), friction);
    scene.supports.front().shapes = std::move(surfaces);
}

void Stage::add_contact(int character, int patch, int support)
{
    scene.contacts.push_back({ character, patch, support, size() });
}

int Stage::size() const
{
    return scene.columns.front().z + int(scene.contacts.size());
}

SceneInstant Stage::instant(const VectorXd& y, bool derivatives) const
{
    SceneInstant instant;
    update(scene, y, derivatives, instant);
    return instant;
}

namespace {

const Box kStep { { 0.25, 0.15, 0.03 },
    Eigen::Quaterniond(Eigen::AngleAxisd(0.3, Vector3d::UnitZ())), { 0.2, 0.12, 0.05 } };

Character character_of(const std::string& model)
{
    return io::read_character(model).character;
}

/// Effector i shifted along its limb until the limb's reach is `reach`.
void set_reach(const Stage& stage, int limb, double reach, VectorXd& y)
{
    const SceneInstant instant = stage.instant(y);
    const LimbPoints& points = instant.characters[0].limbs[size_t(limb)].points;
    const Vector3d along = (points.tip - points.base).normalized();
    y.segment<3>(stage.model().effector(limb)) += points.base + reach * along - points.tip;
}

VectorXd near_standing(const Stage& stage, Random& random)
{
    const FeatureColumns columns = stage.columns();
    VectorXd y = standing(stage);
    const int carriers = int(stage.model().limbs.size()) + 1;
    for (int i = 0; i < carriers; ++i) {
        const int q = i == 0 ? 0 : stage.model().effector(i - 1);
        y.segment<3>(q) += random.vector(3, 0.05);
        y.segment<3>(q + 3) += random.vector(3, 0.3);
    }
    for (int i = 0; i < int(stage.model().limbs.size()); ++i)
        y[stage.model().swivel(i)] += random.uniform(-0.5, 0.5);
    y.segment(columns.v, columns.v) = random.vector(columns.v, 1);
    y.segment(columns.a, columns.v) = random.vector(columns.v, 3);
    y.tail(stage.size() - columns.z) = random.vector(stage.size() - columns.z, 2);
    return y;
}

}  // namespace

Stage ground_stage(const std::string& model)
{
    return { model + " on the ground", { feature_model(character_of(model)) }, { Plane {} } };
}

Stage cluttered_stage(const std::string& model)
{
    Stage stage = ground_stage(model);
    stage.name = model + " among things";
    stage.set_surfaces({ Plane {}, kStep, Sphere { { 0.1, -0.3, 0.02 }, 0.15 },
        Capsule { { -0.4, -0.3, 0.1 }, { -0.2, 0.4, 0.15 }, 0.12 } });
    return stage;
}

Stage hilly_stage(const std::string& model)
{
    Stage stage = ground_stage(model);
    stage.name = model + " on hills";
    Heightfield hills { { -1.5, -1.5 }, { 0.11, 0.13 }, MatrixXd(28, 24) };
    for (int i = 0; i < 28; ++i)
        for (int j = 0; j < 24; ++j)
            hills.heights(i, j) = 0.05 * std::cos(0.4 * i + 0.2 * j) + 0.04 * std::sin(0.5 * j);
    stage.set_surfaces({ hills });
    return stage;
}

Stage gripping_stage()
{
    Stage stage = ground_stage();
    stage.name = "human with hands that grip";
    FeatureModel& model = stage.scene.characters.front();
    for (FeaturePatch& patch : model.patches)
        if (patch.limb >= 0 && !model.limbs[patch.limb].support)
            patch.grip = true;
    return stage;
}

VectorXd standing(const Stage& stage)
{
    // Shared by all stages of a model: features need the tree, which the stage does not keep.
    VectorXd y = VectorXd::Zero(stage.size());
    const FeatureModel& model = stage.model();
    y[2] = model.standing_height;
    for (int i = 0; i < int(model.limbs.size()); ++i) {
        const FeatureLimb& limb = model.limbs[i];
        y.segment<3>(model.effector(i)) = y.head<3>() + limb.rest;
        y.segment<3>(model.effector(i) + 3) = rotation_vector(limb.rest_axes);
        y[model.swivel(i)] = limb.rest_swivel;
    }
    for (int i = 0; i < int(model.patches.size()); ++i) {
        const int limb = model.patches[i].limb;
        y[stage.columns().z + i]
            = limb >= 0 && model.limbs[limb].support ? cio::contact_variable(1) : -20;
    }
    return y;
}

std::vector<Instant> awkward_instants(const Stage& stage, unsigned seed)
{
    const FeatureModel& model = stage.model();
    const int limbs = int(model.limbs.size()), z = stage.columns().z;
    Random random(seed);
    std::vector<Instant> instants;
    for (int i = 0; i < 4; ++i)
        instants.push_back({ "random " + std::to_string(i), near_standing(stage, random) });

    VectorXd y = near_standing(stage, random);
    y.tail(y.size() - z).setConstant(-20);
    instants.push_back({ "no contact", y });

    y = near_standing(stage, random);
    for (int i = 0; i < limbs; ++i)
        set_reach(
            stage, i, (1 - 1e-3) * (model.limbs[i].upper_length + model.limbs[i].lower_length), y);
    instants.push_back({ "straight limbs", y });
    for (int i = 0; i < limbs; ++i)
        set_reach(stage, i, 1.1 * (model.limbs[i].upper_length + model.limbs[i].lower_length), y);
    instants.push_back({ "limbs that cannot reach", y });

    y = near_standing(stage, random);
    const VectorXd still = standing(stage);
    for (int i = 0; i < limbs; ++i)
        if (model.limbs[i].support)
            y.segment<6>(model.effector(i)) = still.segment<6>(model.effector(i));
    instants.push_back({ "feet flat on the floor", y });

    for (const double angle : { 0.0, 1e-8, 3.1, 6.2 }) {
        y = near_standing(stage, random);
        for (int i = 0; i <= limbs; ++i)
            y.segment<3>((i == 0 ? 0 : model.effector(i - 1)) + 3) = angle * random.direction();
        instants.push_back({ "rotation vectors of length " + std::to_string(angle), y });
    }

    y = near_standing(stage, random);
    y.segment<3>(model.effector(0)) = kStep.center + Vector3d(0.03, 0.02, 0.01);
    instants.push_back({ "a foot inside the box", y });
    return instants;
}

namespace {

/// Coordinates of a character who stands there.
VectorXd standing_at(const FeatureModel& model, const Vector3d& feet)
{
    VectorXd q = VectorXd::Zero(model.coordinates());
    q.head<3>() = feet + model.standing_height * Vector3d::UnitZ();
    for (int i = 0; i < int(model.limbs.size()); ++i) {
        const FeatureLimb& limb = model.limbs[size_t(i)];
        q.segment<3>(model.effector(i)) = q.head<3>() + limb.rest;
        q.segment<3>(model.effector(i) + 3) = rotation_vector(limb.rest_axes);
        q[model.swivel(i)] = limb.rest_swivel;
    }
    return q;
}

const Vector3d kBack(0.3, 0.25, 0.15);  // half sizes of the box that the quadruped carries

}  // namespace

Stage mounted_stage()
{
    Stage stage("a human on a quadruped",
        { feature_model(character_of("human")), feature_model(character_of("quadruped")) },
        { Plane {} });
    stage.scene.supports.push_back({ stage.scene.torso(1),
        { Box { { 0.02, -0.01, 0.03 },
            Eigen::Quaterniond(Eigen::AngleAxisd(0.2, Vector3d::UnitX())), kBack } },
        { 0.6 } });
    for (int i = 0; i < int(stage.model().patches.size()); ++i)
        stage.add_contact(0, i, 1);
    return stage;
}

std::vector<VectorXd> mounted_instants(const Stage& stage, unsigned seed, int count)
{
    Random random(seed);
    const FeatureModel &rider = stage.model(), &mount = stage.scene.characters[1];
    const int z = stage.columns().z, coordinates = rider.coordinates() + mount.coordinates();
    std::vector<VectorXd> instants;
    for (int i = 0; i < count; ++i) {
        VectorXd y = VectorXd::Zero(stage.size());
        const VectorXd below = standing_at(mount, Vector3d::Zero());
        y << standing_at(rider, Vector3d(0, 0, below[2] + kBack.z() + random.uniform(0, 0.1))),
            below, random.vector(coordinates, 1), random.vector(coordinates, 3),
            random.vector(stage.size() - z, 2);
        for (const auto& [first, limbs] : { std::pair { 0, rider.limbs.size() },
                 std::pair { rider.coordinates(), mount.limbs.size() } })
            for (size_t c = 0; c <= limbs; ++c) {
                y.segment<3>(first + 6 * Eigen::Index(c)) += random.vector(3, 0.03);
                y.segment<3>(first + 6 * Eigen::Index(c) + 3) += random.vector(3, 0.25);
            }
        instants.push_back(y);
    }
    return instants;
}

VectorXd moved_scene(
    const Stage& stage, const VectorXd& y, const Eigen::Vector2d& shift, double angle)
{
    const FeatureColumns columns = stage.columns();
    const Eigen::Matrix3d turn = rotation_matrix({ 0, 0, angle });
    VectorXd moved = y;
    for (int i = 0; i <= int(stage.model().limbs.size()); ++i) {
        const int q = i == 0 ? 0 : stage.model().effector(i - 1);
        for (const int part : { columns.q, columns.v, columns.a })
            moved.segment<3>(part + q) = turn * y.segment<3>(part + q);
        moved.segment<2>(q) += shift;

        const Vector3d r = y.segment<3>(q + 3), rdot = y.segment<3>(columns.v + q + 3),
                       rddot = y.segment<3>(columns.a + q + 3);
        const Vector3d omega = turning_frame(r, rdot).omega,
                       alpha = angular_acceleration(r, rdot, rddot).alpha;
        const Vector3d turned = rotation_vector_near(turn * rotation_matrix(r), r);
        // The rates whose angular velocity and acceleration are those of before, turned.
        const Eigen::Matrix3d J_inverse
            = turning_frame(turned, Vector3d::Zero()).left_jacobian.inverse();
        const Vector3d turned_dot = J_inverse * turn * omega;
        moved.segment<3>(q + 3) = turned;
        moved.segment<3>(columns.v + q + 3) = turned_dot;
        moved.segment<3>(columns.a + q + 3) = J_inverse
            * (turn * alpha - angular_acceleration(turned, turned_dot, Vector3d::Zero()).alpha);
    }
    return moved;
}

double cost_of(const Stage& stage, const Term& term, const VectorXd& y, TermWorkspace& workspace)
{
    LocalModel local;
    local.reset(stage.size(), Detail::value);
    term.add(stage.instant(y, false), workspace, local);
    return local.cost();
}

double cost_of(const Stage& stage, const Term& term, const VectorXd& y)
{
    TermWorkspace workspace;
    return cost_of(stage, term, y, workspace);
}

namespace {

constexpr double kWeight = 1.3;  // the caller's business, but a term must not forget it

LocalModel evaluated(const Stage& stage, const Term& term, const VectorXd& y, Detail detail)
{
    LocalModel local;
    local.weight = kWeight;
    local.reset(stage.size(), detail);
    TermWorkspace workspace;
    term.add(stage.instant(y), workspace, local);
    return local;
}

/// Entries of g by differences of the term's cost: the largest one, and those a multiple of
/// `stride` away from it. The others are those of g.
VectorXd differences_like(const VectorXd& g, int stride, const Stage& stage, const Term& term,
    const VectorXd& y, double step)
{
    Eigen::Index largest = 0;
    g.cwiseAbs().maxCoeff(&largest);
    const auto entries = Eigen::seq(largest % stride, g.size() - 1, stride);
    VectorXd at = y, differences = g;
    differences(entries) = central_gradient(
        [&](const VectorXd& moved) {
            at(entries) = moved;
            return kWeight * cost_of(stage, term, at);
        },
        y(entries), step);
    return differences;
}

/// g = Jᵀr with cost ½|r|² and H = JᵀJ: g lies in the range of H, and gᵀH⁺g ≤ |r|².
std::string wrong_square(const MatrixXd& H, const VectorXd& g, double cost)
{
    const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(H);
    VectorXd parts = eigen.eigenvectors().transpose() * g;
    const double tiny = 1e-11 * eigen.eigenvalues().maxCoeff();
    double outside = 0, explained = 0;
    for (Eigen::Index i = 0; i < parts.size(); ++i) {
        if (eigen.eigenvalues()[i] > tiny)
            explained += parts[i] * parts[i] / eigen.eigenvalues()[i];
        else
            outside += parts[i] * parts[i];
    }
    std::ostringstream wrong;
    // √tiny of a residual can hide in directions that count as zero.
    if (std::sqrt(outside) > 1e-4 * g.norm())
        wrong << "a gradient outside the range of the Hessian: " << std::sqrt(outside) << " of "
              << g.norm() << "; ";
    if (explained > 2 * cost * (1 + 1e-6))
        wrong << "a Hessian too small for its gradient: " << explained << " > " << 2 * cost << "; ";
    return wrong.str();
}

}  // namespace

std::string wrong_derivatives(
    const Stage& stage, const Term& term, const VectorXd& y, const TermCheck& check)
{
    std::ostringstream wrong;
    const LocalModel value = evaluated(stage, term, y, Detail::value),
                     gradient = evaluated(stage, term, y, Detail::gradient),
                     full = evaluated(stage, term, y, Detail::hessian);
    if (value.cost() != gradient.cost() || value.cost() != full.cost())
        wrong << "costs differ by detail: " << value.cost() << ", " << gradient.cost() << ", "
              << full.cost() << "; ";
    if (gradient.gradient() != full.gradient())
        wrong << "gradients differ by detail; ";
    const VectorXd& g = gradient.gradient();
    if (!(g.cwiseAbs().maxCoeff() > 0))
        wrong << "the gradient is zero: nothing is checked; ";

    // A wrong derivative is wrong for any step. A hinge or an edge that happens to lie within the
    // first step does not lie within a later one.
    GradientError error;
    for (const double step : { check.step, check.step / 8, check.step / 64 }) {
        const VectorXd differences = differences_like(g, check.stride, stage, term, y, step);
        const double noise = check.noise * check.step / step * std::abs(value.cost());
        error = compare_gradients(g, differences, noise);
        if (error.relative < check.tolerance)
            break;
    }
    if (!(error.relative < check.tolerance))
        wrong << "gradient wrong by " << error.relative << ", " << error.text << "; ";

    const MatrixXd& H = full.hessian();
    const double size = H.cwiseAbs().maxCoeff();
    if (!((H - H.transpose()).cwiseAbs().maxCoeff() <= 1e-12 * size))
        wrong << "the Hessian is not symmetric; ";
    const double least = H.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff();
    if (!(least >= -1e-10 * size))
        wrong << "the Hessian has an eigenvalue of " << least << "; ";
    if (check.sum_of_squares)
        wrong << wrong_square(H, g, value.cost());
    return wrong.str();
}

}  // namespace gambol::test
