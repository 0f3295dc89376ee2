// Sets that are only ever added to, at levels where no update is lost: there a snapshot holds the elements of
// everybody who committed before, so what it shows speaks about each element by itself, and nobody has to
// know in which order the elements came.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "encode/choices/key_values.hpp"
#include "encode/choices/touches.hpp"
#include "encode/items/items.hpp"

namespace isolde {

// What a touch of such a key says about others.
struct SetFacts {
  bool is_possible = true;
  std::vector<Member> later;                // they commit after the snapshot was taken
  std::vector<std::vector<Member>> one_of;  // of each group some member commits before; groups have members
};

class SetKeys {
 public:
  // `no_lost_updates`: of two writers of a key, one commits before the other begins.
  SetKeys(const Items& items, const Touches& touches, KeyValues& values, bool no_lost_updates);

  [[nodiscard]] bool contains(std::uint32_t key) const { return is_set_[key]; }
  // Requires that the touch's key is one of these.
  [[nodiscard]] SetFacts facts(const Touch& touch) const;

 private:
  struct Snapshot;
  [[nodiscard]] bool note_read(const Touch& touch, ValueId value, Snapshot& snapshot) const;
  [[nodiscard]] bool qualifies(std::uint32_t key) const;
  [[nodiscard]] static std::uint64_t name(std::uint32_t key, std::uint32_t element) {
    return (std::uint64_t{key} << 32U) | element;
  }

  const Items& items_;
  const Touches& touches_;
  const KeyValues& values_;
  std::vector<bool> is_set_;
  std::vector<std::vector<std::uint32_t>> elements_;               // by key: all that were added
  std::vector<std::vector<std::uint32_t>> initial_;                // by key: those there at first
  std::unordered_map<std::uint64_t, std::vector<Member>> adders_;  // by key and element; never iterated
};

}  // namespace isolde
