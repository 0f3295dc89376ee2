#include "history/predicate_index.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace isolde {

using predicate_cells::Cell;

OrderedColumn::OrderedColumn(const Dictionary& keys, const Dictionary& values,
                             std::span<const RowVersion> versions, const Subject& subject)
    : places_(versions.size(), kNone) {
  std::vector<Number> numbers;
  std::vector<Entry> others;  // everything, once there is something that is no integer
  numbers.reserve(versions.size());
  for (std::size_t i = 0; i < versions.size(); ++i) {
    if (versions[i].value == kInitial) continue;
    const Cell cell = subject.cell(keys, versions[i].key, values, versions[i].value);
    if (cell.kind == Cell::Kind::kNull) continue;
    const auto version = static_cast<std::uint32_t>(i);
    if (others.empty() && cell.kind == Cell::Kind::kInteger) {
      numbers.push_back({cell.integer, version});
      continue;
    }
    if (others.empty())
      for (const Number& each : numbers)
        others.push_back({predicate_cells::integer_cell(each.number), each.version});
    others.push_back({cell, version});
  }
  if (!others.empty())
    sort_cells(others);
  else if (!numbers.empty())
    sort_integers(numbers);
  for (std::size_t i = 0; i < order_.size(); ++i) places_[order_[i]] = static_cast<std::uint32_t>(i);
}

void OrderedColumn::sort_cells(std::vector<Entry>& entries) {
  std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
    const auto order = order_in_line(a.cell, b.cell);
    return order != 0 ? order < 0 : a.version < b.version;
  });
  for (const Entry& entry : entries) {
    order_.push_back(entry.version);
    cells_.push_back(entry.cell);
  }
}

// Few most often: then by insertion.
void OrderedColumn::sort_bucket(std::span<Number> numbers) {
  constexpr std::size_t kFew = 16;
  if (numbers.size() > kFew) {
    std::ranges::stable_sort(numbers, {}, &Number::number);
    return;
  }
  for (std::size_t i = 1; i < numbers.size(); ++i)
    for (std::size_t j = i; j > 0 && numbers[j].number < numbers[j - 1].number; --j)
      std::swap(numbers[j], numbers[j - 1]);
}

// Into buckets first, a couple to each; equal ones stay in the order of versions.
void OrderedColumn::sort_integers(std::span<const Number> numbers) {
  const auto [least, most] = std::ranges::minmax(numbers, {}, &Number::number);
  least_ = least.number;
  const std::uint64_t range = static_cast<std::uint64_t>(most.number) - static_cast<std::uint64_t>(least_);
  // So many that counters have one each, even if other columns take their turns of them.
  const std::uint64_t wanted = 4 * numbers.size() + 1;
  while ((range >> bucket_bits_) > wanted) ++bucket_bits_;
  buckets_.resize((range >> bucket_bits_) + 2);
  for (const Number& each : numbers) ++buckets_[bucket(each.number) + 1];
  std::partial_sum(buckets_.begin(), buckets_.end(), buckets_.begin());
  std::vector<Number> sorted(numbers.size());
  // Each bucket's beginning moves to its end, which is where the next one begins.
  for (const Number& each : numbers) sorted[buckets_[bucket(each.number)]++] = each;
  buckets_.insert(buckets_.begin(), 0);
  buckets_.pop_back();
  if (bucket_bits_ != 0)
    for (std::size_t i = 0; i + 1 < buckets_.size(); ++i)
      sort_bucket(std::span(sorted).subspan(buckets_[i], buckets_[i + 1] - buckets_[i]));
  order_.reserve(sorted.size());
  integers_.reserve(sorted.size());
  for (const Number& each : sorted) {
    order_.push_back(each.version);
    integers_.push_back(each.number);
  }
}

