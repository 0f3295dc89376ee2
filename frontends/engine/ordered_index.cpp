#include "frontends/engine/ordered_index.hpp"

#include <utility>

namespace isolde::engine {

std::size_t OrderedIndex::chunk_of(const Entry& entry) const {
  const auto starts_later = [](const Entry& wanted, const Chunk& chunk) { return wanted < chunk.front(); };
  const auto after = std::upper_bound(chunks_.begin(), chunks_.end(), entry, starts_later);
  return after == chunks_.begin() ? 0 : static_cast<std::size_t>(after - chunks_.begin()) - 1;
}

void OrderedIndex::insert(Entry entry) {
  if (chunks_.empty()) {
    chunks_.push_back({entry});
    return;
  }
  const std::size_t index = chunk_of(entry);
  Chunk& chunk = chunks_[index];
  const auto at = std::ranges::lower_bound(chunk, entry);
  if (at != chunk.end() && *at == entry) return;
  chunk.insert(at, entry);
  if (chunk.size() < kChunk) return;
  const auto middle = chunk.begin() + kChunk / 2;
  Chunk upper(middle, chunk.end());
  chunk.erase(middle, chunk.end());
  chunks_.insert(chunks_.begin() + static_cast<std::ptrdiff_t>(index) + 1, std::move(upper));
}

void OrderedIndex::erase(Entry entry) {
  if (chunks_.empty()) return;
  const std::size_t index = chunk_of(entry);
  Chunk& chunk = chunks_[index];
  const auto at = std::ranges::lower_bound(chunk, entry);
  if (at == chunk.end() || *at != entry) return;
  chunk.erase(at);
  if (chunk.empty()) chunks_.erase(chunks_.begin() + static_cast<std::ptrdiff_t>(index));
}

std::size_t OrderedIndex::size() const {
  std::size_t sum = 0;
  for (const Chunk& chunk : chunks_) sum += chunk.size();
  return sum;
}

}  // namespace isolde::engine
