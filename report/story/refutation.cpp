#include "report/story/refutation.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "history/spelling.hpp"
#include "history/value_left.hpp"
#include "report/sentence.hpp"

namespace isolde {
namespace {

using Kind = Assumption::Kind;

std::string name_of_txn(const History& history, TxnId txn) { return spell_transaction(history, txn); }

bool is_contradiction_of_one(const std::vector<Dependency>& cycle) { return cycle[0].from == cycle[0].to; }

// The one dependency that follows from the alternative, if it is one.
const Dependency* only_hypothesis(const FailedAlternative& failed) {
  const Dependency* only = nullptr;
  for (const Dependency& edge : failed.cycle) {
    if (!follows_from(edge, failed.assumption)) continue;
    if (only != nullptr) return nullptr;
    only = &edge;
  }
  return only;
}

// The reader wrote the key itself: had somebody else written it before, that would have been read.
const Dependency* replaced_by_reader(const FailedAlternative& failed, const Dependency& hypothesis) {
  if (hypothesis.kind != DependencyKind::kWw || failed.cycle.size() != 2) return nullptr;
  const auto rw = std::ranges::find_if(failed.cycle, [&](const Dependency& edge) {
    return edge.kind == DependencyKind::kRw && edge.key == hypothesis.key;
  });
  return rw == failed.cycle.end() ? nullptr : &*rw;
}

// The rest of the cycle, if it is no more than an order that the history gives: the clause says so itself.
const Dependency* given_order(const FailedAlternative& failed) {
  if (failed.cycle.size() != 2) return nullptr;
  const Dependency& rest =
      follows_from(failed.cycle[0], failed.assumption) ? failed.cycle[1] : failed.cycle[0];
  return rest.kind == DependencyKind::kSo || rest.kind == DependencyKind::kRt ? &rest : nullptr;
}

// That the second comes after the first, said of the second.
std::string comes_after(const History& history, const Dependency* given, TxnId first) {
  const std::string name = name_of_txn(history, first);
  if (given == nullptr) return fmt::format("comes after {}", name);
  return given->kind == DependencyKind::kSo ? fmt::format("follows {} in its session", name)
                                            : fmt::format("started after {} had ended", name);
}

// What the reader of an overwritten version would have seen instead of it. `later` says why.
std::string would_have_seen(const History& history, const Dependency& rw, const std::string& later) {
  const bool is_read = rw.reason != DependencyReason::kRowMissing &&
                       rw.reason != DependencyReason::kAggregated && rw.value.is_valid();
  const std::string overwriter = name_of_txn(history, rw.to);
  return fmt::format("or {}{} would have {} {}'s {}", name_of_txn(history, rw.from),
                     later.empty() ? "" : fmt::format(", which {},", later), is_read ? "read" : "seen",
                     overwriter, spell_value(history, value_left(history, rw.to, rw.key)));
}

std::string order_clause(const History& history, const FailedAlternative& failed) {
  const Dependency* hypothesis = only_hypothesis(failed);
  if (hypothesis == nullptr) return {};
  const Dependency* given = given_order(failed);
  if (hypothesis->kind == DependencyKind::kRw) {
    const bool is_told = given == nullptr && failed.cycle.size() == 2;
    return would_have_seen(history, *hypothesis, is_told ? "" : comes_after(history, given, hypothesis->to));
  }
  if (const Dependency* rw = replaced_by_reader(failed, *hypothesis))
    return would_have_seen(history, *rw, "");
  return fmt::format("since {} {}", name_of_txn(history, failed.assumption.first),
                     comes_after(history, given, failed.assumption.second));
}

std::string source_clause(const History& history, const FailedAlternative& failed) {
  const Dependency* hypothesis = only_hypothesis(failed);
  if (hypothesis == nullptr) return {};
  const TxnId writer = failed.assumption.second;
  if (hypothesis->kind == DependencyKind::kWr)
    return fmt::format("for {} {}", name_of_txn(history, writer),
                       comes_after(history, given_order(failed), failed.assumption.first));
  const std::string version = writer.is_valid() ? name_of_txn(history, writer) + "'s" : "the initial one";
  return fmt::format("for {} had replaced {} before", name_of_txn(history, hypothesis->to), version);
}

// Step by step, where no shorter clause says it.
std::string cycle_clause(const History& history, const std::vector<Dependency>& cycle) {
  std::string out = "for otherwise ";
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const Dependency& edge = cycle[i];
    if (i != 0) out += i + 1 == cycle.size() ? " and " : ", ";
    const std::string key = edge.key.is_valid() ? " " + spell_key(history, edge.key) : "";
    out += fmt::format("{}{} before {} ({}{})", name_of_txn(history, edge.from), i == 0 ? " comes" : "",
                       name_of_txn(history, edge.to), name_of(edge.kind), key);
  }
  return out;
}

Dependency read_of(const Dependency& rw) {
  Dependency wr;
  wr.from = rw.witness;
  wr.to = rw.from;
  wr.kind = DependencyKind::kWr;
  wr.key = rw.key;
  wr.value = rw.value;
  wr.reason = rw.reason == DependencyReason::kAggregated   ? DependencyReason::kAggregated
              : rw.reason == DependencyReason::kRowMissing ? DependencyReason::kRowGone
                                                           : DependencyReason::kRead;
  return wr;
}

}  // namespace

