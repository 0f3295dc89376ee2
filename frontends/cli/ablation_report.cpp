#include "frontends/cli/ablation_report.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/visible_text.hpp"
#include "certify/verdict_words.hpp"

namespace isolde {
namespace {

// The columns of settings in which rows differ.
std::vector<std::size_t> varying(std::span<const AblationRow> rows) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < kCellColumns.size(); ++i)
    if (std::ranges::any_of(
            rows, [&](const AblationRow& row) { return row.settings[i] != rows.front().settings[i]; }))
      columns.push_back(i);
  return columns;
}

// A setting that has no meaning in a cell is a dash in the table.
std::string_view text_of_setting(const AblationRow& row, std::size_t column) {
  return row.settings[column].empty() ? "-" : std::string_view(row.settings[column]);
}

std::size_t width_of(std::span<const AblationRow> rows, std::size_t column) {
  std::size_t width = kCellColumns[column].size();
  for (const AblationRow& row : rows) width = std::max(width, text_of_setting(row, column).size());
  return width;
}

std::string text_of(std::optional<std::uint64_t> count) { return count ? std::to_string(*count) : "-"; }

template <class Number>
nlohmann::ordered_json json_of(std::optional<Number> number) {
  return number ? nlohmann::ordered_json(*number) : nlohmann::ordered_json();
}

// A number stays a number, a name is a string, and a setting that has no meaning in a cell is null.
nlohmann::ordered_json json_of_setting(const AblationRow& row, std::size_t column) {
  const std::string& text = row.settings[column];
  if (text.empty()) return {};
  const bool is_number = kCellColumns[column] == "vo_fraction" || kCellColumns[column] == "seed";
  return is_number ? nlohmann::ordered_json::parse(text) : nlohmann::ordered_json(text);
}

}  // namespace

std::string ablation_table(std::span<const AblationRow> rows) {
  if (rows.empty()) return "";
  const std::vector<std::size_t> columns = varying(rows);
  std::size_t name_width = 7;
  for (const AblationRow& row : rows) name_width = std::max(name_width, visible(row.history).size());
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "{:<{}}", "history", name_width);
  for (const std::size_t i : columns) fmt::format_to(out, "  {:<{}}", kCellColumns[i], width_of(rows, i));
  fmt::format_to(out, "  {:<9}{:>11}{:>10}{:>13}{:>15}{:>11}\n", "verdict", "seconds", "peak MB",
                 "constraints", "after pruning", "conflicts");
  for (const AblationRow& row : rows) {
    fmt::format_to(out, "{:<{}}", visible(row.history), name_width);
    for (const std::size_t i : columns)
      fmt::format_to(out, "  {:<{}}", text_of_setting(row, i), width_of(rows, i));
    fmt::format_to(out, "  {:<9}{:>11.4f}{:>10.1f}{:>13}{:>15}{:>11}{}\n", word_of_verdict(row.verdict),
                   row.seconds, row.peak_megabytes, text_of(row.constraints),
                   text_of(row.constraints_after_pruning), text_of(row.conflicts),
                   row.reason.empty() ? "" : "  " + visible(row.reason));
  }
  return text;
}

std::string ablation_json(std::span<const AblationRow> rows) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const AblationRow& row : rows) {
    nlohmann::ordered_json each{
        {"history", valid_utf8(row.history)}, {"transactions", row.transactions}, {"digest", row.digest}};
    for (std::size_t i = 0; i < kCellColumns.size(); ++i)
      each[std::string(kCellColumns[i])] = json_of_setting(row, i);
    each.update({{"verdict", row.verdict},
                 {"seconds", row.seconds},
                 {"encode_seconds", json_of(row.encode_seconds)},
                 {"prune_seconds", json_of(row.prune_seconds)},
                 {"solve_seconds", json_of(row.solve_seconds)},
                 {"peak_mb", row.peak_megabytes},
                 {"writer_pairs", json_of(row.writer_pairs)},
                 {"constraints", json_of(row.constraints)},
                 {"constraints_after_pruning", json_of(row.constraints_after_pruning)},
                 {"conflicts", json_of(row.conflicts)},
                 {"decisions", json_of(row.decisions)},
                 {"timeout_seconds", row.timeout_seconds},
                 {"memory_limit_mb", row.memory_megabytes},
                 {"reason", row.reason}});
    all.push_back(std::move(each));
  }
  return visible_json(all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) + "\n";
}

}  // namespace isolde
