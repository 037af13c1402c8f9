# SPDX-License-Identifier: MIT
# Run at every build (cmake -P): writes OUTPUT from TEMPLATE, and only if something in it changed, so that an
# unchanged commit rebuilds nothing.
execute_process(
    COMMAND git describe --always --abbrev=12 --dirty --exclude=*
    WORKING_DIRECTORY ${SOURCE_DIR}
    OUTPUT_VARIABLE COMMIT
    OUTPUT_STRIP_TRAILING_WHITESPACE
    RESULT_VARIABLE failed
    ERROR_QUIET)
if(failed OR NOT COMMIT)
    set(COMMIT "commit unknown")
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
