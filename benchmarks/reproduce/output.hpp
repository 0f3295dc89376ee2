// A report as text, as Markdown, as CSV and SVG files.
#pragma once

#include <string>
#include <string_view>

#include "benchmarks/reproduce/experiment.hpp"

namespace isolde::reproduce {

[[nodiscard]] std::string text_of(const Report& report, double seconds);
[[nodiscard]] std::string markdown_of(const Report& report, std::string_view command, double seconds);
// Before the first report: what machine and build it was, and how to read the rest.
[[nodiscard]] std::string markdown_head(const Setup& setup);
// To be asked before hours are spent. The directory is made if it is not there.
[[nodiscard]] bool is_writable_directory(const std::string& directory);
[[nodiscard]] bool is_writable_file(const std::string& path);
[[nodiscard]] bool write_file(const std::string& path, const std::string& text);
// NAME.csv, and an SVG per plot. False: a file cannot be written.
[[nodiscard]] bool write_files(const Report& report, std::string_view name, const std::string& directory);

}  // namespace isolde::reproduce
