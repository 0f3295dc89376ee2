#include "certify/proof/proof_check.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "certify/proof/adding_up.hpp"
#include "certify/proof/assumed.hpp"
#include "certify/proof/counter_check.hpp"
#include "certify/proof/finding_check.hpp"
#include "certify/proof/sources.hpp"
#include "history/spelling.hpp"

namespace isolde {
namespace {

class ProofChecker {
 public:
  ProofChecker(const History& history, Facts& facts, const LevelInfo& level, std::int64_t clock_skew)
      : history_(history),
        facts_(facts),
        level_(level),
        clock_skew_(clock_skew),
        assumed_(facts),
        sources_(history, facts, level, clock_skew, assumed_),
        adding_up_(history, facts, sources_) {}

  Problem run(const Proof& proof) {
    struct Open {
      const ProofStep* step;
      std::size_t alternative;
    };
    std::vector<Open> open;
    for (std::size_t i = 0; i < proof.size(); ++i) {
      const ProofStep& step = proof[i];
      if (i != 0 && open.empty()) return "the proof goes on after its end";
      if (!step.alternatives.empty()) {
        if (Problem problem = check_case(step.alternatives)) return problem;
        open.push_back({&step, 0});
        assumed_.push(step.alternatives[0]);
        continue;
      }
      if (Problem problem = check_cycle(step.cycle)) return problem;
      while (!open.empty()) {  // go on to the next alternative that needs a proof
        assumed_.pop();
        Open& last = open.back();
        if (++last.alternative < last.step->alternatives.size()) {
          assumed_.push(last.step->alternatives[last.alternative]);
          break;
        }
        open.pop_back();
      }
    }
    return open.empty() && !proof.empty() ? Problem() : "the proof ends before all alternatives are refuted";
  }

 private:
  using Kind = Assumption::Kind;

  [[nodiscard]] std::string name(TxnId txn) const {
    return txn.is_valid() ? spell_transaction(history_, txn) : "the initial version";
  }
  [[nodiscard]] bool is_txn(TxnId txn) const { return txn.index() < history_.transaction_count(); }
  [[nodiscard]] bool is_key(KeyId key) const { return key.index() < history_.key_count(); }

  // --- Cases: one of the alternatives holds in every execution in which the assumptions so far hold.
  Problem check_case(const std::vector<Assumption>& alternatives) {
    for (const Assumption& each : alternatives) {
      if (each.kind != Kind::kTakesEffect && each.kind != Kind::kNoEffect && !is_key(each.key))
        return "a case of the proof names no key";
      if (!is_txn(each.first) || (each.second.is_valid() && !is_txn(each.second)))
        return "a case of the proof names no transaction";
    }
    switch (alternatives[0].kind) {
      case Kind::kOrder:
        return check_order_case(alternatives);
      case Kind::kReadsFrom:
        return check_source_case(alternatives);
      case Kind::kTakesEffect:
      case Kind::kNoEffect:
        return check_effect_case(alternatives);
    }
    return "the kind of an assumption is unknown";
  }

  Problem check_order_case(const std::vector<Assumption>& alternatives) const {
    const Assumption& one = alternatives[0];
    const Assumption other{Kind::kOrder, one.key, one.second, one.first};
    if (alternatives.size() != 2 || alternatives[1] != other)
      return "a case about the order of two writers does not consist of both orders";
    if (one.first == one.second || !one.second.is_valid())
      return "a case about an order does not name two transactions";
    for (const TxnId txn : {one.first, one.second}) {
      if (!assumed_.counts(txn)) return fmt::format("{} is put in an order, but need not count", name(txn));
      if (!facts_.installs(txn, one.key))
        return fmt::format("{} is put in an order of the writers of {}, but does not write it", name(txn),
                           spell_key(history_, one.key));
    }
    return std::nullopt;
  }

  Problem check_source_case(const std::vector<Assumption>& alternatives) {
    const TxnId reader = alternatives[0].first;
    const KeyId key = alternatives[0].key;
    for (const Assumption& each : alternatives)
      if (each.kind != Kind::kReadsFrom || each.first != reader || each.key != key)
        return "a case about a read mixes it with something else";
    if (!assumed_.counts(reader))
      return fmt::format("{} need not count, so what it read binds nobody", name(reader));
    for (const TxnId source : sources_.possible(reader, key))
      if (std::ranges::find(alternatives, source, &Assumption::second) == alternatives.end())
        return fmt::format("{} can also have read {} from {}", name(reader), spell_key(history_, key),
                           name(source));
    return std::nullopt;
  }

