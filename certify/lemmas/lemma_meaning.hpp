// Whether the edges and the given clauses of a lemma proof (certify/certificate_lemmas.hpp) follow from the
// history.
//
// An execution puts the begins and commits of the transactions that take effect into one order; where the
// level has one node per transaction, the two are one. Behind them we put the indeterminate transactions that
// take no effect, one after the other: session order and real time lead to them and never from them, and
// no transaction sees what they wrote. So all that may commit have a place, and in every execution every
// variable has a value. It is true if
//   * order a b x: a commits before b;
//   * reads-from r w x: r takes effect, and w is the last with an effect to install x before r begins (if w
//   is
//     "-", there is none);
//   * takes-effect t: t does;
//   * auxiliary: the one edge that the proof gives to the variable leads forward and, if it is wr, leaves a
//     transaction that takes effect.
//
// An edge follows if it leads forward in every execution in which its literal is true; a clause follows if in
// every execution some literal of it is true. Then the literals of a cycle lemma are not all false in any
// execution, either; so if the empty clause is derived, there is no execution.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "certify/certificate_lemmas.hpp"
#include "certify/proof/facts.hpp"
#include "certify/proof/sources.hpp"
#include "certify/proof/succession.hpp"
#include "history/history.hpp"
#include "history/level.hpp"

namespace isolde {

class LemmaMeaning {
 public:
  // All of them must outlive this. `sources` are those of the proof's level and clock skew.
  LemmaMeaning(const History& history, Facts& facts, Sources& sources, const LemmaProof& proof);

  // The dependency `kind` on `key` of transaction `b` on `a`, if `literal` is true (0: in any case). Requires
  // that both may commit; its ends are those of the level's row.
  [[nodiscard]] bool edge_follows(TxnId a, TxnId b, const LemmaProof::Link& link);
  [[nodiscard]] bool clause_follows(std::span<const std::int32_t> clause);

 private:
  using Choice = LemmaProof::Choice;
  using Ordered = Succession::Ordered;
  // An auxiliary variable's edge: wr or rw; invalid ends if it has none, or several.
  struct Forward {
    TxnId from = {};
    TxnId to = {};
    DependencyKind kind = DependencyKind::kRw;
    KeyId key = {};

    bool operator==(const Forward&) const = default;
  };

  void define_auxiliaries();
  [[nodiscard]] const Choice& choice(std::int32_t literal) const;
  [[nodiscard]] bool is(std::int32_t literal, Choice::Kind kind) const;
  [[nodiscard]] const Forward& forward(std::int32_t literal) const;
  [[nodiscard]] bool defines(std::int32_t literal, DependencyKind kind, TxnId from, TxnId to) const;
  [[nodiscard]] std::optional<Ordered> order_of(std::int32_t literal) const;
  [[nodiscard]] std::vector<TxnId> sources_of(TxnId reader, KeyId key, std::int32_t literal);
  [[nodiscard]] bool is_overwritten(TxnId reader, TxnId by, KeyId key, std::int32_t literal);

  [[nodiscard]] bool misses(TxnId reader, TxnId writer, KeyId key, std::int32_t literal);

  [[nodiscard]] bool names_effect(std::span<const std::int32_t> clause, TxnId txn) const;
  [[nodiscard]] bool places_another(std::span<const std::int32_t> clause, const Choice& read) const;
  [[nodiscard]] bool lists_all_sources(std::span<const std::int32_t> clause, TxnId reader, KeyId key);
  [[nodiscard]] bool lists_all_adders(std::span<const std::int32_t> clause, TxnId reader, KeyId key);
  [[nodiscard]] bool sees_nothing(TxnId txn);
  [[nodiscard]] bool is_in_doubt(std::span<const std::int32_t> clause, TxnId reader) const;

  const History& history_;
  Facts& facts_;
  Sources& sources_;
  const LemmaProof& proof_;
  const LevelInfo& level_;
  Succession succession_;
  std::vector<Forward> auxiliaries_;  // by variable
};

}  // namespace isolde
