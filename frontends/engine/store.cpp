#include "frontends/engine/store.hpp"

#include <algorithm>
#include <utility>

#include "base/contract.hpp"

namespace isolde::engine {

Store::Store(std::span<const TableInfo> tables, bool keeps_truth) : keeps_truth_(keeps_truth) {
  for (const TableInfo& table : tables) {
    const std::size_t columns = table.kind == TableKind::kRow ? table.columns.size() : 1;
    tables_.push_back({table.kind, false, std::vector<std::optional<OrderedIndex>>(columns)});
  }
}

void Store::load(Key key, const Cells& cells) {
  ISOLDE_REQUIRE(fits(key, cells));
  Version& first = chains_[slot(key)].front();
  first.cells = cells;
  first.present = true;
}

Slot Store::slot(Key key) {
  const Slot found = slots_.find(key.packed);
  return found != kNone ? found : add_slot(key);
}

Slot Store::add_slot(Key key) {
  ISOLDE_REQUIRE(key.table() < tables_.size());
  const auto slot = static_cast<Slot>(keys_.size());
  slots_.insert(key.packed, slot);
  keys_.push_back(key);
  chains_.emplace_back(1);
  if (keeps_truth_) installed_.emplace_back();
  return slot;
}

Version& Store::visible(Slot slot, const View& view) {
  Chain& chain = chains_[slot];
  std::size_t at = chain.size() - 1;
  while (at > 0 && !view.sees(chain[at])) --at;
  return chain[at];
}

const Version* Store::successor(Slot slot, const View& view) const {
  const Chain& chain = chains_[slot];
  std::size_t at = chain.size();
  while (at > 0 && !view.sees(chain[at - 1])) --at;
  return at == chain.size() ? nullptr : &chain[at];
}

void Store::candidates(const Range& range, std::vector<Slot>& out) {
  out.clear();
  index(range).for_each(range.low, range.high, [&](Slot slot) { out.push_back(slot); });
}

// An index is made when its column is first asked for; most columns never are.
OrderedIndex& Store::index(const Range& range) {
  ISOLDE_REQUIRE(range.table < tables_.size() && tables_[range.table].kind != TableKind::kList);
  Table& table = tables_[range.table];
  ISOLDE_REQUIRE(range.column < table.indexes.size());
  std::optional<OrderedIndex>& index = table.indexes[range.column];
  if (index) return *index;
  index.emplace();
  table.is_indexed = true;
  for (Slot slot = 0; slot < keys_.size(); ++slot) {
    if (keys_[slot].table() != range.table) continue;
    for (const Version& version : chains_[slot])
      if (version.present) index->insert({version.cells[range.column], slot});
  }
  return *index;
}

void Store::enter(Slot slot, const Version& version) {
  Table& table = tables_[keys_[slot].table()];
  if (!table.is_indexed || !version.present) return;
  for (std::size_t column = 0; column < table.indexes.size(); ++column)
    if (table.indexes[column]) table.indexes[column]->insert({version.cells[column], slot});
}

// An entry stays while another version of the key needs it.
void Store::leave(Slot slot, const Version& version) {
  Table& table = tables_[keys_[slot].table()];
  if (!version.present) return;
  for (std::size_t column = 0; column < table.indexes.size(); ++column) {
    if (!table.indexes[column]) continue;
    const std::int64_t value = version.cells[column];
    const auto shares = [&](const Version& other) { return other.present && other.cells[column] == value; };
    if (std::ranges::none_of(chains_[slot], shares)) table.indexes[column]->erase({value, slot});
  }
}

// Timestamp ordering installs versions out of order; all other engines install at the end.
void Store::install(Slot slot, Origin origin, Image image) {
  const auto is_earlier = [&](const auto& other) { return other.stamp <= origin.stamp; };
  const auto place = [&](auto& list) { return std::find_if(list.rbegin(), list.rend(), is_earlier).base(); };
  if (keeps_truth_) {
    std::vector<Installed>& installed = installed_[slot];
    Installed& entry = *installed.emplace(place(installed));
    entry.stamp = origin.stamp;
    if (image != nullptr) entry.cells = *image;
  }
  Chain& chain = chains_[slot];
  Version& version = *chain.emplace(place(chain));
  version.stamp = origin.stamp;
  version.writer = origin.writer;
  version.present = image != nullptr;
  if (image != nullptr) version.cells = *image;
  enter(slot, version);
}

void Store::drop_versions(Slot slot) {
  Chain& chain = chains_[slot];
  const bool is_indexed = tables_[keys_[slot].table()].is_indexed;
  dropped_versions_.clear();
  std::size_t kept = 0;
  auto next_dropped = dropped_places_.begin();
  for (std::size_t i = 0; i < chain.size(); ++i) {
    if (next_dropped != dropped_places_.end() && *next_dropped == i) {
      ++next_dropped;
      if (is_indexed) dropped_versions_.push_back(std::move(chain[i]));
    } else {
      if (kept != i) chain[kept] = std::move(chain[i]);
      ++kept;
    }
  }
  chain.erase(chain.begin() + static_cast<std::ptrdiff_t>(kept), chain.end());
  for (const Version& version : dropped_versions_) leave(slot, version);
}

std::vector<VersionTruth> Store::truth() const {
  std::vector<VersionTruth> truth;
  for (Slot slot = 0; slot < installed_.size(); ++slot) {
    if (installed_[slot].empty()) continue;
    truth.push_back({keys_[slot], {}});
    for (const Installed& version : installed_[slot]) truth.back().versions.push_back(version.cells);
  }
  return truth;
}

std::size_t Store::version_count() const {
  std::size_t sum = 0;
  for (const Chain& chain : chains_) sum += chain.size();
  return sum;
}

std::size_t Store::entry_count() const {
  std::size_t sum = 0;
  for (const Table& table : tables_)
    for (const auto& index : table.indexes) sum += index ? index->size() : 0;
  return sum;
}

}  // namespace isolde::engine
