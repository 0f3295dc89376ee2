#include "history/predicates/predicate_index.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace isolde {

using predicate_cells::Cell;

namespace {

// Finds what Subject::cell() loads of one version after another, as a number of a dictionary. Most rows are
// alike, so a column is looked for first where it was last.
class CellFinder {
 public:
  static constexpr std::uint32_t kNothing = OrderedColumn::kNone;

  CellFinder(const Dictionary& values, const Subject& subject) : values_(values), subject_(subject) {}

  std::uint32_t operator()(const RowVersion& version) {
    if (subject_.kind == Subject::Kind::kKey) return version.key.value;
    const std::uint32_t value = version.value.value;
    if (values_.kind(value) != ValueKind::kRow)
      return subject_.kind == Subject::Kind::kValue ? value : kNothing;
    const auto pairs = values_.elements(value);
    if (at_ < pairs.size() && pairs[at_] == subject_.column) return pairs[at_ + 1];
    for (at_ = 0; at_ < pairs.size(); at_ += 2)
      if (pairs[at_] == subject_.column) return pairs[at_ + 1];
    return kNothing;
  }

 private:
  const Dictionary& values_;
  const Subject subject_;
  std::size_t at_ = 0;  // in the pairs of a row
};

constexpr std::uint32_t kPresent = 0;  // a place, until it is known

}  // namespace

OrderedColumn::OrderedColumn(const Dictionary& keys, const Dictionary& values,
                             std::span<const RowVersion> versions, const Subject& subject)
    : places_(versions.size(), kNone) {
  CellFinder find(values, subject);
  const Dictionary& cells = subject.kind == Subject::Kind::kKey ? keys : values;
  const auto numbers = std::make_unique_for_overwrite<std::int64_t[]>(versions.size());
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t most = std::numeric_limits<std::int64_t>::min();
  bool are_integers = true;
  for (std::size_t i = 0; i < versions.size() && are_integers; ++i) {
    if (versions[i].value == kInitial) continue;
    const std::uint32_t cell = find(versions[i]);
    if (cell == CellFinder::kNothing) continue;
    if (cells.kind(cell) == ValueKind::kInteger) {
      numbers[i] = cells.integer(cell);
      least = std::min(least, numbers[i]);
      most = std::max(most, numbers[i]);
      places_[i] = kPresent;
    } else {
      are_integers = predicate_cells::load(cells, cell).kind == Cell::Kind::kNull;
    }
  }
  if (are_integers) {
    least_ = least;
    most_ = most;
    if (least <= most) sort_integers(numbers.get());
    return;
  }
  std::vector<Entry> entries;
  for (std::uint32_t version = 0; version < versions.size(); ++version) {
    if (versions[version].value == kInitial) continue;
    const Cell cell = subject.cell(keys, versions[version].key, values, versions[version].value);
    if (cell.kind != Cell::Kind::kNull) entries.push_back({cell, version});
  }
  sort_cells(entries);
}

void OrderedColumn::sort_cells(std::vector<Entry>& entries) {
  std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
    const auto order = order_in_line(a.cell, b.cell);
    return order != 0 ? order < 0 : a.version < b.version;
  });
  for (const Entry& entry : entries) {
    places_[entry.version] = static_cast<std::uint32_t>(order_.size());
    order_.push_back(entry.version);
    cells_.push_back(entry.cell);
  }
}

// Sorts into buckets first, a couple of integers to each; equal ones stay in the order of versions.
void OrderedColumn::sort_integers(const std::int64_t* numbers) {
  const std::size_t count = places_.size();
  // So many buckets that the values of a counter have one each, even if several columns share the counter.
  const std::uint64_t wanted = 4 * std::uint64_t{count} + 1;
  while (bucket(most_) > wanted) ++bucket_bits_;
  // A counting sort with one array. Bucket b is counted at b + 2, so that after summing up, its begin stands
  // at b + 1; placing its versions moves that to its end, which is where bucket b + 1 begins.
  buckets_.resize(bucket(most_) + 3);
  // Local copies, so that the compiler need not assume that the stores below change them.
  std::uint32_t* const buckets = buckets_.data();
  std::uint32_t* const places = places_.data();
  const unsigned bits = bucket_bits_;
  const auto least = static_cast<std::uint64_t>(least_);
  const auto bucket_of = [=](std::size_t i) {
    return (static_cast<std::uint64_t>(numbers[i]) - least) >> bits;
  };
  for (std::size_t i = 0; i < count; ++i)
    if (places[i] != kNone) ++buckets[bucket_of(i) + 2];
  std::uint32_t sum = 0;
  for (std::uint32_t& each : buckets_) each = sum += each;
  order_.resize(sum);
  std::uint32_t* const order = order_.data();
  for (std::size_t i = 0; i < count; ++i) {
    if (places[i] == kNone) continue;
    const std::uint32_t place = buckets[bucket_of(i) + 1]++;
    places[i] = place;
    order[place] = static_cast<std::uint32_t>(i);
  }
  buckets_.pop_back();
  if (bits == 0) return;
  for (std::size_t i = 0; i + 1 < buckets_.size(); ++i)
    if (buckets_[i + 1] - buckets_[i] > 1) sort_bucket(buckets_[i], buckets_[i + 1], numbers);
  integers_.reserve(order_.size());
  for (const std::uint32_t version : order_) integers_.push_back(numbers[version]);
}

void OrderedColumn::sort_bucket(std::size_t first, std::size_t last, const std::int64_t* numbers) {
  const std::span<std::uint32_t> bucket = std::span(order_).subspan(first, last - first);
  std::ranges::sort(bucket, {}, [&](std::uint32_t version) { return std::pair(numbers[version], version); });
  for (; first < last; ++first) places_[order_[first]] = static_cast<std::uint32_t>(first);
}

std::size_t OrderedColumn::places_below(std::int64_t number, std::uint64_t own_bucket) const {
  const auto at = [&](std::uint64_t i) { return integers_.begin() + buckets_[i]; };
  return static_cast<std::size_t>(std::lower_bound(at(own_bucket), at(own_bucket + 1), number) -
                                  integers_.begin());
}

std::size_t OrderedColumn::places_before(const Cut& cut) const {
  if (!cells_.empty()) {
    const auto end =
        std::ranges::partition_point(cells_, [&](const Cell& cell) { return !cut.is_below(cell); });
    return static_cast<std::size_t>(end - cells_.begin());
  }
  const auto is_below = [&](std::int64_t number) {
    return cut.is_below(predicate_cells::integer_cell(number));
  };
  if (order_.empty() || !is_below(most_)) return order_.size();
  // The least integer that the cut lies below.
  std::uint64_t low = 0;
  for (std::uint64_t high = distance(most_); low < high;) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (is_below(static_cast<std::int64_t>(static_cast<std::uint64_t>(least_) + middle)))
      high = middle;
    else
      low = middle + 1;
  }
  return places_below(static_cast<std::int64_t>(static_cast<std::uint64_t>(least_) + low));
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

PredicateIndex::Candidates PredicateIndex::candidates(const Predicate& predicate) {
  Candidates best;
  if (const auto range = predicate.integer_range()) {
    const Run run = run_of(*range);
    best.column = run.column;
    best.count = run.last - run.first;
    if (best.count != 0) best.places.push_back({run.first, run.last});
    best.is_exact = true;
    return best;
  }
  const PredicateRanges ranges = PredicateRanges::of(predicate);
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
