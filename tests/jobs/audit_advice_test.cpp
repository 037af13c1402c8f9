// SPDX-License-Identifier: MIT
#include "gambol/jobs/audit_advice.hpp"

#include <gtest/gtest.h>

namespace gambol {
namespace {

// Whatever failed, the advice was more starts, another seed or a longer duration.
TEST(AuditAdvice, FitsItsCause)
{
    EXPECT_NE(scene_remedy("friction").find("friction"), std::string::npos);
    EXPECT_NE(scene_remedy("penetration").find("room"), std::string::npos);
    EXPECT_NE(scene_remedy("joint_gap").find("nearer"), std::string::npos);
    EXPECT_NE(scene_remedy("audited").find("verify"), std::string::npos);
    EXPECT_EQ(scene_remedy("residual_force_rms"), "");  // the search failed, and its method knows
    EXPECT_EQ(scene_remedy("something_new"), "");
    AuditReport report;
    report.checks.push_back({ "residual_force_rms", "ann", 1, 0.01, "of weight", 0, false });
    report.checks.push_back({ "slip", "ann", 0, 0.01, "m", 0, true });
    const std::string advice = audit_advice(report);
    EXPECT_EQ(advice.find("residual_force_rms: the contact forces"), 0u) << advice;
    EXPECT_EQ(advice.find("slip"), std::string::npos);
}

}  // namespace
}  // namespace gambol
