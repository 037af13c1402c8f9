// SPDX-License-Identifier: MIT
#include "gambol/io/character/model_files.hpp"

#include "gambol/character/limb_detection.hpp"
#include "gambol/io/character/character_writer.hpp"
#include "gambol/io/embedded_text.hpp"
#include "gambol/io/file/child_process.hpp"
#include "gambol/io/file/input_file.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/character/mujoco_model.hpp"
#include "gambol/io/character/named_limbs.hpp"
#include "gambol/io/yaml/yaml_value.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gambol::io {

namespace {

constexpr int kDeepestBase = 8;  // a base of a base …; more is a circle

/// `over` wins; maps are merged key by key; a key set to nothing is removed.
void merge(YamlNode& base, const YamlNode& over)
{
    if (base.kind != YamlNode::Kind::map || over.kind != YamlNode::Kind::map) {
        base = over;
        return;
    }
    base.where = over.where;
    for (const YamlEntry& entry : over.entries) {
        YamlNode* const below = base.find(entry.key);
        if (entry.value.kind == YamlNode::Kind::null)
            base.entries.remove_if([&](const YamlEntry& old) { return old.key == entry.key; });
        else if (below)
            merge(*below, entry.value);
        else
            base.entries.push_back(entry);
    }
}

bool is_mujoco_file(const std::filesystem::path& path)
{
    const std::string ending = path.extension().string();
    return ending == ".xml" || ending == ".urdf";
}

/// A body in another format, as the character file that says the same.
ModelText translate_mujoco_model(
    const std::filesystem::path& path, const std::vector<LimbText>& limb_texts)
{
    MujocoBody body = read_mujoco_body(path);
    const DetectedBody found = detect_limbs(body.tree, limbs_in_tree(limb_texts, body.tree));
    ModelText text;
    text.warnings = std::move(body.warnings);
    for (const std::string& note : found.notes)
        text.warnings.push_back(path.string() + ": " + note);
    const std::vector<Limb>& limbs = found.character.limbs;
    if (limbs.empty())
        throw InputError(fmt::format(
            "{}: no limbs were found: no chain of segments has two joints some way apart; to say "
            "them, write a .yaml file with base: {} and limbs: {{leg: {{segments: [upper, lower, "
            "end]}}}}",
            path.string(), path.filename().string()));
    if (std::none_of(limbs.begin(), limbs.end(), [](const Limb& limb) { return limb.support; }))
        text.warnings.push_back(
            fmt::format("{}: no limb to stand on was found; a .yaml file with base: {} can say "
                        "which one has support: true",
                path.string(), path.filename().string()));
    text.tree = character_tree(found.character,
        fmt::format("{}, from {}", body.title, path.filename().string()), path.string());
    return text;
}

/// A text and warnings as one string, and back.
std::string packed(const ModelText& text)
{
    std::string result;
    const auto add
        = [&](const std::string& part) { result += fmt::format("{} {}", part.size(), part); };
    add(emit_yaml(text.tree));
    for (const std::string& warning : text.warnings)
        add(warning);
    return result;
}

std::vector<std::string> unpacked(const std::string& all)
{
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t blank = all.find(' ', at);
        const std::size_t size = std::stoul(all.substr(at, blank - at));
        parts.push_back(all.substr(blank + 1, size));
        at = blank + 1 + size;
    }
    return parts;
}

/// In a process of its own: MuJoCo trusts its files, and crashes on some that are wrong.
ModelText load_mujoco_model(const std::filesystem::path& path, const std::vector<LimbText>& limbs)
{
    const ChildResult read = do_in_child([&] {
        try {
            return packed(translate_mujoco_model(path, limbs));
        } catch (const InputError&) {
            throw;
        } catch (const std::exception& error) {
            throw InputError(path.string() + ": cannot be used as a body: " + error.what());
        }
    });
    if (!read.thrown.empty())
        throw InputError(read.thrown);
    if (!read.fault.empty())
        throw InputError(
            fmt::format("{}: cannot be used as a body, it {}", path.string(), read.fault));
    std::vector<std::string> parts = unpacked(read.answer);
    ModelText text;
    text.tree = parse_yaml_value(parts.front(), path.string());
    text.warnings.assign(parts.begin() + 1, parts.end());
    text.name = path.stem().string();
    text.folder = path.parent_path();
    return text;
}

