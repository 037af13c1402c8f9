// SPDX-License-Identifier: MIT
#include "gambol/io/export/picture.hpp"

#include "gambol/io/file/output_file.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/render/sheet.hpp"

#include <png.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace gambol::io {

namespace {

png_image rgb_header()
{
    png_image header {};
    header.version = PNG_IMAGE_VERSION;
    return header;
}

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& what)
{
    throw InputError(path.string() + ": " + what);
}

}  // namespace

void write_png(const render::Image& image, const std::filesystem::path& path)
{
    if (image.rgb.empty())
        fail(path, "an empty picture cannot be written");
    png_image header = rgb_header();
    header.width = png_uint_32(image.width);
    header.height = png_uint_32(image.height);
    header.format = PNG_FORMAT_RGB;
    OutputFile output(path);
    errno = 0;
    if (!png_image_write_to_file(&header, output.path().c_str(), 0, image.rgb.data(), 0, nullptr))
        fail(path,
            std::string("cannot be written: ") + (errno ? std::strerror(errno) : header.message));
    output.commit();
}

render::Image read_png(const std::filesystem::path& path)
{
    png_image header = rgb_header();
    if (!png_image_begin_read_from_file(&header, path.c_str()))
        fail(path, std::string("cannot read PNG: ") + header.message);
    header.format = PNG_FORMAT_RGB;
    render::Image image(int(header.width), int(header.height));
    if (!png_image_finish_read(&header, nullptr, image.rgb.data(), 0, nullptr))
        fail(path, std::string("cannot read PNG: ") + header.message);
    return image;
}

Exported write_sheet(
    const Motion& motion, const std::filesystem::path& file, const ExportOptions& options)
{
    write_png(render::contact_sheet(motion, { .strain = options.strain }), file);
    return { { file } };
}

}  // namespace gambol::io
