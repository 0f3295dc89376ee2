#include "frontends/engine/forgetting_sink.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace isolde::engine {

ForgettingSink::ForgettingSink(Sink& next, const Forgotten& forgotten, std::uint64_t transactions)
    : next_(next),
      forgotten_(forgotten),
      id_bits_(static_cast<unsigned>(std::bit_width(std::max<std::uint64_t>(transactions, 2) - 1))) {}

// Each step can be undone on numbers of id_bits_ bits: a product with an odd number, a shift to the right.
std::int64_t ForgettingSink::id_of(std::int64_t id) const {
  if (!forgotten_.id_order) return id;
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
  const std::uint64_t mask = (std::uint64_t{1} << id_bits_) - 1;
  const unsigned half = (id_bits_ + 1) / 2;
  auto mixed = static_cast<std::uint64_t>(id);
  for (int round = 0; round < 3; ++round) {
    mixed = (mixed + 1) * kOdd & mask;
    mixed ^= mixed >> half;
  }
  return static_cast<std::int64_t>(mixed);
}

void ForgettingSink::transaction(const RecordedTxn& txn) {
  if (forgotten_.nothing()) return next_.transaction(txn);
  scratch_ = txn;
  scratch_.id = id_of(txn.id);
  if (forgotten_.times) scratch_.start = scratch_.end = kNoTime;
  if (forgotten_.sessions) scratch_.session = kNoSession;
  next_.transaction(scratch_);
}

void ForgettingSink::serialization_order(std::span<const std::int64_t> ids) {
  std::vector<std::int64_t> renamed;
  renamed.reserve(ids.size());
  for (const std::int64_t id : ids) renamed.push_back(id_of(id));
  next_.serialization_order(renamed);
}

}  // namespace isolde::engine
