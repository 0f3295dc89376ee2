#include "report/story/summary.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "history/spelling.hpp"
#include "history/value_left.hpp"
#include "report/sentence.hpp"

namespace isolde {
namespace {

using Cycle = std::vector<Dependency>;

// The cycles that end the cases of the proof; a single one if there are no cases.
std::vector<Cycle> cycles_of(const Anomaly& anomaly) {
  std::vector<Cycle> cycles;
  for (const ProofStep& step : anomaly.proof)
    if (step.alternatives.empty()) cycles.push_back(step.cycle);
  if (cycles.empty() && !anomaly.cycle.empty()) cycles.push_back(anomaly.cycle);
  return cycles;
}

std::set<TxnId> participants(const Cycle& cycle) {
  std::set<TxnId> all;
  for (const Dependency& edge : cycle) all.insert({edge.from, edge.to});
  return all;
}

bool is_read_of_item(const Dependency& edge) {
  return edge.value.is_valid() && edge.reason != DependencyReason::kRowMissing &&
         edge.reason != DependencyReason::kRowGone && edge.reason != DependencyReason::kAggregated;
}

std::string who(const History& history, TxnId txn) { return spell_transaction(history, txn); }

// "x = 4"; "4 in x" of a list or set
std::string written(const History& history, TxnId txn, KeyId key) {
  const std::string value = spell_value(history, value_left(history, txn, key));
  for (const OpId op : history.operations(txn)) {
    const OpKind kind = history.kind(op);
    if (is_predicate(kind) || history.key(op) != key) continue;
    if (kind == OpKind::kAppend || kind == OpKind::kAdd)
      return fmt::format("{} in {}", value, spell_key(history, key));
    if (kind == OpKind::kIncrement) return fmt::format("change of {}", spell_key(history, key));
  }
  return fmt::format("{} = {}", spell_key(history, key), value);
}

class Summariser {
 public:
  Summariser(const History& history, const LevelInfo& level, const Anomaly& anomaly)
      : history_(history), level_(level), anomaly_(anomaly), cycles_(cycles_of(anomaly)) {}

  std::optional<Summary> run() const {
    if (cycles_.empty() || cycles_.size() > 2 || !is_all_there_is()) return std::nullopt;
    using Shape = std::optional<Summary> (Summariser::*)() const;
    for (const Shape shape : {&Summariser::lost_update, &Summariser::two_versions, &Summariser::half_seen,
                              &Summariser::write_skew, &Summariser::long_fork, &Summariser::circular_reads,
                              &Summariser::not_seen})
      if (auto found = (this->*shape)()) return found;
    return std::nullopt;
  }

 private:
  // Only the transactions of the last cycle, and those whose versions they read, take part.
  [[nodiscard]] bool is_all_there_is() const {
    std::set<TxnId> named = participants(anomaly_.cycle);
    for (const Dependency& edge : anomaly_.cycle)
      if (edge.kind == DependencyKind::kRw && edge.witness.is_valid()) named.insert(edge.witness);
    return std::ranges::all_of(anomaly_.transactions, [&](TxnId txn) { return named.contains(txn); });
  }

  [[nodiscard]] const Cycle& cycle() const { return anomaly_.cycle; }
  [[nodiscard]] const Dependency* only(DependencyKind kind) const {
    if (std::ranges::count(cycle(), kind, &Dependency::kind) != 1) return nullptr;
    return &*std::ranges::find(cycle(), kind, &Dependency::kind);
  }
  [[nodiscard]] std::string name(TxnId txn) const { return who(history_, txn); }
  [[nodiscard]] std::string key(const Dependency& edge) const { return spell_key(history_, edge.key); }
  [[nodiscard]] std::string value(const Dependency& edge) const { return spell_value(history_, edge.value); }
  [[nodiscard]] bool is_plain_pair() const {
    return cycles_.size() == 1 && cycle().size() == 2 && cycle()[0].from != cycle()[0].to;
  }

