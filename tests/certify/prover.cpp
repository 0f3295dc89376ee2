#include "tests/certify/prover.hpp"

#include <algorithm>
#include <deque>

#include "certify/proof/assumed.hpp"
#include "certify/proof/proof_check.hpp"
#include "certify/proof/sources.hpp"

namespace isolde {
namespace {

using Kind = Assumption::Kind;

}  // namespace

NaiveProver::NaiveProver(const History& history, Level level)
    : history_(history), level_(info(level)), facts_(history) {}

std::optional<Proof> NaiveProver::prove() { return prove_here(); }

std::optional<Proof> NaiveProver::prove_here() {
  if (gave_up()) return std::nullopt;
  for (const TxnId txn : history_.transactions())
    for (std::size_t key = 0; key < history_.key_count(); ++key) {
      const Dependency self{txn, txn, DependencyKind::kWr, KeyId(key), {}, DependencyReason::kRead, {}};
      const auto said = complaint({{}, {self}});
      if (!said || said->starts_with("the proof ends before")) return Proof{ProofStep{{}, {self}}};
    }
  for (std::size_t i = 0; i < history_.operation_count(); ++i) {
    if (history_.kind(OpId(i)) != OpKind::kAggregate) continue;
    Dependency self{{}, {}, DependencyKind::kRw, {}, {}, DependencyReason::kAggregated, {}};
    self.op = OpId(i);
    self.from = self.to = history_.transaction_of(self.op);
    const auto said = complaint({{}, {self}});
    if (!said || said->starts_with("the proof ends before")) return Proof{ProofStep{{}, {self}}};
  }
  if (std::vector<Dependency> cycle = cycle_of(edges()); !cycle.empty())
    return Proof{ProofStep{{}, std::move(cycle)}};
  for (std::vector<Assumption>& alternatives : cases())
    if (is_open_case(alternatives)) return split(std::move(alternatives));
  return std::nullopt;
}

std::optional<Proof> NaiveProver::split(std::vector<Assumption> alternatives) {
  Proof proof{ProofStep{alternatives, {}}};
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    // The alternatives as a set make the case; the checker is asked about the one in front.
    std::vector<Assumption> in_front = alternatives;
    std::rotate(in_front.begin(), in_front.begin() + static_cast<std::ptrdiff_t>(i), in_front.end());
    path_.push_back({in_front, {}});
    const std::optional<Proof> below = prove_here();
    path_.pop_back();
    if (!below) return std::nullopt;
    proof.insert(proof.end(), below->begin(), below->end());
  }
  return proof;
}

// What the checker says to the path and this step; it stops where the proof does.
std::optional<std::string> NaiveProver::complaint(ProofStep last) {
  ++questions_;
  Proof proof = path_;
  proof.push_back(std::move(last));
  return check_proof(history_, facts_, level_, 0, proof);
}

bool NaiveProver::follows(const Dependency& edge) {
  // A single edge is no cycle; if that is all that is wrong with it, the edge itself follows.
  const auto said = complaint({{}, {edge}});
  return said && said->starts_with("a cycle of the proof goes to");
}

bool NaiveProver::is_open_case(const std::vector<Assumption>& alternatives) {
  for (const ProofStep& step : path_)
    if (std::ranges::is_permutation(step.alternatives, alternatives)) return false;
  const auto said = complaint({alternatives, {}});
  return said && said->starts_with("the proof ends before");
}

std::vector<Dependency> NaiveProver::edges() {
  std::vector<Dependency> found;
  const auto try_edge = [&](const Dependency& edge) {
    if (follows(edge)) found.push_back(edge);
  };
  std::vector<TxnId> witnesses{TxnId()};
  for (const TxnId txn : history_.transactions()) witnesses.push_back(txn);
  for (const TxnId from : history_.transactions()) {
    for (const TxnId to : history_.transactions()) {
      if (from == to) continue;
      try_edge({from, to, DependencyKind::kSo, {}, {}, DependencyReason::kOrdered, {}});
      try_edge({from, to, DependencyKind::kRt, {}, {}, DependencyReason::kOrdered, {}});
      for (std::size_t k = 0; k < history_.key_count(); ++k) {
        const KeyId key(k);
        try_edge({from, to, DependencyKind::kWr, key, {}, DependencyReason::kRead, {}});
        if (!facts_.installs(to, key)) continue;
        for (const TxnId witness : witnesses) {
          if (facts_.installs(from, key))
            try_edge({from, to, DependencyKind::kWw, key, {}, DependencyReason::kReaderFollows, witness});
          try_edge({from, to, DependencyKind::kRw, key, {}, DependencyReason::kVersionFollows, witness});
        }
      }
    }
  }
  return found;
}

// Breadth first over edges as nodes: edge f may follow edge e if e.to is f.from and the step is not back from
// a commit to a begin.
std::vector<Dependency> NaiveProver::cycle_of(const std::vector<Dependency>& edges) const {
  const auto may_follow = [&](const Dependency& e, const Dependency& f) {
    if (e.to != f.from) return false;
    if (level_.one_node || f.kind != DependencyKind::kRw) return true;
    return e.kind != DependencyKind::kRw && (e.kind != DependencyKind::kWw || level_.first_committer_wins);
  };
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  for (std::size_t first = 0; first < edges.size(); ++first) {
    std::vector<std::size_t> before(edges.size(), kNone);
    std::deque<std::size_t> todo{first};
    while (!todo.empty()) {
      const std::size_t e = todo.front();
      todo.pop_front();
      for (std::size_t f = 0; f < edges.size(); ++f) {
        if (!may_follow(edges[e], edges[f]) || before[f] != kNone) continue;
        before[f] = e;
        if (f != first) {
          todo.push_back(f);
          continue;
        }
        std::vector<Dependency> cycle;
        for (std::size_t at = e;; at = before[at]) {
          cycle.insert(cycle.begin(), edges[at]);
          if (at == first) return cycle;
        }
      }
    }
  }
  return {};
}

std::vector<std::vector<Assumption>> NaiveProver::cases() {
  std::vector<std::vector<Assumption>> found;
  Assumed assumed(facts_);
  for (const ProofStep& step : path_) assumed.push(step.alternatives[0]);
  Sources sources(history_, facts_, level_, 0, assumed);
  for (std::size_t k = 0; k < history_.key_count(); ++k) {
    const KeyId key(k);
    for (const TxnId a : history_.transactions())
      for (const TxnId b : history_.transactions())
        if (a < b) found.push_back({{Kind::kOrder, key, a, b}, {Kind::kOrder, key, b, a}});
    for (const TxnId reader : history_.transactions()) {
      std::vector<Assumption> alternatives;
      for (const TxnId source : sources.possible(reader, key))
        alternatives.push_back({Kind::kReadsFrom, key, reader, source});
      // A single source matters only to what is computed from it.
      const bool computes = facts_.class_of(key) != Facts::KeyClass::kWhole && facts_.installs(reader, key);
      if (alternatives.size() > 1 || (computes && !alternatives.empty()))
        found.push_back(std::move(alternatives));
    }
  }
  for (const TxnId txn : history_.transactions())
    if (history_.status(txn) == TxnStatus::kIndeterminate)
      found.push_back({{Kind::kTakesEffect, {}, txn, {}}, {Kind::kNoEffect, {}, txn, {}}});
  // Narrow ones first.
  std::ranges::stable_sort(found, {}, &std::vector<Assumption>::size);
  return found;
}

}  // namespace isolde
