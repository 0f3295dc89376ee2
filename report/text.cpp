#include "report/text.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/bounds.hpp"
#include "base/visible_text.hpp"
#include "certify/verdict_words.hpp"
#include "history/anomaly.hpp"
#include "history/spelling.hpp"
#include "report/sentence.hpp"
#include "report/story/cycle_steps.hpp"
#include "report/story/proof_text.hpp"
#include "report/story/summary.hpp"
#include "report/story/telling.hpp"
#include "report/story/unproved.hpp"

namespace isolde {
namespace {

class Writer {
 public:
  explicit Writer(bool color) : color_(color) {}

  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    out_ += '\n';
  }
  [[nodiscard]] std::string paint(const char* code, std::string_view text) const {
    return color_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
  }
  [[nodiscard]] std::string verdict(Verdict verdict) const {
    return paint(verdict == Verdict::kAccept   ? "1;32"
                 : verdict == Verdict::kReject ? "1;31"
                                               : "1;33",
                 word_of(verdict));
  }
  [[nodiscard]] std::string bold(std::string_view text) const { return paint("1", text); }
  [[nodiscard]] std::string dim(std::string_view text) const { return paint("2", text); }
  std::string take() { return std::move(out_); }

 private:
  bool color_;
  std::string out_;
};

std::string plural(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// Text from the input, escaped so that a terminal can show it.
std::string note_text(std::string_view text) { return clipped(visible(text), bounds::kNoteCharacters); }

std::string_view promise_of(CertificateMode mode) {
  return mode == CertificateMode::kVersionOrder ? "version orders" : "serialization order";
}

bool has_finding(const Decision& decision) {
  return std::ranges::any_of(decision.anomalies,
                             [](const Anomaly& each) { return each.finding.has_value(); });
}

void write_promise(Writer& out, const Decision& decision) {
  const std::string_view level = info(decision.level).name;
  const std::string_view promise = promise_of(decision.mode);
  const std::string word = out.verdict(decision.verdict);
  switch (decision.verdict) {
    case Verdict::kAccept:
      return out.line("{}  {} holds, with the {} that the database claims", word, level, promise);
    case Verdict::kReject:
      out.line("{}  the database broke its own promise: {}", word, decision.anomalies.front().name);
      return out.line("  {} does not hold with the {} that it claims; {}", level, promise,
                      has_finding(decision) ? "nor does it with another"
                                            : "another order may do (check without --certificate-mode)");
    case Verdict::kUnknown:
      return out.line("{}  whether {} holds with the {} that the database claims could not be decided: {}",
                      word, level, promise, note_text(decision.reason));
  }
}

void write_verdict(Writer& out, const Decision& decision) {
  if (decision.mode != CertificateMode::kNoPromise) return write_promise(out, decision);
  const std::string_view level = info(decision.level).name;
  const std::string word = out.verdict(decision.verdict);
  switch (decision.verdict) {
    case Verdict::kAccept:
      return out.line("{}  {} holds", word, level);
    case Verdict::kReject:
      return out.line("{}  {} is violated: {}", word, level, decision.anomalies.front().name);
    case Verdict::kUnknown:
      return out.line("{}  {} could not be decided: {}", word, level, note_text(decision.reason));
  }
}

void write_transaction(Writer& out, const History& history, const Telling& telling, TxnId txn) {
  const std::vector<std::string> operations = telling.operations(txn, bounds::kOperationCharacters);
  out.line("    {} {} {}", out.bold(spell_transaction(history, txn)), fmt::join(operations, "; "),
           out.dim(fmt::format("({})", clipped(history.place(txn).to_string(), bounds::kPlaceCharacters))));
}

void write_transactions(Writer& out, const History& history, const Anomaly& anomaly) {
  const Telling telling(history, anomaly);
  const std::size_t shown = std::min(telling.transactions().size(), bounds::kTransactions);
  for (std::size_t i = 0; i < shown; ++i) write_transaction(out, history, telling, telling.transactions()[i]);
  const std::size_t left = anomaly.transactions.size() - shown;
  if (left != 0) out.line("    ... and {}", plural(left, "more transaction"));
}

// What was found, and why it cannot be.
void write_story(Writer& out, const History& history, const LevelInfo& level, const Anomaly& anomaly,
                 const Story& story) {
  const std::optional<Summary> summary = summary_of(history, level, anomaly);
  if (summary) out.line("    {}", summary->sentence);
  if (summary && !summary->edges.empty()) {
    for (const Dependency& edge : summary->edges)
      out.line("    {}", dependency_line(history, level, edge).to_string());
    return out.line("    {}", summary->closing);
  }
  const std::size_t most = story.cases.empty() ? bounds::kCycleLines : bounds::kProofLines;
  for (const StoryLine& line : story_lines(history, level, story, most)) out.line("    {}", line.to_string());
  if (const std::string_view closing = closing_of(level, story); !closing.empty())
    out.line("    {}", closing);
}

void write_anomaly(Writer& out, const History& history, const LevelInfo& level, const Anomaly& anomaly,
                   bool is_new_name) {
  out.line("");
  const Story story = story_of(history, level, anomaly);
  const std::string heading = heading_of(history, anomaly, story);
  out.line("  {}{}", out.bold(anomaly.name), heading.substr(anomaly.name.size()));
  if (const std::string meaning = meaning_of(anomaly.name); is_new_name && !meaning.empty())
    out.line("    {}", out.dim(fmt::format("({})", meaning)));
  if (is_unproved(anomaly))
    for (const std::string& line : unproved_lines(history, level.level, anomaly)) out.line("    {}", line);
  else if (story.steps.empty() && story.cases.empty())
    out.line("    {}", note_text(sentence(history, anomaly)));
  else
    write_story(out, history, level, anomaly, story);
  if (const auto note = tie_note(history, anomaly)) out.line("    {}", *note);
  write_transactions(out, history, anomaly);
}

void write_evidence(Writer& out, const History& history, const Decision& decision) {
  if (decision.verdict == Verdict::kAccept && !decision.schedule.empty())
    out.line("  an order that explains every read: {}", spell_schedule(history, decision.schedule));
  std::set<std::string_view> names;
  const std::size_t count = decision.anomalies.size();
  for (std::size_t i = 0; i < std::min(count, bounds::kAnomalies); ++i) {
    const Anomaly& anomaly = decision.anomalies[i];
    write_anomaly(out, history, info(decision.level), anomaly, names.insert(anomaly.name).second);
  }
  if (count > bounds::kAnomalies)
    out.line("\n  ... and {} more {}", count - bounds::kAnomalies,
             count == bounds::kAnomalies + 1 ? "anomaly" : "anomalies");
}

void write_notes(Writer& out, const History& history, const ReportData& report) {
  for (const std::string& assumption : report.assumptions)
    out.line("  assuming that {}", note_text(assumption));
  const std::vector<Finding>& notes = report.decision.notes;
  for (std::size_t i = 0; i < std::min(notes.size(), bounds::kNotes); ++i)
    out.line("  note: {}", sentence(history, notes[i]));
  if (notes.size() > bounds::kNotes)
    out.line("  note: {}", plural(notes.size() - bounds::kNotes, "more repeated value"));
}

// What nobody counted is left out.
void write_statistics(Writer& out, const Statistics& statistics) {
  for (const StatisticInfo& row : kStatistics) {
    const std::optional<std::uint64_t> count = statistics[row.statistic];
    if (!count) continue;
    switch (row.group) {
      case StatisticGroup::kEncoding:
        out.line("  {:<26} {:>12}", row.name, *count);
        break;
      case StatisticGroup::kSolver:
        out.line("  {:<16} {:>10}", row.name, *count);
        break;
    }
  }
}

void write_cost(Writer& out, const ReportData& report) {
  for (const PhaseInfo& row : kPhases)
    if (const auto seconds = report.phases[row.phase])
      out.line("  {:<12} {:>10.3f} ms", row.name, *seconds * 1e3);
  out.line("  {:<12} {}", "pruned by", report.pruner.empty() ? "nobody" : report.pruner);
  write_statistics(out, report.statistics);
  out.line("  {:<12} {:>10.1f} MiB", "peak memory",
           static_cast<double>(report.peak_memory_bytes) / (1 << 20));
}

}  // namespace

std::string text_report(const History& history, const ReportData& report, const TextStyle& style) {
  Writer out(style.color);
  write_verdict(out, report.decision);
  // Warnings stand directly below the verdict, since they say how much less it means.
  for (const Warning& warning : report.warnings)
    out.line("  {}: {}", out.paint("1;33", "warning"), note_text(warning.sentence));
  const HistoryStatistics& counts = report.history;
  out.line("  {}, {}, {}, {}", plural(counts.transactions, "transaction"), plural(counts.sessions, "session"),
           plural(counts.operations, "operation"), plural(counts.keys, "key"));
  write_notes(out, history, report);
  write_evidence(out, history, report.decision);
  if (style.verbose) write_cost(out, report);
  return out.take();
}

std::string text_statistics(const History& history, const HistoryStatistics& statistics) {
  Writer out(false);
  const auto row = [&](std::string_view name, std::size_t value) { out.line("{:<24}{:>12}", name, value); };
  row("transactions", statistics.transactions);
  row("  committed", statistics.committed);
  row("  aborted", statistics.aborted);
  row("  indeterminate", statistics.indeterminate);
  row("  read-only", statistics.read_only);
  row("  write-only", statistics.write_only);
  row("sessions", statistics.sessions);
  row("operations", statistics.operations);
  row("  reads", statistics.reads());
  row("  item writes", statistics.item_writes());
  row("    of them deletes", statistics.count(OpKind::kDelete));
  row("  predicate reads", statistics.count(OpKind::kPredicateRead));
  row("  predicate writes", statistics.count(OpKind::kPredicateWrite));
  row("  aggregates", statistics.count(OpKind::kAggregate));
  row("  most in a transaction", statistics.max_operations);
  row("keys", statistics.keys);
  row("distinct values", statistics.values);
  if (statistics.hottest_key.is_valid()) {
    out.line("{:<24}{:>12} ({} operations)", "hottest key", spell_key(history, statistics.hottest_key),
             statistics.hottest_accesses);
    out.line("{:<24}{:>11.1f}% of item operations", "hottest tenth of keys",
             statistics.hot_tenth_share * 100);
  }
  if (!statistics.has_times) {
    out.line("{:<24}{:>12}", "times", "none");
  } else {
    row("most open at once", statistics.max_concurrent);
    out.line("{:<24}{:>12.1f}", "open on average", statistics.mean_concurrent);
  }
  return out.take();
}

}  // namespace isolde
