#include "history/dictionary.hpp"

#include <algorithm>
#include <bit>

#include "base/contract.hpp"
#include "base/hash.hpp"
#include "base/huge_pages.hpp"
#include "base/ids.hpp"

namespace isolde {
namespace {

constexpr std::size_t kFirstSlots = 64;

std::uint32_t hash_word(ValueKind kind, std::uint64_t word) {
  return half(mix(mix(17, static_cast<std::uint64_t>(kind)), word));
}

std::uint32_t hash_text(ValueKind kind, std::string_view bytes) {
  return half(hash_bytes((static_cast<std::uint64_t>(kind) << 32) + bytes.size(), bytes));
}

std::uint32_t hash_run(ValueKind kind, std::span<const std::uint32_t> run) {
  std::uint64_t hash = mix(static_cast<std::uint64_t>(kind), run.size());
  for (; run.size() >= 2; run = run.subspan(2)) hash = mix(hash, (std::uint64_t{run[1]} << 32U) | run[0]);
  return half(run.empty() ? hash : mix(hash, run[0]));
}

// Integers mostly get their first slot, so a table that is this full is still quick. Chosen, not measured.
bool too_full(std::size_t count, std::size_t slots) { return count * 8 > slots * 5; }

}  // namespace

Dictionary::Dictionary()
    : integer_slots_(kFirstSlots), integer_bits_(static_cast<unsigned>(std::countr_zero(kFirstSlots))) {}

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

void Dictionary::reserve(std::size_t integers, std::size_t others) {
  std::size_t slots = integer_slots_.size();
  while (too_full(integers, slots)) slots *= 2;
  if (slots > integer_slots_.size()) grow_integers(slots);
  if (others_.size() > 0) reserve_huge(runs_, runs_.size() / others_.size() * others);
  others_.reserve(others);
  reserve_huge(kinds_, integers + others);
  reserve_huge(payloads_, integers + others);
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

std::uint32_t Dictionary::intern_word(ValueKind kind, std::uint64_t word) {
  return others_.intern(
      hash_word(kind, word), [&](std::uint32_t id) { return kinds_[id] == kind && payloads_[id] == word; },
      [&] { return append(kind, word); });
}

std::uint32_t Dictionary::intern_null() { return intern_word(ValueKind::kNull, 0); }

std::uint32_t Dictionary::intern_boolean(bool value) {
  return intern_word(ValueKind::kBoolean, value ? 1 : 0);
}

std::uint32_t Dictionary::intern_real(double value) {
  return intern_word(ValueKind::kReal, std::bit_cast<std::uint64_t>(value));
}

std::uint32_t Dictionary::intern_bytes(ValueKind kind, std::string_view bytes) {
  const auto is_same = [&](std::uint32_t id) {
    const std::uint64_t payload = payloads_[id];
    return kinds_[id] == kind && length_of(payload) == bytes.size() &&
           same_bytes(bytes_.data() + offset_of(payload), bytes.data(), bytes.size());
  };
  return others_.intern(hash_text(kind, bytes), is_same, [&] {
    ISOLDE_REQUIRE(bytes.size() <= kMaxLength && bytes_.size() + bytes.size() <= kMaxArena);
    const std::uint32_t id = append(kind, pack(bytes_.size(), bytes.size()));
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return id;
  });
}

// The elements of a list, or the values of a row: its columns are numbers of another dictionary.
std::uint32_t Dictionary::newest_element(ValueKind kind, std::span<const std::uint32_t> run) {
  std::uint32_t newest = 0;
  const std::size_t step = kind == ValueKind::kRow ? 2 : 1;
  for (std::size_t i = step - 1; i < run.size(); i += step) newest = std::max(newest, run[i]);
  return newest;
}

std::uint32_t Dictionary::append_run(ValueKind kind, std::span<const std::uint32_t> run) {
  ISOLDE_REQUIRE(run.size() <= kMaxLength && runs_.size() + run.size() <= kMaxArena);
  newest_run_ = append(kind, pack(runs_.size(), run.size()));
  for (const std::uint32_t element : run) runs_.push_back(element);  // short: insert() costs more
  return newest_run_;
}

// A list or row with an element that is newer than every list and row is new itself and need not be looked
// for; histories mostly write such values.
std::uint32_t Dictionary::intern_run(ValueKind kind, std::span<const std::uint32_t> run) {
  const std::uint32_t hash = hash_run(kind, run);
  if (newest_element(kind, run) > newest_run_) {
    const std::uint32_t id = append_run(kind, run);
    others_.add(hash, id);
    return id;
  }
  const auto is_same = [&](std::uint32_t id) {
    return kinds_[id] == kind && std::ranges::equal(elements(id), run);
  };
  return others_.intern(hash, is_same, [&] { return append_run(kind, run); });
}

void Dictionary::shrink() {
  kinds_.shrink_to_fit();
  payloads_.shrink_to_fit();
  bytes_.shrink_to_fit();
  runs_.shrink_to_fit();
}

}  // namespace isolde
