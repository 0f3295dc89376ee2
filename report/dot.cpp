#include "report/dot.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "history/spelling.hpp"

namespace isolde {
namespace {

constexpr std::size_t kMostDrawnAnomalies = 10;
constexpr std::size_t kMostLeaves = 40;
constexpr std::size_t kMostDrawnOperations = 12;
constexpr std::size_t kMostTransactions = 200;

std::string dot_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) out += c;
  }
  return out;
}

class DotWriter {
 public:
  DotWriter(const History& history, const Decision& decision) : history_(history), decision_(decision) {}

  std::string run() {
    add("digraph anomaly {{\n  node [shape=box, fontname=\"monospace\"];\n");
    add("  label=\"{}: {}\";\n", info(decision_.level).name, name_of(decision_.verdict));
    std::size_t shown = 0;
    for (const Anomaly& anomaly : decision_.anomalies)
      if (shown++ < kMostDrawnAnomalies) write_anomaly(anomaly);
    add("}}\n");
    return std::move(out_);
  }

 private:
  void write_anomaly(const Anomaly& anomaly) {
    for (const TxnId txn : anomaly.transactions) write_transaction(txn);
    if (anomaly.finding && anomaly.finding->other.is_valid())
      write_arrow(anomaly.finding->other, anomaly.finding->txn, anomaly.name, true);
    for (const Dependency& edge : anomaly.cycle) write_edge(edge);
    std::size_t leaves = 0;
    for (const ProofStep& step : anomaly.proof)
      if (step.alternatives.empty() && leaves++ < kMostLeaves)
        for (const Dependency& edge : step.cycle) write_edge(edge);
  }

  void write_transaction(TxnId txn) {
    if (drawn_.size() >= kMostTransactions || !drawn_.insert(txn).second) return;
    std::string label = dot_escaped(spell_transaction(history_, txn));
    const IdRange<OpId> operations = history_.operations(txn);
    for (std::size_t i = 0; i < std::min(operations.size(), kMostDrawnOperations); ++i)
      label += "\\n" + dot_escaped(spell_operation(history_, operations[i]));
    if (operations.size() > kMostDrawnOperations)
      label += fmt::format("\\n... {} more", operations.size() - kMostDrawnOperations);
    add("  t{} [label=\"{}\"];\n", txn.value, label);
  }

  void write_edge(const Dependency& edge) {
    write_transaction(edge.from);
    write_transaction(edge.to);
    const std::string key = edge.key.is_valid() ? " " + spell_key(history_, edge.key) : "";
    write_arrow(edge.from, edge.to, std::string(name_of(edge.kind)) + key, edge.kind != DependencyKind::kWw);
  }

  void write_arrow(TxnId from, TxnId to, const std::string& label, bool is_certain) {
    if (!drawn_.contains(from) || !drawn_.contains(to)) return;
    if (!arrows_.insert({from, to, label}).second) return;
    add("  t{} -> t{} [label=\"{}\"{}];\n", from.value, to.value, dot_escaped(label),
        is_certain ? "" : ", style=dashed");
  }

  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  const History& history_;
  const Decision& decision_;
  std::string out_;
  std::set<TxnId> drawn_;
  std::set<std::tuple<TxnId, TxnId, std::string>> arrows_;
};

}  // namespace

std::string dot_report(const History& history, const Decision& decision) {
  return DotWriter(history, decision).run();
}

}  // namespace isolde
