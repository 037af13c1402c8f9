// SPDX-License-Identifier: MIT
#include "interrupt.hpp"

#include "commands.hpp"

#include <csignal>
#include <cstring>
#include <unistd.h>

namespace gambol::app {

namespace {

// A signal handler has no arguments of its own, so this is the program's one mutable global.
std::atomic<bool> interrupted { false };
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch it");

// The last one is what batch systems are asked to send when a job's time is nearly over, and what
// mpirun hands on to those it started.
constexpr int kSignals[] = { SIGINT, SIGTERM, SIGHUP, SIGUSR1 };

void on_signal(int signal)
{
    // A terminal that is closed may say so twice: by itself and by its shell.
    if (interrupted.exchange(true) && signal == SIGHUP)
        return;
    static std::atomic<bool> told { false };
    if (told.exchange(true))
        _exit(exit_interrupted);
    static const char message[]
        = "\nstopping; what there is so far is kept (again to leave at once)\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, message, sizeof message - 1);
}

}  // namespace

const std::atomic<bool>& watch_for_interrupts()
{
    struct sigaction action;
    std::memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (const int signal : kSignals)
        if (struct sigaction before; signal != SIGHUP || sigaction(signal, nullptr, &before) != 0
            || before.sa_handler != SIG_IGN)  // nohup
            sigaction(signal, &action, nullptr);
    return interrupted;
}

void ignore_interrupts()
{
    for (const int signal : kSignals)
        std::signal(signal, SIG_IGN);
}

}  // namespace gambol::app
