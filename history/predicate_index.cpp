#include "history/predicate_index.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <boost/sort/spreadsort/integer_sort.hpp>

namespace isolde {

using predicate_cells::Cell;

OrderedColumn::OrderedColumn(const Dictionary& keys, const Dictionary& values,
                             std::span<const RowVersion> versions, const Subject& subject)
    : places_(versions.size(), kNone) {
  std::vector<Entry> entries;
  entries.reserve(versions.size());
  bool are_integers = true;
  for (std::size_t i = 0; i < versions.size(); ++i) {
    if (versions[i].value == kInitial) continue;
    const Cell cell = subject.cell(keys, versions[i].key, values, versions[i].value);
    if (cell.kind == Cell::Kind::kNull) continue;
    are_integers = are_integers && cell.kind == Cell::Kind::kInteger;
    entries.push_back({cell, static_cast<std::uint32_t>(i)});
  }
  if (!are_integers) {
    sort_cells(entries);
  } else if (!entries.empty()) {
    sort_integers(entries);
    divide_integers();
  }
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

// Number and version in one word, if they fit: such words are sorted by their digits.
void OrderedColumn::sort_integers(std::vector<Entry>& entries) {
  const auto number = [](const Entry& entry) { return entry.cell.integer; };
  const auto [least, most] = std::ranges::minmax(entries, {}, number);
  const std::uint64_t origin = static_cast<std::uint64_t>(least.cell.integer);
  const std::uint64_t range = static_cast<std::uint64_t>(most.cell.integer) - origin;
  order_.reserve(entries.size());
  integers_.reserve(entries.size());
  if (range >> 32U == 0) {
    std::vector<std::uint64_t> words;
    words.reserve(entries.size());
    for (const Entry& entry : entries)
      words.push_back(((static_cast<std::uint64_t>(entry.cell.integer) - origin) << 32U) | entry.version);
    boost::sort::spreadsort::integer_sort(words.begin(), words.end());
    for (const std::uint64_t word : words) {
      order_.push_back(static_cast<std::uint32_t>(word));
      integers_.push_back(static_cast<std::int64_t>((word >> 32U) + origin));
    }
    return;
  }
  std::ranges::stable_sort(entries, {}, number);  // they stand in the order of versions
  for (const Entry& entry : entries) {
    order_.push_back(entry.version);
    integers_.push_back(entry.cell.integer);
  }
}

void OrderedColumn::divide_integers() {
  const std::uint64_t range =
      static_cast<std::uint64_t>(integers_.back()) - static_cast<std::uint64_t>(integers_.front());
  const std::uint64_t wanted = integers_.size() / 2 + 1;
  while ((range >> bucket_bits_) > wanted) ++bucket_bits_;
  buckets_.reserve((range >> bucket_bits_) + 2);
  for (std::size_t place = 0; place < integers_.size(); ++place) {
    const std::uint64_t distance =
        static_cast<std::uint64_t>(integers_[place]) - static_cast<std::uint64_t>(integers_.front());
    while (buckets_.size() <= distance >> bucket_bits_) buckets_.push_back(static_cast<std::uint32_t>(place));
  }
  buckets_.push_back(static_cast<std::uint32_t>(integers_.size()));
}

std::size_t OrderedColumn::integers_below(std::int64_t number) const {
  if (integers_.empty() || number <= integers_.front()) return 0;
  if (number > integers_.back()) return integers_.size();
  const std::uint64_t distance =
      static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(integers_.front());
  const std::uint64_t bucket = distance >> bucket_bits_;
  const auto at = [&](std::uint64_t i) { return integers_.begin() + buckets_[i]; };
  return static_cast<std::size_t>(std::lower_bound(at(bucket), at(bucket + 1), number) - integers_.begin());
}

std::size_t OrderedColumn::places_before(const Cut& cut) const {
  const auto count = [](const auto& cells, const auto& is_before) {
    const auto end = std::partition_point(cells.begin(), cells.end(), is_before);
    return static_cast<std::size_t>(end - cells.begin());
  };
  if (!cells_.empty()) return count(cells_, [&](const Cell& cell) { return !cut.is_below(cell); });
  if (cut.cell.kind == Cell::Kind::kInteger) {
    const std::int64_t number = cut.cell.integer;
    if (cut.place == Cut::At::kBefore) return integers_below(number);
    if (cut.place == Cut::At::kAfter && number != std::numeric_limits<std::int64_t>::max())
      return integers_below(number + 1);
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
  std::unique_ptr<OrderedColumn>& column = columns_[subject];
  if (column == nullptr) column = std::make_unique<OrderedColumn>(keys_, values_, versions_, subject);
  return *column;
}

PredicateIndex::Candidates PredicateIndex::candidates(const Predicate& predicate) {
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
