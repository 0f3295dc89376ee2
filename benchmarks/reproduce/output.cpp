#include "benchmarks/reproduce/output.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "isolde/version.hpp"
#include "report/csv.hpp"

namespace isolde::reproduce {
namespace {

bool write_file(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  return static_cast<bool>(out);
}

std::vector<std::size_t> widths_of(const Report& report) {
  std::vector<std::size_t> widths;
  for (const std::string& name : report.header) widths.push_back(name.size());
  for (const auto& row : report.rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  return widths;
}

// Times mean little if others work beside us.
std::string load_text() {
  double load = 0;
  if (::getloadavg(&load, 1) != 1) return "The machine's load is not known.";
  const bool is_busy = load > 0.5 * static_cast<double>(std::thread::hardware_concurrency());
  return fmt::format("Load average at the end: {:.1f}{}.", load,
                     is_busy ? ", so others slowed these runs down" : "");
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
  const BuildInfo build = build_info();
  return fmt::format(
      "# Results\n\n"
      "The papers' tables and figures beside ours, as `benchmarks/reproduce` wrote them; "
      "[laboratory.md](laboratory.md) says how to run it.\n\n"
      "Size: {}. Each run gets {:g} s. Machine: {} cores, x86-64, Linux; {}, {}. Times are wall-clock "
      "seconds to "
      "decide, the best of three where that is cheap, without reading the file and without checking the "
      "certificate; `>` means stopped, and `-` afterwards not tried at larger sizes. Peak MB are of the "
      "whole "
      "process, which holds the generated history and what was left from making it, so that small figures "
      "say little. {}\n\n",
      size_name(setup.size), setup.timeout_seconds, std::thread::hardware_concurrency(), build.compiler,
      build.build_type, load_text());
}

std::string markdown_of(const Report& report, std::string_view command) {
  std::string text = fmt::format("## {}\n\n{}\n\n", report.title, report.question);
  const auto out = std::back_inserter(text);
  for (const std::string& line : report.paper) fmt::format_to(out, "- Paper: {}\n", line);
  fmt::format_to(out, "\n| {} |\n|{}\n", fmt::join(report.header, " | "),
                 fmt::join(std::vector<std::string>(report.header.size(), "---|"), ""));
  for (const auto& row : report.rows) fmt::format_to(out, "| {} |\n", fmt::join(row, " | "));
  text += "\n";
  for (const std::string& line : report.notes) fmt::format_to(out, "{}\n\n", line);
  fmt::format_to(out, "`{}`\n\n", command);
  return text;
}

bool write_files(const Report& report, std::string_view name, const std::string& directory) {
  std::filesystem::create_directories(directory);
  std::string csv = csv_text(report.header);
  for (const auto& row : report.rows) csv += csv_text(row);
  bool is_written = write_file(fmt::format("{}/{}.csv", directory, name), csv);
  for (const auto& [suffix, plot] : report.plots)
    is_written &= write_file(fmt::format("{}/{}{}.svg", directory, name, suffix), svg_of(plot));
  return is_written;
}

}  // namespace isolde::reproduce
