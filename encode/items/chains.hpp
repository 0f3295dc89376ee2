// Versions that follow each other immediately. A member that read version v of a key and installed the key
// itself is v's immediate successor, at every level where of two writers of a key one commits before the
// other begins (docs/algorithms.md, rule "chain"). So versions form chains that move as one; what is open is
// only how chains of a key follow each other. At other levels every version is a chain of its own. A second
// successor of one version, which is a clash, begins a chain of its own: both orders of the two chains are
// then contradictory.
#pragma once

#include <optional>
#include <vector>

#include "encode/items/items.hpp"

namespace isolde {

// Members that no order can satisfy, seen without any search.
struct Clash {
  enum class Kind : std::uint8_t {
    kTwoSuccessors,  // `first` and `second` both overwrote `version`, having read it
    kTwoVersions,    // `first` read two versions of one key, this one and that of `second`
  };
  Kind kind = Kind::kTwoSuccessors;
  Version version = kNone;
  Member first = kNone;
  Member second = kNone;  // kNone: the initial version
};

class Chains {
 public:
  // `first_committer_wins` as in LevelInfo.
  Chains(const Items& items, bool first_committer_wins);

  [[nodiscard]] const std::optional<Clash>& clash() const { return clash_; }

  // The chain's first version, which names the chain. The chain of an initial version comes before all
  // others.
  [[nodiscard]] Version head(Version version) const { return heads_[version]; }
  // The last version of the chain with this head.
  [[nodiscard]] Version tail(Version head) const { return tails_[head]; }
  // Whether it continues a chain. All versions of a ring do, each of which is read by the writer of the next.
  [[nodiscard]] bool is_linked(const Items& items, Version version) const {
    if (items.is_initial(version)) return false;
    const Version before = items.overwrites(version);
    return before != kNone && nexts_[before] == version;
  }
  // The immediate successor, or kNone.
  [[nodiscard]] Version next(Version version) const { return nexts_[version]; }
  [[nodiscard]] bool is_head(Version version) const { return heads_[version] == version; }
  // Pairs of versions of one key, and of chains: the figures of Vbox table 2.
  [[nodiscard]] std::uint64_t version_pairs() const { return version_pairs_; }
  [[nodiscard]] std::uint64_t chain_pairs() const { return chain_pairs_; }

 private:
  void find_clash(const Items& items);
  void link(const Items& items);
  void follow(const Items& items);
  void count_pairs(const Items& items);

  std::optional<Clash> clash_;
  std::vector<Version> nexts_;
  std::vector<Version> heads_;
  std::vector<Version> tails_;
  std::uint64_t version_pairs_ = 0;
  std::uint64_t chain_pairs_ = 0;
};

}  // namespace isolde
