// A refutation as solver people write it: clauses about choices, and no way to satisfy them all.
//
// Variables stand for choices (which of two writers came first, whose version was read). A true literal puts
// edges into a graph that must have no cycle; other edges are there anyhow. A clause is given (one of its
// literals is true in every execution), or a cycle lemma (its literals cannot all be false, for the edges of
// their negations and known ones close a cycle), or empty because a transaction saw what nobody can have
// left, or derived from clauses before it by unit propagation. If the empty clause is among them, no
// execution is left. Only what the refutation needs is in it.
//
// certify/lemmas/lemma_text.hpp has the format of files, certify/lemmas/lemma_check.hpp the rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "history/dependency.hpp"
#include "history/event.hpp"
#include "history/level.hpp"

namespace isolde {

class LemmaProof {
 public:
  struct Point {
    TxnId txn;  // invalid: a point that only links others
    EventKind event = EventKind::kCommit;
  };
  struct Choice {
    enum class Kind : std::uint8_t { kOrder, kReadsFrom, kTakesEffect, kAuxiliary };
    Kind kind = Kind::kAuxiliary;
    KeyId key = {};
    TxnId first = {};
    TxnId second = {};
  };
  struct Link {
    std::uint32_t from = 0;    // a point
    std::uint32_t to = 0;      // a point
    std::int32_t literal = 0;  // variable v is v + 1, its negation -(v + 1); 0: known
    DependencyKind kind = DependencyKind::kSo;
    KeyId key = {};
  };
  enum class Origin : std::uint8_t {
    kGiven,
    kCycle,
    kUnseen,  // empty: a transaction saw of a key what no version of it can be
    kDerived,
  };

  Level level = Level::kSerializable;
  std::int64_t clock_skew = 0;
  std::vector<Point> points;
  std::vector<Choice> choices;  // by variable
  std::vector<Link> links;

  // `support`: of a cycle its links in order, of what was unseen a transaction and a key, of a derived clause
  // earlier clauses, each false but for one literal or altogether when it is its turn; numbered from zero.
  void add_clause(Origin origin, std::span<const std::int32_t> literals,
                  std::span<const std::uint32_t> support) {
    literals_.insert(literals_.end(), literals.begin(), literals.end());
    support_.insert(support_.end(), support.begin(), support.end());
    clauses_.push_back({origin, literals_.size(), support_.size()});
  }
  [[nodiscard]] std::size_t clause_count() const { return clauses_.size(); }
  [[nodiscard]] Origin origin(std::size_t clause) const { return clauses_[clause].origin; }
  [[nodiscard]] std::span<const std::int32_t> literals(std::size_t clause) const {
    const std::size_t begin = clause == 0 ? 0 : clauses_[clause - 1].literals_end;
    return std::span(literals_).subspan(begin, clauses_[clause].literals_end - begin);
  }
  [[nodiscard]] std::span<const std::uint32_t> support(std::size_t clause) const {
    const std::size_t begin = clause == 0 ? 0 : clauses_[clause - 1].support_end;
    return std::span(support_).subspan(begin, clauses_[clause].support_end - begin);
  }

 private:
  struct Clause {
    Origin origin;
    std::size_t literals_end;
    std::size_t support_end;
  };
  std::vector<Clause> clauses_;
  std::vector<std::int32_t> literals_;
  std::vector<std::uint32_t> support_;
};

[[nodiscard]] constexpr std::string_view name_of(LemmaProof::Choice::Kind kind) {
  constexpr std::string_view kNames[] = {"order", "reads-from", "takes-effect", "auxiliary"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace isolde