std::size_t OrderedColumn::places_below(std::int64_t number) const {
  if (!cells_.empty()) return places_before({Cut::At::kBefore, predicate_cells::integer_cell(number)});
  if (integers_.empty() || number <= least_) return 0;
  if (number > integers_.back()) return integers_.size();
  const auto at = [&](std::uint64_t i) { return integers_.begin() + buckets_[i]; };
  const std::uint64_t own = bucket(number);
  if (bucket_bits_ == 0) return buckets_[own];
  return static_cast<std::size_t>(std::lower_bound(at(own), at(own + 1), number) - integers_.begin());
}

std::size_t OrderedColumn::places_before(const Cut& cut) const {
  const auto count = [](const auto& cells, const auto& is_before) {
    const auto end = std::partition_point(cells.begin(), cells.end(), is_before);
    return static_cast<std::size_t>(end - cells.begin());
  };
  if (!cells_.empty()) return count(cells_, [&](const Cell& cell) { return !cut.is_below(cell); });
  if (cut.cell.kind == Cell::Kind::kInteger) {
    const std::int64_t number = cut.cell.integer;
    if (cut.place == Cut::At::kBefore) return places_below(number);
    if (cut.place == Cut::At::kAfter && number != std::numeric_limits<std::int64_t>::max())
      return places_below(number + 1);
  }
  return count(integers_,
               [&](std::int64_t each) { return !cut.is_below(predicate_cells::integer_cell(each)); });
}

PredicateIndex::PredicateIndex(const Dictionary& keys, const Dictionary& values,
                               std::vector<RowVersion> versions)
    : keys_(keys), values_(values), versions_(std::move(versions)) {}

PredicateIndex::PredicateIndex(const History& history, std::vector<RowVersion> versions)
    : PredicateIndex(history.keys(), history.values(), std::move(versions)) {}

const OrderedColumn& PredicateIndex::column(const Subject& subject) {
  const bool is_column = subject.kind == Subject::Kind::kColumn;
  if (is_column && subject.column < by_column_.size() && by_column_[subject.column] != nullptr)
    return *by_column_[subject.column];
  std::unique_ptr<OrderedColumn>& column = columns_[subject];
  if (column == nullptr) column = std::make_unique<OrderedColumn>(keys_, values_, versions_, subject);
  if (is_column) {
    if (by_column_.size() <= subject.column) by_column_.resize(subject.column + 1);
    by_column_[subject.column] = column.get();
  }
  return *column;
}

PredicateIndex::Candidates PredicateIndex::candidates(const Predicate::IntegerRange& range) {
  if (range.first > range.last) return {};
  const OrderedColumn& ordered = column({Subject::Kind::kColumn, range.column});
  Candidates found{.column = &ordered, .places = {}, .count = 0, .is_exact = true};
  const std::size_t first = ordered.places_below(range.first);
  const std::size_t last =
      ordered.places_before({Cut::At::kAfter, predicate_cells::integer_cell(range.last)});
  if (first < last) found.places.push_back({first, last});
  found.count = last - first;
  return found;
}

PredicateIndex::Candidates PredicateIndex::candidates(const Predicate& predicate) {
  if (const auto range = predicate.integer_range()) return candidates(*range);
  const PredicateRanges ranges = PredicateRanges::of(predicate);
  Candidates best;
  if (ranges.is_never()) return best;
  best.count = versions_.size();
  for (const PredicateRanges::Range& range : ranges.ranges()) {
    const OrderedColumn& ordered = column(range.subject);
    Candidates found{.column = &ordered, .places = {}, .count = 0, .is_exact = ranges.is_exact()};
    for (const Interval& interval : range.intervals) {
      const std::size_t first = ordered.places_before(interval.low);
      const std::size_t last = ordered.places_before(interval.high);
      if (first >= last) continue;
      found.places.push_back({first, last});
      found.count += last - first;
    }
    if (best.column == nullptr || found.count < best.count) best = std::move(found);
  }
  best.is_exact = best.is_exact && ranges.ranges().size() == 1;
  return best;
}

}  // namespace isolde
