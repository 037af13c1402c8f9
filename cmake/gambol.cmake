# SPDX-License-Identifier: MIT
# Compiler settings of the whole project and the one way to declare a folder's library.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Release keeps our asserts (they are cheap and tests need them) and drops Eigen's.
set(CMAKE_CXX_FLAGS_RELEASE "-O3")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g")

add_compile_options(-Wall -Wextra -Wpedantic -Werror)
# GCC 12 warns about its own vector intrinsics (`__m256d __Y = __Y`) once Eigen inlines them.
add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
# GCC 12 sees overlapping copies where a std::variant that can hold a std::string is moved (its bug 105651).
add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
# Same seed, same bits for any thread count: no fused multiply-add behind our back.
add_compile_options(-ffp-contract=off)
# The folders of a source tree must not show up in what we ship.
add_compile_options(-ffile-prefix-map=${CMAKE_SOURCE_DIR}/=)
add_compile_definitions($<$<CONFIG:Release>:EIGEN_NO_DEBUG>)
# For shared libraries of others; ours call one another as directly as before. (On everything, since programs and
# libraries share precompiled headers.)
add_compile_options(-fPIC -fno-semantic-interposition)
# GCC collects garbage from 128 MB on, which takes 8 % of compiling Eigen; none of our sources needs 1.5 GB.
add_compile_options("$<$<CXX_COMPILER_ID:GNU>:SHELL:--param ggc-min-heapsize=1000000 --param ggc-min-expand=1000>")

if(GAMBOL_NATIVE AND NOT GAMBOL_SANITIZE)
    add_compile_options(-march=native)
endif()
if(GAMBOL_SANITIZE)
    # Left out are checks that address sanitizing makes on its own or that we cannot break (no virtual casts):
    # with them, and with full debug information, compiling Eigen takes 2.3 times as long.
    add_compile_options(-fsanitize=address,undefined -fno-sanitize=null,alignment,object-size,vptr
        -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
    add_link_options(-fsanitize=address,undefined)
endif()

if(GAMBOL_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
    # Paths are hashed as seen from the build folder, so that a second clone finds what the first one compiled.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
        CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
        ${CCACHE_PROGRAM})
    # ccache can only reuse objects built against a precompiled header with this flag.
    add_compile_options("$<IF:$<CXX_COMPILER_ID:GNU>,-fpch-preprocess,SHELL:-Xclang -fno-pch-timestamp>")
endif()

# gambol_precompiled(gambol_headers [<more>…] [USES Some::Target] [OPTIONS -flag])
#
# What nearly every source includes, compiled once for all targets that take it with REUSE_FROM. They must be
# compiled with the same OPTIONS.
function(gambol_precompiled target)
    cmake_parse_arguments(ARG "" "" "USES;OPTIONS" ${ARGN})
    set(empty ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
    file(CONFIGURE OUTPUT ${empty} CONTENT "// Nothing: only the headers matter.\n")
    add_library(${target} OBJECT ${empty})
    target_compile_options(${target} PRIVATE ${ARG_OPTIONS})
    target_link_libraries(${target} PRIVATE Eigen3::Eigen ${ARG_USES})
    target_precompile_headers(${target} PRIVATE <Eigen/Dense> <algorithm> <array> <cmath> <functional> <map>
        <memory> <optional> <string> <variant> <vector> ${ARG_UNPARSED_ARGUMENTS})
endfunction()

# gambol_library(math SOURCES a.cpp b.cpp USES geometry Some::Target [OPTIONS -flag])
#
# Declares the static library of one folder as gambol::math. Names in USES that are folders of ours
# become gambol::name; anything with "::" is a third-party target. OPTIONS go to the compiler, for the whole
# folder: a precompiled header brings its options along.
function(gambol_library name)
    cmake_parse_arguments(ARG "" "" "SOURCES;USES;OPTIONS" ${ARGN})
    if(ARG_SOURCES)
        list(SORT ARG_SOURCES)  # neighbours, compiled together, are of one subfolder
        add_library(gambol_${name} STATIC ${ARG_SOURCES})
        gambol_compile_together(gambol_${name})
        set(headers gambol_headers)
        if(ARG_OPTIONS)
            set(headers gambol_${name}_headers)
            gambol_precompiled(${headers} OPTIONS ${ARG_OPTIONS})
            target_compile_options(gambol_${name} PRIVATE ${ARG_OPTIONS})
        endif()
        target_precompile_headers(gambol_${name} REUSE_FROM ${headers})
        set(reach PUBLIC)
    else()
        add_library(gambol_${name} INTERFACE)  # headers only
        set(reach INTERFACE)
    endif()
    add_library(gambol::${name} ALIAS gambol_${name})
    target_include_directories(gambol_${name} ${reach} $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/src>
        $<INSTALL_INTERFACE:include>)
    target_compile_features(gambol_${name} ${reach} cxx_std_20)
    if(GAMBOL_NATIVE AND NOT GAMBOL_SANITIZE)
        # Eigen's types are laid out by the instructions there are: whoever uses an installed library needs the same.
        target_compile_options(gambol_${name} INTERFACE $<INSTALL_INTERFACE:-march=native>)
    endif()
    target_link_libraries(gambol_${name} ${reach} Eigen3::Eigen)
    gambol_link(gambol_${name} ${reach} ${ARG_USES})
endfunction()

# Hands the compiler a few sources at a time, so that templates they share are instantiated once: a third less
# work for a whole build, while a single edit still compiles in seconds. Names in anonymous namespaces must
# therefore differ within a folder.
function(gambol_compile_together target)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${GAMBOL_UNITY} UNITY_BUILD_BATCH_SIZE 4)
    # GCC takes what is private to one of them for a part of a header.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# Links a target to folders of ours by their bare name, and to third-party targets.
function(gambol_link target reach)
    foreach(used IN LISTS ARGN)
        if(used MATCHES "::")
            target_link_libraries(${target} ${reach} ${used})
        else()
            target_link_libraries(${target} ${reach} gambol::${used})
        endif()
    endforeach()
endfunction()

# gambol_tests(SOURCES a_test.cpp b_test.cpp USES math [SLOW "Walk.*" "*Scenes.*"])
#
# One GoogleTest program for the folder below tests/ in which this stands: motion_tests. SLOW are the tests that
# take more than a second or two, as patterns of GoogleTest; they get the label slow and do not run under
# sanitizers.
function(gambol_tests)
    cmake_parse_arguments(ARG "" "" "SOURCES;USES;SLOW" ${ARGN})
    file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR}/tests ${CMAKE_CURRENT_SOURCE_DIR})
    string(REPLACE "/" "_" target "${folder}_tests")
    add_executable(${target} ${ARG_SOURCES})
    target_link_libraries(${target} PRIVATE gambol_test_support GTest::gtest_main)
    gambol_link(${target} PRIVATE ${ARG_USES})
    target_precompile_headers(${target} REUSE_FROM gambol_test_headers)
    list(JOIN ARG_SLOW ":" slow)
    gtest_discover_tests(${target} TEST_PREFIX "${folder}/" DISCOVERY_TIMEOUT 60 TEST_FILTER "-${slow}"
        PROPERTIES TIMEOUT 600)
    if(slow AND NOT GAMBOL_SANITIZE)
        gtest_discover_tests(${target} TEST_PREFIX "${folder}/" DISCOVERY_TIMEOUT 60 TEST_FILTER "${slow}"
            TEST_LIST ${target}_slow PROPERTIES TIMEOUT 600 LABELS slow)
    endif()
endfunction()
