#include "solver/execute/observations.hpp"

#include <algorithm>
#include <utility>

#include "history/reads.hpp"

namespace isolde {

bool Observations::can_check(const History& history) {
  for (std::size_t i = 0; i < history.operation_count(); ++i) {
    switch (history.kind(OpId(i))) {
      case OpKind::kRead:
      case OpKind::kWrite:
      case OpKind::kInsert:
      case OpKind::kDelete:
      case OpKind::kPredicateRead:
      case OpKind::kPredicateWrite:
        break;
      default:
        return false;
    }
  }
  return true;
}

Observations::Observations(const History& history, const Items& items, bool rows)
    : history_(history),
      items_(items),
      rows_(rows),
      index_(history, versions_of(history, items)),
      open_begins_(items.member_count() + 1, 0),
      currents_(items.key_count()),
      searches_(history.predicate_count()),
      own_(items.key_count(), 0),
      returned_(items.key_count(), 0) {
  for (const OpenRead& read : items.open_reads()) ++open_begins_[read.reader + 1];
  for (std::size_t i = 1; i < open_begins_.size(); ++i) open_begins_[i] += open_begins_[i - 1];
  for (Member member = 0; rows && member < items.member_count() && !are_impossible_; ++member)
    are_impossible_ = !agrees_with_itself(member);
  reset();
}

// In the order of for_each_write_backwards(), as Items numbers them.
std::vector<RowVersion> Observations::versions_of(const History& history, const Items& items) {
  std::vector<RowVersion> versions;
  versions.reserve(items.version_count());
  KeyStamps written(items.key_count());
  for (Member member = 0; member < items.member_count(); ++member)
    for_each_write_backwards(history, items.txn(member), written,
                             [&](OpId, KeyId key, ValueId value, bool is_final) {
                               if (is_final) versions.push_back({key, value});
                             });
  for (std::size_t key = 0; key < items.key_count(); ++key)
    versions.push_back({KeyId(key), history.initial_value(KeyId(key))});
  return versions;
}

// No row twice; and of the keys that the member wrote before, those that match are returned. (That they hold
// what it wrote is for validation to say.)
bool Observations::agrees_with_itself(Member member) {
  std::vector<std::pair<std::uint32_t, ValueId>> own;
  for (const OpId op : history_.operations(items_.txn(member))) {
    const OpKind kind = history_.kind(op);
    if (is_item_write(kind)) own.emplace_back(history_.key(op).value, history_.value(op));
    if (!is_predicate(kind)) continue;
    ++look_;
    for (const RowSeen& row : history_.rows(op))
      if (std::exchange(returned_[row.key.index()], look_) == look_) return false;
    const Predicate& predicate = history_.predicate(history_.predicate(op));
    // The last write of a key counts, so backwards.
    for (std::size_t i = own.size(); i-- > 0;) {
      const auto [key, value] = own[i];
      if (std::exchange(own_[key], look_) == look_ || returned_[key] == look_ || value == kInitial) continue;
      if (predicate.matches(history_.keys(), KeyId(key), history_.values(), value)) return false;
    }
    if (kind != OpKind::kPredicateWrite) continue;
    for (const RowSeen& row : history_.rows(op)) own.emplace_back(row.key.value, row.after);
  }
  return true;
}

void Observations::reset() {
  for (std::uint32_t key = 0; key < currents_.size(); ++key) put(key, items_.initial(key));
}

void Observations::put(std::uint32_t key, Version version) {
  const Version old = std::exchange(currents_[key], version);
  for (LiveColumn& live : columns_) {
    if (const std::uint32_t place = live.column->place(old); place != OrderedColumn::kNone)
      live.places.erase(place);
    if (const std::uint32_t place = live.column->place(version); place != OrderedColumn::kNone)
      live.places.insert(place);
  }
}

std::uint32_t Observations::live_column(const OrderedColumn& column) {
  for (std::uint32_t i = 0; i < columns_.size(); ++i)
    if (columns_[i].column == &column) return i;
  LiveColumn& live = columns_.emplace_back(LiveColumn{&column, BitTree(column.order().size())});
  for (const Version version : currents_)
    if (column.place(version) != OrderedColumn::kNone) live.places.insert(column.place(version));
  return static_cast<std::uint32_t>(columns_.size() - 1);
}

const Observations::Search& Observations::search(PredicateId predicate) {
  Search& search = searches_[predicate.index()];
  if (search.column != kNone) return search;
  const PredicateIndex::Candidates found = index_.candidates(history_.predicate(predicate));
  search.run_begin = static_cast<std::uint32_t>(runs_.size());
  for (const auto& run : found.places)
    runs_.push_back({static_cast<std::uint32_t>(run.first), static_cast<std::uint32_t>(run.last)});
  search.run_end = static_cast<std::uint32_t>(runs_.size());
  search.is_exact = found.is_exact;
  if (found.column != nullptr) {
    search.column = live_column(*found.column);
  } else {
    search.column = Search::kScan;
    if (found.count != 0) runs_.push_back({0, static_cast<std::uint32_t>(currents_.size())});
    search.run_end = static_cast<std::uint32_t>(runs_.size());
  }
  return search;
}

template <class Visit>
void Observations::visit_matches(PredicateId predicate, Visit&& visit) {
  const Search found = search(predicate);
  const Predicate& condition = history_.predicate(predicate);
  for (std::uint32_t i = found.run_begin; i < found.run_end; ++i) {
    const Run run = runs_[i];
    if (found.column == Search::kScan) {
      for (std::uint32_t key = run.first; key < run.last; ++key)
        if (index_.matches(condition, currents_[key]) && visit(key)) return;
      continue;
    }
    const LiveColumn& live = columns_[found.column];
    for (std::size_t at = live.places.next(run.first); at < run.last; at = live.places.next(at + 1)) {
      const Version version = live.column->order()[at];
      if ((found.is_exact || index_.matches(condition, version)) && visit(items_.key(version))) return;
    }
  }
}

// Everything returned matches, so where counts agree nothing is amiss.
template <class Visit>
bool Observations::visit_phantoms(OpId op, Visit&& visit) {
  const PredicateId predicate = history_.predicate(op);
  const std::span<const RowSeen> rows = history_.rows(op);
  std::size_t left = 0;
  for (const RowSeen& row : rows) left += own_[row.key.index()] != look_ ? 1 : 0;
  std::size_t count = 0;
  visit_matches(predicate, [&](std::uint32_t key) {
    if (own_[key] != look_) ++count;
    return count > left;
  });
  if (count <= left) return false;
  for (const RowSeen& row : rows) returned_[row.key.index()] = look_;
  bool is_done = false;
  visit_matches(predicate, [&](std::uint32_t key) {
    is_done = own_[key] != look_ && returned_[key] != look_ && visit(Obstacle{key, predicate, {}});
    return is_done;
  });
  for (const RowSeen& row : rows) returned_[row.key.index()] = 0;
  return is_done;
}

template <class Visit>
void Observations::visit_obstacles(Member member, Visit&& visit) {
  for (std::uint32_t i = open_begins_[member]; i < open_begins_[member + 1]; ++i) {
    const OpenRead& read = items_.open_reads()[i];
    if (index_.versions()[currents_[read.key.index()]].value != read.value &&
        visit(Obstacle{read.key.value, {}, read.value}))
      return;
  }
  if (!rows_) return;
  ++look_;
  for (const OpId op : history_.operations(items_.txn(member))) {
    const OpKind kind = history_.kind(op);
    if (is_item_write(kind)) own_[history_.key(op).index()] = look_;
    if (!is_predicate(kind)) continue;
    if (visit_phantoms(op, visit)) return;
    if (kind != OpKind::kPredicateWrite) continue;
    for (const RowSeen& row : history_.rows(op)) own_[row.key.index()] = look_;
  }
}

Obstacle Observations::obstacle(Member member) {
  Obstacle found;
  visit_obstacles(member, [&](const Obstacle& obstacle) {
    found = obstacle;
    return true;
  });
  return found;
}

void Observations::collect_obstacles(Member member, std::vector<Obstacle>& obstacles) {
  visit_obstacles(member, [&](const Obstacle& obstacle) {
    obstacles.push_back(obstacle);
    return false;
  });
}

bool Observations::is_gone(const Obstacle& obstacle, Version version) const {
  if (!obstacle.predicate.is_valid()) return index_.versions()[version].value == obstacle.value;
  return !index_.matches(history_.predicate(obstacle.predicate), version);
}

}  // namespace isolde
