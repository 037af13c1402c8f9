// SPDX-License-Identifier: MIT
#pragma once

#include "exit_code.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The commands of the program: command_line.cpp turns the command line into one of these structs
/// and calls the function declared below it. Each returns the exit code; results go to stdout, the
/// rest to stderr.
namespace gambol::app {

struct RunArguments {
    std::string scene;
    std::string output;  // empty: runs/<scene name>[-seed-N][-solutions]
    std::vector<std::string> set;  // key.path=value
    std::optional<std::uint64_t> seed;
    int threads = 0;  // 0: one per core
    std::optional<double> time_limit;  // s
    std::optional<int> solutions;  // how many clearly different ones
    bool resume = false;
    std::optional<int> from_frame;  // of the run in the output directory
    std::optional<double> checkpoint_every;  // s
    std::string progress = "auto";
};
int run(const RunArguments&);

struct CheckArguments {
    std::string scene;
};
int check(const CheckArguments&);

struct VerifyArguments {
    std::string motion;  // run directory or motion.json
};
int verify(const VerifyArguments&);

struct ExportArguments {
    std::string motion;
    std::vector<std::string> to;  // glb, bvh, …
    std::optional<double> fps;
    std::string up;  // y or z; empty: as the format is used to
    std::string scale;  // cm or m; empty: as the format is used to
    std::string output;  // empty: beside the motion
    bool strain = false;  // in png, mp4 and gif
    std::string rig;  // skin or nodes, in glb; empty: skin
    std::string rest;  // zero, t or a, in glb and bvh; empty: zero
    std::string size;  // WIDTHxHEIGHT of mp4 and gif; empty: 640x360
    std::string loop;  // travel or in-place: one cycle of a gait; empty: all of it
};
int export_motion(const ExportArguments&);

struct ViewArguments {
    std::string motion;
};
int view(const ViewArguments&);

struct ListArguments {
    std::string what;  // empty: everything
};
int list(const ListArguments&);
std::vector<std::string> listable();

}  // namespace gambol::app