ModelText load_with(const std::string& model, const std::filesystem::path& folder,
    const std::vector<LimbText>& limbs)
{
    if (is_model_file(model)) {
        const std::filesystem::path path = find_model_file(model, folder);
        if (!is_model_ending(path))
            throw InputError(
                fmt::format("{}: a model is a .yaml, .xml (MuJoCo) or .urdf file", path.string()));
        if (const std::string fault = file_fault(path); fault == "does not exist")
            throw InputError(missing_model_file(model));
        else if (!fault.empty())
            throw InputError(fmt::format("names the file '{}', which {}", model, fault));
        if (is_mujoco_file(path))
            return load_mujoco_model(path, limbs);
        return { read_yaml_file(path), path.stem().string(), path.parent_path(), {} };
    }
    for (const EmbeddedText& builtin : embedded_characters())
        if (builtin.name == model)
            return { parse_yaml(builtin.text(), "characters/" + model + ".yaml"), model, folder,
                {} };
    const std::vector<std::string> names = builtin_model_names();
    throw InputError(fmt::format(
        "unknown model '{}'{} (there are: {}; or a file ending in .yaml, .xml or .urdf)", model,
        did_you_mean(model, names), joined(names)));
}

/// `limbs` are those that files based on this one say.
YamlNode merge_bases(YamlNode tree, const std::filesystem::path& folder, int depth,
    std::vector<LimbText> limbs, std::vector<std::string>& warnings)
{
    const YamlNode* const base = tree.find("base");
    if (!base)
        return tree;
    const std::string where = base->where;
    if (depth == kDeepestBase)
        throw InputError(where + ": base goes round in a circle");
    YamlNode base_node = *base;
    collect_limbs(tree, limbs);
    ModelText below;
    try {
        below = load_with(YamlValue(base_node, "base").text(), folder, limbs);
    } catch (const InputError& error) {
        throw InputError(where + ": base: " + error.what());
    }
    warnings.insert(warnings.end(), below.warnings.begin(), below.warnings.end());
    YamlNode merged
        = merge_bases(std::move(below.tree), below.folder, depth + 1, std::move(limbs), warnings);
    tree.entries.remove_if([](const YamlEntry& entry) { return entry.key == "base"; });
    // A character of its own: the base's name and summary are not inherited.
    merged.entries.remove_if(
        [](const YamlEntry& entry) { return entry.key == "name" || entry.key == "summary"; });
    merge(merged, tree);
    return merged;
}

}  // namespace

ModelText load_model(const std::string& model, const std::filesystem::path& folder)
{
    return load_with(model, folder, {});
}

YamlNode with_base(
    YamlNode tree, const std::filesystem::path& folder, std::vector<std::string>& warnings)
{
    return merge_bases(std::move(tree), folder, 0, {}, warnings);
}

std::filesystem::path find_model_file(const std::string& model, const std::filesystem::path& folder)
{
    const std::filesystem::path beside = folder / model;
    std::error_code ignored;
    if (!is_mujoco_file(beside) || std::filesystem::exists(beside, ignored))
        return beside;
    // MuJoCo's models lie in folders of their own: humanoid/humanoid.xml.
    const std::filesystem::path models = GAMBOL_MUJOCO_MODELS;
    if (models.empty())
        return beside;
    std::vector<std::filesystem::path> places { models / model };
    for (const auto& entry : std::filesystem::directory_iterator(models, ignored))
        places.push_back(entry.path() / model);
    std::sort(places.begin() + 1, places.end());
    for (const std::filesystem::path& place : places)
        if (std::filesystem::is_regular_file(place, ignored))
            return place;
    return beside;
}

std::string missing_model_file(const std::string& model)
{
    const bool searched = !std::filesystem::path(GAMBOL_MUJOCO_MODELS).empty();
    return fmt::format("names the file '{}', which {}", model,
        !is_mujoco_file(model) ? "does not exist"
            : searched
            ? "exists neither here nor among the models that come with MuJoCo"
            : "does not exist (models that come with MuJoCo: package libmujoco-samples)");
}

bool is_model_ending(const std::filesystem::path& path)
{
    const std::string ending = path.extension().string();
    return ending == ".yaml" || ending == ".yml" || is_mujoco_file(path);
}

bool is_model_file(const std::string& model)
{
    return model.find('/') != std::string::npos || model.find('.') != std::string::npos;
}

std::vector<std::string> builtin_model_names()
{
    std::vector<std::string> names;
    for (const EmbeddedText& builtin : embedded_characters())
        names.emplace_back(builtin.name);
    return names;
}

}  // namespace gambol::io
