#include "frontends/cli/contest_report.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace isolde {
namespace {

double megabytes(std::size_t bytes) { return static_cast<double>(bytes) / (1 << 20); }

// RFC 4180: quoted, quotes doubled.
std::string csv_quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

bool is_decided(const ContestResult& result) {
  return result.answer == ContestResult::Answer::kModel || result.answer == ContestResult::Answer::kNoModel;
}

std::string level_of(const Contest& contest) {
  if (contest.level.empty()) return "";
  return fmt::format(" ({}{}{})", contest.level, contest.orders.empty() ? "" : " with ", contest.orders);
}

// By how much each is slower than the fastest that decided; nothing for those that did not decide.
std::optional<double> times_fastest(const Contest& contest, const ContestResult& result) {
  double fastest = result.seconds;
  for (const ContestResult& each : contest.results)
    if (is_decided(each)) fastest = std::min(fastest, each.seconds);
  if (!is_decided(result) || fastest <= 0) return std::nullopt;
  return result.seconds / fastest;
}

std::string times_text(std::optional<double> times, std::string_view unit, std::string_view otherwise) {
  return times ? fmt::format("{:.1f}{}", *times, unit) : std::string(otherwise);
}

}  // namespace

std::string text_of(const Contest& contest) {
  std::string text =
      fmt::format("{}{}: {} nodes, {} known edges, {} variables, {} clauses\n", contest.file,
                  level_of(contest), contest.nodes, contest.known, contest.variables, contest.clauses);
  for (const std::string& note : contest.notes) text += "  " + note + "\n";
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "  {:<21}{:<9}{:>11}{:>10}{:>10}{:>12}{:>12}\n", "solver", "verdict", "seconds",
                 "fastest", "peak MB", "conflicts", "cycles");
  for (const ContestResult& result : contest.results)
    fmt::format_to(out, "  {:<21}{:<9}{:>11.6f}{:>10}{:>10.1f}{:>12}{:>12}{}\n", result.contestant.name(),
                   name_of(result.answer), result.seconds,
                   times_text(times_fastest(contest, result), "x", "-"), megabytes(result.peak_memory_bytes),
                   result.conflicts, result.cycles, result.reason.empty() ? "" : "  " + result.reason);
  return text;
}

std::string json_of(std::span<const Contest> contests) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Contest& contest : contests) {
    nlohmann::ordered_json results = nlohmann::ordered_json::array();
    for (const ContestResult& result : contest.results) {
      const std::optional<double> times = times_fastest(contest, result);
      results.push_back({{"solver", result.contestant.name()},
                         {"verdict", name_of(result.answer)},
                         {"reason", result.reason},
                         {"seconds", result.seconds},
                         {"times_fastest", times ? nlohmann::ordered_json(*times) : nullptr},
                         {"peak_memory_bytes", result.peak_memory_bytes},
                         {"conflicts", result.conflicts},
                         {"cycles", result.cycles}});
    }
    all.push_back({{"file", contest.file},
                   {"level", contest.level},
                   {"nodes", contest.nodes},
                   {"known_edges", contest.known},
                   {"variables", contest.variables},
                   {"clauses", contest.clauses},
                   {"use", contest.orders},
                   {"decided_before_solving", contest.is_decided_before},
                   {"notes", contest.notes},
                   {"agree", !has_disagreement(contest.results)},
                   {"results", std::move(results)}});
  }
  return all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string csv_of(std::span<const Contest> contests) {
  std::string text =
      "file,level,nodes,known_edges,variables,clauses,solver,verdict,seconds,times_fastest,peak_mb,conflicts,"
      "cycles,reason,use,decided_before_solving\n";
  for (const Contest& contest : contests)
    for (const ContestResult& result : contest.results)
      fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{:.6f},{},{:.1f},{},{},{},{},{}\n",
                     csv_quoted(contest.file), contest.level, contest.nodes, contest.known, contest.variables,
                     contest.clauses, result.contestant.name(), name_of(result.answer), result.seconds,
                     times_text(times_fastest(contest, result), "", ""), megabytes(result.peak_memory_bytes),
                     result.conflicts, result.cycles, csv_quoted(result.reason), contest.orders,
                     contest.is_decided_before);
  return text;
}

}  // namespace isolde
