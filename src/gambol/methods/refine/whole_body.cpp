// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/whole_body.hpp"

#include "gambol/methods/refine/bent_holds.hpp"
#include "gambol/methods/refine/burden.hpp"
#include "gambol/methods/refine/last_steps.hpp"
#include "gambol/methods/refine/reconstruct.hpp"
#include "gambol/methods/refine/reference_motion.hpp"
#include "gambol/methods/refine/rounds.hpp"
#include "gambol/methods/refine/stances.hpp"
#include "gambol/methods/refine/tree_goals.hpp"
#include "gambol/methods/refine/unwarp.hpp"
#include "gambol/motion/complaints.hpp"
#include "gambol/motion/resample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gambol::refine {

namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kGoalKept = 0.06;  // m, as method cio has it
constexpr double kLetGo = 0.03;  // × tracking of the reference
constexpr double kPolishEffort = 0.1;
constexpr double kClearance = 0.03;  // m
constexpr double kLevelFeet = 0.05;  // m
constexpr double kHoldsArms = 8;  // × posture, of who is tense
constexpr double kTenseElbows = 0.9;  // rad
constexpr double kLiftsFeet = 1.7;  // × clearance, of who is cautious
constexpr double kSwings = 0.8,
                 kSwingsBoldly = 0.08;  // of the time found: the rest is on both feet
constexpr double kRootShare = 4;  // of the weight of a pose: / m² against / rad²
constexpr int kFewSamples = 4;
constexpr double kFewKnots = 0.12;  // s, until it is polished
constexpr double kTighter = 5;
constexpr int kMendings = 2;
constexpr double kHopeless = 3;  // times its limit: what breaks physics by more is not mended
constexpr double kBetter = 0.95;  // of the excess: a polish that leaves more did not help

/// How different attempts at the same movement are.
struct Variant {
    bool overlaps_steps = true;
};

/// Who is tense cares less for effort than for keeping arms where they are; who is relaxed lets
/// them swing.
Weights letting_go(const Style& style)
{
    Weights weights;
    weights.angle *= kLetGo;
    weights.root_position *= kLetGo;
    weights.root_turn *= kLetGo;
    weights.effort = 1;
    weights.smooth = 1e-4;
    weights.posture = 0.02;
    weights.limit = 1000;
    weights.gaze = 0.2;
    weights.effort *= std::pow(2, -style.tension);
    weights.posture *= std::pow(kHoldsArms, style.tension);
    return weights;
}

Weights polishing(const Style& style)
{
    Weights weights = letting_go(style);
    const Weights usual;
    weights.angle = usual.angle;
    weights.root_position = usual.root_position;
    weights.root_turn = usual.root_turn;
    weights.effort *= kPolishEffort;
    return weights;
}

template <class Kind> const Goal* goal_at_end(const std::vector<Goal>& goals, const Scene& scene)
{
    for (const Goal& goal : goals)
        if (std::holds_alternative<Kind>(goal.kind)
            && goal.when.value_or(scene.duration) >= scene.duration - 1e-6)
            return &goal;
    return nullptr;
}

/// Which way the root looks, about the vertical.
double yaw_of(const Pose& pose)
{
    const Vector3d x = pose.root_rotation * Vector3d::UnitX();
    return std::atan2(x.y(), x.x());
}

/// Which way it looks at the end: as a goal wants it, else as it did.
double last_yaw(const Scene& scene, const std::vector<Goal>& goals, const Pose& last)
{
    const Goal* facing = goal_at_end<FacingGoal>(goals, scene);
    if (!facing)
        return yaw_of(last);
    const Vector3d d = std::get<FacingGoal>(facing->kind).direction;
    return std::atan2(d.y(), d.x());
}

/// Shares of a pose by coordinate.
VectorXd even_shares(const Character& body)
{
    VectorXd shares = VectorXd::Ones(kRoot + body.dof_count());
    shares.head<3>().setConstant(kRootShare);
    return shares;
}

template <class Visit> void for_angles_of(const Character& body, const Limb& limb, Visit visit)
{
    const std::vector<int> first = first_angles(body);
    for (const int i : { limb.upper, limb.lower, limb.end })
        for (size_t k = 0; k < body.segments[size_t(i)].dofs.size(); ++k)
            visit(kRoot + first[size_t(i)] + int(k));
}

