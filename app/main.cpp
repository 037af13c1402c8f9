// SPDX-License-Identifier: MIT
#include "command_line.hpp"

int main(int argc, char** argv)
{
    return gambol::app::run_command_line(argc, argv);
}
