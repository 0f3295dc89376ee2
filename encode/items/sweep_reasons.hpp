// Why a sweep knows what it knows: the members whose dependencies lead from one event to another. A
// refutation becomes an explanation this way; nothing is remembered for it while sweeping.
//
// An edge of a decided order is explained by the cycle that the reverse order would have closed, and that by
// paths whose edges were all known before. So the explanation is well-founded, and each order is looked at
// once.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "encode/items/sweep.hpp"

namespace isolde {

class SweepReasons {
 public:
  explicit SweepReasons(const Sweep& sweep) : sweep_(sweep), is_explained_(sweep.decided().size()) {}

  // Adds the members behind "first comes before second", which must be known.
  void explain_path(EventCode first, EventCode second);
  // Adds those behind the refutation of the sweep.
  void explain_contradiction();

  // So far; each once, ascending.
  [[nodiscard]] std::vector<Member> members();

 private:
  // The positions from first to second along edges known before `limit` orders were decided, with the orders
  // used.
  struct Path {
    std::vector<std::uint32_t> positions;
    std::vector<std::uint32_t> orders;
  };
  [[nodiscard]] std::optional<Path> find_path(std::uint32_t first, std::uint32_t second,
                                              std::uint32_t limit) const;
  // Why the order holds, from what was known before `limit` orders were decided. False if it does not follow.
  [[nodiscard]] bool explain_forced(ChainOrder order, std::uint32_t limit);
  void take(const Path& path);
  void add_ends(Version head);
  void explain_pending();

  const Sweep& sweep_;
  std::vector<bool> is_explained_;      // by place in decided()
  std::vector<std::uint32_t> pending_;  // to be explained
  std::vector<Member> members_;
};

}  // namespace isolde
