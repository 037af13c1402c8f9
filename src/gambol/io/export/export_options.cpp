// SPDX-License-Identifier: MIT
#include "gambol/io/export/export_options.hpp"

#include "gambol/io/input_error.hpp"
#include "gambol/motion/resample.hpp"

#include <fstream>

namespace gambol::io {

Eigen::Matrix3d up_rotation(char up)
{
    Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
    if (up == 'y')
        rotation << 1, 0, 0, 0, 0, 1, 0, -1, 0;
    return rotation;
}

Motion at_export_rate(const Motion& motion, const ExportOptions& options)
{
    Motion bodies = without_cloth(motion);
    return options.fps > 0 && motion.times.size() > 1 ? resample(bodies, options.fps) : bodies;
}

void write_export(const std::filesystem::path& file, const std::string& bytes)
{
    std::ofstream out(file, std::ios::binary);
    out << bytes;
    out.close();
    if (!out)
        throw InputError(file.string() + ": cannot be written");
}

}  // namespace gambol::io
