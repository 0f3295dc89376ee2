#include "certify/lemmas/lemma_check.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "certify/lemmas/lemma_meaning.hpp"
#include "certify/lemmas/rup.hpp"
#include "certify/proof/facts.hpp"
#include "certify/proof/finding_check.hpp"
#include "certify/schedule/placement.hpp"
#include "history/spelling.hpp"

namespace isolde {
namespace {

using Link = LemmaProof::Link;
using Origin = LemmaProof::Origin;
using Point = LemmaProof::Point;

// --- The proof by itself.

class LemmaChecker {
 public:
  explicit LemmaChecker(const LemmaProof& proof) : proof_(proof), negated_(2 * proof.choices.size() + 2) {}

  Problem run() {
    for (std::size_t i = 0; i < proof_.clause_count(); ++i)
      if (proof_.origin(i) == Origin::kCycle)
        if (Problem problem = check_lemma(i)) return fmt::format("cycle lemma {}: {}", i + 1, *problem);
    return check_clauses();
  }

 private:
  [[nodiscard]] static std::size_t place_of(std::int32_t literal) {
    return literal > 0 ? 2 * static_cast<std::size_t>(literal) : 2 * static_cast<std::size_t>(-literal) + 1;
  }

  Problem check_lemma(std::size_t clause) {
    const std::span<const std::uint32_t> cycle = proof_.support(clause);
    if (cycle.empty()) return "there is no cycle";
    ++stamp_;
    for (const std::int32_t literal : proof_.literals(clause)) negated_[place_of(-literal)] = stamp_;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const Link& link = proof_.links[cycle[i]];
      const std::uint64_t number = cycle[i] + std::uint64_t{1};
      if (link.to != proof_.links[cycle[(i + 1) % cycle.size()]].from)
        return fmt::format("edge {} does not lead to the next one", number);
      if (link.literal != 0 && negated_[place_of(link.literal)] != stamp_)
        return fmt::format("edge {} belongs to a literal that the clause does not negate", number);
    }
    return std::nullopt;
  }

  Problem check_clauses() const {
    RupChecker checker(proof_.choices.size());
    for (std::size_t i = 0; i < proof_.clause_count(); ++i) {
      if (proof_.origin(i) == Origin::kGiven && proof_.literals(i).empty())
        return fmt::format("clause {} is given and empty, which is what was to be proved", i + 1);
      if (proof_.origin(i) != Origin::kDerived)
        checker.add_axiom(proof_.literals(i));
      else if (!checker.add_derived(proof_.literals(i), proof_.support(i)))
        return fmt::format("clause {} does not follow from those it names", i + 1);
    }
    if (!checker.has_empty_clause()) return "no clause is empty, so nothing is refuted";
    return std::nullopt;
  }

  const LemmaProof& proof_;
  std::vector<std::size_t> negated_;  // by literal: the last lemma that has its negation
  std::size_t stamp_ = 0;
};

// --- What it says, against the history.

class HistoryChecker {
 public:
  HistoryChecker(const History& history, const LemmaProof& proof)
      : history_(history),
        proof_(proof),
        level_(info(proof.level)),
        facts_(history),
        assumed_(facts_),
        sources_(history, facts_, level_, proof.clock_skew, assumed_),
        meaning_(history, facts_, sources_, proof),
        may_trust_(goes_beyond_the_rules(history)),
        is_checked_(proof.links.size()) {}

  // Requires that the lemmas are cycles.
  LemmaVerdict run() {
    for (std::size_t i = 0; i < proof_.clause_count(); ++i)
      if (Problem problem = check_axiom(i)) return {{false, *std::move(problem)}, {}};
    return {{true, {}}, trust_};
  }

 private:
  [[nodiscard]] const Point& from(const Link& link) const { return proof_.points[link.from]; }
  [[nodiscard]] const Point& to(const Link& link) const { return proof_.points[link.to]; }
  [[nodiscard]] std::string name(TxnId txn) const { return spell_transaction(history_, txn); }

  Problem check_axiom(std::size_t clause) {
    switch (proof_.origin(clause)) {
      case Origin::kGiven:
        return check_given(clause);
      case Origin::kCycle:
        if (Problem problem = check_cycle(proof_.support(clause)))
          return fmt::format("cycle lemma {}: {}", clause + 1, *problem);
        return std::nullopt;
      case Origin::kUnseen:
        return check_unseen(proof_.support(clause));
      case Origin::kDerived:
        break;
    }
    return std::nullopt;
  }

  Problem check_given(std::size_t clause) {
    if (meaning_.clause_follows(proof_.literals(clause))) return std::nullopt;
    if (!may_trust_) return fmt::format("clause {} does not follow from the history", clause + 1);
    ++trust_.clauses;
    return std::nullopt;
  }

  Problem check_unseen(std::span<const std::uint32_t> support) {
    if (support.size() != 2 || support[0] >= history_.transaction_count() ||
        support[1] >= history_.key_count())
      return "an unseen version has no transaction and key";
    const TxnId txn(support[0]);
    const KeyId key(support[1]);
    if (saw_what_nobody_left(history_, facts_, sources_, txn, key)) return std::nullopt;
    return fmt::format("{} can have seen {} as it did", name(txn), spell_key(history_, key));
  }

