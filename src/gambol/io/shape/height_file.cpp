// SPDX-License-Identifier: MIT
#include "gambol/io/shape/height_file.hpp"

#include "gambol/io/file/input_file.hpp"
#include "gambol/io/input_error.hpp"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <sstream>
#include <string>
#include <vector>

namespace gambol::io {

namespace {

/// What libpng needs while it reads. It reports mistakes by longjmp, so that nothing with a
/// destructor may live in the functions that call it.
struct PngReading {
    std::FILE* file = nullptr;
    png_structp png = nullptr;
    png_infop info = nullptr;
    std::string mistake;
    png_uint_32 width = 0, height = 0;
    int bits = 0, color = 0;
    std::vector<png_byte> bytes;
    std::vector<png_bytep> rows;

    ~PngReading()
    {
        png_destroy_read_struct(&png, &info, nullptr);
        if (file)
            std::fclose(file);
    }
};

void note_mistake(png_structp png, png_const_charp message)
{
    static_cast<PngReading*>(png_get_error_ptr(png))->mistake = message;
    png_longjmp(png, 1);
}

void ignore_warning(png_structp, png_const_charp) { }

bool read_png_header(PngReading& reading)
{
    if (setjmp(png_jmpbuf(reading.png)))
        return false;
    png_init_io(reading.png, reading.file);
    png_read_info(reading.png, reading.info);
    png_get_IHDR(reading.png, reading.info, &reading.width, &reading.height, &reading.bits,
        &reading.color, nullptr, nullptr, nullptr);
    return true;
}

/// Grey values as they are stored: no gamma, no transparency.
bool read_png_rows(PngReading& reading)
{
    if (setjmp(png_jmpbuf(reading.png)))
        return false;
    if (reading.bits < 8)
        png_set_expand_gray_1_2_4_to_8(reading.png);
    if (reading.color & PNG_COLOR_MASK_ALPHA)
        png_set_strip_alpha(reading.png);
    png_set_interlace_handling(reading.png);
    png_read_update_info(reading.png, reading.info);
    const std::size_t row_bytes = png_get_rowbytes(reading.png, reading.info);
    reading.bytes.resize(row_bytes * reading.height);
    for (png_uint_32 row = 0; row < reading.height; ++row)
        reading.rows.push_back(reading.bytes.data() + row * row_bytes);
    png_read_image(reading.png, reading.rows.data());
    return true;
}

Eigen::MatrixXd read_grey_png(std::string bytes, const std::string& path)
{
    constexpr png_uint_32 kLargest = 1 << 11;  // many more than heights may be
    if (bytes.empty())
        throw InputError(path + ": is empty");
    PngReading reading;
    reading.file = fmemopen(bytes.data(), bytes.size(), "rb");
    if (!reading.file)
        throw std::bad_alloc();
    reading.png
        = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reading, note_mistake, ignore_warning);
    reading.info = png_create_info_struct(reading.png);
    if (!read_png_header(reading))
        throw InputError(path + ": cannot read PNG: " + reading.mistake);
    if (reading.color & (PNG_COLOR_MASK_COLOR | PNG_COLOR_MASK_PALETTE))
        throw InputError(path + ": has colours; heights need a grey PNG of 8 or 16 bits");
    if (reading.width > kLargest || reading.height > kLargest)
        throw InputError(fmt::format("{}: {} x {} pixels are too many; make it smaller", path,
            reading.width, reading.height));
    if (!read_png_rows(reading))
        throw InputError(path + ": cannot read PNG: " + reading.mistake);

    Eigen::MatrixXd grey(reading.height, reading.width);
    for (Eigen::Index row = 0; row < grey.rows(); ++row)
        for (Eigen::Index column = 0; column < grey.cols(); ++column) {
            const png_byte* at = reading.rows[std::size_t(row)];
            grey(row, column) = reading.bits == 16
                ? (at[2 * column] * 256 + at[2 * column + 1]) / 65535.0
                : at[column] / 255.0;
        }
    return grey;
}

std::vector<double> read_line(std::string line, const std::string& where)
{
    line.erase(std::min(line.find('#'), line.size()));
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == ',' || c == ';' || c == '\r'; }, ' ');
    std::istringstream words(line);
    std::vector<double> values;
    for (std::string word; words >> word;) {
        char* end = nullptr;
        values.push_back(std::strtod(word.c_str(), &end));
        if (*end != '\0' || !std::isfinite(values.back()))
            throw InputError(fmt::format("{}: '{}' is not a number", where, word));
    }
    return values;
}

Eigen::MatrixXd read_csv(const std::string& bytes, const std::string& path)
{
    const std::string byte_order_mark = "\xEF\xBB\xBF";  // spreadsheets write it
    std::istringstream text(
        bytes.starts_with(byte_order_mark) ? bytes.substr(byte_order_mark.size()) : bytes);
    std::vector<std::vector<double>> rows;
    int number = 0, first = 0;
    for (std::string line; std::getline(text, line);) {
        const std::string where = fmt::format("{}:{}", path, ++number);
        std::vector<double> values = read_line(line, where);
        if (values.empty())
            continue;
        if (rows.empty())
            first = number;
        else if (values.size() != rows.front().size())
            throw InputError(fmt::format("{}: {} numbers, but line {} has {}", where, values.size(),
                first, rows.front().size()));
        rows.push_back(std::move(values));
    }
    if (rows.empty())
        throw InputError(path + ": holds no numbers");
    Eigen::MatrixXd result(rows.size(), rows.front().size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < rows[i].size(); ++j)
            result(Eigen::Index(i), Eigen::Index(j)) = rows[i][j];
    return result;
}

}  // namespace

HeightFile parse_heights(const std::string& bytes, const std::filesystem::path& path)
{
    if (path.extension() == ".png")
        return { read_grey_png(bytes, path.string()), true };
    return { read_csv(bytes, path.string()), false };
}

HeightFile read_height_file(const std::filesystem::path& path)
{
    return parse_heights(read_input_file(path, kMostTable), path);
}

}  // namespace gambol::io
