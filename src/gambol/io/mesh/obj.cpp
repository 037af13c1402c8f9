// SPDX-License-Identifier: MIT
#include "gambol/io/mesh/obj.hpp"

#include "gambol/io/export/export_options.hpp"
#include "gambol/io/input_error.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

namespace gambol::io {
namespace {

/// The vertex of a face corner "7", "7/1", "7//3" or "-1" (counted from the end), from 0.
int vertex_index(const std::string& corner, int vertex_count)
{
    const int number = std::stoi(corner);
    return number > 0 ? number - 1 : vertex_count + number;
}

Mesh read(const std::filesystem::path& file, ObjLines& lines)
{
    std::ifstream in(file);
    if (!in)
        throw InputError(file.string() + ": cannot be opened");
    Mesh mesh;
    mesh.file = file.filename().string();

    int line_number = 0;
    const auto fail = [&](const std::string& message) {
        throw InputError(file.string() + ":" + std::to_string(line_number) + ": " + message);
    };
    for (std::string line; std::getline(in, line);) {
        ++line_number;
        std::istringstream words(line);
        std::string kind;
        words >> kind;
        if (kind == "v") {
            Eigen::Vector3d vertex;
            if (!(words >> vertex.x() >> vertex.y() >> vertex.z()))
                fail("a vertex needs three numbers, not '" + line + "'");
            mesh.vertices.push_back(vertex);
            lines.vertices.push_back(line_number);
        } else if (kind == "f") {
            std::vector<int> corners;
            const int count = static_cast<int>(mesh.vertices.size());
            for (std::string corner; words >> corner;) {
                int index = -1;
                try {
                    index = vertex_index(corner, count);
                } catch (const std::exception&) {
                    fail("'" + corner + "' is no vertex of a face");
                }
                if (index < 0 || index >= count)
                    fail("vertex " + corner + " does not exist");
                corners.push_back(index);
            }
            if (corners.size() < 3)
                fail("a face needs at least three vertices");
            for (std::size_t i = 2; i < corners.size(); ++i) {
                mesh.triangles.emplace_back(corners[0], corners[i - 1], corners[i]);
                lines.triangles.push_back(line_number);
            }
        }
    }
    return mesh;
}

}  // namespace

Mesh read_obj(const std::filesystem::path& file)
{
    ObjLines ignored;
    return read(file, ignored);
}

ObjLines obj_lines(const std::filesystem::path& file)
{
    ObjLines lines;
    (void)read(file, lines);
    return lines;
}

void write_obj(const std::filesystem::path& file, const Mesh& mesh)
{
    std::string text;
    for (const Eigen::Vector3d& v : mesh.vertices)
        text += fmt::format("v {} {} {}\n", v.x(), v.y(), v.z());
    for (const Eigen::Vector3i& t : mesh.triangles)
        text += fmt::format("f {} {} {}\n", t[0] + 1, t[1] + 1, t[2] + 1);
    write_export(file, text);
}

}  // namespace gambol::io