  // Two read one version of a key, and both replaced it. All cycles lead from one to the other and back.
  [[nodiscard]] std::optional<Summary> lost_update() const {
    std::vector<Dependency> reads;
    for (const Cycle& each : cycles_) {
      for (const Dependency& edge : each) {
        if (edge.key != cycle()[0].key || each.size() != 2) return std::nullopt;
        if (edge.kind == DependencyKind::kRw) reads.push_back(edge);
        if (edge.kind != DependencyKind::kRw && edge.kind != DependencyKind::kWw) return std::nullopt;
      }
    }
    const bool is_shape = reads.size() == 2 && reads[0].from == reads[1].to && reads[0].to == reads[1].from &&
                          reads[0].witness == reads[1].witness && reads[0].value == reads[1].value &&
                          is_read_of_item(reads[0]) && is_read_of_item(reads[1]);
    if (!is_shape) return std::nullopt;
    if (reads[1].from < reads[0].from) std::swap(reads[0], reads[1]);
    const Dependency& read = reads[0];
    const bool is_initial = !read.witness.is_valid() && read.value == history_.initial_value(read.key);
    const std::string from = read.witness.is_valid() ? " from " + name(read.witness) : "";
    std::string sentence =
        fmt::format("{} and {} both read {}{} = {}{} and both replaced it", name(read.from), name(read.to),
                    is_initial ? "the initial " : "", key(read), value(read), from);
    if (level_.one_node)
      return Summary{sentence + "; whichever comes second should have read what the first left.", {}, {}};
    return Summary{sentence +
                       "; whichever commits second overwrites a version that its snapshot did not contain; "
                       "only the first committer wins.",
                   std::move(reads), "Neither can commit second."};
  }

  // One transaction read two versions of a key.
  [[nodiscard]] std::optional<Summary> two_versions() const {
    const Dependency* rw = only(DependencyKind::kRw);
    const Dependency* wr = only(DependencyKind::kWr);
    if (cycle().size() != 2 || rw == nullptr || wr == nullptr || rw->key != wr->key) return std::nullopt;
    for (const Cycle& each : cycles_)
      for (const Dependency& edge : each)
        if (edge.key != rw->key || !is_read_of_item(edge) || each.size() != 2) return std::nullopt;
    const auto version = [&](ValueId shown, TxnId writer) {
      return std::pair(shown, writer.is_valid() ? name(writer) + "'s" : std::string("the initial one"));
    };
    auto first = version(rw->value, rw->witness);
    auto second = version(wr->value, wr->from);
    for (const OpId op : history_.operations(rw->from)) {
      if (history_.kind(op) != OpKind::kRead || history_.key(op) != rw->key) continue;
      if (history_.value(op) == second.first) std::swap(first, second);
      break;
    }
    Summary summary{fmt::format("{} reads {} = {} ({}), then {} ({}): no single moment shows both.",
                                name(rw->from), key(*rw), spell_value(history_, first.first), first.second,
                                spell_value(history_, second.first), second.second),
                    {},
                    {}};
    if (cycles_.size() == 1) return summary;
    for (const Cycle& each : cycles_)
      for (const Dependency& edge : each)
        if (edge.kind == DependencyKind::kWr) summary.edges.push_back(edge);
    if (summary.edges.size() != 2 || summary.edges[0].from == summary.edges[1].from) return std::nullopt;
    std::ranges::sort(summary.edges, {}, &Dependency::from);
    summary.closing = fmt::format("Neither order of {} and {} shows both.", name(summary.edges[0].from),
                                  name(summary.edges[1].from));
    return summary;
  }

  // One key as another transaction left it, and one as it was before.
  [[nodiscard]] std::optional<Summary> half_seen() const {
    const Dependency* rw = only(DependencyKind::kRw);
    const Dependency* wr = only(DependencyKind::kWr);
    if (!is_plain_pair() || rw == nullptr || wr == nullptr || rw->key == wr->key) return std::nullopt;
    if (!is_read_of_item(*rw) || !is_read_of_item(*wr)) return std::nullopt;
    return Summary{
        fmt::format("{} reads {} = {}, which {} wrote, but not its {}: it sees half of {}.", name(rw->from),
                    key(*wr), value(*wr), name(rw->to), written(history_, rw->to, rw->key), name(rw->to)),
        {},
        {}};
  }

  [[nodiscard]] std::optional<Summary> write_skew() const {
    if (!is_plain_pair() || cycle()[0].kind != DependencyKind::kRw || cycle()[1].kind != DependencyKind::kRw)
      return std::nullopt;
    const Dependency& one = cycle()[0];
    const Dependency& other = cycle()[1];
    return Summary{
        fmt::format("{} does not see {}'s write of {}, nor {} {}'s of {}; whichever comes second "
                    "should have.",
                    name(one.from), name(one.to), key(one), name(other.from), name(other.to), key(other)),
        {},
        {}};
  }