  Problem check_effect_case(const std::vector<Assumption>& alternatives) const {
    const bool is_pair = alternatives.size() == 2 && alternatives[0].first == alternatives[1].first &&
                         std::ranges::count(alternatives, Kind::kTakesEffect, &Assumption::kind) == 1 &&
                         std::ranges::count(alternatives, Kind::kNoEffect, &Assumption::kind) == 1;
    if (!is_pair) return "a case about an effect does not consist of having it and not having it";
    if (history_.status(alternatives[0].first) != TxnStatus::kIndeterminate)
      return fmt::format("{} is no indeterminate transaction", name(alternatives[0].first));
    return std::nullopt;
  }

  // --- What follows.
  [[nodiscard]] bool is_source(TxnId reader, KeyId key, TxnId writer) {
    return assumed_.holds({Kind::kReadsFrom, key, reader, writer}) || sources_.is_only(reader, key, writer);
  }

  // Requires that both are known to install the key.
  [[nodiscard]] bool is_before(KeyId key, TxnId a, TxnId b) {
    return assumed_.holds({Kind::kOrder, key, a, b}) || sources_.precedes(a, b) || is_source(b, key, a);
  }

  [[nodiscard]] bool installs(TxnId txn, KeyId key) const {
    return assumed_.counts(txn) && facts_.installs(txn, key);
  }

  [[nodiscard]] bool follows(const Dependency& edge) {
    switch (edge.kind) {
      case DependencyKind::kWr:
        return is_source(edge.to, edge.key, edge.from) ||
               facts_.shows_element_of(edge.to, edge.key, edge.from);
      case DependencyKind::kWw:
        if (!installs(edge.from, edge.key) || !installs(edge.to, edge.key)) return false;
        if (is_before(edge.key, edge.from, edge.to)) return true;
        return is_txn(edge.witness) && assumed_.counts(edge.witness) &&
               facts_.shows_order_of(edge.witness, edge.key, edge.from, edge.to);
      case DependencyKind::kRw:
        return installs(edge.to, edge.key) && is_overwritten(edge);
      case DependencyKind::kSo:
        return level_.session_order && precedes_in_session(history_, edge.from, edge.to);
      case DependencyKind::kRt:
        return level_.real_time && precedes_in_real_time(history_, clock_skew_, edge.from, edge.to);
    }
    return false;
  }

  [[nodiscard]] bool is_overwritten(const Dependency& edge) {
    if (level_.first_committer_wins && facts_.lacks_element_of(edge.from, edge.key, edge.to)) return true;
    if (!edge.witness.is_valid()) return is_source(edge.from, edge.key, TxnId());
    if (!is_txn(edge.witness) || edge.witness == edge.to) return false;
    return is_source(edge.from, edge.key, edge.witness) && installs(edge.witness, edge.key) &&
           is_before(edge.key, edge.witness, edge.to);
  }

  // --- Leaves.
  Problem check_cycle(const std::vector<Dependency>& cycle) {
    if (cycle.empty()) return "a leaf of the proof shows no cycle";
    if (cycle[0].from == cycle[0].to) {
      if (cycle.size() > 1) return check_sum(cycle);
      Problem problem = check_self(cycle[0]);
      return problem && check_sum(cycle) ? problem : Problem();
    }
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const Dependency& edge = cycle[i];
      const Dependency& next = cycle[(i + 1) % cycle.size()];
      if (Problem problem = check_edge(edge)) return problem;
      if (edge.to != next.from)
        return fmt::format("a cycle of the proof goes to {} and on from {}", name(edge.to), name(next.from));
      if (ends_at_commit(edge.kind) && !starts_at_commit(next.kind))
        return fmt::format("a cycle of the proof steps back from {}'s commit to its begin", name(edge.to));
    }
    return std::nullopt;
  }

  // A leaf of one edge from a transaction to itself: the transaction contradicts every version there is.
  Problem check_self(const Dependency& edge) {
    if (edge.kind == DependencyKind::kRw && !edge.key.is_valid()) return check_aggregate(edge);
    const bool has_key = edge.kind == DependencyKind::kWr || edge.kind == DependencyKind::kRw;
    if (!is_txn(edge.from) || !has_key || !is_key(edge.key))
      return "a dependency of the proof does not name a transaction and a key";
    if (!assumed_.counts(edge.from))
      return fmt::format("{} need not count, so what it read binds nobody", name(edge.from));
    if (sources_.possible(edge.from, edge.key).empty()) return std::nullopt;
    if (contradicts_itself(history_, facts_, edge.from, edge.key)) return std::nullopt;
    return fmt::format("{} can have seen {} as it did", name(edge.from), spell_key(history_, edge.key));
  }

