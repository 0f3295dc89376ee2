#include "encode/choices/matching_keys.hpp"

#include <algorithm>
#include <utility>

namespace isolde {

MatchingKeys::MatchingKeys(const History& history, const Dictionary& values, std::vector<RowVersion> versions,
                           std::vector<std::uint32_t> always)
    : history_(history),
      index_(history.keys(), values, std::move(versions)),
      always_(std::move(always)),
      keys_(history.predicate_count()) {}

std::span<const std::uint32_t> MatchingKeys::keys(PredicateId predicate) {
  auto& cached = keys_[predicate.index()];
  if (cached) return *cached;
  std::vector<std::uint32_t>& keys = cached.emplace(always_);
  index_.for_each_match(history_.predicate(predicate),
                        [&](std::size_t version) { keys.push_back(index_.versions()[version].key.value); });
  std::ranges::sort(keys);
  keys.erase(std::ranges::unique(keys).begin(), keys.end());
  return keys;
}

}  // namespace isolde