bool follows_from(const Dependency& edge, const Assumption& assumption) {
  switch (assumption.kind) {
    case Kind::kOrder:
      if (edge.key != assumption.key || edge.to != assumption.second) return false;
      if (edge.kind == DependencyKind::kWw) return edge.from == assumption.first;
      return edge.kind == DependencyKind::kRw && edge.witness == assumption.first;
    case Kind::kReadsFrom:
      if (edge.key != assumption.key) return false;
      if (edge.kind == DependencyKind::kWr)
        return edge.from == assumption.second && edge.to == assumption.first;
      return edge.kind == DependencyKind::kRw && edge.from == assumption.first &&
             edge.witness == assumption.second;
    case Kind::kTakesEffect:
      return edge.from == assumption.first || edge.to == assumption.first;
    case Kind::kNoEffect:
      return false;
  }
  return false;
}

std::vector<Dependency> premises(const FailedAlternative& failed) {
  std::vector<Dependency> result;
  if (is_contradiction_of_one(failed.cycle)) {
    std::ranges::copy_if(failed.cycle, std::back_inserter(result),
                         [](const Dependency& edge) { return edge.from != edge.to; });
    return result;
  }
  const Dependency* hypothesis = only_hypothesis(failed);
  if (hypothesis != nullptr && failed.assumption.kind == Kind::kOrder) {
    const Dependency* shown =
        hypothesis->kind == DependencyKind::kRw ? hypothesis : replaced_by_reader(failed, *hypothesis);
    if (shown != nullptr && shown->witness.is_valid()) result.push_back(read_of(*shown));
    if (shown != nullptr && shown != hypothesis) return result;
  }
  const Dependency* said = hypothesis == nullptr ? nullptr : given_order(failed);
  for (const Dependency& edge : failed.cycle)
    if (!follows_from(edge, failed.assumption) && &edge != said) result.push_back(edge);
  return result;
}

Excluded excluded_how(const FailedAlternative& failed) {
  if (failed.assumption.kind != Kind::kReadsFrom || is_contradiction_of_one(failed.cycle))
    return Excluded::kOtherwise;
  const Dependency* hypothesis = only_hypothesis(failed);
  if (hypothesis == nullptr || !failed.assumption.second.is_valid()) return Excluded::kOtherwise;
  return hypothesis->kind == DependencyKind::kWr ? Excluded::kLater : Excluded::kReplaced;
}

std::string refutation_clause(const History& history, const FailedAlternative& failed) {
  if (is_contradiction_of_one(failed.cycle))
    return fmt::format("for otherwise {}", sentence(history, failed.cycle[0]));
  std::string clause;
  if (failed.assumption.kind == Kind::kOrder) clause = order_clause(history, failed);
  if (failed.assumption.kind == Kind::kReadsFrom) clause = source_clause(history, failed);
  return clause.empty() ? cycle_clause(history, failed.cycle) : clause;
}

}  // namespace isolde
