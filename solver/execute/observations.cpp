#include "solver/execute/observations.hpp"

#include <numeric>
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
      case OpKind::kAppend:
      case OpKind::kAdd:
      case OpKind::kIncrement:
      case OpKind::kAggregate:
        return false;
    }
  }
  return true;
}

Observations::Observations(const History& history, const Items& items, bool rows)
    : history_(history),
      items_(items),
      rows_(rows),
      places_(items.row_places() != nullptr
                  ? items.row_places()
                  : std::make_shared<RowPlaces>(PredicateIndex(history, versions_of(history, items)))),
      index_(places_->index),
      open_begins_(items.member_count() + 1, 0),
      currents_(items.key_count()),
      look_begins_{0},
      own_(items.key_count(), 0),
      returned_(items.key_count(), 0) {
  for (const OpenRead& read : items.open_reads()) ++open_begins_[read.reader + 1];
  for (std::size_t i = 1; i < open_begins_.size(); ++i) open_begins_[i] += open_begins_[i - 1];
  std::iota(currents_.begin(), currents_.end(), items.initial(0));
  if (!rows) return;
  look_begins_.reserve(items.member_count() + 1);
  for (Member member = 0; member < items.member_count() && !are_impossible_; ++member) {
    are_impossible_ = !prepare(member);
    look_begins_.push_back(static_cast<std::uint32_t>(looks_.size()));
  }
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

// Of the keys that the member wrote before, as many match as were returned. That those hold what it wrote,
// and that no row comes twice, is for validation to say.
bool Observations::prepare(Member member) {
  const IdRange<OpId> ops = history_.operations(items_.txn(member));
  std::size_t writes = 0;
  for (const OpId op : ops) {
    const OpKind kind = history_.kind(op);
    writes += kind == OpKind::kPredicateWrite ? history_.rows(op).size() : is_item_write(kind) ? 1 : 0;
  }
  const Version end = items_.install_end(member);
  // Then all are installed, the last operation's first.
  const bool writes_once = writes == end - items_.install_begin(member);
  Version first_own = end;
  const std::uint64_t start = ++look_;  // whose keys are its own by a look since then
  const auto note = [&](KeyId key) {
    own_[key.index()] = look_;
    --first_own;
  };
  for (const OpId op : ops) {
    const OpKind kind = history_.kind(op);
    if (is_item_write(kind)) note(history_.key(op));
    if (!is_predicate(kind)) continue;
    const std::span<const RowSeen> rows = history_.rows(op);
    const Predicate& predicate = history_.predicate(history_.predicate(op));
    Look& look = looks_.emplace_back(look_at(next_run(predicate)));
    look.most = static_cast<std::uint32_t>(rows.size());
    if (first_own != end) {
      for (const RowSeen& row : rows) look.most -= own_[row.key.index()] >= start ? 1 : 0;
      const std::size_t matching = writes_once && look.column != kNone
                                       ? count_in_run(look, first_own, end)
                                       : count_own_matches(ops, op, predicate);
      if (matching != rows.size() - look.most) return false;
    }
    if (kind != OpKind::kPredicateWrite) continue;
    for (const RowSeen& row : rows) note(row.key);
  }
  return true;
}

PredicateIndex::Run Observations::run_of(const Predicate& predicate) {
  const auto range = predicate.integer_range();
  return range ? index_.run_of(*range) : PredicateIndex::Run{};
}

// Of the predicate operation whose look comes next: known already, if the items came with places of rows.
PredicateIndex::Run Observations::next_run(const Predicate& predicate) {
  return looks_.size() < places_->runs.size() ? places_->runs[looks_.size()] : run_of(predicate);
}

Observations::Look Observations::look_at(const PredicateIndex::Run& run) {
  if (run.column == nullptr) return {};
  return {live_column(*run.column), run.first, run.last};
}

// Of these versions.
std::size_t Observations::count_in_run(const Look& look, Version first, Version last) const {
  const OrderedColumn& column = *columns_[look.column].column;
  std::size_t count = 0;
  for (Version version = first; version < last; ++version)
    count += column.place(version) - look.first < look.last - look.first ? 1 : 0;
  return count;
}

// Of the keys that the transaction wrote before `end`: those that match in what it wrote last.
std::size_t Observations::count_own_matches(IdRange<OpId> ops, OpId end, const Predicate& predicate) {
  ++look_;
  std::size_t count = 0;
  const auto visit = [&](KeyId key, ValueId value) {
    if (std::exchange(own_[key.index()], look_) == look_ || value == kInitial) return;
    if (predicate.matches(history_.keys(), key, history_.values(), value)) ++count;
  };
  for (std::size_t i = end.index() - ops[0].index(); i-- > 0;) {
    const OpKind kind = history_.kind(ops[i]);
    if (is_item_write(kind)) visit(history_.key(ops[i]), history_.value(ops[i]));
    if (kind != OpKind::kPredicateWrite) continue;
    for (const RowSeen& row : history_.rows(ops[i])) visit(row.key, row.after);
  }
  return count;
}

void Observations::reset() {
  for (std::uint32_t key = 0; key < currents_.size(); ++key)
    if (currents_[key] != items_.initial(key)) put(key, items_.initial(key));
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
  searches_.resize(history_.predicate_count());
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
  const Predicate& condition = history_.predicate(predicate);
  if (const Look look = look_at(run_of(condition)); look.column != kNone) {
    (void)visit_run(columns_[look.column], {look.first, look.last}, nullptr, visit);
    return;
  }
  const Search found = search(predicate);
  for (std::uint32_t i = found.run_begin; i < found.run_end; ++i) {
    const Run run = runs_[i];
    if (found.column != Search::kScan) {
      if (visit_run(columns_[found.column], run, found.is_exact ? nullptr : &condition, visit)) return;
      continue;
    }
    for (std::uint32_t key = run.first; key < run.last; ++key)
      if (index_.matches(condition, currents_[key]) && visit(key)) return;
  }
}

template <class Visit>
bool Observations::visit_run(const LiveColumn& live, Run run, const Predicate* condition, Visit&& visit) {
  for (std::size_t at = live.places.next(run.first); at < run.last; at = live.places.next(at + 1)) {
    const Version version = live.column->order()[at];
    if ((condition == nullptr || index_.matches(*condition, version)) && visit(items_.key(version)))
      return true;
  }
  return false;
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

bool Observations::saw_all(Member member) const {
  for (std::uint32_t i = look_begins_[member]; i < look_begins_[member + 1]; ++i) {
    const Look& look = looks_[i];
    if (look.column == kNone || columns_[look.column].places.has_more(look.first, look.last, look.most))
      return false;
  }
  return true;
}

Obstacle Observations::obstacle(Member member) {
  Obstacle found;
  if (open_begins_[member] == open_begins_[member + 1] && (!rows_ || saw_all(member))) return found;
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
