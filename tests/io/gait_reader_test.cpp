// SPDX-License-Identifier: MIT
// Scenes of `method: gait`: what is read, and what people who get one wrong are told.
#include "gambol/io/input_error.hpp"
#include "gambol/io/scene/job_reader.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gambol::io {
namespace {

const std::string kTrot = R"(gambol: 1
method: gait
speed: 3.5
characters: {dobbin: {model: horse}}
gait: {cycles: 4}
)";

/// The scene above with one thing replaced.
std::string with(const std::string& what, const std::string& by)
{
    std::string text = kTrot;
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), by);
}

Scene read(const std::string& text)
{
    return read_job_text(text, "trot.yaml", "").scene;
}

const gait::Task& task(const Scene& scene)
{
    return task_of<gait::Task>(scene);
}

std::string complaint(const std::string& text)
{
    try {
        (void)read(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(GaitReader, ASpeedIsEnough)
{
    const Scene scene = read(with("gait: {cycles: 4}\n", ""));
    EXPECT_EQ(task(scene).speed, 3.5);
    EXPECT_TRUE(task(scene).symmetric);
    EXPECT_EQ(task(scene).cycles, 6);
    EXPECT_TRUE(task(scene).feet.empty());
    EXPECT_NEAR(scene.duration, 6 * 0.9, 0.6) << "as animals of this size trot";
}

TEST(GaitReader, ReadsSlopesAndPayloads)
{
    const Scene scene = read(
        with("cycles: 4", "slope: -6deg, payload: {mass: 80kg, on: chest, at: [0.1, 0, 0.3]}"));
    EXPECT_NEAR(task(scene).slope, -0.10472, 1e-5);
    ASSERT_TRUE(task(scene).payload);
    EXPECT_EQ(task(scene).payload->mass, 80);
    EXPECT_EQ(task(scene).payload->segment, scene.characters.front().body.find_segment("chest"));
    EXPECT_EQ(task(scene).payload->at, Eigen::Vector3d(0.1, 0, 0.3));
    EXPECT_NE(complaint(with("cycles: 4", "payload: {mass: 80, on: saddle}"))
                  .find("trot.yaml:5:32: gait.payload.on is no segment of model 'horse'"),
        std::string::npos)
        << complaint(with("cycles: 4", "payload: {mass: 80, on: saddle}"));
    EXPECT_NE(complaint(with("cycles: 4", "slope: 60deg")).find("trot.yaml:5:15: gait.slope"),
        std::string::npos)
        << complaint(with("cycles: 4", "slope: 60deg"));
    EXPECT_NE(complaint(with("cycles: 4", "payload: {mass: 8}, form: {}")).find("gait.form"),
        std::string::npos);
}

TEST(GaitReader, ReadsWhatIsGivenOfTimings)
{
    const Scene scene = read(with("cycles: 4",
        "period: [0.6s, 0.9s], feet: {left_hind: {start: 0, duty: 0.4}, "
        "left_front_leg: {start: 0.5, duty: [0.3, 0.5]}}"));
    EXPECT_EQ(task(scene).period.lower, 0.6);
    EXPECT_EQ(task(scene).period.upper, 0.9);
    ASSERT_EQ(task(scene).feet.size(), 2u);
    const gait::FootRequest& hind = task(scene).feet.at("left_hind_leg");
    EXPECT_EQ(hind.start, 0.0);
    EXPECT_TRUE(hind.duty.is_value());
    const gait::FootRequest& front = task(scene).feet.at("left_front_leg");
    EXPECT_EQ(front.start, 0.5);
    EXPECT_EQ(front.duty.upper, 0.5);
}

TEST(GaitReader, TheResolvedSceneReadsBackToTheSame)
{
    for (const char* more : { "pattern: canter", "feet: {left_hind: {start: 0}}, period: 0.7s",
             "objective: paper, search: {generations: 3}" }) {
        const Job job = read_job_text(with("cycles: 4", more), "trot.yaml", "");
        const Job again = read_job_text(job.resolved_yaml, "trot.yaml", "");
        EXPECT_EQ(job.resolved_yaml, again.resolved_yaml);
        EXPECT_EQ(task(job.scene).feet.size(), task(again.scene).feet.size());
        EXPECT_EQ(task(job.scene).symmetric, task(again.scene).symmetric);
    }
}

TEST(GaitReader, PatternsGiveStartsByWhereLegsAre)
{
    const Scene trot = read(with("cycles: 4", "pattern: trot"));
    EXPECT_TRUE(task(trot).symmetric);
    const auto& feet = task(trot).feet;
    EXPECT_EQ(feet.at("left_hind_leg").start, feet.at("right_front_leg").start);
    EXPECT_EQ(*feet.at("right_hind_leg").start - *feet.at("left_hind_leg").start, 0.5);
    EXPECT_FALSE(feet.at("left_hind_leg").duty.is_asked());

    const Scene canter = read(with("cycles: 4", "pattern: canter-right"));
    EXPECT_FALSE(task(canter).symmetric);
    const auto& lead = task(canter).feet;
    EXPECT_EQ(lead.at("left_hind_leg").start, 0.0);
    EXPECT_EQ(lead.at("right_hind_leg").start, lead.at("left_front_leg").start);
    EXPECT_GT(lead.at("right_front_leg").start, lead.at("left_front_leg").start);

    const Scene run = read(R"(gambol: 1
method: gait
speed: 3
characters: {ann: {model: human}}
gait: {pattern: run, duty: [0.2, 0.4]}
)");
    EXPECT_EQ(task(run).feet.at("left_leg").duty.upper, 0.4) << "what is said wins over a pattern";
}

TEST(GaitReader, ASweepHasSeveralSpeedsAndOneOfThemIsNone)
{
    const Scene sweep = read(with("speed: 3.5", "speeds: [1, 2, 3.5]"));
    EXPECT_EQ(task(sweep).speeds, (std::vector<double> { 1, 2, 3.5 }));
    const Job one = read_job_text(with("speed: 3.5", "speeds: [2]"), "trot.yaml", "");
    EXPECT_TRUE(task(one.scene).speeds.empty());
    EXPECT_EQ(task(one.scene).speed, 2);
    EXPECT_NE(one.resolved_yaml.find("speed: 2"), std::string::npos);
    EXPECT_EQ(one.resolved_yaml.find("speeds"), std::string::npos);
}

TEST(GaitReader, BodiesOfEveryKindCanBeAsked)
{
    for (const char* model : { "human", "wide-biped", "quadruped", "hexapod", "monopod", "biped" })
        EXPECT_NO_THROW((void)read("gambol: 1\nmethod: gait\nspeed: 0.5\ncharacters: {a: {model: "
            + std::string(model) + "}}\n"))
            << model;
}

struct Slip {
    const char *name, *right, *wrong, *message;
};

// clang-format off
const std::vector<Slip> kSlips {
    { "NoSpeed", "speed: 3.5\n", "",
        "trot.yaml:1:1: the file has no 'speed'" },
    { "SpeedOfZero", "3.5", "0",
        "trot.yaml:3:8: speed must be above 0, not 0" },
    { "SpeedOutOfReach", "3.5", "60",
        "trot.yaml:3:8: speed of 60 m/s is out of reach: legs of 1.4 m get to 38 m/s with the quickest and shortest steps allowed; ask for less" },
    { "SpeedOutOfReachOfThePeriod", "cycles: 4", "period: 6s",
        "trot.yaml:3:8: speed of 3.5 m/s is out of reach: legs of 1.4 m get to 2.4 m/s with the quickest and shortest steps allowed; ask for less or a shorter period" },
    { "OneSpeedOfASweepOutOfReach", "speed: 3.5", "speeds: [1, 60]",
        "trot.yaml:3:13: speeds.1 of 60 m/s is out of reach: legs of 1.4 m get to 38 m/s with the quickest and shortest steps allowed; ask for less" },
    { "SpeedTwice", "speed: 3.5", "speed: 3.5\nspeeds: [1, 2]",
        "trot.yaml:3:8: speed contradicts 'speeds'; leave out one of them" },
    { "SpeedsThatFall", "speed: 3.5", "speeds: [2, 1]",
        "trot.yaml:3:13: speeds.1 must be above the one before it" },
    { "NoSpeeds", "speed: 3.5", "speeds: []",
        "trot.yaml:3:9: speeds is empty; write e.g. speeds: [1, 2, 3.5]" },
    { "BodyThatMovesInAPlane", "model: horse", "model: luxo",
        "trot.yaml:4:22: characters.dobbin has a body that moves in a plane, which gaits do not" },
    { "BodyWithoutLegs", "model: horse", "model: {gambol-character: 1, base: horse, limbs: {hind_leg: {support: false}, front_leg: {support: false}}}",
        "trot.yaml:4:22: characters.dobbin has a body without legs: no limb of custom says 'support: true'" },
    { "TwoCharacters", "{model: horse}", "{model: horse}, ann: {model: human, at: [3, 0]}",
        "trot.yaml:4:13: characters has more than one; method gait moves one character" },
    { "Goals", "gait: {cycles: 4}", "goals: [{who: dobbin, position: [1, 0]}]",
        "trot.yaml:5:8: 'goals' belongs to method cio, but this scene's is gait" },
    { "Duration", "gait: {cycles: 4}", "duration: 5s",
        "trot.yaml:5:11: 'duration' belongs to methods cio and cloth, but this scene's is gait; gait.cycles says how long it lasts" },
    { "Pose", "{model: horse}", "{model: horse, pose: {from: standing}}",
        "trot.yaml:4:43: characters.dobbin.pose is of no use: a gait begins in the middle of a stride" },
    { "SomethingInTheWay", "gait: {cycles: 4}", "world: {ground: {}, crate: {box: {size: [1, 1, 1], at: [3, 0, 0.5]}}}",
        "trot.yaml:5:28: world.crate is in the way: a gait needs level ground and nothing else" },
    { "UnknownKey", "cycles", "cylces",
        "trot.yaml:5:8: unknown key 'cylces' in gait; did you mean 'cycles'? (allowed: pattern, symmetric, feet, duty, period, cycles, objective, springs, point_masses, form, slope, radius, payload, search)" },
    { "RadiusOfNothing", "cycles: 4", "radius: 0",
        "trot.yaml:5:16: gait.radius must not be 0: above it turns left, below right; straight ahead it is without a radius" },
    { "CurveTooTight", "cycles: 4", "radius: -1m",
        "trot.yaml:5:16: gait.radius of 1 m is too tight a curve at 3.5 m/s; ask for 1.8 m or more, or a lower speed" },
    { "CurveUphill", "cycles: 4", "radius: 9m, slope: 3deg",
        "trot.yaml:5:16: gait.radius goes with level ground only; leave out gait.radius or gait.slope" },
    { "UnknownFoot", "cycles: 4", "feet: {left_hind_lg: {start: 0}}",
        "trot.yaml:5:29: gait.feet.left_hind_lg is not a leg of model 'horse'; did you mean 'left_hind_leg'? (there are: left_hind_leg, right_hind_leg, left_front_leg, right_front_leg)" },
    { "OneFootUnderTwoNames", "cycles: 4", "feet: {left_hind: {}, left_hind_leg: {}}",
        "trot.yaml:5:45: gait.feet.left_hind_leg is the same leg as 'left_hind'" },
    { "BothSidesGivenNotHalfAPeriodApart", "cycles: 4", "feet: {left_hind: {start: 0}, right_hind: {start: 0.4}}",
        "trot.yaml:5:50: gait.feet.right_hind starts at 0.4 and left_hind_leg at 0, which are not half a period apart as in a symmetric gait; give one of them, or symmetric: false" },
    { "BothSidesWithOtherDuties", "cycles: 4", "feet: {left_hind: {duty: 0.4}, right_hind: {duty: 0.5}}",
        "trot.yaml:5:51: gait.feet.right_hind has another duty than left_hind_leg, but a symmetric gait has the same on both sides; give one of them, or symmetric: false" },
    { "BoundsTheWrongWayRound", "cycles: 4", "period: [0.9s, 0.6s]",
        "trot.yaml:5:16: gait.period has its bounds the wrong way round: write [0.6s, 0.9s]" },
    { "DutyBoundsTheWrongWayRound", "cycles: 4", "duty: [0.6, 0.4]",
        "trot.yaml:5:14: gait.duty has its bounds the wrong way round: write [0.4, 0.6]" },
    { "FootThatNeverLifts", "cycles: 4", "duty: 1",
        "trot.yaml:5:14: gait.duty must be below 1: a foot that never leaves the ground does not step" },
    { "FeetThatCannotBearTheWeight", "cycles: 4", "duty: 0.15",
        "trot.yaml:5:7: gait.feet stand too short a time to bear the weight at any speed; raise their duty" },
    { "UnknownPattern", "cycles: 4", "pattern: trott",
        "trot.yaml:5:17: gait.pattern 'trott' is no pattern for horse (there are: walk, diagonal-walk, trot, pace, bound, pronk, canter, canter-right, transverse-gallop, transverse-gallop-right, rotary-gallop, rotary-gallop-right; did you mean 'trot'?)" },
    { "PatternOfOtherBodies", "cycles: 4", "pattern: tripod",
        "trot.yaml:5:17: gait.pattern 'tripod' is no pattern for horse (there are: walk, diagonal-walk, trot, pace, bound, pronk, canter, canter-right, transverse-gallop, transverse-gallop-right, rotary-gallop, rotary-gallop-right)" },
    { "SymmetricGallop", "cycles: 4", "pattern: rotary-gallop, symmetric: true",
        "trot.yaml:5:43: gait.symmetric cannot be true: left and right do not take turns in a rotary-gallop" },
    { "PatternAndStart", "cycles: 4", "pattern: trot, feet: {left_hind: {start: 0.2}}",
        "trot.yaml:5:49: gait.feet.left_hind.start contradicts gait.pattern, which says when feet start; leave out one of them" },
    { "SymmetricOnOneLeg", "horse}}\ngait: {cycles: 4", "monopod}}\ngait: {symmetric: true",
        "trot.yaml:5:19: gait.symmetric cannot be true: the legs of this body do not come in pairs of left and right" },
    { "NoCycle", "cycles: 4", "cycles: 0",
        "trot.yaml:5:16: gait.cycles must be 1 to 1000, not 0" },
    { "OddFrames", "cycles: 4", "search: {frames: 31}",
        "trot.yaml:5:25: gait.search.frames must be even in a symmetric gait" },
};
// clang-format on

class EveryGaitSlip : public testing::TestWithParam<Slip> { };

TEST_P(EveryGaitSlip, IsNamedWithItsPlace)
{
    EXPECT_EQ(complaint(with(GetParam().right, GetParam().wrong)), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(GaitReader, EveryGaitSlip, testing::ValuesIn(kSlips),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace gambol::io
