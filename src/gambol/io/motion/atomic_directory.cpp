// SPDX-License-Identifier: MIT
#include "gambol/io/motion/atomic_directory.hpp"

#include "gambol/io/input_error.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gambol::io {

namespace fs = std::filesystem;

namespace {

constexpr const char* kOldEnding = "-old";

[[noreturn]] void refuse(const fs::path& path, const char* what)
{
    throw InputError(fmt::format("{}: {}: {}", path.string(), what, std::strerror(errno)));
}

std::string hidden_prefix(const fs::path& final_path)
{
    return fmt::format(".{}.partial-", final_path.filename().string());
}

/// A directory's own lock, held by the process that fills it; −1 if another one holds it.
int lock_directory(const fs::path& path)
{
    const int descriptor = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        return descriptor;
    if (descriptor >= 0)
        close(descriptor);
    return -1;
}

void remove_left_overs(const fs::path& final_path)
{
    const std::string prefix = hidden_prefix(final_path);
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(final_path.parent_path(), ignored)) {
        if (!entry.path().filename().string().starts_with(prefix))
            continue;
        const int lock = lock_directory(entry.path());
        if (lock < 0)
            continue;
        fs::remove_all(entry.path(), ignored);
        close(lock);
    }
}

void sync(const fs::path& path, int flags)
{
    const int descriptor = open(path.c_str(), flags | O_CLOEXEC);
    if (descriptor < 0 && errno == EACCES)
        return;  // a kept file of somebody else; we can read what we wrote
    if (descriptor < 0)
        refuse(path, "cannot open");
    const int failed = fsync(descriptor);
    close(descriptor);
    // Some file systems cannot sync a directory and say EINVAL; there is nothing better to do.
    if (failed && errno != EINVAL)
        refuse(path, "cannot write to disk");
}

}  // namespace

std::string AtomicDirectory::hidden_name(const fs::path& final_path)
{
    return hidden_prefix(final_path) + "XXXXXX" + kOldEnding;
}

AtomicDirectory::AtomicDirectory(const fs::path& final_path)
{
    std::error_code error;
    final_ = fs::weakly_canonical(fs::absolute(final_path), error);
    if (error)
        throw InputError(final_path.string() + ": " + error.message());
    if (!final_.has_filename())  // a trailing slash
        final_ = final_.parent_path();
    fs::create_directories(final_.parent_path(), error);
    if (error)
        throw InputError(final_path.string() + ": cannot create: " + error.message());
    remove_left_overs(final_);

    std::string name = (final_.parent_path() / (hidden_prefix(final_) + "XXXXXX")).string();
    // Another process may take the new directory for a left-over before we hold its lock.
    while (lock_ < 0) {
        std::string attempt = name;
        if (!mkdtemp(attempt.data()))
            refuse(final_path, "cannot create");
        path_ = attempt;
        lock_ = lock_directory(path_);
        if (lock_ >= 0 && !fs::exists(path_)) {
            close(lock_);
            lock_ = -1;
        }
    }
}

AtomicDirectory::~AtomicDirectory()
{
    std::error_code ignored;
    if (!path_.empty())
        fs::remove_all(path_, ignored);
    if (lock_ >= 0)
        close(lock_);
}

void AtomicDirectory::commit()
{
    // mkdtemp makes it private; what is published has the rights any new directory would have.
    const mode_t mask = umask(0);
    umask(mask);
    if (chmod(path_.c_str(), 0777 & ~mask) != 0)
        refuse(path_, "cannot set rights");
    for (const auto& entry : fs::recursive_directory_iterator(path_))
        if (fs::is_regular_file(entry.symlink_status()))  // links may lead nowhere, or in a circle
            sync(entry.path(), O_RDONLY);
    sync(path_, O_RDONLY | O_DIRECTORY);

    if (renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, final_.c_str(), RENAME_NOREPLACE) == 0) {
        path_.clear();
    } else if (renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, final_.c_str(), RENAME_EXCHANGE) != 0) {
        // A file system without exchange: between the two renames there is no directory, never half
        // a one.
        const fs::path old = path_.string() + kOldEnding;
        if (rename(final_.c_str(), old.c_str()) != 0 && errno != ENOENT)
            refuse(final_, "cannot replace");
        if (rename(path_.c_str(), final_.c_str()) != 0)
            refuse(final_, "cannot rename to this name");
        path_ = old;
    }
    sync(final_.parent_path(), O_RDONLY | O_DIRECTORY);
    // The destructor removes the old directory, which now has the hidden name.
}

}  // namespace gambol::io
