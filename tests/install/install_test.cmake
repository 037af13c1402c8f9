# SPDX-License-Identifier: MIT
# Installs BUILD below SCRATCH, builds the EXAMPLES against nothing but what is installed, and runs hello: it must
# solve its scene, tell where ann is, a metre further on at the end, and write a GLB.
file(REMOVE_RECURSE ${SCRATCH})
set(prefix ${SCRATCH}/prefix)

function(run)
    execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${SCRATCH} OUTPUT_VARIABLE output ERROR_VARIABLE output
        RESULT_VARIABLE code)
    if(NOT code EQUAL 0)
        list(JOIN ARGN " " command)
        message(FATAL_ERROR "${command}: exit code ${code}\n${output}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY ${SCRATCH})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
run(${prefix}/bin/gambol --version)
run(${CMAKE_COMMAND} -S ${EXAMPLES} -B ${SCRATCH}/build -DCMAKE_PREFIX_PATH=${prefix}
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=Release)
run(${CMAKE_COMMAND} --build ${SCRATCH}/build)
run(${SCRATCH}/build/hello)

if(NOT output MATCHES "^ 0\\.00 s +-?0\\.0[0-9]* .*\n 3\\.00 s +(0\\.9[5-9]|1\\.0[0-5])")
    message(FATAL_ERROR "ann does not go from 0 to 1 m:\n${output}")
endif()
file(READ ${SCRATCH}/hello.glb start LIMIT 4)
if(NOT start STREQUAL "glTF")
    message(FATAL_ERROR "hello.glb is no GLB")
endif()
