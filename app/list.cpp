// SPDX-License-Identifier: MIT
#include "commands.hpp"

#include "scene_folder.hpp"

#include "gambol/io/character/character_reader.hpp"
#include "gambol/io/scene/cloth_reader.hpp"
#include "gambol/io/export/exporters.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/io/yaml/yaml_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace gambol::app {

namespace {

namespace fs = std::filesystem;

/// A scene file starts with a comment that says what happens in it.
std::string first_comment(const fs::path& file)
{
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    return line.starts_with("# ") ? line.substr(2) : "";
}

std::vector<io::Listing> list_scenes()
{
    std::vector<io::Listing> result;
    std::error_code error;
    for (const fs::path& file : shipped_scenes())
        result.push_back({ fs::proximate(file, error).string(), first_comment(file) });
    return result;
}

/// Each model's poses, with the model in the name: human/standing.
std::vector<io::Listing> list_all_poses()
{
    std::vector<io::Listing> result;
    for (const io::Listing& model : io::list_characters())
        for (const io::Listing& pose : io::list_poses(model.name))
            result.push_back({ model.name + "/" + pose.name, pose.summary });
    return result;
}

struct Kind {
    std::string name;
    std::vector<io::Listing> (*entries)();
};

const std::vector<Kind>& kinds()
{
    static const std::vector<Kind> table {
        { "scenes", list_scenes },
        { "characters", io::list_characters },
        { "poses", list_all_poses },
        { "goals", io::list_goals },
        { "shapes", io::list_shapes },
        { "materials", io::list_materials },
        { "methods", io::list_methods },
        { "formats", io::list_exporters },
    };
    return table;
}

void print(const std::vector<io::Listing>& entries, const std::string& indent)
{
    std::size_t width = 0;
    for (const io::Listing& entry : entries)
        width = std::max(width, entry.name.size());
    for (const io::Listing& entry : entries)
        fmt::print("{}{}\n", indent,
            entry.summary.empty() ? entry.name
                                  : fmt::format("{:<{}}  {}", entry.name, width, entry.summary));
}

}  // namespace

std::vector<std::string> listable()
{
    std::vector<std::string> names;
    for (const Kind& kind : kinds())
        names.push_back(kind.name);
    return names;
}

int list(const ListArguments& arguments)
{
    bool found = false;
    for (const Kind& kind : kinds()) {
        if (arguments.what.empty()) {
            fmt::print("{}\n", kind.name);
            print(kind.entries(), "  ");
            found = true;
        } else if (arguments.what == kind.name) {
            print(kind.entries(), "");
            found = true;
        }
    }
    if (!found)
        throw io::InputError(fmt::format("list: unknown kind '{}'{} (known: {})", arguments.what,
            io::did_you_mean(arguments.what, listable()), io::joined(listable())));
    return exit_done;
}

}  // namespace gambol::app
