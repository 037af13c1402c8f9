// SPDX-License-Identifier: MIT
#include "gambol/io/bvh/bvh_reader.hpp"

#include "gambol/io/input_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

namespace gambol::io {

namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;

class Parser {
public:
    Parser(const std::string& text, const std::string& file)
        : file_(file)
    {
        std::istringstream lines(text);
        std::string line;
        for (int number = 1; std::getline(lines, line); ++number) {
            std::istringstream words(line);
            std::string word;
            while (words >> word)
                words_.push_back({ word, number });
        }
    }

    BvhClip parse()
    {
        expect("HIERARCHY");
        BvhClip clip;
        expect("ROOT");
        read_joint(clip, -1, rest_of_line());
        if (at_ < words_.size() && words_[at_].text == "ROOT") {
            ++at_;
            fail("a second ROOT; one skeleton a file is read, so cut the other one out");
        }
        expect("MOTION");
        expect("Frames:");
        const double frames = number();
        expect("Frame");
        expect("Time:");
        clip.frame_time = number();
        if (!(clip.frame_time > 0) || !(frames >= 2) || frames > 1e7)
            fail("needs at least two frames and a frame time above 0");
        std::size_t channels = 0;
        for (const BvhClip::Joint& joint : clip.joints)
            channels += joint.channels.size();
        clip.frames.assign(static_cast<std::size_t>(frames), std::vector<double>(channels));
        for (std::vector<double>& frame : clip.frames)
            for (double& value : frame)
                value = number();
        return clip;
    }

private:
    /// Of the word that was read last.
    [[nodiscard]] int line() const
    {
        return words_.empty() ? 1 : words_[std::min(at_, words_.size()) - (at_ ? 1 : 0)].line;
    }
    [[noreturn]] void fail(const std::string& message) const
    {
        throw InputError(fmt::format("{}:{}: {}", file_, line(), message));
    }
    /// A name may have blanks: "Bip01 L Thigh".
    std::string rest_of_line()
    {
        std::string name = next();
        while (at_ < words_.size() && words_[at_].line == line() && words_[at_].text != "{")
            name.append(1, ' ').append(next());
        return name;
    }
    std::string next()
    {
        if (at_ == words_.size())
            fail("the file ends too early");
        return words_[at_++].text;
    }
    void expect(const std::string& word)
    {
        if (const std::string found = next(); found != word)
            fail(fmt::format("expected '{}', not '{}'", word, found));
    }
    double number()
    {
        const std::string word = next();
        std::size_t used = 0;
        double value = 0;
        try {
            value = std::stod(word, &used);
        } catch (const std::exception&) {
            used = 0;
        }
        if (used != word.size() || !std::isfinite(value))
            fail(fmt::format("expected a number, not '{}'", word));
        return value;
    }
    void read_joint(BvhClip& clip, int parent, const std::string& name, int depth = 0)
    {
        constexpr int kDeepest = 256;  // as many segments as a character has at most
        if (depth > kDeepest)
            fail(fmt::format("a chain of more than {} joints", kDeepest));
        const int index = static_cast<int>(clip.joints.size());
        clip.joints.push_back({ name, parent, Vector3d::Zero(), {}, line() });
        expect("{");
        for (std::string word = next(); word != "}"; word = next()) {
            BvhClip::Joint& joint = clip.joints[static_cast<std::size_t>(index)];
            if (word == "OFFSET") {
                for (int i = 0; i < 3; ++i)
                    joint.offset[i] = number();
            } else if (word == "CHANNELS") {
                const double count = number();
                for (int i = 0; i < count; ++i) {
                    joint.channels.push_back(next());
                    const std::string& channel = joint.channels.back();
                    if (channel.find_first_of("XYZ") != 0
                        || (channel.substr(1) != "position" && channel.substr(1) != "rotation"))
                        fail(fmt::format("'{}' is not a channel", channel));
                }
            } else if (word == "JOINT") {
                read_joint(clip, index, rest_of_line(), depth + 1);
            } else if (word == "End") {
                expect("Site");
                read_joint(clip, index, "End Site", depth + 1);
            } else {
                fail(fmt::format("unexpected '{}'", word));
            }
        }
    }

    struct Word {
        std::string text;
        int line;
    };
    std::string file_;
    std::vector<Word> words_;
    std::size_t at_ = 0;
};

}  // namespace

BvhClip parse_bvh(const std::string& text, const std::string& file)
{
    return Parser(text, file).parse();
}

std::vector<Isometry3d> BvhClip::pose(std::size_t frame) const
{
    std::vector<Isometry3d> world;
    std::size_t next = 0;
    for (const Joint& joint : joints) {
        Isometry3d local = Isometry3d::Identity();
        Vector3d place = joint.offset;
        for (const std::string& channel : joint.channels) {
            const double value = frames[frame][next++];
            const int axis = channel[0] - 'X';
            if (channel.substr(1) == "position") {
                place[axis] += value;
            } else {
                local.rotate(
                    Eigen::AngleAxisd(value * std::numbers::pi / 180, Vector3d::Unit(axis)));
            }
        }
        local.pretranslate(place);
        world.push_back(
            joint.parent < 0 ? local : world[static_cast<std::size_t>(joint.parent)] * local);
    }
    return world;
}

}  // namespace gambol::io
