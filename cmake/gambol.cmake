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

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
        ${CCACHE_PROGRAM})
    # ccache can only reuse objects built against a precompiled header with this flag.
    add_compile_options(-fpch-preprocess)
endif()

# gambol_library(math SOURCES a.cpp b.cpp USES geometry Some::Target)
#
# Declares the static library of one folder as gambol::math. Names in USES that are folders of ours
# become gambol::name; anything with "::" is a third-party target.
function(gambol_library name)
    cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
    if(ARG_SOURCES)
        add_library(gambol_${name} STATIC ${ARG_SOURCES})
        list(LENGTH ARG_SOURCES count)
        if(count GREATER 3)  # compiling the header itself costs as much as it saves on three sources
            target_precompile_headers(gambol_${name} PRIVATE <Eigen/Dense> <string> <vector>)
        endif()
        set(reach PUBLIC)
    else()
        add_library(gambol_${name} INTERFACE)  # headers only
        set(reach INTERFACE)
    endif()
    add_library(gambol::${name} ALIAS gambol_${name})
    target_include_directories(gambol_${name} ${reach} ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(gambol_${name} ${reach} Eigen3::Eigen)
    gambol_link(gambol_${name} ${reach} ${ARG_USES})
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

# gambol_test(rotation_test.cpp USES math)
#
# One GoogleTest program per source file, named after its folder below tests/ and itself; LABELS
# sets CTest labels (e.g. slow).
function(gambol_test source)
    cmake_parse_arguments(ARG "" "" "USES;LABELS" ${ARGN})
    file(RELATIVE_PATH path ${CMAKE_SOURCE_DIR}/tests ${CMAKE_CURRENT_SOURCE_DIR}/${source})
    get_filename_component(folder ${path} DIRECTORY)
    get_filename_component(stem ${source} NAME_WE)
    string(REPLACE "/" "_" target "${folder}_${stem}")
    add_executable(${target} ${source})
    target_link_libraries(${target} PRIVATE gambol_test_support GTest::gtest_main)
    gambol_link(${target} PRIVATE ${ARG_USES})
    target_precompile_headers(${target} REUSE_FROM gambol_test_headers)
    # An empty LABELS would be dropped on the way and take TIMEOUT for its value.
    if(ARG_LABELS)
        set(labels LABELS "${ARG_LABELS}")
    endif()
    gtest_discover_tests(${target} TEST_PREFIX "${folder}/" DISCOVERY_TIMEOUT 60
        PROPERTIES TIMEOUT 600 ${labels})
endfunction()
