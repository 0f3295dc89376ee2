#include "frontends/cli/contest_report.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/visible_text.hpp"
#include "certify/verdict_words.hpp"

namespace isolde {
namespace {

std::optional<double> megabytes(std::optional<std::size_t> bytes) {
  return bytes ? std::optional(static_cast<double>(*bytes) / (1 << 20)) : std::nullopt;
}

// The number, formatted by `form`; `otherwise` if it was not measured or counted.
template <class Number>
std::string number_text(fmt::format_string<const Number&> form, const std::optional<Number>& number,
                        std::string_view otherwise) {
  return number ? fmt::format(form, *number) : std::string(otherwise);
}

template <class Number>
nlohmann::ordered_json number_json(const std::optional<Number>& number) {
  return number ? nlohmann::ordered_json(*number) : nlohmann::ordered_json();
}

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

// By which factor the solver is slower than the fastest that decided; nothing if it did not decide.
std::optional<double> times_fastest(const Contest& contest, const ContestResult& result) {
  if (!is_decided(result) || !result.seconds) return std::nullopt;
  double fastest = *result.seconds;
  for (const ContestResult& each : contest.results)
    if (is_decided(each) && each.seconds) fastest = std::min(fastest, *each.seconds);
  return fastest > 0 ? std::optional(*result.seconds / fastest) : std::nullopt;
}

}  // namespace

std::string_view word_of(ContestResult::Answer answer) {
  switch (answer) {
    case ContestResult::Answer::kModel:
      return word_of(Verdict::kAccept);
    case ContestResult::Answer::kNoModel:
      return word_of(Verdict::kReject);
    case ContestResult::Answer::kWrong:
      return "WRONG";
    case ContestResult::Answer::kUnknown:
      break;
  }
  return word_of(Verdict::kUnknown);
}

std::string text_of(const Contest& contest) {
  std::string text =
      fmt::format("{}{}: {} nodes, {} known edges, {} variables, {} clauses\n", visible(contest.file),
                  level_of(contest), contest.nodes, contest.known, contest.variables, contest.clauses);
  for (const std::string& note : contest.notes) text += "  " + note + "\n";
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "  {:<21}{:<10}{:>10}{:>10}{:>10}{:>12}{:>12}\n", "solver", "verdict", "seconds",
                 "fastest", "peak MB", "conflicts", "cycles");
  for (const ContestResult& result : contest.results)
    fmt::format_to(out, "  {:<21}{:<10}{:>10}{:>10}{:>10}{:>12}{:>12}{}\n", result.contestant.name(),
                   word_of(result.answer), number_text("{:.6f}", result.seconds, "-"),
                   number_text("{:.1f}x", times_fastest(contest, result), "-"),
                   number_text("{:.1f}", megabytes(result.peak_memory_bytes), "-"),
                   number_text("{}", result.conflicts, "-"), number_text("{}", result.cycles, "-"),
                   result.reason.empty() ? "" : "  " + visible(result.reason));
  return text;
}

std::string json_of(std::span<const Contest> contests) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Contest& contest : contests) {
    nlohmann::ordered_json results = nlohmann::ordered_json::array();
    for (const ContestResult& result : contest.results)
      results.push_back({{"solver", result.contestant.name()},
                         {"verdict", name_of(result.answer)},
                         {"reason", result.reason},
                         {"seconds", number_json(result.seconds)},
                         {"times_fastest", number_json(times_fastest(contest, result))},
                         {"peak_memory_bytes", number_json(result.peak_memory_bytes)},
                         {"conflicts", number_json(result.conflicts)},
                         {"cycles", number_json(result.cycles)}});
    all.push_back({{"file", valid_utf8(contest.file)},
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
  return visible_json(all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) + "\n";
}

std::string csv_of(std::span<const Contest> contests) {
  std::string text =
      "file,level,nodes,known_edges,variables,clauses,solver,verdict,seconds,times_fastest,peak_mb,conflicts,"
      "cycles,reason,use,decided_before_solving\n";
  for (const Contest& contest : contests)
    for (const ContestResult& result : contest.results)
      fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
                     csv_quoted(visible(contest.file)), contest.level, contest.nodes, contest.known,
                     contest.variables, contest.clauses, result.contestant.name(), name_of(result.answer),
                     number_text("{:.6f}", result.seconds, ""),
                     number_text("{:.1f}", times_fastest(contest, result), ""),
                     number_text("{:.1f}", megabytes(result.peak_memory_bytes), ""),
                     number_text("{}", result.conflicts, ""), number_text("{}", result.cycles, ""),
                     csv_quoted(visible(result.reason)), contest.orders, contest.is_decided_before);
  return text;
}

}  // namespace isolde
