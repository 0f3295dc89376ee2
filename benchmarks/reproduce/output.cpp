#include "benchmarks/reproduce/output.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "benchmarks/reproduce/machine.hpp"
#include "report/csv.hpp"

namespace isolde::reproduce {
namespace {

std::vector<std::size_t> widths_of(const Report& report) {
  std::vector<std::size_t> widths;
  for (const std::string& name : report.header) widths.push_back(name.size());
  for (const auto& row : report.rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  return widths;
}

std::string size_name(Size size) {
  return size == Size::kTiny ? "tiny" : size == Size::kSmall ? "small" : "full";
}

}  // namespace

std::string text_of(const Report& report, double seconds) {
  std::string text = fmt::format("{}\n  {}\n", report.title, report.question);
  const auto out = std::back_inserter(text);
  for (const std::string& line : report.paper) fmt::format_to(out, "  paper: {}\n", line);
  const std::vector<std::size_t> widths = widths_of(report);
  const auto print_row = [&](const std::vector<std::string>& row) {
    text += " ";
    for (std::size_t i = 0; i < row.size(); ++i) fmt::format_to(out, " {:<{}} ", row[i], widths[i]);
    text += "\n";
  };
  print_row(report.header);
  for (const auto& row : report.rows) print_row(row);
  for (const std::string& line : report.notes) fmt::format_to(out, "  note: {}\n", line);
  fmt::format_to(out, "  ({:.1f} s in all)\n\n", seconds);
  return text;
}

std::string markdown_head(const Setup& setup) {
  const bool is_full = setup.size == Size::kFull;
  return fmt::format(
      "# Results{}\n\n"
      "The papers' tables and figures beside ours, as `benchmarks/reproduce` wrote them; "
      "[laboratory.md](laboratory.md) says how to run it, [{}]({}) has {}.\n\n"
      "Machine: {}.\n\n"
      "Size: {}; each run gets {:g} s and {:g} GiB. Times are wall-clock seconds to decide, the best of "
      "three "
      "where that is cheap, without reading the file and without checking the certificate. `>` means stopped "
      "at that limit, `memory` at the limit of memory, and `-`, where no note says otherwise, not tried, "
      "since a smaller size was stopped. "
      "Peak MB are of the whole process, which holds the generated history and what was left from making it, "
      "so that small figures say little. Where a processor is shared, times are longer than they need be: "
      "each section ends with the machine's load.\n\n",
      is_full ? " at full size" : "", is_full ? "results.md" : "results-full.md",
      is_full ? "results.md" : "results-full.md",
      is_full ? "all of them at a small size" : "some of them at the papers' sizes", machine_text(),
      size_name(setup.size), setup.timeout_seconds,
      static_cast<double>(setup.limits().memory_bytes.value_or(0)) / (1 << 30));
}

std::string markdown_of(const Report& report, std::string_view command, double seconds) {
  std::string text = fmt::format("## {}\n\n{}\n\n", report.title, report.question);
  const auto out = std::back_inserter(text);
  for (const std::string& line : report.paper) fmt::format_to(out, "- Paper: {}\n", line);
  fmt::format_to(out, "\n| {} |\n|{}\n", fmt::join(report.header, " | "),
                 fmt::join(std::vector<std::string>(report.header.size(), "---|"), ""));
  for (const auto& row : report.rows) fmt::format_to(out, "| {} |\n", fmt::join(row, " | "));
  text += "\n";
  for (const std::string& line : report.notes) fmt::format_to(out, "{}\n\n", line);
  fmt::format_to(out, "`{}` ({:.1f} s in all, {})\n\n", command, seconds, load_text());
  return text;
}

bool write_file(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  return static_cast<bool>(out);
}

bool is_writable_directory(const std::string& directory) {
  std::error_code failure;
  std::filesystem::create_directories(directory, failure);
  return !failure && ::access(directory.c_str(), W_OK | X_OK) == 0;
}

bool is_writable_file(const std::string& path) {
  return static_cast<bool>(std::ofstream(path, std::ios::binary | std::ios::app));
}

// A cell that the tables show as a dash has no value, and is empty.
std::string csv_row(std::vector<std::string> cells) {
  std::ranges::replace(cells, "-", "");
  return csv_text(cells);
}

bool write_files(const Report& report, std::string_view name, const std::string& directory) {
  std::string csv = csv_text(report.header);
  for (const auto& row : report.rows) csv += csv_row(row);
  bool is_written = write_file(fmt::format("{}/{}.csv", directory, name), csv);
  for (const auto& [suffix, plot] : report.plots)
    is_written &= write_file(fmt::format("{}/{}{}.svg", directory, name, suffix), svg_of(plot));
  return is_written;
}

}  // namespace isolde::reproduce
