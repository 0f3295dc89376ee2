// A secondary index: (value, slot) pairs in order, as a list of short sorted chunks. O(log n + chunk) to
// insert or erase, O(log n + answer) for a range.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <limits>
#include <vector>

namespace isolde::engine {

class OrderedIndex {
 public:
  struct Entry {
    std::int64_t value;
    std::uint32_t slot;
    auto operator<=>(const Entry&) const = default;
  };

  void insert(Entry entry);  // no effect if it is there
  void erase(Entry entry);   // no effect if it is not there

  template <class Visit>
  void for_each(std::int64_t low, std::int64_t high, Visit&& visit) const {
    const Entry first{low, 0};
    for (auto chunk = chunk_of(first); chunk < chunks_.size(); ++chunk) {
      const Chunk& entries = chunks_[chunk];
      for (auto at = std::ranges::lower_bound(entries, first); at != entries.end(); ++at) {
        if (at->value > high) return;
        visit(at->slot);
      }
    }
  }

  [[nodiscard]] std::size_t size() const;

 private:
  using Chunk = std::vector<Entry>;
  static constexpr std::size_t kChunk = 256;

  // The last chunk that starts no later than the entry, or the first.
  [[nodiscard]] std::size_t chunk_of(const Entry& entry) const;

  std::vector<Chunk> chunks_;  // none is empty
};

}  // namespace isolde::engine