  // Follows the cycle from one transaction to the next. Points of no transaction only link others, by the
  // same dependency, which is known.
  Problem check_cycle(std::span<const std::uint32_t> cycle) {
    const auto is_named = [&](std::uint32_t link) { return from(proof_.links[link]).txn.is_valid(); };
    const auto start = std::ranges::find_if(cycle, is_named) - cycle.begin();
    if (static_cast<std::size_t>(start) == cycle.size()) return "the cycle names no transaction";
    std::size_t at = static_cast<std::size_t>(start);
    const std::size_t end = at + cycle.size();
    while (at < end) {
      const std::uint32_t number = cycle[at % cycle.size()];
      const Link& first = proof_.links[number];
      const Link* last = &first;
      while (++at < end && !to(*last).txn.is_valid()) {
        last = &proof_.links[cycle[at % cycle.size()]];
        if (last->kind != first.kind || last->key != first.key || last->literal != 0 || first.literal != 0)
          return "a point of no transaction links different dependencies";
      }
      const bool is_whole = last == &first;
      if (is_whole && is_checked_[number]) continue;
      if (Problem problem = check_dependency(from(first), to(*last), first)) return problem;
      if (is_whole) is_checked_[number] = true;
    }
    return std::nullopt;
  }

  Problem check_dependency(const Point& a, const Point& b, const Link& link) {
    for (const TxnId txn : {a.txn, b.txn})
      if (!facts_.may_commit(txn)) return fmt::format("{} is aborted, but stands in a cycle", name(txn));
    if (level_.one_node && (a.event == EventKind::kBegin || b.event == EventKind::kBegin))
      return "a level of one point per transaction knows no begins";
    const bool is_step = a.txn == b.txn && a.event == EventKind::kBegin && b.event == EventKind::kCommit;
    if (is_step) return std::nullopt;
    if (!has_ends(a, b, link.kind))
      return fmt::format("{} is no dependency from {} of {} to {} of {} at this level", name_of(link.kind),
                         name_of(a), name(a.txn), name_of(b), name(b.txn));
    if (meaning_.edge_follows(a.txn, b.txn, link)) return std::nullopt;
    const bool has_key = link.key.is_valid();
    if (!has_key || !may_trust(link.key) || !can_depend(a.txn, b.txn, link))
      return fmt::format("it does not follow that {} {} {}{}", name(a.txn), name_of(link.kind), name(b.txn),
                         has_key ? " on " + spell_key(history_, link.key) : "");
    ++trust_.edges;
    return std::nullopt;
  }

  static const char* name_of(const Point& point) {
    return point.event == EventKind::kBegin ? "the begin" : "the commit";
  }
  static std::string_view name_of(DependencyKind kind) { return isolde::name_of(kind); }

  [[nodiscard]] bool has_ends(const Point& a, const Point& b, DependencyKind kind) const {
    if (level_.one_node) return true;
    const bool begins_at_begin = kind == DependencyKind::kRw;
    const bool ends_at_commit =
        kind == DependencyKind::kRw || (kind == DependencyKind::kWw && !level_.first_committer_wins);
    return (a.event == EventKind::kBegin) == begins_at_begin &&
           (b.event == EventKind::kCommit) == ends_at_commit;
  }

  // --- What is taken on trust.

  // Whether the history has operations that the rules follow only in part: appends, adds, increments and
  // aggregates. Reads and writes of whole values, by key and by predicate, they follow completely.
  static bool goes_beyond_the_rules(const History& history) {
    for (std::size_t i = 0; i < history.operation_count(); ++i) {
      const OpKind kind = history.kind(OpId(i));
      if (kind == OpKind::kAggregate || (kind > OpKind::kDelete && is_item_write(kind))) return true;
    }
    return false;
  }

  // Whether an edge on the key may be taken on trust: only if the key is not just written as a whole.
  [[nodiscard]] bool may_trust(KeyId key) const { return facts_.class_of(key) != Facts::KeyClass::kWhole; }
  // The least that is asked of an edge that is taken on trust.
  [[nodiscard]] bool can_depend(TxnId a, TxnId b, const Link& link) const {
    const bool writes = link.kind != DependencyKind::kRw;
    const bool overwrites = link.kind != DependencyKind::kWr;
    return (writes ? facts_.installs(a, link.key) : looks_at(a, link.key)) &&
           (overwrites ? facts_.installs(b, link.key) : looks_at(b, link.key));
  }

  // Whether the transaction reads the key, changes what it finds there, or has a predicate that may have
  // looked at it.
  [[nodiscard]] bool looks_at(TxnId txn, KeyId key) const {
    for (const OpId op : history_.operations(txn)) {
      const OpKind kind = history_.kind(op);
      if (is_predicate(kind)) return true;
      if (history_.key(op) == key && (kind == OpKind::kRead || kind >= OpKind::kAppend)) return true;
    }
    return false;
  }

  const History& history_;
  const LemmaProof& proof_;
  const LevelInfo& level_;
  Facts facts_;
  Assumed assumed_;  // stays empty
  Sources sources_;
  LemmaMeaning meaning_;
  const bool may_trust_;
  std::vector<bool> is_checked_;  // by link
  Trust trust_;
};

VerifyResult result_of(Problem problem) {
  return problem ? VerifyResult{false, *std::move(problem)} : VerifyResult{true, {}};
}

}  // namespace

bool saw_what_nobody_left(const History& history, Facts& facts, Sources& sources, TxnId txn, KeyId key) {
  return facts.counts(txn) &&
         (sources.possible(txn, key).empty() || contradicts_itself(history, facts, txn, key));
}

VerifyResult verify(const LemmaProof& proof) { return result_of(LemmaChecker(proof).run()); }

LemmaVerdict verify(const History& history, const LemmaProof& proof) {
  if (proof.clock_skew < 0) return {{false, "the proof's clock skew is negative"}, {}};
  if (VerifyResult result = verify(proof); !result) return {std::move(result), {}};
  return HistoryChecker(history, proof).run();
}

}  // namespace isolde
