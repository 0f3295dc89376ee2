// The multi-version store: committed versions only, a chain per key. What is not committed yet waits in its
// transaction's WriteBuffer.
//
// Invariants
//   1. A slot's chain is not empty and ascends by `stamp`. A key that was not loaded begins with an absent
//      version.
//   2. Each present version in a chain of an indexed table has its entries in the table's indexes, and there
//      are no others.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "frontends/engine/flat_index.hpp"
#include "frontends/engine/ordered_index.hpp"
#include "frontends/engine/record.hpp"
#include "frontends/engine/request.hpp"

namespace isolde::engine {

using Slot = std::uint32_t;     // a key, densely numbered
using Stamp = std::uint64_t;    // a point in the engine's own order
using Session = std::uint32_t;  // a session, and thereby its one open transaction
using Image = const Cells*;     // what a key holds; null: nothing
inline constexpr Stamp kLatest = std::numeric_limits<Stamp>::max();

// Where a version comes from.
struct Origin {
  Stamp stamp = 0;
  std::uint64_t writer = 0;  // for the concurrency control's own use
};

struct Version {
  Stamp stamp = 0;
  std::uint64_t writer = 0;
  Stamp read = 0;  // mvto: the latest timestamp that read it
  Cells cells;
  bool present = false;

  [[nodiscard]] Image image() const { return present ? &cells : nullptr; }
};

// Which committed versions a statement sees: those up to a stamp or, with several sites, those that the
// writer's site had numbered up to the site's entry.
struct View {
  Stamp stamp = kLatest;
  const std::uint64_t* sites = nullptr;
  bool dirty = false;  // also sees what is not committed yet

  static constexpr int kSiteShift = 56;
  [[nodiscard]] bool sees(const Version& version) const {
    if (sites == nullptr) return version.stamp <= stamp;
    const std::uint64_t number = version.writer & ((std::uint64_t{1} << kSiteShift) - 1);
    return number <= sites[version.writer >> kSiteShift];
  }
};

// Whether a row lies in the range.
[[nodiscard]] inline bool lies_in(const Range& range, Key key, Image image) {
  if (image == nullptr || key.table() != range.table || range.column >= image->size()) return false;
  const std::int64_t value = (*image)[range.column];
  return range.low <= value && value <= range.high;
}

class Store {
 public:
  Store(std::span<const TableInfo> tables, bool keeps_truth);

  void load(Key key, const Cells& cells);
  // Whether cells are what the key's table holds: one per column.
  [[nodiscard]] bool fits(Key key, const Cells& cells) const {
    if (key.table() >= tables_.size()) return false;
    const Table& table = tables_[key.table()];
    return table.kind == TableKind::kList || cells.size() == table.indexes.size();
  }
  [[nodiscard]] Slot slot(Key key);  // makes one for a new key
  [[nodiscard]] Key key(Slot slot) const { return keys_[slot]; }
  [[nodiscard]] std::size_t slot_count() const { return keys_.size(); }
  [[nodiscard]] bool is_list(Slot slot) const {
    return tables_[keys_[slot].table()].kind == TableKind::kList;
  }

  [[nodiscard]] const Version& newest(Slot slot) const { return chains_[slot].back(); }
  // The newest version that the view sees. There is one as long as collect() kept what the view needs.
  [[nodiscard]] Version& visible(Slot slot, const View& view);
  // The oldest version that the view does not see, if any.
  [[nodiscard]] const Version* successor(Slot slot, const View& view) const;
  // Slots with a version, not necessarily a visible one, in the range; in any order, perhaps repeated.
  void candidates(const Range& range, std::vector<Slot>& out);

  void install(Slot slot, Origin origin, Image image);
  // Drops the versions that is_needed(chain, i) does not want; the newest is always kept.
  template <class Needed>
  void collect(Slot slot, Needed&& is_needed) {
    Chain& chain = chains_[slot];
    if (chain.size() == 1) return;
    dropped_places_.clear();
    for (std::size_t i = 0; i + 1 < chain.size(); ++i)
      if (!is_needed(std::span<const Version>(chain), i)) dropped_places_.push_back(i);
    if (!dropped_places_.empty()) drop_versions(slot);
  }

  // What was ever installed, oldest first, for keys that were written; needs keeps_truth.
  [[nodiscard]] std::vector<VersionTruth> truth() const;
  [[nodiscard]] std::size_t version_count() const;
  [[nodiscard]] std::size_t entry_count() const;  // of all indexes

 private:
  using Chain = std::vector<Version>;
  struct Table {
    TableKind kind;
    bool is_indexed = false;
    std::vector<std::optional<OrderedIndex>> indexes;  // by column
  };
  struct Installed {
    Stamp stamp = 0;
    Cells cells;
  };

  [[nodiscard]] Slot add_slot(Key key);
  [[nodiscard]] OrderedIndex& index(const Range& range);
  void enter(Slot slot, const Version& version);
  void leave(Slot slot, const Version& version);
  void drop_versions(Slot slot);

  std::vector<Table> tables_;
  FlatIndex slots_;
  std::vector<Key> keys_;
  std::vector<Chain> chains_;
  bool keeps_truth_;
  std::vector<std::vector<Installed>> installed_;  // by slot, if keeps_truth_
  std::vector<std::size_t> dropped_places_;
  std::vector<Version> dropped_versions_;
};

}  // namespace isolde::engine
