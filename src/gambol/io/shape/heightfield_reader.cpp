// SPDX-License-Identifier: MIT
#include "gambol/io/shape/heightfield_reader.hpp"

#include "gambol/io/file/input_file.hpp"
#include "gambol/io/shape/height_file.hpp"
#include "gambol/math/random.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace gambol::io {

namespace {

using Eigen::MatrixXd;
using Eigen::Vector2d;

constexpr Eigen::Index kMostAlongASide
    = 513;  // along a side; all of them are written to motion.json

/// Heights that are computed are rounded: 10 µm are invisible and keep files short.
double rounded(double height)
{
    return std::round(height * 1e5) / 1e5;
}

void check_nodes(const YamlValue& value, Eigen::Index rows, Eigen::Index columns)
{
    if (rows < 2 || columns < 2)
        value.fail(fmt::format("needs at least 2 rows of 2 heights, not {} of {}", rows, columns));
    if (rows > kMostAlongASide || columns > kMostAlongASide)
        value.fail(fmt::format("has {} x {} heights, more than {} along a side; make it coarser",
            columns, rows, kMostAlongASide));
}

MatrixXd read_rows(const YamlValue& value)
{
    const std::vector<YamlValue> rows = value.list();
    const std::size_t columns = rows.empty() ? 0 : rows[0].list().size();
    check_nodes(value, Eigen::Index(rows.size()), Eigen::Index(columns));
    MatrixXd heights(rows.size(), columns);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::vector<YamlValue> row = rows[i].list(columns);
        for (std::size_t j = 0; j < columns; ++j)
            heights(Eigen::Index(i), Eigen::Index(j)) = row[j].number(Quantity::length);
    }
    return heights;
}

MatrixXd read_file(const YamlMap& map, const std::filesystem::path& folder)
{
    const YamlValue file = map.at("file");
    const std::filesystem::path name = file.text();
    if (name.extension() != ".png" && name.extension() != ".csv")
        file.fail(fmt::format("names '{}'; heights come from .png or .csv files", name.string()));
    if (const std::string fault = file_fault(folder / name); !fault.empty())
        file.fail(fmt::format("names the file '{}', which {}", name.string(), fault));
    HeightFile read = read_height_file(folder / name);
    check_nodes(file, read.rows.rows(), read.rows.cols());
    if (read.relative && !map.has("height"))
        file.fail("is a picture; add height: [of black, of white], e.g. [0m, 0.5m]");
    if (map.has("height")) {
        const Vector2d range = map.at("height").vector2(Quantity::length);
        const double low = read.relative ? 0 : read.rows.minCoeff();
        const double high = read.relative ? 1 : read.rows.maxCoeff();
        const double scale = high > low ? (range[1] - range[0]) / (high - low) : 0;
        read.rows = (range[0] + scale * (read.rows.array() - low)).matrix();
    }
    return read.rows.unaryExpr(&rounded);
}

YamlNode as_node(const MatrixXd& rows, const std::string& where)
{
    YamlNode list;
    list.kind = YamlNode::Kind::sequence;
    list.where = where;
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
        YamlNode row;
        row.kind = YamlNode::Kind::sequence;
        row.where = where;
        for (Eigen::Index j = 0; j < rows.cols(); ++j) {
            YamlNode number;
            number.kind = YamlNode::Kind::scalar;
            number.where = where;
            number.scalar = fmt::format("{}", rows(i, j));
            row.items.push_back(std::move(number));
        }
        list.items.push_back(std::move(row));
    }
    return list;
}

/// One plane wave of the hills.
struct Wave {
    Vector2d number;  // rad/m
    double phase;
};

std::vector<Wave> make_waves(double wavelength, std::uint64_t seed)
{
    constexpr int kWaves = 12;
    constexpr double kLongest = 1.8;  // × wavelength, which is the shortest
    Random random(seed);
    std::vector<Wave> waves;
    for (int k = 0; k < kWaves; ++k) {
        // Directions all around, so that no seed makes furrows.
        const double angle = std::numbers::pi * (k + random.uniform()) / kWaves;
        const double length = wavelength * (1 + (kLongest - 1) * random.uniform());
        waves.push_back(
            { 2 * std::numbers::pi / length * Vector2d(std::cos(angle), std::sin(angle)),
                2 * std::numbers::pi * random.uniform() });
    }
    return waves;
}

/// Smooth hills around height 0 that reach `amplitude` up or down somewhere.
MatrixXd read_hills(const YamlValue& value, const Vector2d& at, const Vector2d& size)
{
    constexpr double kNodesPerWave = 12;
    const YamlMap map = value.map({ "amplitude", "wavelength", "seed" });
    const double amplitude = map.at("amplitude").number(Quantity::length, kPositive);
    const double wavelength = map.at("wavelength").number(Quantity::length, kPositive);
    const std::vector<Wave> waves = make_waves(wavelength, map.get("seed", "1").unsigned_integer());
    const auto nodes = [&](double length) {
        return 1 + Eigen::Index(std::max(1.0, std::ceil(kNodesPerWave * length / wavelength)));
    };
    if (std::max(nodes(size.x()), nodes(size.y())) > kMostAlongASide)
        map.at("wavelength")
            .fail(fmt::format("is too short for a size of {:g} m; try {:.2g}m", size.maxCoeff(),
                kNodesPerWave * size.maxCoeff() / double(kMostAlongASide - 2)));
    MatrixXd rows(nodes(size.y()), nodes(size.x()));
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
        for (Eigen::Index j = 0; j < rows.cols(); ++j) {
            const Vector2d place(at.x() + size.x() * (double(j) / double(rows.cols() - 1) - 0.5),
                at.y() + size.y() * (0.5 - double(i) / double(rows.rows() - 1)));
            rows(i, j) = 0;
            for (const Wave& wave : waves)
                rows(i, j) += std::cos(wave.number.dot(place) + wave.phase);
        }
    rows *= amplitude / rows.cwiseAbs().maxCoeff();
    return rows.unaryExpr(&rounded);
}

}  // namespace

Shape read_heightfield(const YamlValue& value, const std::filesystem::path& folder)
{
    const YamlMap map = value.map({ "at", "size", "heights", "file", "height", "hills" });
    const int sources = map.has("heights") + map.has("file") + map.has("hills");
    if (sources != 1)
        value.fail(std::string(sources == 0 ? "has no heights" : "has its heights from two places")
            + "; give one of heights: [[…], …], file: NAME.png or hills: {amplitude, wavelength}");
    if (map.has("height") && !map.has("file"))
        map.at("height").fail("scales the heights of a file; here they are written as they are");
    const Vector2d at = map.get("at", "[0, 0]").vector2(Quantity::length);
    const Vector2d size = (map.has("hills") ? map.get("size", "[10, 10]") : map.at("size"))
                              .vector2(Quantity::length, kPositive);
    MatrixXd rows;
    if (map.has("heights"))
        rows = read_rows(map.at("heights"));
    else if (map.has("hills"))
        rows = read_hills(map.at("hills"), at, size);
    else {
        rows = read_file(map, folder);
        YamlNode& node = value.node();
        node.set("heights", as_node(rows, map.at("file").where()));
        node.entries.remove_if(
            [](const YamlEntry& entry) { return entry.key == "file" || entry.key == "height"; });
    }
    Heightfield field;
    field.origin = at - size / 2;
    field.cell = size.cwiseQuotient(Vector2d(double(rows.cols() - 1), double(rows.rows() - 1)));
    field.heights = rows.colwise().reverse().transpose();
    return field;
}

}  // namespace gambol::io
