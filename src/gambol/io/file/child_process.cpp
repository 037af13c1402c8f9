// SPDX-License-Identifier: MIT
#include "gambol/io/file/child_process.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <new>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace gambol::io {

namespace {

#if defined(__has_feature)
#define GAMBOL_HAS_FEATURE(x) __has_feature(x)
#else
#define GAMBOL_HAS_FEATURE(x) 0
#endif
// AddressSanitizer reserves more address space than any limit would allow.
#if defined(__SANITIZE_ADDRESS__) || GAMBOL_HAS_FEATURE(address_sanitizer)
constexpr bool kLimitsMemory = false;
#else
constexpr bool kLimitsMemory = true;
#endif

// The first letter of what the child sends.
constexpr char kAnswered = 'a', kFailed = 'f';

void send(int channel, const std::string& message)
{
    for (std::size_t sent = 0; sent < message.size();) {
        const ssize_t count = write(channel, message.data() + sent, message.size() - sent);
        if (count < 0 && errno != EINTR)
            return;
        sent += count > 0 ? std::size_t(count) : 0;
    }
}

[[noreturn]] void be_the_child(
    int channel, const std::function<std::string()>& work, const ChildLimits& limits)
{
    // A crash is expected here, and reported by who waits: no handler, no core file.
    for (const int signal : { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGINT, SIGTERM, SIGHUP })
        std::signal(signal, SIG_DFL);
    const rlimit none { 0, 0 }, memory { limits.bytes, limits.bytes };
    setrlimit(RLIMIT_CORE, &none);
    if (kLimitsMemory)
        setrlimit(RLIMIT_AS, &memory);
    // What libraries print about the file is not for the user.
    if (const int silence = open("/dev/null", O_WRONLY); silence >= 0) {
        dup2(silence, STDOUT_FILENO);
        dup2(silence, STDERR_FILENO);
    }
    try {
        send(channel, kAnswered + work());
    } catch (const std::bad_alloc&) {
        raise(SIGKILL);  // there may be no memory for words
    } catch (const std::exception& error) {
        send(channel, kFailed + std::string(error.what()));
    } catch (...) {
        send(channel, kFailed + std::string("cannot be read"));
    }
    _exit(0);
}

/// Everything until the other end is closed; false when that takes too long.
bool receive(int channel, double seconds, std::string& message)
{
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    char bytes[1 << 14];
    for (;;) {
        const auto left
            = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        pollfd waiting { channel, POLLIN, 0 };
        const int ready = left > 0 ? poll(&waiting, 1, int(left)) : 0;
        if (ready == 0)
            return false;
        const ssize_t count = ready < 0 ? -1 : read(channel, bytes, sizeof bytes);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return true;
        message.append(bytes, std::size_t(count));
    }
}

}  // namespace

ChildResult do_in_child(const std::function<std::string()>& work, const ChildLimits& limits)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "cannot make a pipe");
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        be_the_child(ends[1], work, limits);
    }
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        throw std::system_error(errno, std::generic_category(), "cannot start a process");
    }
    std::string message;
    const bool in_time = receive(ends[0], limits.seconds, message);
    close(ends[0]);
    if (!in_time)
        kill(child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) { }
    if (!in_time)
        return { {}, {}, "took too long to read" };
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        return { {}, {}, "needs too much memory" };
    if (WIFSIGNALED(status))
        return { {}, {}, std::string("crashed its reader (") + strsignal(WTERMSIG(status)) + ")" };
    if (message.empty())
        return { {}, {}, "ended its reader" };
    if (message.front() == kAnswered)
        return { message.substr(1), {}, {} };
    return { {}, message.substr(1), {} };
}

}  // namespace gambol::io
