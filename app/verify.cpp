// SPDX-License-Identifier: MIT
#include "commands.hpp"

#include "motion_file.hpp"
#include "say.hpp"

#include "gambol/io/export/export_options.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/motion/report_json.hpp"
#include "gambol/jobs/audit_advice.hpp"
#include "gambol/motion/audit.hpp"

#include <fmt/format.h>

namespace gambol::app {

int verify(const VerifyArguments& arguments)
{
    const std::filesystem::path file = motion_file(arguments.motion);
    const Motion motion = io::read_motion_json(file);
    const AuditReport report = audit(motion);
    fmt::print("{}: {}\n\n{}", file.string(), report.passed() ? "passed" : "FAILED",
        io::audit_table(report));
    if (!report.passed())
        fmt::print("\n{}", audit_advice(report));

    const std::filesystem::path written = file.parent_path() / "verify.json";
    try {
        io::write_export(written, io::audit_to_json(report));
    } catch (const io::InputError& error) {
        say("gambol: {}; the verdict stands without it\n", error.what());
    }
    return report.passed() ? exit_done : exit_audit_failed;
}

}  // namespace gambol::app
