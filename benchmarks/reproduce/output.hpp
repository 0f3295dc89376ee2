// A report as text, as Markdown, as CSV and SVG files.
#pragma once

#include <string>
#include <string_view>

#include "benchmarks/reproduce/experiment.hpp"

namespace isolde::reproduce {

[[nodiscard]] std::string text_of(const Report& report, double seconds);
[[nodiscard]] std::string markdown_of(const Report& report, std::string_view command);
// Before the first report: what machine and build it was, without its name.
[[nodiscard]] std::string markdown_head(const Setup& setup);
// NAME.csv, and an SVG per plot. False: a file cannot be written.
[[nodiscard]] bool write_files(const Report& report, std::string_view name, const std::string& directory);

}  // namespace isolde::reproduce
