// SPDX-License-Identifier: MIT
#include "gambol/io/bvh/bvh_names.hpp"

#include <algorithm>
#include <cctype>

namespace gambol::io {

namespace {

bool is_upper(char c)
{
    return std::isupper(static_cast<unsigned char>(c)) != 0;
}

/// Splits at what is no letter or digit, and before capitals: "Bip01 L UpperArm" is bip01, l,
/// upper, arm.
std::vector<std::string> words_of(const std::string& name)
{
    std::vector<std::string> words;
    bool open = false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (!std::isalnum(static_cast<unsigned char>(c))) {
            open = false;
            continue;
        }
        const bool begins = is_upper(c) && (i == 0 || !is_upper(name[i - 1]));
        if (!open || begins)
            words.emplace_back();
        words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        open = true;
    }
    return words;
}

bool is_rig(const std::string& word)
{
    return word == "bip" || word == "bip01" || word == "bip001" || word == "mixamorig"
        || word == "def" || word == "character" || word == "skeleton";
}

/// Parts in common use for segments of a human, the best first. Where a back has many links the
/// lowest one bends at the waist.
const std::map<std::string, std::vector<std::string>>& known_parts()
{
    static const std::map<std::string, std::vector<std::string>> parts {
        { "pelvis", { "hips", "pelvis", "hip", "root" } },
        { "chest",
            { "spine", "spine0", "spine01", "lowerback", "abdomen", "spine1", "torso", "waist",
                "chest", "thorax" } },
        { "head", { "neck", "neck01", "lowerneck", "neck1", "head" } },
        { "thigh", { "upleg", "thigh", "upperleg", "femur", "hip" } },
        { "shank", { "leg", "shin", "calf", "lowerleg", "loleg", "tibia", "knee" } },
        { "foot", { "foot", "ankle" } },
        { "upper_arm", { "arm", "upperarm", "uparm", "shldr", "humerus", "shoulder", "collar" } },
        { "forearm", { "forearm", "lowerarm", "loarm", "lowarm", "radius", "elbow" } },
        { "hand", { "hand", "wrist" } },
    };
    return parts;
}

bool is_known(const std::string& part)
{
    for (const auto& [segment, parts] : known_parts())
        if (std::find(parts.begin(), parts.end(), part) != parts.end())
            return true;
    return false;
}

}  // namespace

JointName joint_name(const std::string& name)
{
    JointName result;
    const std::size_t colon = name.rfind(':');
    std::vector<std::string> words
        = words_of(colon == std::string::npos ? name : name.substr(colon + 1));
    if (words.size() > 1)
        std::erase_if(words, is_rig);
    std::string rest;
    for (const std::string& word : words) {
        const bool left = word == "left" || word == "l" || word == "lft",
                   right = word == "right" || word == "r" || word == "rgt";
        if (result.side == ' ' && (left || right))
            result.side = left ? 'l' : 'r';
        else
            rest += word;
    }
    // Without capitals the side is the beginning: leftupleg, lfemur.
    for (const auto& [start, side] :
        { std::pair { "left", 'l' }, { "right", 'r' }, { "l", 'l' }, { "r", 'r' } }) {
        const std::string head = start;
        if (result.side == ' ' && rest.starts_with(head) && !is_known(rest)
            && is_known(rest.substr(head.size()))) {
            result.side = side;
            rest = rest.substr(head.size());
        }
    }
    result.part = rest;
    return result;
}

std::vector<int> find_joints(
    const BvhClip& clip, const Character& body, const std::map<std::string, std::string>& by_hand)
{
    const auto first = [&](const auto& fits) {
        for (std::size_t j = 0; j < clip.joints.size(); ++j)
            if (!clip.joints[j].channels.empty() && fits(clip.joints[j].name))
                return static_cast<int>(j);
        return -1;
    };
    std::vector<int> found;
    for (const Segment& segment : body.segments) {
        const auto chosen = by_hand.find(segment.name);
        const std::string exact = chosen == by_hand.end() ? segment.name : chosen->second;
        int joint = first([&](const std::string& name) { return name == exact; });
        const char side = segment.name.starts_with("left_") ? 'l'
            : segment.name.starts_with("right_")            ? 'r'
                                                            : ' ';
        const std::string part
            = side == ' ' ? segment.name : segment.name.substr(segment.name.find('_') + 1);
        const auto others = known_parts().find(part);
        if (others != known_parts().end() && chosen == by_hand.end())
            for (const std::string& other : others->second) {
                if (joint >= 0)
                    break;
                joint = first([&](const std::string& name) {
                    const JointName apart = joint_name(name);
                    return apart.side == side && apart.part == other;
                });
            }
        found.push_back(joint);
    }
    return found;
}

}  // namespace gambol::io
