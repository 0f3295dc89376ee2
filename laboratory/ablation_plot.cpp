#include "laboratory/ablation_plot.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace isolde {
namespace {

constexpr std::string_view kHistory = "history";
constexpr std::string_view kTransactions = "transactions";
constexpr std::string_view kFraction = "vo_fraction";

// The name without the number of transactions at its end; with it, a plot over sizes would have one series
// per point.
std::string stem_of(const AblationRow& row) {
  const std::string suffix = fmt::format("-{}", row.transactions);
  return row.history.ends_with(suffix) ? row.history.substr(0, row.history.size() - suffix.size())
                                       : row.history;
}

std::string value_of(const AblationRow& row, std::string_view column) {
  if (column == kHistory) return stem_of(row);
  if (column == kTransactions) return std::to_string(row.transactions);
  return row.setting(column);
}

// In order of appearance.
std::vector<std::string> values_of(std::span<const AblationRow> rows, std::string_view column) {
  std::vector<std::string> values;
  for (const AblationRow& row : rows)
    if (std::string value = value_of(row, column); std::ranges::find(values, value) == values.end())
      values.push_back(std::move(value));
  return values;
}

bool is_sweep(std::span<const AblationRow> rows) {
  std::vector<std::string> fractions = values_of(rows, kFraction);
  std::erase(fractions, "");
  return fractions.size() > 1;
}

std::vector<std::string_view> varying_columns(std::span<const AblationRow> rows) {
  std::vector<std::string_view> columns{kHistory};
  columns.insert(columns.end(), kCellColumns.begin(), kCellColumns.end());
  std::erase_if(columns, [&](std::string_view column) {
    return column == kFraction ? !is_sweep(rows) : values_of(rows, column).size() < 2;
  });
  return columns;
}

// Whether some histories differ in nothing but their size. If there are none, a plot over sizes would have no
// lines.
bool is_growth(std::span<const AblationRow> rows) {
  return std::ranges::any_of(rows, [&](const AblationRow& row) {
    return std::ranges::any_of(rows, [&](const AblationRow& other) {
      return other.transactions != row.transactions && other.settings == row.settings &&
             stem_of(other) == stem_of(row);
    });
  });
}

std::string_view x_column(std::span<const AblationRow> rows, const std::vector<std::string_view>& varying) {
  if (is_sweep(rows)) return kFraction;
  if (is_growth(rows)) return kTransactions;
  if (varying.empty()) return kHistory;
  return *std::ranges::max_element(varying, {},
                                   [&](std::string_view column) { return values_of(rows, column).size(); });
}

std::string series_name(const AblationRow& row, const std::vector<std::string_view>& columns) {
  std::vector<std::string> parts;
  for (const std::string_view column : columns) {
    const std::string value = value_of(row, column);
    const bool says_enough =
        column == kHistory || column == "orders" || column == "solver" || column == "level";
    parts.push_back(says_enough ? value : fmt::format("{} {}", column, value));
  }
  return parts.empty() ? "seconds" : fmt::format("{}", fmt::join(parts, ", "));
}

// Numbers that rows have for x; those without a version order hold for every fraction.
std::vector<double> xs_of(const AblationRow& row, std::string_view column,
                          const std::vector<std::string>& values) {
  if (column == kTransactions) return {static_cast<double>(row.transactions)};
  if (column != kFraction)
    return {static_cast<double>(std::ranges::find(values, value_of(row, column)) - values.begin())};
  if (!row.setting(kFraction).empty()) return {std::strtod(row.setting(kFraction).c_str(), nullptr)};
  return {0.0, 1.0};
}

}  // namespace

Plot plot_of(std::span<const AblationRow> rows, const std::string& title) {
  std::vector<std::string_view> varying = varying_columns(rows);
  const std::string_view column = x_column(rows, varying);
  const bool is_numeric = column == kFraction || column == kTransactions;
  Plot plot{title, std::string(column), "seconds to decide", column == kTransactions, true, {}, {}};
  if (column == kFraction) plot.x_label = "fraction of the version order";
  const std::vector<std::string> values = values_of(rows, column);
  if (!is_numeric) plot.categories = values;
  std::erase(varying, column);
  for (const AblationRow& row : rows) {
    const std::string name = series_name(row, varying);
    auto series = std::ranges::find(plot.series, name, &PlotSeries::name);
    if (series == plot.series.end()) series = plot.series.insert(series, PlotSeries{name, {}});
    for (const double x : xs_of(row, column, values))
      series->points.push_back({x, row.seconds, row.verdict == name_of(Verdict::kUnknown)});
  }
  if (is_numeric)
    for (PlotSeries& series : plot.series) std::ranges::stable_sort(series.points, {}, &PlotPoint::x);
  return plot;
}

}  // namespace isolde
