// What a clause derived by resolution is, and in which order its antecedents become unit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "polygraph/polygraph.hpp"

namespace isolde {

class HintOrder {
 public:
  // `antecedents` are clauses. Afterwards literals() has what occurs in them and whose negation does not, and
  // order() those that unit propagation needs to refute the negation of it, in an order that it can use them;
  // the last one is false then.
  void resolve(std::span<const std::span<const Literal>> antecedents);

  [[nodiscard]] std::span<const Literal> literals() const { return literals_; }
  [[nodiscard]] std::span<const std::uint32_t> order() const { return order_; }

 private:
  struct Occurrence {
    std::uint32_t clause;
    std::uint32_t next;
  };
  static constexpr std::uint32_t kEnd = 0xffffffffU;

  void index(std::span<const std::span<const Literal>> antecedents);
  void find_literals();
  [[nodiscard]] bool falsify(std::uint32_t code);
  void forget();

  std::vector<Literal> literals_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> heads_;    // by literal code: its occurrences; all kEnd between calls
  std::vector<std::uint8_t> is_false_;  // by literal code; all 0 between calls
  std::vector<Occurrence> occurrences_;
  std::vector<std::uint32_t> touched_;  // literal codes that occur
  std::vector<std::uint32_t> left_;     // by clause: literals that are not false
  std::vector<std::uint32_t> units_;    // clauses with one literal left, to be used in turn
};

}  // namespace isolde
