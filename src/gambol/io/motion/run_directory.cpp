// SPDX-License-Identifier: MIT
#include "gambol/io/motion/run_directory.hpp"

#include "gambol/io/character/character_writer.hpp"
#include "gambol/io/export/exporters.hpp"
#include "gambol/io/export/lineup.hpp"
#include "gambol/io/export/picture.hpp"
#include "gambol/io/export/sweep_page.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/mesh/cloth_files.hpp"
#include "gambol/io/motion/atomic_directory.hpp"
#include "gambol/io/motion/kept_files.hpp"
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/motion/report_json.hpp"
#include "gambol/motion/motion_size.hpp"
#include "gambol/render/ray_scene.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

namespace gambol::io {

namespace fs = std::filesystem;

namespace {

bool is_run(const fs::path& directory)
{
    return fs::is_regular_file(directory / "versions.json")
        && (fs::is_regular_file(directory / "motion.json")
            || fs::is_regular_file(directory / "solutions.json")
            || fs::is_regular_file(directory / "sweep.json"));
}

/// The part of a path that exists already, if only as a link.
fs::path existing_part(fs::path path)
{
    std::error_code ignored;
    while (!fs::exists(fs::symlink_status(path, ignored)) && path.has_relative_path())
        path = path.parent_path();
    return path;
}

/// Why a directory cannot be in a place where something is.
std::string no_directory(const fs::path& path)
{
    std::error_code ignored;
    const bool nowhere = !fs::exists(path, ignored);
    return nowhere ? "is a link that leads nowhere" : "exists and is not a directory";
}

/// What a run directory holds beside motion.json: of a long motion as much as time allows, of any
/// as much as memory allows.
void write_exports(const RunRecord& record, const fs::path& path, RunReport& report)
{
    std::string late, large;
    const double size = motion_size(record.motion);
    const auto in_time
        = [&] { return size <= kShortMotion || record.deadline.leaves(size * kWritingSeconds); };
    std::optional<Motion> read;
    if (!record.written && in_time())
        read = read_motion_json(path / "motion.json");
    const Motion& motion = record.written ? *record.written : read ? *read : record.motion;
    for (const Exporter& exporter : exporters()) {
        if (exporter.run_file.empty() || !exporter.suits(motion))
            continue;
        if (!in_time()) {
            late += (late.empty() ? "" : ",") + exporter.name;
            continue;
        }
        try {
            const Exported exported
                = exporter.write(motion, path / exporter.run_file, { .audit = &report.audit });
            report.warnings.insert(
                report.warnings.end(), exported.notes.begin(), exported.notes.end());
        } catch (const render::TooLargeToDraw& error) {
            report.warnings.push_back({ fmt::format("{}: {}", exporter.run_file, error.what()),
                "gambol export on this directory, with --to csv" });
        } catch (const std::bad_alloc&) {
            large += (large.empty() ? "" : ",") + exporter.name;
        }
    }
    if (!late.empty())
        report.warnings.push_back({ "the time limit left no time to write " + late,
            "gambol export on this directory, with --to " + late });
    if (!large.empty())
        report.warnings.push_back({ "there was not enough memory to write " + large,
            "gambol export on a machine with more, with --to " + large });
}

}  // namespace

void check_run_directory(const fs::path& directory)
{
    const auto refuse = [&](const std::string& why) {
        throw InputError(fmt::format("{}: {}; choose another with -o", directory.string(), why));
    };
    std::error_code error;
    fs::path path = fs::absolute(directory, error).lexically_normal();
    if (error)
        refuse("the current directory is no more");
    if (!path.has_filename())  // a trailing slash
        path = path.parent_path();
    if (fs::exists(fs::symlink_status(path, error))) {
        if (!fs::is_directory(path, error))
            refuse(no_directory(path));
        if (!is_run(path) && !fs::is_empty(path, error))
            refuse("exists and is not a gambol run, so it is not replaced");
    }
    const fs::path parent = existing_part(path.parent_path());
    if (!fs::is_directory(parent, error))
        refuse(parent.string() + " " + no_directory(parent));
    // Rights alone do not tell: the file system may be read-only or no place for directories at
    // all.
    std::string probe = (parent / ".gambol-probe-XXXXXX").string();
    if (!mkdtemp(probe.data()))
        refuse(fmt::format("cannot write in {}: {}", parent.string(), std::strerror(errno)));
    fs::path missing = probe;  // the rest of the path, with the name that is written to at first
    for (const fs::path& part : path.parent_path().lexically_relative(parent))
        missing /= part;
    if (!fs::create_directories(missing / AtomicDirectory::hidden_name(path), error) && error) {
        const std::string why = error.message();
        fs::remove_all(probe, error);
        refuse(fmt::format("cannot be made: {}", why));
    }
    fs::remove_all(probe, error);
}

RunReport write_run_directory(const fs::path& directory, const RunRecord& record)
{
    check_run_directory(directory);
    AtomicDirectory target(directory);
    const fs::path& path = target.path();

    write_export(path / "motion.json", motion_to_json(record.motion));
    write_mesh_files(record.motion, path);
    RunReport report = record.report;
    write_exports(record, path, report);
    write_export(path / "scene.yaml", record.scene_yaml);
    write_export(path / "versions.json", record.versions_json);
    write_export(path / "report.json", report_to_json(report));
    write_export(path / "cost.csv", cost_csv(report));
    if (record.reshaped) {
        const auto& [before, after] = *record.reshaped;
        write_export(path / "character.yaml", character_text(after));
        write_lineup({ { "before", before }, { "after", after } }, path / "form.png");
    }
    if (!report.audit.passed())
        write_export(path / "AUDIT-FAILED.txt", audit_table(report.audit));
    keep_foreign_files(directory, path);
    target.commit();
    return report;
}

std::vector<RunReport> write_solutions_directory(const fs::path& directory,
    const std::vector<RunRecord>& solutions, const std::string& solutions_json)
{
    check_run_directory(directory);
    AtomicDirectory target(directory);
    std::vector<RunReport> reports;
    for (std::size_t i = 0; i < solutions.size(); ++i)
        reports.push_back(write_run_directory(target.path() / solution_name(i), solutions[i]));
    write_export(target.path() / "solutions.json", solutions_json);
    if (!solutions.empty())
        write_export(target.path() / "versions.json", solutions.front().versions_json);
    keep_foreign_files(directory, target.path());
    target.commit();
    return reports;
}

std::vector<RunReport> write_sweep_directory(const fs::path& directory, const std::string& name,
    const std::vector<RunRecord>& runs, const std::vector<SweepPoint>& points)
{
    check_run_directory(directory);
    AtomicDirectory target(directory);
    std::vector<RunReport> reports;
    std::vector<std::string> folders;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        folders.push_back(speed_name(points[i].speed));
        reports.push_back(write_run_directory(target.path() / folders.back(), runs[i]));
    }
    const PlotPicture plot = sweep_plot(name, points);
    write_export(target.path() / "sweep.json", sweep_json(name, points));
    write_export(target.path() / "sweep.svg", to_svg(plot));
    write_png(to_image(plot), target.path() / "sweep.png");
    write_export(target.path() / "sweep.html", sweep_html(name, points, folders));
    if (!runs.empty())
        write_export(target.path() / "versions.json", runs.front().versions_json);
    keep_foreign_files(directory, target.path());
    target.commit();
    return reports;
}

std::string speed_name(double speed)
{
    return fmt::format("speed-{:g}", speed);
}

std::string solution_name(std::size_t index)
{
    return fmt::format("solution-{}", index + 1);
}

}  // namespace gambol::io
