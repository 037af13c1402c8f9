// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/render/image.hpp"

#include <Eigen/Dense>

#include <string>
#include <variant>
#include <vector>

/// Plots as lists of strokes, boxes and words, from which both SVG and PNG are made. Pixels, y
/// down.
namespace gambol::io {

struct PlotColor {
    int red = 0, green = 0, blue = 0;
};

struct PlotPath {
    std::vector<Eigen::Vector2d> points;
    PlotColor color;
    double width = 1;
    bool dashed = false;
};

struct PlotBox {
    Eigen::Vector2d corner, size;  // upper left
    PlotColor color;
};

struct PlotDot {
    Eigen::Vector2d at;
    double radius = 3;
    PlotColor color;
    bool hollow = false;
};

struct PlotText {
    Eigen::Vector2d at;  // of its baseline
    std::string words;  // plain letters, or the PNG has boxes
    PlotColor color { 34, 34, 34 };
    double size = 12;
    enum class Anchor { start, middle, end } anchor = Anchor::start;
    bool upright = false;  // read from below
};

struct PlotPicture {
    double width = 0, height = 0;
    std::vector<std::variant<PlotPath, PlotBox, PlotDot, PlotText>> parts;

    /// All of another picture, moved.
    void add(const PlotPicture&, const Eigen::Vector2d& by);
};

[[nodiscard]] std::string to_svg(const PlotPicture&);

/// `scale` pixels of the image for each of the picture.
[[nodiscard]] render::Image to_image(const PlotPicture&, double scale = 2);

/// Text as SVG and XML want it.
[[nodiscard]] std::string xml_escaped(const std::string& text);

}  // namespace gambol::io
