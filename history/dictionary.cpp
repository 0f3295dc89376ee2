#include "history/dictionary.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/contract.hpp"
#include "base/huge_pages.hpp"
#include "base/ids.hpp"

namespace isolde {
namespace {

constexpr std::size_t kFirstSlots = 64;

constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
  return hash ^ (hash >> 32);
}

std::uint64_t hash_word(ValueKind kind, std::uint64_t word) {
  return mix(mix(17, static_cast<std::uint64_t>(kind)), word);
}

template <class Word>
Word load(const char* at) {
  Word word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// Up to seven bytes as one word, without a loop: the pieces overlap.
std::uint64_t load_tail(const char* at, std::size_t count) {
  if (count >= 4)
    return load<std::uint32_t>(at) |
           (std::uint64_t{load<std::uint32_t>(at + count - 4)} << (8 * (count - 4)));
  if (count == 0) return 0;
  const auto byte = [&](std::size_t i) {
    return std::uint64_t{static_cast<unsigned char>(at[i])} << (8 * i);
  };
  return byte(0) | byte(count / 2) | byte(count - 1);
}

std::uint64_t hash_bytes(ValueKind kind, std::string_view bytes) {
  std::uint64_t hash = (static_cast<std::uint64_t>(kind) << 32) + bytes.size();
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 8; left -= 8, at += 8) hash = mix(hash, load<std::uint64_t>(at));
  return mix(hash * 0xd6e8feb86659fd93ULL, load_tail(at, left));
}

// Keys are short: a call of memcmp costs more than the comparison.
bool same_bytes(const char* a, const char* b, std::size_t count) {
  for (; count >= 8; count -= 8, a += 8, b += 8)
    if (load<std::uint64_t>(a) != load<std::uint64_t>(b)) return false;
  return load_tail(a, count) == load_tail(b, count);
}

std::uint64_t hash_run(ValueKind kind, std::span<const std::uint32_t> run) {
  std::uint64_t hash = hash_word(kind, run.size());
  for (; run.size() >= 2; run = run.subspan(2)) hash = mix(hash, (std::uint64_t{run[1]} << 32U) | run[0]);
  return run.empty() ? hash : mix(hash, run[0]);
}

bool is_word(ValueKind kind) {
  return kind == ValueKind::kNull || kind == ValueKind::kReal || kind == ValueKind::kBoolean;
}
bool is_bytes(ValueKind kind) { return kind == ValueKind::kText || kind == ValueKind::kKeyword; }

bool too_full(std::size_t count, std::size_t slots) { return count * 8 > slots * 5; }
// Integers mostly get the slot they want; the others, hashed, would often collide in a table that full.
bool too_full_for_hashing(std::size_t count, std::size_t slots) { return count * 16 > slots * 5; }

}  // namespace

Dictionary::Dictionary()
    : integer_slots_(kFirstSlots),
      general_slots_(kFirstSlots),
      integer_bits_(static_cast<unsigned>(std::countr_zero(kFirstSlots))) {}

double Dictionary::real(std::uint32_t id) const { return std::bit_cast<double>(payloads_[id]); }

std::uint32_t Dictionary::append(ValueKind kind, std::uint64_t payload) {
  ISOLDE_REQUIRE(kinds_.size() < kMaxIds);
  kinds_.push_back(kind);
  payloads_.push_back(payload);
  return static_cast<std::uint32_t>(kinds_.size() - 1);
}

std::uint32_t Dictionary::insert_integer(std::int64_t value, std::size_t slot) {
  const std::uint32_t id = append(ValueKind::kInteger, static_cast<std::uint64_t>(value));
  integer_slots_[slot] = id + 1;
  if (too_full(++integer_count_, integer_slots_.size())) grow_integers(integer_slots_.size() * 2);
  return id;
}

void Dictionary::reserve_integers(std::size_t count) {
  std::size_t slots = integer_slots_.size();
  while (too_full(count, slots)) slots *= 2;
  if (slots > integer_slots_.size()) grow_integers(slots);
  reserve_huge(kinds_, count + general_count_);
  reserve_huge(payloads_, count + general_count_);
}

