// Which version a row is, by its spelling. A row is written once and then shown to everybody who reads its
// key, in the same bytes: who finds them again need not take them apart. Per key the last spelling is kept;
// a spelling means the same under every key, so that keys may share a place.
//
// A JSON object ends where it ends: what begins with the bytes of a whole object is that object.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "frontends/formats/native_cursor.hpp"

namespace isolde::native {

class SpelledRows {
 public:
  // Requires kMostBytes readable bytes at `at`. The length of the row that stands there, if it is the last
  // one of the key; then `value` is what it is. 0 if not.
  [[nodiscard]] std::size_t find(KeyId key, const char* at, ValueId& value) const {
    if (entries_.empty()) return 0;
    const Entry& entry = entries_[key.index() & (entries_.size() - 1)];
    if (entry.length == 0) return 0;
    for (std::size_t i = 0; i + 8 < entry.length; i += 8)
      if (load(at + i) != load(entry.bytes.data() + i)) return 0;
    if (load(at + entry.length - 8) != load(entry.bytes.data() + entry.length - 8)) return 0;
    value = entry.value;
    return entry.length;
  }

  void keep(KeyId key, std::string_view row, ValueId value) {
    if (row.size() < 8 || row.size() > kMostBytes) return;
    if (key.index() >= entries_.size() && entries_.size() < kMostEntries)
      entries_.resize(std::min(std::bit_ceil(key.index() + 1), kMostEntries));
    Entry& entry = entries_[key.index() & (entries_.size() - 1)];
    std::memcpy(entry.bytes.data(), row.data(), row.size());
    entry.length = static_cast<std::uint32_t>(row.size());
    entry.value = value;
  }

 private:
  static constexpr std::size_t kMostBytes = 56;  // so that an entry is a line of the cache
  static constexpr std::size_t kMostEntries = std::size_t{1} << 16;

  struct alignas(64) Entry {
    std::array<char, kMostBytes> bytes;
    std::uint32_t length = 0;
    ValueId value;
  };

  std::vector<Entry> entries_;  // by KeyId, modulo its size, a power of two
};

}  // namespace isolde::native
