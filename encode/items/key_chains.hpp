// Versions of a key that are known to follow each other immediately, as chains: who reads a version and
// installs the key is its immediate successor, because anything between the two would have to be read instead
// (docs/algorithms.md, "Encoding"). Chains move as one, so one variable orders two of them. Where writers of
// one key may overlap (prefix consistency) nothing is immediate, and every version is a chain of its own.
//
// Invariants
//   1. The chains of a key are consecutive; the first begins with the initial version.
//   2. Every version is in at most one chain; only versions that overwrite each other in a circle are in
//   none, and then what they read is a cycle already.
//   3. A second successor of one version begins a chain of its own: both orders of the two chains are then
//   contradictory, which is the lost update.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "encode/items/items.hpp"

namespace isolde {

struct KeyChain {
  Version head = kNone;
  Version tail = kNone;
};

class KeyChains {
 public:
  // With `link` versions are linked; otherwise each stands alone.
  KeyChains(const Items& items, bool link);

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
  [[nodiscard]] Version next(Version version) const { return next_[version]; }

 private:
  std::vector<Version> next_;
  std::vector<std::uint32_t> begins_;  // by key
  std::vector<KeyChain> chains_;
  std::vector<std::uint32_t> chain_of_;
};

}  // namespace isolde
