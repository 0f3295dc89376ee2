// The chains of each key (encode/items/chains.hpp), numbered key by key, so that pairs of them can be listed:
// one variable orders two.
//
// Invariants
//   1. The chains of a key are consecutive; the first begins with the initial version.
//   2. Every version is in at most one chain; only the versions of a ring are in none, and then what they
//   read is a cycle
//      already.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "encode/items/chains.hpp"
#include "encode/items/items.hpp"

namespace isolde {

struct KeyChain {
  Version head = kNone;
  Version tail = kNone;
};

class KeyChains {
 public:
  KeyChains(const Items& items, bool first_committer_wins);

  [[nodiscard]] std::span<const KeyChain> of_key(std::uint32_t key) const {
    return {chains_.data() + begins_[key], chains_.data() + begins_[key + 1]};
  }
  [[nodiscard]] const KeyChain& operator[](std::uint32_t chain) const { return chains_[chain]; }
  [[nodiscard]] std::size_t size() const { return chains_.size(); }
  // The chain of a version, or kNone.
  [[nodiscard]] std::uint32_t chain(Version version) const { return chain_of_[version]; }
  // The number of the key's first chain, the one of the initial version.
  [[nodiscard]] std::uint32_t first_of_key(std::uint32_t key) const { return begins_[key]; }
  // What follows immediately, or kNone.
  [[nodiscard]] Version next(Version version) const { return links_.next(version); }

 private:
  const Chains links_;
  std::vector<std::uint32_t> begins_;  // by key
  std::vector<KeyChain> chains_;
  std::vector<std::uint32_t> chain_of_;
};

}  // namespace isolde
