// All clauses of the SAT solver, in one array. A reference is a position in it and stays valid until
// collect().
//
// Layout of a clause: size, lbd and flags, proof id, activity, then its literals.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/contract.hpp"
#include "polygraph/polygraph.hpp"

namespace isolde {

using ClauseRef = std::uint32_t;
inline constexpr ClauseRef kNoClause = 0xffffffffU;
// The reason of a literal that the theory implied and nobody has asked about yet.
inline constexpr ClauseRef kTheoryReason = 0xfffffffeU;

class ClauseArena {
 public:
  enum Flag : std::uint32_t {
    kLearnt = 1,    // may be forgotten
    kLoose = 2,     // not watched: only a reason or a conflict
    kGarbage = 4,   // to be dropped by the next collect()
    kFlagBits = 3,  // lbd is kept above the flags
  };

  ClauseRef add(std::span<const Literal> literals, std::uint32_t flags, std::uint32_t proof_id) {
    ISOLDE_REQUIRE(words_.size() + literals.size() + kHeader < kTheoryReason);
    const auto ref = static_cast<ClauseRef>(words_.size());
    push(static_cast<std::uint32_t>(literals.size()));
    push(flags);
    push(proof_id);
    push(0);
    words_.insert(words_.end(), literals.begin(), literals.end());
    return ref;
  }

  [[nodiscard]] std::uint32_t size(ClauseRef ref) const { return words_[ref].code(); }
  [[nodiscard]] std::span<Literal> literals(ClauseRef ref) {
    return std::span(words_).subspan(ref + kHeader, size(ref));
  }
  [[nodiscard]] std::uint32_t proof_id(ClauseRef ref) const { return words_[ref + 2].code(); }
  [[nodiscard]] bool has(ClauseRef ref, Flag flag) const { return (words_[ref + 1].code() & flag) != 0; }
  void set(ClauseRef ref, Flag flag) { words_[ref + 1] = Literal::from_code(words_[ref + 1].code() | flag); }
  [[nodiscard]] std::uint32_t lbd(ClauseRef ref) const { return words_[ref + 1].code() >> kFlagBits; }
  void set_lbd(ClauseRef ref, std::uint32_t lbd) {
    const std::uint32_t flags = words_[ref + 1].code() & ((1U << kFlagBits) - 1);
    words_[ref + 1] = Literal::from_code((lbd << kFlagBits) | flags);
  }
  [[nodiscard]] float activity(ClauseRef ref) const { return std::bit_cast<float>(words_[ref + 3].code()); }
  void set_activity(ClauseRef ref, float activity) {
    words_[ref + 3] = Literal::from_code(std::bit_cast<std::uint32_t>(activity));
  }

  // Drops garbage and moves the rest together. Until the next add(), new_place() tells where a clause went.
  void collect() {
    old_.swap(words_);
    words_.clear();
    for (std::size_t at = 0; at < old_.size();) {
      const std::size_t length = kHeader + old_[at].code();
      const bool is_garbage = (old_[at + 1].code() & kGarbage) != 0;
      const std::size_t place = words_.size();
      if (!is_garbage)
        words_.insert(words_.end(), old_.begin() + static_cast<std::ptrdiff_t>(at),
                      old_.begin() + static_cast<std::ptrdiff_t>(at + length));
      old_[at] = Literal::from_code(is_garbage ? kNoClause : static_cast<ClauseRef>(place));
      at += length;
    }
  }
  [[nodiscard]] ClauseRef new_place(ClauseRef old) const { return old_[old].code(); }
  void forget_places() {
    old_.clear();
    old_.shrink_to_fit();
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    return (words_.capacity() + old_.capacity()) * sizeof(Literal);
  }

 private:
  static constexpr std::uint32_t kHeader = 4;

  void push(std::uint32_t word) { words_.push_back(Literal::from_code(word)); }

  std::vector<Literal> words_;  // header words are stored as if they were literals
  std::vector<Literal> old_;    // during a collection: by old place, the new one
};

}  // namespace isolde
