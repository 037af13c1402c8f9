// SPDX-License-Identifier: MIT
#include "gambol/io/motion/report_json.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace gambol::io {
namespace {

using nlohmann::json;

RunReport example_report()
{
    RunReport report;
    report.status = RunStatus::audit_failed;
    report.seed = 18446744073709551615u;
    report.starts = 4;
    report.stopped_because = "converged";
    report.terms = { { "contact_slip", 12.5, 0.25 } };
    report.history
        = { { 0, 1, 7, 0.5, 3.25 }, { 1, 2, 8, 1.5, std::numeric_limits<double>::quiet_NaN() } };
    report.figures = { { "goal_error", 0.021, "m" } };
    report.warnings = { { "the \"left\" foot slips", "more starts" } };
    Gait gait { "rex", "none", { { "left_paw", {}, 2, 0.8, 0.6, 0, 0 }, { "right_paw" } }, {} };
    gait.pairs = { { "fore", 0.5 }, { "hind", 0.25 } };
    report.gaits = { gait };
    report.contributions = { { "ann", "box", 120.5, { 1, 2, 100 }, 37.25, 1.5 } };
    report.audit.checks = { { "slip", "ann/left_foot", 0.02, 0.01, "m", 1.25, false },
        { "peak_force", "ann/left_foot", 1.4, std::numeric_limits<double>::infinity(), "of weight",
            0.5, true } };
    report.audit.notes = { "rock: a mesh" };
    return report;
}

TEST(ReportJson, HoldsEverythingTheReportHolds)
{
    const json document = json::parse(report_to_json(example_report()));
    EXPECT_EQ(document["contributions"][0]["character"], "ann");
    EXPECT_EQ(document["contributions"][0]["prop"], "box");
    EXPECT_EQ(document["contributions"][0]["impulse"], 120.5);
    EXPECT_EQ(document["contributions"][0]["net_impulse"][2], 100);
    EXPECT_EQ(document["contributions"][0]["work"], 37.25);
    EXPECT_EQ(json::parse(report_to_json({})).count("contributions"), 0u);
    EXPECT_EQ(document["status"], "audit_failed");
    EXPECT_EQ(document["seed"].get<std::uint64_t>(), 18446744073709551615u);
    EXPECT_EQ(document["terms"][0]["last"], 0.25);
    EXPECT_EQ(document["figures"][0]["unit"], "m");
    EXPECT_EQ(document["warnings"][0]["what"], "the \"left\" foot slips");
    EXPECT_FALSE(document["audit"]["passed"]);
    EXPECT_EQ(document["audit"]["checks"][0]["subject"], "ann/left_foot");
}

TEST(ReportJson, HoldsTheOrderOfFeet)
{
    const json gait = json::parse(report_to_json(example_report()))["gaits"][0];
    EXPECT_EQ(gait["character"], "rex");
    EXPECT_EQ(gait["name"], "none");
    EXPECT_EQ(gait["feet"][0]["strides"], 2);
    EXPECT_EQ(gait["feet"][0]["period"], 0.8);
    EXPECT_TRUE(gait["feet"][1]["phase"].is_null()) << "no stride, no phase";
    EXPECT_EQ(gait["pairs"][1]["apart"], 0.25);
}

TEST(GaitTable, HasOneLinePerFoot)
{
    EXPECT_EQ(gait_table(example_report().gaits[0]),
        "rex: gait none; apart: fore 0.50, hind 0.25\n"
        "      foot       strides    period   duty  phase  spread\n"
        "      left_paw         2    0.80 s   0.60   0.00    0.00\n"
        "      right_paw        0         -      -      -       -\n");
}

TEST(ReportJson, FiguresWithoutLimitHaveNull)
{
    const json document = json::parse(audit_to_json(example_report().audit));
    EXPECT_TRUE(document["checks"][1]["limit"].is_null());
    EXPECT_EQ(document["checks"][1]["value"], 1.4);
}

TEST(AuditTable, AlignsItsColumnsAndMarksFailures)
{
    EXPECT_EQ(audit_table(example_report().audit),
        "      check           worst      limit  unit             at  where\n"
        "FAIL  slip             0.02       0.01  m            1.25 s  ann/left_foot\n"
        "-     peak_force        1.4          -  of weight    0.50 s  ann/left_foot\n"
        "note: rock: a mesh\n");
}

TEST(CostCsv, HasNamedColumns)
{
    EXPECT_EQ(cost_csv(example_report()),
        "start,stage,iteration,seconds,cost\n0,1,7,0.5000,3.25\n1,2,8,1.5000,nan\n");
}

}  // namespace
}  // namespace gambol::io
