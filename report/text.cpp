#include "report/text.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "history/spelling.hpp"
#include "report/proof_text.hpp"
#include "report/sentence.hpp"

namespace isolde {
namespace {

constexpr std::size_t kMostAnomalies = 10;
constexpr std::size_t kMostNotes = 3;
constexpr std::size_t kMostOperations = 12;
constexpr std::size_t kMostProofLines = 60;

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
  [[nodiscard]] std::string good(std::string_view text) const { return paint("1;32", text); }
  [[nodiscard]] std::string bad(std::string_view text) const { return paint("1;31", text); }
  [[nodiscard]] std::string unsure(std::string_view text) const { return paint("1;33", text); }
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
  switch (decision.verdict) {
    case Verdict::kAccept:
      return out.line("{}  {} holds, with the {} that the database claims", out.good("OK"), level, promise);
    case Verdict::kReject:
      out.line("{}  the database broke its own promise: {}", out.bad("VIOLATION"),
               decision.anomalies.front().name);
      return out.line("  {} does not hold with the {} that it claims; {}", level, promise,
                      has_finding(decision) ? "nor does it with another"
                                            : "another order may do (check without --certificate-mode)");
    case Verdict::kUnknown:
      return out.line("{}  whether {} holds with the {} that the database claims could not be decided: {}",
                      out.unsure("UNKNOWN"), level, promise, decision.reason);
  }
}

void write_verdict(Writer& out, const Decision& decision) {
  if (decision.mode != CertificateMode::kNone) return write_promise(out, decision);
  const std::string_view level = info(decision.level).name;
  switch (decision.verdict) {
    case Verdict::kAccept:
      return out.line("{}  {} holds", out.good("OK"), level);
    case Verdict::kReject:
      return out.line("{}  {} is violated: {}", out.bad("VIOLATION"), level, decision.anomalies.front().name);
    case Verdict::kUnknown:
      return out.line("{}  {} could not be decided: {}", out.unsure("UNKNOWN"), level, decision.reason);
  }
}

void write_transaction(Writer& out, const History& history, TxnId txn) {
  std::string text;
  std::size_t shown = 0;
  for (const OpId op : history.operations(txn)) {
    if (!text.empty()) text += "; ";
    if (++shown > kMostOperations) {
      text += fmt::format("and {} more", history.operations(txn).size() - kMostOperations);
      break;
    }
    text += spell_operation(history, op);
  }
  out.line("    {} {} {}", out.bold(spell_transaction(history, txn)), text,
           out.dim(fmt::format("({})", history.place(txn).to_string())));
}

void write_anomaly(Writer& out, const History& history, const Anomaly& anomaly) {
  out.line("");
  const bool names_some = !anomaly.transactions.empty();
  out.line("  {}{}{}", out.bold(anomaly.name), names_some ? ": " : "",
           list_transactions(history, anomaly.transactions));
  const bool has_cases = anomaly.proof.size() > 1;
  const std::vector<std::string> lines =
      has_cases ? proof_lines(history, anomaly.proof, kMostProofLines) : cycle_lines(history, anomaly.cycle);
  if (lines.empty()) out.line("    {}", sentence(history, anomaly));
  for (const std::string& line : lines) out.line("    {}", line);
  if (has_cases)
    out.line("    No case satisfies all of its lines.");
  else if (!lines.empty())
    out.line("    No order satisfies all of these.");
  std::size_t shown = 0;
  for (const TxnId txn : anomaly.transactions) {
    if (++shown > kMostAnomalies)
      return out.line("    ... {} more", anomaly.transactions.size() - kMostAnomalies);
    write_transaction(out, history, txn);
  }
}

void write_evidence(Writer& out, const History& history, const Decision& decision) {
  if (decision.verdict == Verdict::kAccept && !decision.schedule.empty())
    out.line("  an order that explains every read: {}", spell_schedule(history, decision.schedule));
  std::size_t shown = 0;
  for (const Anomaly& anomaly : decision.anomalies) {
    if (++shown > kMostAnomalies) {
      out.line("\n  ... and {}", plural(decision.anomalies.size() - kMostAnomalies, "more anomaly"));
      break;
    }
    write_anomaly(out, history, anomaly);
  }
}

void write_notes(Writer& out, const History& history, const ReportData& report) {
  for (const std::string& warning : report.warnings) out.line("  note: {}", warning);
  for (const std::string& assumption : report.assumptions) out.line("  assuming that {}", assumption);
  const std::vector<Finding>& notes = report.decision.notes;
  for (std::size_t i = 0; i < notes.size() && i < kMostNotes; ++i)
    out.line("  note: {}", sentence(history, notes[i]));
  if (notes.size() > kMostNotes) out.line("  note: {} more repeated values", notes.size() - kMostNotes);
}

}  // namespace

std::string text_report(const History& history, const ReportData& report, const TextStyle& style) {
  Writer out(style.color);
  write_verdict(out, report.decision);
  const HistoryStatistics& counts = report.history;
  out.line("  {}, {}, {}, {}", plural(counts.transactions, "transaction"), plural(counts.sessions, "session"),
           plural(counts.operations, "operation"), plural(counts.keys, "key"));
  write_notes(out, history, report);
  write_evidence(out, history, report.decision);
  if (style.verbose) {
    for (const Figure& phase : report.phases)
      out.line("  {:<12} {:>10.3f} ms", phase.name, phase.value * 1e3);
    out.line("  {:<12} {}", "pruned by", report.pruner.empty() ? "nobody" : report.pruner);
    for (const Figure& each : report.encoding) out.line("  {:<26} {:>12.0f}", each.name, each.value);
    for (const Figure& counter : report.counters) out.line("  {:<12} {:>10.0f}", counter.name, counter.value);
    out.line("  {:<12} {:>10.1f} MiB", "peak memory",
             static_cast<double>(report.peak_memory_bytes) / (1 << 20));
  }
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
