// SPDX-License-Identifier: MIT
#include "gambol/io/character/mujoco_file.hpp"

#include "gambol/io/file/input_file.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/yaml/yaml_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <mutex>
#include <regex>
#include <string_view>

namespace gambol::io {

namespace {

std::vector<std::string>* collected_warnings = nullptr;  // only set while the hooks' lock is held

void collect_warning(const char* text)
{
    if (collected_warnings)
        collected_warnings->emplace_back(text);
}

[[noreturn]] void throw_error(const char* text)
{
    throw InputError(text);
}

/// MuJoCo reports through two global hooks; without them it writes a file beside the scene and ends
/// the program.
class Hooks {
public:
    explicit Hooks(std::vector<std::string>& warnings)
        : lock_(mutex())
        , warning_before_(mju_user_warning)
        , error_before_(mju_user_error)
    {
        collected_warnings = &warnings;
        mju_user_warning = collect_warning;
        mju_user_error = throw_error;
    }
    ~Hooks()
    {
        collected_warnings = nullptr;
        mju_user_warning = warning_before_;
        mju_user_error = error_before_;
    }
    Hooks(const Hooks&) = delete;
    Hooks& operator=(const Hooks&) = delete;

private:
    static std::mutex& mutex()
    {
        static std::mutex instance;
        return instance;
    }

    std::lock_guard<std::mutex> lock_;
    void (*warning_before_)(const char*);
    void (*error_before_)(const char*);
};

/// MuJoCo writes a line as "line 4", "line = 4" or "Line number=4".
InputError located(const std::string& path, std::string text)
{
    static const std::regex line("\\bline(?: number)?\\s*=?\\s*([0-9]+)", std::regex::icase);
    std::smatch found;
    std::string where = path;
    if (std::regex_search(text, found, line) && found[1] != "0")
        where += ":" + found[1].str();
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())))
        text.pop_back();
    // What its schema does not know may be new rather than wrong.
    if (text.find("unrecognized") != std::string::npos
        || text.find("invalid keyword") != std::string::npos)
        text += fmt::format(" (or it needs a newer MuJoCo than {})", mj_versionString());
    std::string flat;
    for (const char c : text)
        if (c != '\n')
            flat += c;
        else if (!flat.empty() && flat.back() != ' ')
            flat += flat.back() == ':' ? " " : "; ";
    return InputError(where + ": " + flat);
}

/// MuJoCo fuses links that nothing moves, and the root of a URDF into the world; not with this. It
/// stays on the line of the tag it follows, so that line numbers stay right.
std::string with_links_kept(std::string text)
{
    const auto end_of_tag = [&](const std::string& tag) {
        const std::size_t at = text.find(tag);
        return at == std::string::npos ? at : text.find_first_of(" \t\r\n/>", at + 1);
    };
    if (const std::size_t compiler = end_of_tag("<compiler"); compiler != std::string::npos) {
        if (text.find("fusestatic") == std::string::npos)
            text.insert(compiler, " fusestatic=\"false\"");
    } else if (const std::size_t own = end_of_tag("<mujoco"); own != std::string::npos) {
        const std::size_t close = text.find('>', own);
        if (close != std::string::npos && text[close - 1] != '/')
            text.insert(close + 1, "<compiler fusestatic=\"false\"/>");
    } else if (const std::size_t robot = text.find("<robot"); robot != std::string::npos) {
        const std::size_t close = text.find('>', robot);
        if (close != std::string::npos && text[close - 1] != '/')
            text.insert(close + 1, "<mujoco><compiler fusestatic=\"false\"/></mujoco>");
    }
    return text;
}

/// MuJoCo 2.2.2 writes through a null pointer for a kind of joint it does not know.
void check_urdf_joints(const std::string& text, const std::string& path)
{
    static const std::vector<std::string> known { "revolute", "continuous", "prismatic", "fixed",
        "floating", "planar" };
    constexpr std::string_view kTag = "<joint", kBlank = " \t\r\n";
    for (std::size_t at = text.find(kTag); at != std::string::npos; at = text.find(kTag, at + 1)) {
        const std::string_view tag = std::string_view(text).substr(at, text.find('>', at) - at);
        std::size_t key = tag.find("type");
        while (key != std::string_view::npos && kBlank.find(tag[key - 1]) == std::string_view::npos)
            key = tag.find("type", key + 1);
        if (key == std::string_view::npos)
            continue;  // a transmission's, or a mistake that MuJoCo names
        const std::size_t open = tag.find_first_of("\"'", key);
        const std::size_t close
            = open == std::string_view::npos ? open : tag.find(tag[open], open + 1);
        if (close == std::string_view::npos)
            continue;
        const std::string_view type = tag.substr(open + 1, close - open - 1);
        if (std::find(known.begin(), known.end(), type) == known.end())
            throw InputError(fmt::format("{}:{}: unknown type of joint '{}' (there are: {})", path,
                1 + std::count(text.begin(), text.begin() + std::ptrdiff_t(at), '\n'), type,
                joined(known)));
    }
}

struct VfsDeleter {
    void operator()(mjVFS* vfs) const
    {
        mj_deleteVFS(vfs);
        delete vfs;
    }
};

}  // namespace

MujocoFile compile_mujoco_file(const std::filesystem::path& path)
{
    MujocoFile file;
    const Hooks hooks(file.warnings);
    char error[1000] = "";
    std::string text = read_input_file(path, kMostYaml);
    if (text.empty())
        throw InputError(path.string() + ": the file is empty");
    std::unique_ptr<mjVFS, VfsDeleter> vfs;
    if (path.extension() == ".urdf") {
        check_urdf_joints(text, path.string());
        text = with_links_kept(std::move(text));
        vfs.reset(new mjVFS);
        mj_defaultVFS(vfs.get());
        const std::string name = path.filename().string();
        if (mj_makeEmptyFileVFS(vfs.get(), name.c_str(), static_cast<int>(text.size())) != 0)
            throw InputError(path.string() + ": the name or the file is too long for MuJoCo");
        std::memcpy(
            vfs->filedata[mj_findFileVFS(vfs.get(), name.c_str())], text.data(), text.size());
    }
    try {
        file.model.reset(mj_loadXML(path.string().c_str(), vfs.get(), error, sizeof error));
        if (!file.model)
            throw InputError(error);
        file.data.reset(mj_makeData(file.model.get()));
        mj_resetData(file.model.get(), file.data.get());
        mj_kinematics(file.model.get(), file.data.get());
    } catch (const InputError& thrown) {
        throw located(path.string(), thrown.what());
    }
    return file;
}

std::string mujoco_name(const mjModel& model, int kind, int id, const std::string& otherwise)
{
    const char* const name = mj_id2name(&model, kind, id);
    if (!name || !*name)
        return otherwise;
    std::string result;
    for (const char* c = name; *c; ++c)
        result += std::isalnum(static_cast<unsigned char>(*c)) || *c == '-' ? *c : '_';
    return result;
}

}  // namespace gambol::io
