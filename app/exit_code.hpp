// SPDX-License-Identifier: MIT
#pragma once

namespace gambol::app {

enum ExitCode : int {
    exit_done = 0,
    exit_internal_error = 1,
    exit_bad_input = 2,  // nothing was written
    exit_audit_failed = 3,  // or a goal was missed; files were written
    exit_limit_reached = 4,  // best so far was written
    exit_interrupted = 130,  // best so far was written
};

}  // namespace gambol::app
