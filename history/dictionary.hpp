// Numbers the scalars, lists and rows of the input densely ("interning"): equal things get equal numbers.
//
// One class serves keys, values, column names and session names. A scalar is stored in eight bytes; texts
// live in one arena; a list is a run of numbers of this same dictionary; a row is a run of (column, value)
// pairs sorted by column.
//
// Cost: expected O(1) per scalar, O(length) per text, list or row; about 18 bytes per distinct integer.
//
// Invariants
//   1. ids are 0..size()-1 in the order of first appearance, so the same input gives the same ids.
//   2. The slot table of integers holds id+1, or 0 where it is empty, and is at most 5/8 full. Everything
//      else stands in a table that knows its hashes (base/id_table.hpp).
//   3. Elements of a list or row were interned before it, so every element's id is smaller than its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/id_table.hpp"

namespace isolde {

enum class ValueKind : std::uint8_t {
  kNull,  // of a value: what the initial version of a key holds (absent)
  kInteger,
  kReal,
  kBoolean,
  kText,
  kKeyword,  // EDN's :name, kept apart from the text "name"
  kList,
  kRow,
};

class Dictionary {
 public:
  // Texts, lists and rows are limited so that place and length fit one word (see pack()).
  static constexpr unsigned kLengthBits = 27;
  static constexpr std::size_t kMaxLength = (std::size_t{1} << kLengthBits) - 1;
  static constexpr std::size_t kMaxArena = (std::size_t{1} << 37) - 1;

  std::uint32_t intern_null();
  std::uint32_t intern_integer(std::int64_t value) {
    for (std::size_t slot = integer_slot(value);; slot = next_integer_slot(slot, value)) {
      const std::uint32_t entry = integer_slots_[slot];
      if (entry == 0) return insert_integer(value, slot);
      if (payloads_[entry - 1] == static_cast<std::uint64_t>(value)) return entry - 1;
    }
  }
  std::uint32_t intern_real(double value);
  std::uint32_t intern_boolean(bool value);
  std::uint32_t intern_text(std::string_view text) { return intern_bytes(ValueKind::kText, text); }
  std::uint32_t intern_keyword(std::string_view name) { return intern_bytes(ValueKind::kKeyword, name); }
  std::uint32_t intern_list(std::span<const std::uint32_t> elements) {
    return intern_run(ValueKind::kList, elements);
  }
  // `pairs` alternates column and value; requires strictly ascending columns.
  std::uint32_t intern_row(std::span<const std::uint32_t> pairs) {
    return intern_run(ValueKind::kRow, pairs);
  }

  [[nodiscard]] std::size_t size() const { return kinds_.size(); }
  [[nodiscard]] std::size_t integer_count() const { return integer_count_; }
  [[nodiscard]] std::size_t other_count() const { return others_.size(); }
  [[nodiscard]] ValueKind kind(std::uint32_t id) const { return kinds_[id]; }
  // Each requires that kind(id) is the kind its name says; text() also reads keywords, elements() lists and
  // rows.
  [[nodiscard]] std::int64_t integer(std::uint32_t id) const {
    return static_cast<std::int64_t>(payloads_[id]);
  }
  [[nodiscard]] double real(std::uint32_t id) const;
  [[nodiscard]] bool boolean(std::uint32_t id) const { return payloads_[id] != 0; }
  [[nodiscard]] std::string_view text(std::uint32_t id) const {
    return {bytes_.data() + offset_of(payloads_[id]), length_of(payloads_[id])};
  }
  [[nodiscard]] std::span<const std::uint32_t> elements(std::uint32_t id) const {
    return {runs_.data() + offset_of(payloads_[id]), length_of(payloads_[id])};
  }

  // For many integers at once: first prefetch every slot, then every entry, then intern. The second call
  // returns the id of the integer if that stands in its first slot; it is only good for further hints.
  void prefetch_slot(std::int64_t value) const { __builtin_prefetch(&integer_slots_[integer_slot(value)]); }
  [[nodiscard]] std::uint32_t prefetch_entry(std::int64_t value) const {
    const std::uint32_t entry = integer_slots_[integer_slot(value)];
    if (entry == 0) return 0;
    __builtin_prefetch(&payloads_[entry - 1]);
    return entry - 1;
  }

  // Room for this many integers, and this many others, in all, where a reader can guess.
  void reserve(std::size_t integers, std::size_t others);
  // Gives back the room kept for growth.
  void shrink();

  Dictionary();

 private:
  // Where a text, list or row is, and how long.
  static constexpr std::uint64_t pack(std::size_t offset, std::size_t length) {
    return (static_cast<std::uint64_t>(offset) << kLengthBits) | length;
  }
  static constexpr std::size_t offset_of(std::uint64_t payload) { return payload >> kLengthBits; }
  static constexpr std::size_t length_of(std::uint64_t payload) { return payload & kMaxLength; }

  std::uint32_t append(ValueKind kind, std::uint64_t payload);
  std::uint32_t insert_integer(std::int64_t value, std::size_t slot);
  std::uint32_t intern_bytes(ValueKind kind, std::string_view bytes);
  std::uint32_t intern_run(ValueKind kind, std::span<const std::uint32_t> elements);
  std::uint32_t intern_word(ValueKind kind, std::uint64_t word);
  std::uint32_t append_run(ValueKind kind, std::span<const std::uint32_t> run);
  [[nodiscard]] static std::uint32_t newest_element(ValueKind kind, std::span<const std::uint32_t> run);

  void grow_integers(std::size_t slots);

  // Integers of one stretch as long as the table keep their distance: histories write counters and meet them
  // again in nearly that order, so both the cache and the collisions gain. Stretches are spread by a hash.
  [[nodiscard]] std::size_t integer_slot(std::int64_t value) const {
    const auto word = static_cast<std::uint64_t>(value);
    const std::uint64_t stretch = (word >> integer_bits_) * 0x9e3779b97f4a7c15ULL;
    return (word ^ (stretch >> 32)) & (integer_slots_.size() - 1);
  }
  // Double hashing: where two stretches overlap, a step of one would walk through all of the other.
  [[nodiscard]] std::size_t next_integer_slot(std::size_t slot, std::int64_t value) const {
    const std::uint64_t mixed = static_cast<std::uint64_t>(value) * 0xd6e8feb86659fd93ULL;
    return (slot + ((mixed >> 32) | 1)) & (integer_slots_.size() - 1);
  }

  std::vector<ValueKind> kinds_;
  std::vector<std::uint64_t> payloads_;
  std::vector<std::uint32_t> integer_slots_;  // integers only
  unsigned integer_bits_;                     // log2 of integer_slots_.size()
  std::size_t integer_count_ = 0;
  IdTable others_;                // everything else
  std::uint32_t newest_run_ = 0;  // the last list or row, if there is any
  std::vector<char> bytes_;
  std::vector<std::uint32_t> runs_;
};

}  // namespace isolde