bool ends_support(const Character& body, int patch)
{
    return std::any_of(body.limbs.begin(), body.limbs.end(),
        [&](const Limb& limb) { return limb.support && limb.patch == patch; });
}

/// From where the feet of a pose are, seen from above, to where those of a plan end.
Eigen::Vector2d feet_off(const Character& body, const Pose& pose, const HoldPlan& plan)
{
    const std::vector<SegmentFrame> frames = forward_kinematics(body, pose);
    Eigen::Vector2d off = Eigen::Vector2d::Zero();
    int count = 0;
    for (const Hold& hold : plan.holds) {
        const Patch& patch = body.patches[size_t(hold.patch)];
        if (hold.end != plan.frames || !ends_support(body, hold.patch))
            continue;
        const SegmentFrame& frame = frames[size_t(patch.segment)];
        const Vector3d corner = frame.position + frame.rotation * patch_corner(patch, hold.corner);
        off += (hold.place - corner).head<2>();
        ++count;
    }
    return count > 0 ? Eigen::Vector2d(off / count) : off;
}

/// Stands where the reference ends: as this body stands, above the feet it stands on.
PoseWish standing_wish(const Scene& scene, const std::vector<Goal>& goals,
    const Reference& reference, const HoldPlan& plan)
{
    const Character& body = scene.characters.front().body;
    const Pose& last = reference.poses.back();
    const double yaw = last_yaw(scene, goals, last);
    PoseWish wish { place(body, body.poses.at("standing"), last.root_position.head<2>(), yaw),
        even_shares(body) };
    if (goal_at_end<PositionGoal>(goals, scene))
        wish.shares.head<2>().setZero();
    else
        wish.pose.root_position.head<2>() += feet_off(body, wish.pose, plan);
    double low = std::numeric_limits<double>::infinity(), high = -low, sum = 0;
    int count = 0;
    for (const Hold& hold : plan.holds)
        if (hold.end == plan.frames) {
            low = std::min(low, hold.place.z());
            high = std::max(high, hold.place.z());
            sum += hold.place.z();
            ++count;
        }
    wish.pose.root_position.z() += count > 0 ? sum / count : 0;
    if (count == 0 || high - low > kLevelFeet) {
        wish.shares[2] = 0;
        for (const Limb& limb : body.limbs)
            if (limb.support)
                for_angles_of(body, limb, [&](int i) { wish.shares[i] = 0; });
    }
    return wish;
}

/// Arms that hold on to nothing hang as they do when standing; of who is tense they are bent.
PoseWish posture_wish(const Scene& scene, const HoldPlan& plan, const Burden& burden)
{
    const Character& body = scene.characters.front().body;
    PoseWish wish { place(body, body.poses.at("standing"), { 0, 0 }, 0),
        VectorXd::Zero(kRoot + body.dof_count()) };
    for (const Limb& limb : body.limbs) {
        const auto is_held = [&](const Hold& hold) { return hold.patch == limb.patch; };
        if (!limb.support && !burden.holds_with(limb.patch)
            && std::none_of(plan.holds.begin(), plan.holds.end(), is_held))
            for_angles_of(body, limb, [&](int i) { wish.shares[i] = 1; });
        const std::vector<Dof>& middle = body.segments[size_t(limb.lower)].dofs;
        const double tension = scene.characters.front().style.tension;
        if (!limb.support && tension > 0 && !middle.empty()) {
            double& bend = wish.pose.angles[first_angles(body)[size_t(limb.lower)]];
            const double way = middle.front().upper - bend > bend - middle.front().lower ? 1 : -1;
            bend = std::clamp(
                bend + way * tension * kTenseElbows, middle.front().lower, middle.front().upper);
        }
    }
    return wish;
}

/// What is still wrong counts for more.
void tighten(Weights& weights)
{
    weights.physics *= kTighter;
    weights.hold *= kTighter;
    weights.depth *= kTighter;
    weights.limit *= kTighter;
    weights.torque *= kTighter;
    weights.clear *= kTighter;
    weights.still *= kTighter;
}

