// SPDX-License-Identifier: MIT
#include "gambol/io/mesh/obj.hpp"

#include "gambol/io/file/input_file.hpp"
#include "gambol/io/file/output_file.hpp"
#include "gambol/io/input_error.hpp"

#include <fmt/format.h>

#include <sstream>

namespace gambol::io {
namespace {

constexpr double kFarthest = 1e9;  // m: squares and cubes of it are still exact enough

/// The vertex of a face corner "7", "7/1", "7//3" or "-1" (counted from the end), from 0.
int vertex_index(const std::string& corner, int vertex_count)
{
    const int number = std::stoi(corner);
    return number > 0 ? number - 1 : vertex_count + number;
}

Mesh parse(const std::string& text, const std::string& name, ObjLines& lines)
{
    std::istringstream in(text);
    Mesh mesh;

    int line_number = 0;
    const auto fail = [&](const std::string& message) {
        throw InputError(name + ":" + std::to_string(line_number) + ": " + message);
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
            if (!(vertex.cwiseAbs().maxCoeff() < kFarthest))
                fail("a vertex " + line.substr(1) + " is too far away to compute with");
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
    if (mesh.triangles.empty())
        throw InputError(name + ": not an OBJ mesh, it has no faces");
    return mesh;
}

Mesh read(const std::filesystem::path& file, ObjLines& lines)
{
    if (const std::string fault = file_fault(file); !fault.empty())
        throw InputError(file.string() + ": " + fault);
    Mesh mesh = parse(read_input_file(file, kMostMesh), file.string(), lines);
    mesh.file = file.filename().string();
    return mesh;
}

}  // namespace

Mesh read_obj(const std::filesystem::path& file)
{
    ObjLines ignored;
    return read(file, ignored);
}

Mesh parse_obj(const std::string& text, const std::string& name)
{
    ObjLines ignored;
    return parse(text, name, ignored);
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
    write_output_file(file, text);
}

}  // namespace gambol::io
