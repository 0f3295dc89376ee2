#include "report/dot.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "base/bounds.hpp"
#include "base/visible_text.hpp"
#include "certify/verdict_words.hpp"
#include "history/spelling.hpp"
#include "report/story/cycle_steps.hpp"
#include "report/story/proof_story.hpp"
#include "report/story/telling.hpp"

namespace isolde {
namespace {

// Styles of arrows, the strongest first: an arrow is drawn once.
constexpr const char* kOnCycle = ", color=red, penwidth=2";
constexpr const char* kPlain = "";
constexpr const char* kRefuted = ", style=dashed, color=grey, fontcolor=grey";

// The text as part of a quoted label, in which Graphviz interprets backslashes and the entities of HTML.
std::string dot_escaped(std::string_view text) {
  std::string out;
  for (const char c : visible(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
    if (c == '&') out += "amp;";
  }
  return out;
}

class DotWriter {
 public:
  DotWriter(const History& history, const Decision& decision) : history_(history), decision_(decision) {}

  std::string run() {
    add("digraph anomaly {{\n  node [shape=box, fontname=\"monospace\"];\n");
    add("  label=\"{}: {}\";\n", info(decision_.level).name, word_of(decision_.verdict));
    const std::size_t count = std::min(decision_.anomalies.size(), bounds::kAnomalies);
    for (std::size_t i = 0; i < count; ++i) write_anomaly(decision_.anomalies[i]);
    add("}}\n");
    return std::move(out_);
  }

 private:
  void write_anomaly(const Anomaly& anomaly) {
    const Telling telling(history_, anomaly);
    for (const TxnId txn : telling.transactions()) write_transaction(telling, txn);
    if (anomaly.finding && anomaly.finding->other.is_valid())
      write_arrow(anomaly.finding->other, anomaly.finding->txn, anomaly.name, kOnCycle);
    const Story story = story_of(history_, info(decision_.level), anomaly);
    for (const Dependency& edge : shortened(history_, anomaly.cycle)) write_edge(telling, edge, kOnCycle);
    write_known(telling, story, kPlain);
  }

  // Draws what the cycle rests on, not what else was tried and refuted. Where cases are left open, the cycles
  // of the others are drawn pale.
  void write_known(const Telling& telling, const Story& story, const char* style) {
    for (const StoryStep& step : story.steps) {
      for (const Dependency& edge : step.known)
        if (edge.from != edge.to) write_edge(telling, edge, style);
      if (!step.derived || step.derived->holds.kind != Assumption::Kind::kOrder) continue;
      const Assumption& order = step.derived->holds;
      write_transaction(telling, order.first);
      write_transaction(telling, order.second);
      write_arrow(order.first, order.second, "ww " + spell_key(history_, order.key), style);
    }
    std::size_t drawn = 0;
    for (const StoryCase& each : story.cases)
      if (drawn++ < bounds::kDrawnLeaves) {
        write_known(telling, each.story, kRefuted);
        for (const Dependency& edge : each.story.cycle) write_edge(telling, edge, kRefuted);
      }
  }

  void write_transaction(const Telling& telling, TxnId txn) {
    if (drawn_.size() >= bounds::kDrawnTransactions || !drawn_.insert(txn).second) return;
    std::string label = dot_escaped(spell_transaction(history_, txn));
    for (const std::string& operation : telling.operations(txn, bounds::kLabelCharacters))
      label += "\\n" + dot_escaped(operation);
    add("  t{} [label=\"{}\"];\n", txn.value, label);
  }

  void write_edge(const Telling& telling, const Dependency& edge, const char* style) {
    write_transaction(telling, edge.from);
    write_transaction(telling, edge.to);
    const std::string key = edge.key.is_valid() ? " " + spell_key(history_, edge.key) : "";
    write_arrow(edge.from, edge.to, std::string(name_of(edge.kind)) + key, style);
  }

  void write_arrow(TxnId from, TxnId to, const std::string& label, const char* style) {
    if (!drawn_.contains(from) || !drawn_.contains(to)) return;
    if (!arrows_.insert({from, to, label}).second) return;
    add("  t{} -> t{} [label=\"{}\"{}];\n", from.value, to.value, dot_escaped(label), style);
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