  // A counter that shows no sum of what was seen for certain and what else may have been, by the dependencies
  // that come after the first.
  Problem check_sum(const std::vector<Dependency>& leaf) {
    const Dependency& read = leaf[0];
    if (!is_txn(read.from) || read.kind != DependencyKind::kWr || !is_key(read.key))
      return "a dependency of the proof does not name a transaction and a key";
    if (!assumed_.counts(read.from))
      return fmt::format("{} need not count, so what it read binds nobody", name(read.from));
    const std::span<const Dependency> edges = std::span(leaf).subspan(1);
    for (const Dependency& edge : edges)
      if (Problem problem = check_edge(edge)) return problem;
    if (level_.first_committer_wins &&
        is_sum_refuted(history_, facts_, read.from, read.key, reached(edges, read.from, false),
                       reached(edges, read.from, true)))
      return std::nullopt;
    return fmt::format("{} can have counted {} as it did", name(read.from), spell_key(history_, read.key));
  }

  // The transactions that commit after this one begins, or before it, by paths of these dependencies;
  // ascending.
  [[nodiscard]] std::vector<TxnId> reached(std::span<const Dependency> edges, TxnId txn,
                                           bool is_forward) const {
    // Begin and commit of a transaction where they differ; a begin leads to its commit.
    using Event = std::pair<TxnId, bool>;
    const auto event = [&](TxnId each, bool at_commit) { return Event(each, at_commit || level_.one_node); };
    std::multimap<Event, Event> next;
    const auto lead = [&](const Event& from, const Event& to) {
      if (from != to) next.emplace(is_forward ? from : to, is_forward ? to : from);
    };
    for (const Dependency& edge : edges) {
      lead(event(edge.from, starts_at_commit(edge.kind)), event(edge.to, ends_at_commit(edge.kind)));
      for (const TxnId each : {edge.from, edge.to}) lead(event(each, false), event(each, true));
    }
    std::set<Event> seen{event(txn, false)};
    std::vector<Event> todo(seen.begin(), seen.end());
    while (!todo.empty()) {
      const auto [first, last] = next.equal_range(todo.back());
      todo.pop_back();
      for (auto at = first; at != last; ++at)
        if (seen.insert(at->second).second) todo.push_back(at->second);
    }
    std::vector<TxnId> found;
    for (const auto& [each, at_commit] : seen)
      if (at_commit && each != txn) found.push_back(each);
    return found;
  }

  // An aggregate that no choice of versions explains. Where the level allows phantoms it proves nothing.
  Problem check_aggregate(const Dependency& edge) {
    const bool is_aggregate = is_txn(edge.from) && edge.op.index() < history_.operation_count() &&
                              history_.transaction_of(edge.op) == edge.from &&
                              history_.kind(edge.op) == OpKind::kAggregate;
    if (!is_aggregate) return "a leaf of the proof names neither a key nor an aggregate";
    if (!assumed_.counts(edge.from))
      return fmt::format("{} need not count, so what it read binds nobody", name(edge.from));
    if (!level_.rows_bind) return fmt::format("{} allows phantoms, so aggregates bind nobody", level_.name);
    if (!adding_up_.is_possible(edge.from, edge.op)) return std::nullopt;
    return fmt::format("{} can have seen rows that give its aggregate", name(edge.from));
  }

  Problem check_edge(const Dependency& edge) {
    const bool has_key = edge.kind != DependencyKind::kSo && edge.kind != DependencyKind::kRt;
    if (!is_txn(edge.from) || !is_txn(edge.to) || edge.from == edge.to || (has_key && !is_key(edge.key)))
      return "a dependency of the proof does not name two transactions and a key";
    for (const TxnId txn : {edge.from, edge.to})
      if (!assumed_.counts(txn) && !(edge.kind == DependencyKind::kWr && txn == edge.from))
        return fmt::format("{} need not count, but stands in a cycle of the proof", name(txn));
    if (follows(edge)) return std::nullopt;
    return fmt::format("it does not follow that {} {} {}{}", name(edge.from), name_of(edge.kind),
                       name(edge.to), has_key ? " on " + spell_key(history_, edge.key) : "");
  }

  // In the level's graph a dependency leads from a commit to a begin, except that rw leads from a begin to a
  // commit, and ww from a commit to a commit where writers of a key may overlap. Where a transaction is one
  // node, begin and commit are the same.
  [[nodiscard]] bool starts_at_commit(DependencyKind kind) const {
    return level_.one_node || kind != DependencyKind::kRw;
  }
  [[nodiscard]] bool ends_at_commit(DependencyKind kind) const {
    if (level_.one_node) return false;
    return kind == DependencyKind::kRw || (kind == DependencyKind::kWw && !level_.first_committer_wins);
  }

  const History& history_;
  Facts& facts_;
  const LevelInfo& level_;
  const std::int64_t clock_skew_;
  Assumed assumed_;
  Sources sources_;
  AddingUp adding_up_;
};

}  // namespace

Problem check_proof(const History& history, Facts& facts, const LevelInfo& level, std::int64_t clock_skew,
                    const Proof& proof) {
  return ProofChecker(history, facts, level, clock_skew).run(proof);
}

}  // namespace isolde
