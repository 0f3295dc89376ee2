// The rules by which edges and clauses of a proof follow from a history, against executions: of a history
// that satisfies a level the oracle knows one, which gives every variable a value. Whatever is said to follow
// has to be true in it.
#include "certify/lemmas/lemma_meaning.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "certify/lemmas/lemma_check.hpp"
#include "tests/certify/random_histories.hpp"

namespace isolde {
namespace {

using Choice = LemmaProof::Choice;
using Link = LemmaProof::Link;

// Where everything is in an execution, straight from the definition in certify/lemmas/lemma_meaning.hpp.
class Execution {
 public:
  Execution(const History& history, Facts& facts, const Schedule& schedule)
      : facts_(facts),
        begins_(history.transaction_count(), kNever),
        commits_(history.transaction_count(), kNever) {
    for (const Event& event : schedule) {
      std::size_t& place = (event.kind == EventKind::kBegin ? begins_ : commits_)[event.txn.index()];
      if (event.kind == EventKind::kCommit && begins_[event.txn.index()] == kNever)
        begins_[event.txn.index()] = next_++;
      place = next_++;
    }
    has_effect_.resize(history.transaction_count());
    for (const TxnId txn : history.transactions()) {
      has_effect_[txn.index()] = commits_[txn.index()] != kNever;
      if (has_effect_[txn.index()] || !facts.may_commit(txn)) continue;
      begins_[txn.index()] = next_++;
      commits_[txn.index()] = next_++;
    }
  }

  [[nodiscard]] bool has_effect(TxnId txn) const { return has_effect_[txn.index()]; }
  [[nodiscard]] bool commits_before(TxnId a, TxnId b) const {
    return commits_[a.index()] < commits_[b.index()];
  }
  [[nodiscard]] bool begins_before_commit(TxnId a, TxnId b) const {
    return begins_[a.index()] < commits_[b.index()];
  }
  [[nodiscard]] bool commits_before_begin(TxnId a, TxnId b) const {
    return commits_[a.index()] < begins_[b.index()];
  }
  [[nodiscard]] TxnId source(TxnId reader, KeyId key) {
    TxnId last;
    for (std::size_t i = 0; i < commits_.size(); ++i) {
      const TxnId txn(i);
      const bool is_seen = has_effect(txn) && facts_.installs(txn, key) && commits_before_begin(txn, reader);
      if (is_seen && (!last.is_valid() || commits_before(last, txn))) last = txn;
    }
    return last;
  }
  [[nodiscard]] bool is_forward(const LevelInfo& level, DependencyKind kind, TxnId a, TxnId b) const {
    if (kind == DependencyKind::kRw) return a != b && begins_before_commit(a, b);
    if (kind == DependencyKind::kWw && !level.first_committer_wins) return commits_before(a, b);
    return commits_before_begin(a, b);
  }

 private:
  static constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();
  Facts& facts_;
  std::vector<std::size_t> begins_;
  std::vector<std::size_t> commits_;
  std::vector<bool> has_effect_;
  std::size_t next_ = 0;
};

// Every variable there is, each auxiliary one with an edge.
LemmaProof all_variables(const History& history, Level level) {
  LemmaProof proof;
  proof.level = level;
  for (const TxnId txn : history.transactions())
    for (const EventKind event : {EventKind::kBegin, EventKind::kCommit})
      proof.points.push_back({txn, info(level).one_node ? EventKind::kCommit : event});
  for (const TxnId a : history.transactions()) {
    proof.choices.push_back({Choice::Kind::kTakesEffect, {}, a, {}});
    for (const TxnId b : history.transactions()) {
      proof.choices.push_back({Choice::Kind::kAuxiliary, {}, {}, {}});
      const auto literal = static_cast<std::int32_t>(proof.choices.size());
      proof.links.push_back({2 * a.value, 2 * b.value + 1, literal, DependencyKind::kRw, KeyId(0)});
      for (std::size_t key = 0; key < history.key_count(); ++key) {
        proof.choices.push_back({Choice::Kind::kAuxiliary, {}, {}, {}});
        const auto other = static_cast<std::int32_t>(proof.choices.size());
        proof.links.push_back({2 * a.value + 1, 2 * b.value, other, DependencyKind::kWr, KeyId(key)});
        proof.choices.push_back({Choice::Kind::kReadsFrom, KeyId(key), a, b});
        if (a <= b) proof.choices.push_back({Choice::Kind::kOrder, KeyId(key), a, b});
        if (a == b) proof.choices.push_back({Choice::Kind::kReadsFrom, KeyId(key), a, {}});
      }
    }
  }
  return proof;
}

class Meanings {
 public:
  Meanings(const History& history, Level level, const Schedule& schedule, Random& random)
      : history_(history),
        level_(info(level)),
        proof_(all_variables(history, level)),
        facts_(history),
        assumed_(facts_),
        sources_(history, facts_, level_, 0, assumed_),
        meaning_(history, facts_, sources_, proof_),
        execution_(history, facts_, schedule),
        random_(random) {}

  // A random edge, if both ends may commit, as the rules require: whether it follows.
  bool try_edge() {
    const auto kinds = {DependencyKind::kWr, DependencyKind::kWw, DependencyKind::kRw, DependencyKind::kSo,
                        DependencyKind::kRt};
    Link link;
    link.kind = *(kinds.begin() + random_.below(kinds.size()));
    link.key = random_key();
    link.literal = random_.below(3) == 0 ? 0 : random_literal();
    const TxnId a = random_txn();
    const TxnId b = random_txn();
    if (!facts_.may_commit(a) || !facts_.may_commit(b) || !meaning_.edge_follows(a, b, link)) return false;
    if (link.literal == 0 || is_true(link.literal)) {
      EXPECT_TRUE(execution_.is_forward(level_, link.kind, a, b))
          << a.value << " " << name_of(link.kind) << " " << b.value << " on key " << link.key.value << " if "
          << spelled(link.literal) << " at " << level_.name;
    }
    return true;
  }