void Dictionary::grow_integers(std::size_t slots) {
  // Give the old table back before the new one is made: the payloads are enough to refill it.
  integer_slots_ = {};
  reserve_huge(integer_slots_, slots);
  integer_slots_.resize(slots);
  integer_bits_ = static_cast<unsigned>(std::countr_zero(slots));
  for (std::uint32_t id = 0; id < kinds_.size(); ++id) {
    if (kinds_[id] != ValueKind::kInteger) continue;
    std::size_t slot = integer_slot(integer(id));
    while (integer_slots_[slot] != 0) slot = next_integer_slot(slot, integer(id));
    integer_slots_[slot] = id + 1;
  }
}

template <class Equals>
std::size_t Dictionary::find_slot(ValueKind kind, std::uint64_t hash, Equals&& equals) const {
  const std::size_t mask = general_slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (;; slot = (slot + 1) & mask) {
    const std::uint32_t entry = general_slots_[slot];
    if (entry == 0 || (kinds_[entry - 1] == kind && equals(entry - 1))) return slot;
  }
}

void Dictionary::insert_general(std::size_t slot, std::uint32_t id) {
  general_slots_[slot] = id + 1;
  if (too_full_for_hashing(++general_count_, general_slots_.size())) grow_general();
}

std::uint64_t Dictionary::hash_of(std::uint32_t id) const {
  const ValueKind kind = kinds_[id];
  if (is_word(kind)) return hash_word(kind, payloads_[id]);
  return is_bytes(kind) ? hash_bytes(kind, text(id)) : hash_run(kind, elements(id));
}

void Dictionary::grow_general() {
  const std::size_t slots = general_slots_.size() * 2;
  general_slots_ = {};
  reserve_huge(general_slots_, slots);
  general_slots_.resize(slots);
  for (std::uint32_t id = 0; id < kinds_.size(); ++id) {
    if (kinds_[id] == ValueKind::kInteger) continue;
    std::size_t slot = hash_of(id) & (slots - 1);
    while (general_slots_[slot] != 0) slot = (slot + 1) & (slots - 1);
    general_slots_[slot] = id + 1;
  }
}

std::uint32_t Dictionary::intern_word(ValueKind kind, std::uint64_t word) {
  const std::size_t slot =
      find_slot(kind, hash_word(kind, word), [&](std::uint32_t id) { return payloads_[id] == word; });
  if (general_slots_[slot] != 0) return general_slots_[slot] - 1;
  const std::uint32_t id = append(kind, word);
  insert_general(slot, id);
  return id;
}

std::uint32_t Dictionary::intern_null() { return intern_word(ValueKind::kNull, 0); }

std::uint32_t Dictionary::intern_boolean(bool value) {
  return intern_word(ValueKind::kBoolean, value ? 1 : 0);
}

std::uint32_t Dictionary::intern_real(double value) {
  return intern_word(ValueKind::kReal, std::bit_cast<std::uint64_t>(value));
}

std::uint32_t Dictionary::intern_bytes(ValueKind kind, std::string_view bytes) {
  const std::size_t slot = find_slot(kind, hash_bytes(kind, bytes), [&](std::uint32_t id) {
    const std::uint64_t payload = payloads_[id];
    return length_of(payload) == bytes.size() &&
           same_bytes(bytes_.data() + offset_of(payload), bytes.data(), bytes.size());
  });
  if (general_slots_[slot] != 0) return general_slots_[slot] - 1;
  ISOLDE_REQUIRE(bytes.size() <= kMaxLength && bytes_.size() + bytes.size() <= kMaxArena);
  const std::uint32_t id = append(kind, pack(bytes_.size(), bytes.size()));
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  insert_general(slot, id);
  return id;
}

std::uint32_t Dictionary::intern_run(ValueKind kind, std::span<const std::uint32_t> run) {
  ISOLDE_REQUIRE(run.size() <= kMaxLength && runs_.size() + run.size() <= kMaxArena);
  const std::size_t slot = find_slot(kind, hash_run(kind, run),
                                     [&](std::uint32_t id) { return std::ranges::equal(elements(id), run); });
  if (general_slots_[slot] != 0) return general_slots_[slot] - 1;
  const std::uint32_t id = append(kind, pack(runs_.size(), run.size()));
  runs_.insert(runs_.end(), run.begin(), run.end());
  insert_general(slot, id);
  return id;
}

void Dictionary::shrink() {
  kinds_.shrink_to_fit();
  payloads_.shrink_to_fit();
  bytes_.shrink_to_fit();
  runs_.shrink_to_fit();
}

}  // namespace isolde
