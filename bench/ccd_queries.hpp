// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/collision/closest_points.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace gambol {

/// A moving pair and whether it touches, known exactly.
struct CcdQuery {
    collision::PairKind kind = collision::PairKind::vertex_triangle;
    collision::FourPoints x_t0, x_t1;
    bool hit = false;
};

/// Reads FOLDER/*/{vertex-face,edge-edge}/*.csv: eight rows a query, four vertices at the start,
/// four at the end; every coordinate as numerator and denominator, then the truth. All are exact in
/// double.
inline std::vector<CcdQuery> read_ccd_queries(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".csv")
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::vector<CcdQuery> queries;
    for (const auto& file : files) {
        CcdQuery query;
        query.kind = file.parent_path().filename() == "edge-edge"
            ? collision::PairKind::edge_edge
            : collision::PairKind::vertex_triangle;
        std::ifstream in(file);
        std::size_t row = 0;
        for (std::string line; std::getline(in, line);) {
            std::istringstream cells(line);
            std::vector<long double> numbers;
            for (std::string cell; std::getline(cells, cell, ',');)
                numbers.push_back(std::stold(cell));
            if (numbers.size() != 7)
                continue;
            collision::FourPoints& x = row % 8 < 4 ? query.x_t0 : query.x_t1;
            for (std::size_t k = 0; k < 3; ++k)
                x[row % 4][Eigen::Index(k)] = double(numbers[2 * k] / numbers[2 * k + 1]);
            query.hit = numbers[6] != 0;
            if (++row % 8 == 0)
                queries.push_back(query);
        }
    }
    return queries;
}

}  // namespace gambol