  // Two to six literals about one reader and key, more or less: whether they follow.
  bool try_clause() {
    const TxnId reader = random_txn();
    const KeyId key = random_key();
    std::vector<std::int32_t> clause;
    for (std::size_t i = 0; i < proof_.choices.size(); ++i) {
      if (!is_close_to(reader, key, i) || random_.below(3) == 0) continue;
      const auto literal = static_cast<std::int32_t>(i + 1);
      clause.push_back(random_.below(2) == 0 ? literal : -literal);
    }
    while (clause.size() > 2 + random_.below(5))
      clause.erase(clause.begin() + long(random_.below(clause.size())));
    if (clause.empty() || !meaning_.clause_follows(clause)) return false;
    bool holds = false;
    std::string text;
    for (const std::int32_t literal : clause) {
      holds = holds || is_true(literal);
      text += spelled(literal) + "; ";
    }
    EXPECT_TRUE(holds) << text << "at " << level_.name;
    return true;
  }

  // Nobody saw what nobody left.
  void try_unseen() {
    for (const TxnId txn : history_.transactions())
      for (std::size_t key = 0; key < history_.key_count(); ++key)
        EXPECT_FALSE(saw_what_nobody_left(history_, facts_, sources_, txn, KeyId(key)))
            << txn.value << " on key " << key << " at " << level_.name;
  }

 private:
  [[nodiscard]] TxnId random_txn() { return TxnId(random_.below(history_.transaction_count())); }
  [[nodiscard]] KeyId random_key() { return KeyId(random_.below(history_.key_count())); }
  [[nodiscard]] std::int32_t random_literal() {
    const auto literal = static_cast<std::int32_t>(1 + random_.below(proof_.choices.size()));
    return random_.below(2) == 0 ? literal : -literal;
  }
  [[nodiscard]] bool is_close_to(TxnId reader, KeyId key, std::size_t variable) const {
    const Choice& it = proof_.choices[variable];
    if (it.kind == Choice::Kind::kReadsFrom) return it.first == reader && it.key == key;
    if (it.kind != Choice::Kind::kAuxiliary) return it.key == key || !it.key.is_valid();
    const Link& link = link_of(variable);
    if (link.kind == DependencyKind::kRw) return proof_.points[link.from].txn == reader;
    return proof_.points[link.to].txn == reader && link.key == key;
  }
  // Of an auxiliary variable. Each has one, in the same order.
  [[nodiscard]] const Link& link_of(std::size_t variable) const {
    const auto literal = static_cast<std::int32_t>(variable + 1);
    return *std::ranges::lower_bound(proof_.links, literal, {}, &Link::literal);
  }

  [[nodiscard]] bool is_true(std::int32_t literal) {
    const auto variable = static_cast<std::size_t>(std::abs(literal)) - 1;
    const Choice& it = proof_.choices[variable];
    const bool value = [&] {
      switch (it.kind) {
        case Choice::Kind::kOrder:
          return execution_.commits_before(it.first, it.second);
        case Choice::Kind::kReadsFrom:
          return execution_.has_effect(it.first) && execution_.source(it.first, it.key) == it.second;
        case Choice::Kind::kTakesEffect:
          return execution_.has_effect(it.first);
        case Choice::Kind::kAuxiliary:
          break;
      }
      const Link& link = link_of(variable);
      const TxnId from = proof_.points[link.from].txn;
      return (link.kind == DependencyKind::kRw || execution_.has_effect(from)) &&
             execution_.is_forward(level_, link.kind, from, proof_.points[link.to].txn);
    }();
    return value == (literal > 0);
  }

  [[nodiscard]] std::string spelled(std::int32_t literal) const {
    if (literal == 0) return "known";
    const Choice& it = proof_.choices[static_cast<std::size_t>(std::abs(literal)) - 1];
    std::string text = (literal > 0 ? "" : "not ") + std::string(name_of(it.kind));
    for (const std::uint32_t part : {it.first.value, it.second.value, it.key.value})
      text += " " + std::to_string(static_cast<std::int32_t>(part));
    return text;
  }

  const History& history_;
  const LevelInfo& level_;
  const LemmaProof proof_;
  Facts facts_;
  Assumed assumed_;
  Sources sources_;
  LemmaMeaning meaning_;
  Execution execution_;
  Random& random_;
};

class LemmaMeanings : public RandomHistories {};

TEST_P(LemmaMeanings, WhatFollowsIsTrueInExecutions) {
  std::size_t edges = 0;
  std::size_t clauses = 0;
  for_each_history(0.1, [&](const History& history, Random& random) {
    if (history.key_count() == 0) return;
    for (const LevelInfo& level : levels()) {
      const auto schedule = witness(history, oracle_level(level.level));
      if (!schedule) continue;
      Meanings meanings(history, level.level, *schedule, random);
      meanings.try_unseen();
      for (int i = 0; i < 400; ++i) edges += meanings.try_edge() ? 1 : 0;
      for (int i = 0; i < 100; ++i) clauses += meanings.try_clause() ? 1 : 0;
    }
  });
  EXPECT_GT(edges, 1000U);
  EXPECT_GT(clauses, 200U);
  RecordProperty("edges", std::to_string(edges));
  RecordProperty("clauses", std::to_string(clauses));
}

INSTANTIATE_TEST_SUITE_P(Mixes, LemmaMeanings, testing::ValuesIn(history_mixes()),
                         [](const auto& mix) { return mix.param.name; });

}  // namespace
}  // namespace isolde
