// From a thing's hash to its dense id: an open-addressing table that holds ids, each beside its hash. The
// things themselves live with the caller, who says whether an id is that of the thing sought.
//
// Cost: expected O(1); 11 to 22 bytes per id.
//
// Invariants
//   1. A slot holds id+1, or 0 where it is empty. At most three quarters of the slots are taken, so that
//      every search ends.
//   2. An id stands at the first free slot from its hash on, so a search may stop at an empty one.
//   3. Growing, and passing ids of other hashes, touches nothing but the table.
//   4. Ids that are known to be new wait in a queue and are entered many at a time, so that the misses of
//      the cache overlap; intern() empties the queue before it searches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/huge_pages.hpp"

namespace isolde {

class IdTable {
 public:
  [[nodiscard]] std::size_t size() const { return size_ + waiting_.size(); }

  // The id with this hash for which `equals(id)` holds; if there is none, `make()` numbers it. Neither may
  // touch this table.
  template <class Equals, class Make>
  std::uint32_t intern(std::uint32_t hash, Equals&& equals, Make&& make) {
    if (!waiting_.empty()) enter_waiting();
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
      Slot& slot = slots_[at];
      if (slot.entry == 0) {
        const std::uint32_t id = make();
        slot = {id + 1, hash};
        ++size_;
        make_room();
        return id;
      }
      if (slot.hash == hash && equals(slot.entry - 1)) return slot.entry - 1;
    }
  }

  // Requires that nothing equal is in the table.
  void add(std::uint32_t hash, std::uint32_t id) {
    waiting_.push_back({id + 1, hash});
    if (waiting_.size() == kMostWaiting) enter_waiting();
  }

  // Makes room for `count` ids in all, so that the table does not grow before it holds more.
  void reserve(std::size_t count) {
    std::size_t slots = slots_.size();
    while (is_too_full(count, slots)) slots *= 2;
    if (slots > slots_.size()) grow(slots);
  }

 private:
  static constexpr std::size_t kFirstSlots = 64;
  // Misses of the cache that may be under way at once. Chosen, not measured.
  static constexpr std::size_t kMostWaiting = 32;

  struct Slot {
    std::uint32_t entry = 0;
    std::uint32_t hash = 0;
  };

  static bool is_too_full(std::size_t count, std::size_t slots) { return 4 * count > 3 * slots; }

  void enter_waiting() {
    for (const Slot& slot : waiting_) __builtin_prefetch(&slots_[slot.hash & (slots_.size() - 1)], 1);
    for (const Slot& slot : waiting_) {
      put(slots_, slot);
      ++size_;
      make_room();
    }
    waiting_.clear();
  }

  static void put(std::vector<Slot>& slots, const Slot& slot) {
    std::size_t at = slot.hash & (slots.size() - 1);
    while (slots[at].entry != 0) at = (at + 1) & (slots.size() - 1);
    slots[at] = slot;
  }

  void make_room() {
    if (is_too_full(size_, slots_.size())) grow(2 * slots_.size());
  }

  void grow(std::size_t slots) {
    std::vector<Slot> grown;
    reserve_huge(grown, slots);
    grown.resize(slots);
    for (const Slot& old : slots_)
      if (old.entry != 0) put(grown, old);
    slots_ = std::move(grown);
  }

  std::vector<Slot> slots_ = std::vector<Slot>(kFirstSlots);  // a power of two of them
  std::size_t size_ = 0;                                      // how many slots are taken
  std::vector<Slot> waiting_;
};

}  // namespace isolde
