#include "encode/choices/touches.hpp"

#include <algorithm>
#include <utility>

#include "encode/choices/matching_keys.hpp"

namespace isolde {
namespace {

constexpr Member kMembersBetweenStops = 256;

Step::Kind kind_of(OpKind kind) {
  switch (kind) {
    case OpKind::kRead:
      return Step::Kind::kRead;
    case OpKind::kAppend:
    case OpKind::kAdd:
      return Step::Kind::kElement;
    case OpKind::kIncrement:
      return Step::Kind::kIncrement;
    case OpKind::kWrite:
    case OpKind::kInsert:
    case OpKind::kDelete:
    case OpKind::kPredicateRead:
    case OpKind::kPredicateWrite:
    case OpKind::kAggregate:
      break;
  }
  return Step::Kind::kWhole;
}

bool has_predicates(const History& history) {
  for (std::size_t i = 0; i < history.operation_count(); ++i)
    if (is_predicate(history.kind(OpId(i)))) return true;
  return false;
}

}  // namespace

// What versions hold does not depend on which predicates concern them, so the second round can ask the first.
Touches::Touches(const History& history, const Items& items, KeyValues& values, bool rows,
                 const std::function<bool()>& stop, const KeepObservation* keep)
    : history_(history),
      items_(items),
      values_(values),
      rows_(rows),
      stop_(stop),
      keep_(keep),
      is_aggregated_(items.key_count()) {
  collect(nullptr);
  if (is_incomplete_) return;
  note_values();
  list_versions();
  if (!rows || !has_predicates(history)) return;
  MatchingKeys index = index_of_values();
  collect(&index);
  for (std::uint32_t i = 0; i < touches_.size(); ++i)
    if (touches_[i].installed != kNone) touch_of_[touches_[i].installed] = i;
}

// All lists are alike to a predicate; a number that depends on the execution may be any.
MatchingKeys Touches::index_of_values() const {
  std::vector<RowVersion> rows;
  std::vector<std::uint32_t> always;
  for (std::uint32_t key = 0; key < items_.key_count(); ++key) {
    for (const Version version : versions(key)) {
      if (is_constant(version)) {
        if (value(version).is_valid()) rows.push_back({KeyId(key), value(version)});
      } else if (becomes_list(version)) {
        rows.push_back({KeyId(key), values_.some_list()});
      } else {
        always.push_back(key);
      }
    }
  }
  std::ranges::sort(always);
  always.erase(std::ranges::unique(always).begin(), always.end());
  return {history_, values_.dictionary(), std::move(rows), std::move(always)};
}

void Touches::collect(MatchingKeys* index) {
  touches_.clear();
  steps_.clear();
  for (Member member = 0; member < items_.member_count() && !is_incomplete_; ++member) {
    collect(member, index);
    is_incomplete_ = member % kMembersBetweenStops == 0 && stop_();
  }
}

void Touches::collect(Member member, MatchingKeys* index) {
  pending_.clear();
  written_.clear();
  for (const OpId op : history_.operations(items_.txn(member))) {
    const OpKind kind = history_.kind(op);
    if (kind == OpKind::kAggregate) {
      if (index != nullptr) collect_aggregate(op, *index);
    } else if (is_predicate(kind)) {
      collect_predicate(op, index);
    } else {
      pending_.push_back({history_.key(op).value, {kind_of(kind), history_.value(op), {}}});
      if (kind != OpKind::kRead) written_.push_back(history_.key(op).value);
    }
  }
  flush(member);
}

void Touches::collect_predicate(OpId op, MatchingKeys* index) {
  const std::span<const RowSeen> rows = history_.rows(op);
  const PredicateId predicate = history_.predicate(op);
  for (const RowSeen& row : rows)
    pending_.push_back({row.key.value, {Step::Kind::kRow, row.value, predicate}});
  std::vector<std::uint32_t> returned;
  for (const RowSeen& row : rows) returned.push_back(row.key.value);
  std::ranges::sort(returned);
  for (std::size_t i = 1; i < returned.size(); ++i)
    if (returned[i] == returned[i - 1])
      pending_.push_back({returned[i], {Step::Kind::kNever, {}, predicate}});
  if (rows_) {
    const auto miss = [&](std::uint32_t key) {
      if (!std::ranges::binary_search(returned, key))
        pending_.push_back({key, {Step::Kind::kMissing, {}, predicate}});
    };
    // What the transaction wrote itself may have been replaced before anybody saw it.
    for (const std::uint32_t key : written_) miss(key);
    if (index != nullptr)
      for (const std::uint32_t key : index->keys(predicate)) miss(key);
  }
  if (history_.kind(op) != OpKind::kPredicateWrite) return;
  for (const RowSeen& row : rows) {
    pending_.push_back({row.key.value, {Step::Kind::kWhole, row.after, predicate}});
    written_.push_back(row.key.value);
  }
}

// Keys that may match, and those that the transaction itself wrote something to that nobody else sees.
void Touches::collect_aggregate(OpId op, MatchingKeys& index) {
  const PredicateId predicate = history_.predicate(op);
  const std::span<const std::uint32_t> matching = index.keys(predicate);
  std::vector<std::uint32_t> keys(matching.begin(), matching.end());
  keys.insert(keys.end(), written_.begin(), written_.end());
  std::ranges::sort(keys);
  keys.erase(std::ranges::unique(keys).begin(), keys.end());
  for (const std::uint32_t key : keys) {
    pending_.push_back({key, {Step::Kind::kAggregate, ValueId(op.value), predicate}});
    is_aggregated_[key] = true;
  }
}

void Touches::drop_observations(Member member) {
  const bool adds_up = (*keep_)(member, kNone);
  std::erase_if(pending_, [&](const KeyStep& each) {
    const Step::Kind kind = each.step.kind;
    if (kind == Step::Kind::kWhole || kind == Step::Kind::kElement || kind == Step::Kind::kIncrement)
      return false;
    return kind == Step::Kind::kAggregate ? !adds_up : !(*keep_)(member, each.key);
  });
}

void Touches::flush(Member member) {
  if (keep_ != nullptr) drop_observations(member);
  std::ranges::stable_sort(pending_, {}, &KeyStep::key);
  std::vector<std::pair<std::uint32_t, Version>> installed;
  for (Version version = items_.install_begin(member); version < items_.install_end(member); ++version)
    installed.emplace_back(items_.key(version), version);
  std::ranges::sort(installed);
  auto next = installed.begin();
  for (std::size_t i = 0; i < pending_.size();) {
    Touch touch{.member = member, .key = pending_[i].key};
    touch.step_begin = static_cast<std::uint32_t>(steps_.size());
    for (; i < pending_.size() && pending_[i].key == touch.key; ++i) steps_.push_back(pending_[i].step);
    touch.step_end = static_cast<std::uint32_t>(steps_.size());
    while (next != installed.end() && next->first < touch.key) ++next;
    if (next != installed.end() && next->first == touch.key) touch.installed = next->second;
    touches_.push_back(touch);
  }
}

void Touches::note_values() {
  touch_of_.assign(items_.installed_count(), kNone);
  constants_.resize(items_.version_count());
  becomes_list_.resize(items_.version_count());
  is_plain_.assign(items_.key_count(), true);
  for (std::uint32_t key = 0; key < items_.key_count(); ++key)
    constants_[items_.initial(key)] = {true, values_.initial(key)};
  for (std::uint32_t i = 0; i < touches_.size(); ++i) {
    const Touch& touch = touches_[i];
    if (touch.installed == kNone) continue;
    touch_of_[touch.installed] = i;
    constants_[touch.installed] = values_.constant_of(touch.key, steps(touch));
    if (constants_[touch.installed].is_constant) continue;
    is_plain_[touch.key] = false;
    for (const Step& step : steps(touch)) {
      if (step.kind == Step::Kind::kElement) becomes_list_[touch.installed] = true;
      if (step.kind == Step::Kind::kIncrement) becomes_list_[touch.installed] = false;
    }
  }
}

void Touches::list_versions() {
  version_begins_.assign(items_.key_count() + 1, 0);
  for (Version version = 0; version < items_.installed_count(); ++version)
    ++version_begins_[items_.key(version) + 1];
  for (std::uint32_t key = 0; key < items_.key_count(); ++key)
    version_begins_[key + 1] += version_begins_[key] + 1;
  versions_.resize(version_begins_.back());
  std::vector<std::uint32_t> next(version_begins_.begin(), std::prev(version_begins_.end()));
  for (Version version = 0; version < items_.version_count(); ++version)
    versions_[next[items_.key(version)]++] = version;
}

}  // namespace isolde