class Stage {
public:
    Stage(const Scene& scene, const std::vector<Goal>& goals, const Motion& found, double fps,
        const std::function<bool(Progress)>& tell, const Passers& passers)
        : scene_(scene)
        , goals_(goals)
        , found_(found)
        // Forces on props were found sample by sample.
        , fps_(found.props.empty() ? fps : sample_rate(found))
        , tell_(tell)
        , passers_(passers)
        , found_goal_error_(goal_errors(goals, scene, found).worst)
        , found_complaints_(complaints(audit(found)).size())
        , reference_(reference_of_motion(found, scene, "cio"))
        , tree_(body_for(scene.characters.front().body, reference_.poses).tree)
        , cargo_(found, scene)
        , burden_(found, scene, tree_, cargo_)
    {
        reference_.massless_limbs = false;
        // Who is told when, keeps to it, and who meets others or handles props does when they do.
        if (passers.empty() && burden_.empty()
            && std::none_of(goals.begin(), goals.end(), [&](const Goal& goal) {
                   return goal.when.value_or(scene.duration) < scene.duration - 1e-6;
               }))
            use_the_time(reference_, scene.characters.front().body);
    }

    [[nodiscard]] bool go_on() const { return go_on_; }
    [[nodiscard]] WholeBody attempt(const Variant& variant)
    {
        WholeBody out;
        Brief brief = first_brief(variant);
        // Before places are free the movement must have left its reference.
        brief.free_clock = burden_.empty();
        RefineProblem near(scene_, reference_, brief);
        VectorXd x = near.start();
        out.first_cost
            = solve("whole body: let go", near, x, { 1, 60, 1, true, 2e-3 }, out).first_cost;

        brief.free_places = true;
        add_ends(brief);
        RefineProblem free(scene_, reference_, brief);
        (void)solve("whole body: places and times", free, x, { 3, 40, 3, true, 1e-3 }, out);

        const Unwarped real = unwarp(free, x);
        Brief polished = first_brief(variant);
        polished.plan = real.plan;
        if (goal_at_end<StandGoal>(goals_, scene_))
            narrow_stance(polished.plan, scene_.characters.front().body, scene_.surfaces);
        polished.weights = polishing(style());
        polished.gaze = gaze_of(scene_.characters.front(), real.reference);
        polished.samples = Brief {}.samples;
        polished.spacing = Brief {}.spacing;
        polished.posture = posture_wish(scene_, polished.plan, burden_);
        add_ends(polished);
        return polish(real.reference, std::move(polished), std::move(out));
    }

    /// Whether the plan is another one when steps overlap.
    [[nodiscard]] bool overlaps_steps()
    {
        const HoldPlan with = first_brief({}).plan,
                       without = first_brief({ .overlaps_steps = false }).plan;
        const auto same = [](const Hold& a, const Hold& b) {
            return a.patch == b.patch && a.corner == b.corner && a.begin == b.begin
                && a.end == b.end;
        };
        return !std::equal(
            with.holds.begin(), with.holds.end(), without.holds.begin(), without.holds.end(), same);
    }

private:
    /// What is still wrong is mended: limbs that bend too far land later or leave earlier, else it
    /// counts for more. The best of what comes of it.
    WholeBody polish(const Reference& reference, Brief brief, WholeBody out)
    {
        const Character& body = scene_.characters.front().body;
        WholeBody best;
        VectorXd x;
        double before = std::numeric_limits<double>::infinity(), complained = before;
        for (int mended = 0;; ++mended) {
            RefineProblem problem(scene_, reference, brief);
            const RoundLimits limits = x.size() == 0 ? RoundLimits {} : RoundLimits { 3, 40 };
            if (x.size() == 0)
                x = problem.start();
            out.last_cost = solve("whole body: polish", problem, x, limits, out).last_cost;
            Reconstruction made = reconstruct(scene_, problem, x, burden_);
            out.motion = std::move(made.motion);
            out.figures = std::move(made.figures);
            out.motion.props = found_.props;
            problem.cargo().write(made.cargo, out.motion.props);
            judge(out);
            const bool helps = out.worst_excess < kBetter * before
                || out.complained_excess < kBetter * complained;
            if (mended == 0 || out.nearer_than(best))
                best = out;
            if (out.free_of_complaints() || out.worst_excess > kHopeless || !helps
                || mended == kMendings || !go_on_)
                break;
            before = out.worst_excess;
            complained = out.complained_excess;
            if (hold_less_bent(brief.plan, body, bent_too_far(body, out.motion.characters[0])))
                x.resize(0);  // of other knots
            else
                tighten(brief.weights);
        }
        best.iterations = out.iterations;
        best.evaluations = out.evaluations;
        return best;
    }

    [[nodiscard]] const Style& style() const { return scene_.characters.front().style; }

