// SPDX-License-Identifier: MIT
#include "gambol/io/export/export_options.hpp"

#include "gambol/io/file/output_file.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/motion/resample.hpp"

#include <charconv>

namespace gambol::io {

Eigen::Matrix3d up_rotation(char up)
{
    Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
    if (up == 'y')
        rotation << 1, 0, 0, 0, 0, 1, 0, -1, 0;
    return rotation;
}

std::array<int, 2> picture_size(const std::string& text)
{
    constexpr int kSmallest = 16, kLargest = 8192;
    const std::size_t cross = text.find('x');
    std::array<int, 2> size {};
    for (int i = 0; i < 2 && cross != std::string::npos; ++i) {
        const std::string part = i == 0 ? text.substr(0, cross) : text.substr(cross + 1);
        const auto [end, error] = std::from_chars(
            part.data(), part.data() + part.size(), size[static_cast<std::size_t>(i)]);
        if (error != std::errc() || end != part.data() + part.size())
            size = {};
    }
    if (size[0] < kSmallest || size[1] < kSmallest || size[0] > kLargest || size[1] > kLargest)
        throw InputError("size '" + text
            + "': expected WIDTHxHEIGHT in pixels, such as 1280x720, each from 16 to 8192");
    return size;
}

Motion at_export_rate(const Motion& motion, const ExportOptions& options)
{
    Motion bodies = without_cloth(motion);
    return options.fps > 0 && motion.times.size() > 1 ? resample(bodies, options.fps) : bodies;
}

void write_export(const std::filesystem::path& file, const std::string& bytes)
{
    write_output_file(file, bytes);
}

}  // namespace gambol::io
