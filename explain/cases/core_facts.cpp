#include "explain/cases/core_facts.hpp"

#include <algorithm>

#include "encode/level_edges.hpp"
#include "explain/missing_rows.hpp"
#include "history/findings/computed_keys.hpp"
#include "history/given_order.hpp"
#include "history/reads.hpp"
#include "history/value_left.hpp"

namespace isolde {
namespace {

// By key: what a read shows need not be what one write wrote.
struct KeyKinds {
  explicit KeyKinds(const History& history)
      : is_computed(computed_keys(history)),
        has_elements(history.key_count()),
        has_adds(history.key_count()) {
    for (std::size_t i = 0; i < history.operation_count(); ++i) {
      const OpKind kind = history.kind(OpId(i));
      if (kind == OpKind::kAdd) has_adds[history.key(OpId(i)).index()] = true;
      if (kind == OpKind::kAppend || kind == OpKind::kAdd || kind == OpKind::kIncrement)
        has_elements[history.key(OpId(i)).index()] = true;
    }
  }
  std::vector<bool> is_computed;   // nothing certain
  std::vector<bool> has_elements;  // only reads of the initial version are
  std::vector<bool> has_adds;      // a set: where updates may be lost the verifier takes nothing as certain
};

class FactFinder {
 public:
  FactFinder(const History& history, const WriterIndex& writers, const std::vector<TxnId>& txns)
      : history_(history),
        items_(history, writers, members(history, txns)),
        kinds_(history),
        use_of_(history.key_count(), kNone) {
    facts_.txns = txns;
    number_of_.assign(items_.member_count(), kNone);
    for (std::uint32_t i = 0; i < txns.size(); ++i) number_of_[items_.member(txns[i])] = i;
  }

  CoreFacts run(const LevelInfo& level, std::int64_t clock_skew) {
    for (std::uint32_t txn = 0; txn < facts_.txns.size(); ++txn) {
      const Member member = items_.member(facts_.txns[txn]);
      for (Version version = items_.install_begin(member); version < items_.install_end(member); ++version)
        use(items_.key(version)).installers.push_back(txn);
    }
    for (std::uint32_t txn = 0; txn < facts_.txns.size(); ++txn) {
      const Member member = items_.member(facts_.txns[txn]);
      for (const Version version : items_.reads(member)) {
        const bool may_be_lost = !level.first_committer_wins && kinds_.has_adds[items_.key(version)];
        if (!may_be_lost) add_read(txn, version);
      }
    }
    if (level.rows_bind) add_missing_rows();
    add_orders(level, clock_skew);
    return std::move(facts_);
  }

 private:
  static std::vector<bool> members(const History& history, const std::vector<TxnId>& txns) {
    std::vector<bool> result(history.transaction_count());
    for (const TxnId txn : txns) result[txn.index()] = true;
    return result;
  }

  CoreFacts::KeyUse& use(std::uint32_t key) {
    if (use_of_[key] == kNone) {
      use_of_[key] = static_cast<std::uint32_t>(facts_.keys.size());
      facts_.keys.push_back({KeyId(key), {}, {}});
    }
    return facts_.keys[use_of_[key]];
  }

  void add_read(std::uint32_t reader, Version version) {
    const std::uint32_t key = items_.key(version);
    if (kinds_.is_computed[key]) return;
    // Adding what is there already changes nothing that a read could tell.
    if (kinds_.has_adds[key] && history_.initial_value(KeyId(key)) != kInitial) return;
    CoreFacts::Read read{.reader = reader, .value = history_.initial_value(KeyId(key))};
    if (!items_.is_initial(version)) {
      if (kinds_.has_elements[key]) return;
      read.writer = number_of_[items_.writer(version)];
      read.value = value_left(history_, facts_.txns[read.writer], KeyId(key));
    }
    use(key).reads.push_back(read);
  }

  void add_missing_rows() {
    const std::vector<MissingRow> rows = missing_rows(history_, facts_.txns);
    for (const MissingRow& row : rows)
      use(row.key.value)
          .reads.push_back({.reader = row.reader,
                            .writer = kNone,
                            .value = history_.initial_value(row.key),
                            .is_missing_row = true});
  }

  void add_orders(const LevelInfo& level, std::int64_t clock_skew) {
    const auto count = static_cast<std::uint32_t>(facts_.txns.size());
    for (std::uint32_t a = 0; a < count; ++a) {
      for (std::uint32_t b = 0; b < count; ++b) {
        const TxnId first = facts_.txns[a];
        const TxnId second = facts_.txns[b];
        if (level.session_order && session_orders(history_, first, second))
          facts_.orders.push_back({a, b, DependencyKind::kSo});
        else if (level.real_time && real_time_orders(history_, first, second, clock_skew))
          facts_.orders.push_back({a, b, DependencyKind::kRt});
      }
    }
  }

