#include "history/predicate_index.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/contract.hpp"

namespace isolde {

using predicate_cells::Cell;

OrderedColumn::OrderedColumn(const History& history, std::span<const RowVersion> versions,
                             const Subject& subject)
    : places_(versions.size(), kNone) {
  struct Entry {
    Cell cell;
    std::uint32_t version;
  };
  std::vector<Entry> entries;
  entries.reserve(versions.size());
  bool are_integers = true;
  for (std::size_t i = 0; i < versions.size(); ++i) {
    if (versions[i].value == kInitial) continue;
    const Cell cell = subject.cell(history.keys(), versions[i].key, history.values(), versions[i].value);
    if (cell.kind == Cell::Kind::kNull) continue;
    are_integers = are_integers && cell.kind == Cell::Kind::kInteger;
    entries.push_back({cell, static_cast<std::uint32_t>(i)});
  }
  const auto by_integer = [](const Entry& a, const Entry& b) {
    return a.cell.integer != b.cell.integer ? a.cell.integer < b.cell.integer : a.version < b.version;
  };
  const auto by_cell = [](const Entry& a, const Entry& b) {
    const auto order = order_in_line(a.cell, b.cell);
    return order != 0 ? order < 0 : a.version < b.version;
  };
  // Histories often write ascending values, so the order may be there already.
  if (are_integers) {
    if (!std::ranges::is_sorted(entries, by_integer)) std::ranges::sort(entries, by_integer);
  } else {
    std::ranges::sort(entries, by_cell);
  }
  order_.reserve(entries.size());
  for (const Entry& entry : entries) {
    places_[entry.version] = static_cast<std::uint32_t>(order_.size());
    order_.push_back(entry.version);
    if (are_integers)
      integers_.push_back(entry.cell.integer);
    else
      cells_.push_back(entry.cell);
  }
}

std::size_t OrderedColumn::places_before(const Cut& cut) const {
  const auto count = [](const auto& cells, const auto& is_before) {
    const auto end = std::partition_point(cells.begin(), cells.end(), is_before);
    return static_cast<std::size_t>(end - cells.begin());
  };
  if (!cells_.empty()) return count(cells_, [&](const Cell& cell) { return !cut.is_below(cell); });
  const bool is_number = cut.cell.kind == Cell::Kind::kInteger;
  if (is_number && cut.place == Cut::At::kBefore)
    return count(integers_, [&](std::int64_t each) { return each < cut.cell.integer; });
  if (is_number && cut.place == Cut::At::kAfter)
    return count(integers_, [&](std::int64_t each) { return each <= cut.cell.integer; });
  return count(integers_,
               [&](std::int64_t each) { return !cut.is_below(predicate_cells::integer_cell(each)); });
}

PredicateIndex::PredicateIndex(const History& history, std::vector<RowVersion> versions)
    : history_(history), versions_(std::move(versions)) {}

const OrderedColumn& PredicateIndex::column(const Subject& subject) {
  std::unique_ptr<OrderedColumn>& column = columns_[subject];
  if (column == nullptr) column = std::make_unique<OrderedColumn>(history_, versions_, subject);
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
