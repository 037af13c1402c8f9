// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/export/export_options.hpp"

namespace gambol::io {

/// The viewer page (viewer/) with the text of a motion.json inside, and of what it needs beside
/// (view_meshes.hpp): one file that a browser shows straight from disk, without a network. Texts
/// are taken as they are; the page itself says what is wrong with a motion it cannot read.
/// `audit_json` is what verify.json holds; with "{}" the page says nothing about it.
std::string view_page(const std::string& motion_json, const std::string& meshes_json = "{}",
    const std::string& audit_json = "{}");

constexpr std::size_t kLargestPage = 20'000'000;  // bytes of text

/// Writes the page of a motion. Meshes and cloth above `largest` bytes of text stand in a script
/// beside it, e.g. view.meshes.js for view.html, which the page looks for. The page shows the audit
/// and says at its top when that failed; the motion is audited here unless its audit is known.
/// Returns the files written; throws InputError when one cannot be.
std::vector<std::filesystem::path> write_view_page(const Motion& motion,
    const std::filesystem::path& file, std::size_t largest = kLargestPage,
    const AuditReport* known = nullptr);

/// The same as an export.
Exported write_view_html(
    const Motion& motion, const std::filesystem::path& file, const ExportOptions& = {});

}  // namespace gambol::io