  const History& history_;
  const Items items_;
  const KeyKinds kinds_;
  std::vector<std::uint32_t> use_of_;     // by key, into facts_.keys
  std::vector<std::uint32_t> number_of_;  // by member
  CoreFacts facts_;
};

}  // namespace

std::size_t CoreFacts::pair_count() const {
  std::size_t pairs = 0;
  for (const KeyUse& use : keys) pairs += use.installers.size() * (use.installers.size() - 1) / 2;
  return pairs;
}

CoreFacts facts_of(const History& history, const WriterIndex& writers, Level level, std::int64_t clock_skew,
                   const std::vector<TxnId>& txns) {
  return FactFinder(history, writers, txns).run(info(level), clock_skew);
}

CoreFacts restrict_to(const CoreFacts& facts, const std::vector<TxnId>& txns) {
  std::vector<std::uint32_t> number(facts.txns.size(), kNone);
  for (std::uint32_t i = 0, next = 0; i < facts.txns.size() && next < txns.size(); ++i)
    if (facts.txns[i] == txns[next]) number[i] = next++;
  CoreFacts result;
  result.txns = txns;
  for (const CoreFacts::KeyUse& use : facts.keys) {
    CoreFacts::KeyUse kept{use.key, {}, {}};
    for (const std::uint32_t installer : use.installers)
      if (number[installer] != kNone) kept.installers.push_back(number[installer]);
    for (CoreFacts::Read read : use.reads) {
      if (number[read.reader] == kNone || (read.writer != kNone && number[read.writer] == kNone)) continue;
      read.reader = number[read.reader];
      if (read.writer != kNone) read.writer = number[read.writer];
      kept.reads.push_back(read);
    }
    if (!kept.installers.empty()) result.keys.push_back(std::move(kept));
  }
  for (const CoreFacts::Order& order : facts.orders)
    if (number[order.first] != kNone && number[order.second] != kNone)
      result.orders.push_back({number[order.first], number[order.second], order.kind});
  return result;
}

namespace {

void add_known(const CoreFacts& facts, const LevelEdges& edges, Polygraph& graph) {
  for (std::uint32_t txn = 0; txn < facts.txns.size(); ++txn) {
    if (!edges.one_node()) graph.add_node({facts.txns[txn], EventKind::kBegin});
    graph.add_node({facts.txns[txn], EventKind::kCommit});
    if (!edges.one_node()) graph.add_known({edges.begin(txn), edges.commit(txn)}, {});
  }
  for (const CoreFacts::KeyUse& use : facts.keys) {
    for (const CoreFacts::Read& read : use.reads) {
      if (read.writer != kNone) {
        graph.add_known(edges.edge(DependencyKind::kWr, read.writer, read.reader),
                        {DependencyKind::kWr, use.key});
        continue;
      }
      for (const std::uint32_t installer : use.installers)
        if (installer != read.reader)
          graph.add_known(edges.edge(DependencyKind::kRw, read.reader, installer),
                          {DependencyKind::kRw, use.key});
    }
  }
  for (const CoreFacts::Order& order : facts.orders)
    graph.add_known(edges.edge(order.kind, order.first, order.second), {order.kind, {}});
}

}  // namespace

Polygraph polygraph_of(const CoreFacts& facts, Level level) {
  const LevelEdges edges(level);
  Polygraph graph;
  add_known(facts, edges, graph);
  for (const CoreFacts::KeyUse& use : facts.keys) {
    const auto add = [&](Literal literal, std::uint32_t first, std::uint32_t second) {
      graph.add_edge(literal, edges.edge(DependencyKind::kWw, first, second), {DependencyKind::kWw, use.key});
      for (const CoreFacts::Read& read : use.reads)
        if (read.writer == first && read.reader != second)
          graph.add_edge(literal, edges.edge(DependencyKind::kRw, read.reader, second),
                         {DependencyKind::kRw, use.key});
    };
    for (std::size_t i = 0; i < use.installers.size(); ++i) {
      for (std::size_t j = i + 1; j < use.installers.size(); ++j) {
        const std::uint32_t a = use.installers[i];
        const std::uint32_t b = use.installers[j];
        const Variable variable =
            graph.add_variable({Meaning::Kind::kOrder, use.key, facts.txns[a], facts.txns[b]});
        add(Literal(variable, true), a, b);
        add(Literal(variable, false), b, a);
      }
    }
  }
  graph.finish();
  return graph;
}

}  // namespace isolde
