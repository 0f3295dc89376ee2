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
  // The length of the row that begins at `at`, a brace, if it is the last one of the key; then `value` is
  // what it is. 0 if not. Requires the padding of LineReader.
  //
  // The length is found in the text, not in the entry, with which all of it is compared: so the processor
  // goes on with the next row while the entry is still on its way.
  [[nodiscard]] std::size_t find(KeyId key, const char* at, ValueId& value) const {
    if (entries_.empty()) return 0;
    const Entry& entry = entries_[key.index() & (entries_.size() - 1)];
    const std::size_t length = length_to_brace(at);
    if (length != entry.length || length == 0) return 0;
    for (std::size_t i = 0; i + 8 < length; i += 8)
      if (load(at + i) != load(entry.bytes.data() + i)) return 0;
    if (load(at + length - 8) != load(entry.bytes.data() + length - 8)) return 0;
    value = entry.value;
    return length;
  }

  void keep(KeyId key, std::string_view row, ValueId value) {
    if (row.size() < 8 || row.size() != length_to_brace(row.data())) return;
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

  // Up to and with the first closing brace, at most kMostBytes; 0 if it is not among them. It closes the row
  // unless a text holds one; such a row is not kept.
  static std::size_t length_to_brace(const char* at) {
    for (std::size_t i = 0; i < kMostBytes; i += 8) {
      const std::uint64_t word = load(at + i) ^ (kOnes * '}');
      const std::uint64_t found = (word - kOnes) & ~word & kHighs;  // exact up to the first
      if (found != 0) return i + static_cast<std::size_t>(std::countr_zero(found)) / 8 + 1;
    }
    return 0;
  }

  struct alignas(64) Entry {
    std::array<char, kMostBytes> bytes;
    std::uint32_t length = 0;
    ValueId value;
  };

  std::vector<Entry> entries_;  // by KeyId, modulo its size, a power of two
};

}  // namespace isolde::native