  // Two transactions see one of two writes each.
  [[nodiscard]] std::optional<Summary> long_fork() const {
    if (cycles_.size() != 1 || cycle().size() != 4) return std::nullopt;
    const std::size_t first = cycle()[0].kind == DependencyKind::kWr ? 0 : 1;
    const auto at = [&](std::size_t i) -> const Dependency& { return cycle()[(first + i) % 4]; };
    for (std::size_t i = 0; i < 4; ++i)
      if (at(i).kind != (i % 2 == 0 ? DependencyKind::kWr : DependencyKind::kRw)) return std::nullopt;
    return Summary{fmt::format("{} sees {}'s {}, but not {}'s {}; {} sees {}'s {}, but not {}'s {}: they "
                               "disagree about which came first.",
                               name(at(0).to), name(at(0).from), key(at(0)), name(at(1).to), key(at(1)),
                               name(at(2).to), name(at(2).from), key(at(2)), name(at(3).to), key(at(3))),
                   {},
                   {}};
  }

  [[nodiscard]] std::optional<Summary> circular_reads() const {
    if (!is_plain_pair() || cycle()[0].kind != DependencyKind::kWr || cycle()[1].kind != DependencyKind::kWr)
      return std::nullopt;
    return Summary{fmt::format("{} reads {}'s {}, and {} reads {}'s {}: each sees what the other wrote.",
                               name(cycle()[0].to), name(cycle()[0].from), key(cycle()[0]),
                               name(cycle()[1].to), name(cycle()[1].from), key(cycle()[1])),
                   {},
                   {}};
  }

  // A transaction comes later by all other orders and yet did not see a write.
  [[nodiscard]] std::optional<Summary> not_seen() const {
    const Dependency* rw = only(DependencyKind::kRw);
    if (rw == nullptr || rw->from == rw->to) return std::nullopt;
    const auto path = std::ranges::find_if(
        cycle(), [](const Dependency& edge) { return edge.kind != DependencyKind::kRw; });
    if (path == cycle().end()) return std::nullopt;
    std::string later = fmt::format("comes after {}", name(rw->to));
    if (cycle().size() == 2 && path->kind == DependencyKind::kSo)
      later = fmt::format("follows {} in its session", name(rw->to));
    else if (cycle().size() == 2 && path->kind == DependencyKind::kRt)
      later = fmt::format("started after {} had ended", name(rw->to));
    else if (cycle().size() == 2)
      return std::nullopt;
    return Summary{fmt::format("{} {}, but does not see its {}.", name(rw->from), later,
                               written(history_, rw->to, rw->key)),
                   {},
                   {}};
  }

  const History& history_;
  const LevelInfo& level_;
  const Anomaly& anomaly_;
  const std::vector<Cycle> cycles_;
};

// All that is known of a story without cases.
std::vector<Dependency> known_of(const Story& story) {
  std::vector<Dependency> all;
  for (const StoryStep& step : story.steps) all.insert(all.end(), step.known.begin(), step.known.end());
  return all;
}

}  // namespace

std::optional<Summary> summary_of(const History& history, const LevelInfo& level, const Anomaly& anomaly) {
  return Summariser(history, level, anomaly).run();
}

std::string heading_of(const History& history, const Anomaly& anomaly, const Story& story) {
  if (anomaly.transactions.empty()) return anomaly.name;
  const std::set<TxnId> on_cycle = participants(story.cycle);
  std::vector<TxnId> main;
  std::vector<TxnId> others;
  for (const TxnId txn : anomaly.transactions) (on_cycle.contains(txn) ? main : others).push_back(txn);
  if (main.empty() || others.empty() || main.size() == 1)
    return fmt::format("{}: {}", anomaly.name, list_transactions(history, anomaly.transactions));
  const std::vector<Dependency> known = known_of(story);
  const bool are_readers = std::ranges::all_of(others, [&](TxnId txn) {
    return std::ranges::any_of(known, [&](const Dependency& edge) {
      return (edge.kind == DependencyKind::kWr && edge.to == txn && on_cycle.contains(edge.from)) ||
             (edge.reason == DependencyReason::kReaderFollows && edge.witness == txn);
    });
  });
  return fmt::format("{}: {}, {} {}", anomaly.name, list_transactions(history, main),
                     are_readers ? "seen by" : "with", list_transactions(history, others));
}

}  // namespace isolde