    Brief first_brief(const Variant& variant)
    {
        const Character& body = scene_.characters.front().body;
        Brief brief = following(scene_, reference_, fps_, 1, letting_go(style()));
        stand_at_start(brief.plan, body, scene_.surfaces, reference_.poses.front());
        if (goal_at_end<StandGoal>(goals_, scene_)) {
            stand_at_end(brief.plan, body, scene_.surfaces, reference_.poses.back());
            close_stance(brief.plan, body, scene_.surfaces,
                last_yaw(scene_, goals_, reference_.poses.back()));
        }
        merge_stances(brief.plan, body);
        if (variant.overlaps_steps)
            overlap_steps(brief.plan, body, kSwings + kSwingsBoldly * style().boldness);
        brief.samples = kFewSamples;
        brief.spacing = kFewKnots;
        brief.strict = true;
        brief.clearance = kClearance * std::pow(kLiftsFeet, -style().boldness);
        brief.aims = aims_of(goals_, scene_, tree_);
        brief.still_first = true;
        brief.still_last
            = goal_at_end<StandGoal>(goals_, scene_) || goal_at_end<HandstandGoal>(goals_, scene_);
        brief.posture = posture_wish(scene_, brief.plan, burden_);
        brief.gaze = gaze_of(scene_.characters.front(), reference_);
        brief.passers = &passers_;
        if (!burden_.empty())
            brief.burden = &burden_;
        if (!cargo_.empty())
            brief.cargo = &cargo_;
        return brief;
    }

    void add_ends(Brief& brief) const
    {
        const Character& body = scene_.characters.front().body;
        brief.first_pose = PoseWish { reference_.poses.front(), even_shares(body) };
        if (goal_at_end<StandGoal>(goals_, scene_))
            brief.last_pose = standing_wish(scene_, goals_, reference_, brief.plan);
    }

    RoundsReport solve(const char* name, RefineProblem& problem, VectorXd& x,
        const RoundLimits& limits, WholeBody& out)
    {
        const RoundsReport report = solve_in_rounds(
            problem, x, limits,
            [&](const Iteration& iteration) {
                ++out.iterations;
                Progress progress;
                progress.stage_name = name;
                progress.iteration = out.iterations;
                progress.cost = iteration.cost;
                progress.fraction = 1 - std::pow(0.5, 1 + out.iterations / 100.0);
                return go_on_ = tell_(std::move(progress));
            },
            [&] { return go_on_; });
        out.evaluations += report.evaluations;
        return report;
    }

    /// Whether what was made is valid and no worse than what was found.
    void judge(WholeBody& out) const
    {
        out.motion.markers = found_.markers;
        out.motion.claims = { kClaims.begin(), kClaims.end() };
        const GoalErrors goals = goal_errors(goals_, scene_, out.motion);
        out.worst_goal_error = goals.worst;
        out.figures.insert(out.figures.end(), goals.figures.begin(), goals.figures.end());
        out.take(audit(out.motion));
        if (!out.better)
            return;
        out.better = false;
        if (goals.worst > std::max(kGoalKept, found_goal_error_))
            out.why_not = fmt::format("misses a goal by {:.2f} m", goals.worst);
        else if (out.complaints.size() > found_complaints_)
            out.why_not = "is worse: " + out.complaints.front();
        else
            out.better = true;
    }

    const Scene& scene_;
    const std::vector<Goal>& goals_;
    const Motion& found_;
    double fps_;
    const std::function<bool(Progress)>& tell_;
    const Passers& passers_;
    bool go_on_ = true;
    double found_goal_error_;
    size_t found_complaints_;
    Reference reference_;
    dynamics::CharacterTree tree_;
    Cargo cargo_;
    Burden burden_;
};

}  // namespace

WholeBody whole_body(const Scene& scene, const std::vector<Goal>& goals, const Motion& found,
    double fps, const std::function<bool(Progress)>& tell, const Passers& passers)
{
    Stage stage(scene, goals, found, fps, tell, passers);
    WholeBody best = stage.attempt({});
    if (best.free_of_complaints() || !stage.go_on() || !stage.overlaps_steps())
        return best;
    WholeBody other = stage.attempt({ .overlaps_steps = false });
    const int iterations = best.iterations + other.iterations,
              evaluations = best.evaluations + other.evaluations;
    if (other.better_than(best))
        best = std::move(other);
    best.iterations = iterations;
    best.evaluations = evaluations;
    return best;
}

}  // namespace gambol::refine
