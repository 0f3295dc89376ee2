#include "certify/schedule/sorted_column.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

#include "base/contract.hpp"

namespace isolde {

using predicate_cells::Cell;

namespace {

CellType type_of_cell(const Cell& cell) {
  if (cell.kind == Cell::Kind::kBoolean) return CellType::kBoolean;
  return cell.kind == Cell::Kind::kText ? CellType::kText : CellType::kNumber;
}

// Requires that neither cell is null, so that two of one type can be compared.
bool is_less(const Cell& a, const Cell& b) {
  if (type_of_cell(a) != type_of_cell(b)) return type_of_cell(a) < type_of_cell(b);
  return *predicate_cells::order_of(a, b) < 0;
}

// Finds what one version after another holds in a part, as a number of a dictionary. Most rows are alike, so
// a column is looked for first where it was in the row before.
class PartFinder {
 public:
  static constexpr std::uint32_t kNothing = SortedColumn::kNone;

  PartFinder(const Dictionary& values, const RowPart& part) : values_(values), part_(part) {}

  std::uint32_t operator()(const VersionOfKey& version) {
    if (part_.kind == RowPart::Kind::kKey) return version.key.value;
    const std::uint32_t value = version.value.value;
    if (values_.kind(value) != ValueKind::kRow) return part_.kind == RowPart::Kind::kValue ? value : kNothing;
    const std::span<const std::uint32_t> pairs = values_.elements(value);
    if (at_ < pairs.size() && pairs[at_] == part_.column) return pairs[at_ + 1];
    for (at_ = 0; at_ < pairs.size(); at_ += 2)
      if (pairs[at_] == part_.column) return pairs[at_ + 1];
    return kNothing;
  }

 private:
  const Dictionary& values_;
  const RowPart part_;
  std::size_t at_ = 0;  // in the pairs of a row
};

}  // namespace

SortedColumn::SortedColumn(const History& history, std::span<const VersionOfKey> versions,
                           const RowPart& part)
    : places_(versions.size(), kNone) {
  const Dictionary& cells = part.kind == RowPart::Kind::kKey ? history.keys() : history.values();
  PartFinder find(history.values(), part);
  std::vector<NumberOf> numbers;
  std::vector<Entry> entries;  // of all versions so far, once one of them holds no integer
  numbers.reserve(versions.size());
  for (std::uint32_t version = 0; version < versions.size(); ++version) {
    if (versions[version].value == kInitial) continue;
    const std::uint32_t held = find(versions[version]);
    if (held == PartFinder::kNothing) continue;
    if (entries.empty() && cells.kind(held) == ValueKind::kInteger) {
      numbers.push_back({cells.integer(held), version});
      continue;
    }
    const Cell cell = predicate_cells::load(cells, held);
    if (cell.kind == Cell::Kind::kNull) continue;
    if (entries.empty())
      for (const NumberOf& each : numbers)
        entries.push_back({predicate_cells::integer_cell(each.number), each.version});
    entries.push_back({cell, version});
  }
  if (entries.empty())
    sort_integers(numbers);
  else
    sort_cells(entries);
  ISOLDE_INVARIANT(order_.size() == (cells_.empty() ? integers_.size() : cells_.size()));
  ISOLDE_INVARIANT(std::ranges::is_sorted(integers_) && std::ranges::is_sorted(starts_));
}

void SortedColumn::sort_integers(const std::vector<NumberOf>& numbers) {
  if (numbers.empty()) return;
  const auto [least, most] = std::ranges::minmax(numbers, {}, &NumberOf::number);
  least_ = least.number;
  most_ = most.number;
  while (bucket_of(most_) >= 4 * numbers.size()) ++shift_;
  sort_buckets(numbers);
}

// A counting sort with one array. The integers of bucket b are counted in starts_[b + 2], so that after
// summing up, starts_[b + 1] is where bucket b begins; placing its integers moves that to where bucket b
// ends, which is where bucket b + 1 begins.
void SortedColumn::sort_buckets(const std::vector<NumberOf>& numbers) {
  starts_.assign(bucket_of(most_) + 3, 0);
  // Local copies, so that the compiler need not assume that the stores below change them.
  std::uint32_t* const starts = starts_.data();
  const auto least = static_cast<std::uint64_t>(least_);
  const unsigned shift = shift_;
  const auto bucket = [=](std::int64_t number) {
    return (static_cast<std::uint64_t>(number) - least) >> shift;
  };
  for (const NumberOf& each : numbers) ++starts[bucket(each.number) + 2];
  std::uint32_t sum = 0;
  for (std::uint32_t& each : starts_) each = sum += each;
  order_.resize(numbers.size());
  integers_.resize(numbers.size());
  std::uint32_t* const order = order_.data();
  std::uint32_t* const places = places_.data();
  std::int64_t* const integers = integers_.data();
  for (const NumberOf& each : numbers) {
    const std::uint32_t place = starts[bucket(each.number) + 1]++;
    places[each.version] = place;
    order[place] = each.version;
    integers[place] = each.number;
  }
  starts_.pop_back();
  if (shift_ == 0) return;
  std::vector<NumberOf> scratch;
  for (std::size_t i = 0; i + 1 < starts_.size(); ++i)
    if (starts_[i + 1] - starts_[i] > 1) sort_bucket(starts_[i], starts_[i + 1], scratch);
}

void SortedColumn::sort_bucket(std::uint32_t first, std::uint32_t last, std::vector<NumberOf>& bucket) {
  bucket.clear();
  for (std::uint32_t place = first; place < last; ++place)
    bucket.push_back({integers_[place], order_[place]});
  std::ranges::sort(bucket, {}, [](const NumberOf& each) { return std::pair(each.number, each.version); });
  for (const NumberOf& each : bucket) {
    places_[each.version] = first;
    order_[first] = each.version;
    integers_[first++] = each.number;
  }
}

void SortedColumn::sort_cells(std::vector<Entry>& entries) {
  std::ranges::stable_sort(entries, is_less, &Entry::cell);
  for (const Entry& each : entries) {
    places_[each.version] = size();
    order_.push_back(each.version);
    cells_.push_back(each.cell);
  }
}

SortedColumn::Places SortedColumn::cells_within(std::int64_t first, std::int64_t last) const {
  return {first_not_below(predicate_cells::integer_cell(first)),
          first_above(predicate_cells::integer_cell(last), false)};
}

template <class IsBefore>
std::uint32_t SortedColumn::count_before(IsBefore&& is_before) const {
  const auto all = std::views::iota(std::uint32_t{0}, size());
  const auto end =
      std::ranges::partition_point(all, [&](std::uint32_t place) { return is_before(cell(place)); });
  return static_cast<std::uint32_t>(end - all.begin());
}

std::uint32_t SortedColumn::first_not_below(const Cell& limit) const {
  return count_before([&](const Cell& each) { return is_less(each, limit); });
}

std::uint32_t SortedColumn::first_above(const Cell& limit, bool is_prefix) const {
  return count_before([&](const Cell& each) {
    if (!is_less(limit, each)) return true;
    return is_prefix && type_of_cell(each) == CellType::kText &&
           predicate_cells::text_of(each).starts_with(predicate_cells::text_of(limit));
  });
}

SortedColumn::Places SortedColumn::of_type(CellType type) const {
  return {count_before([&](const Cell& each) { return type_of_cell(each) < type; }),
          count_before([&](const Cell& each) { return type_of_cell(each) <= type; })};
}

SortedColumn::Places SortedColumn::within(const PredicateBounds::Bound& bound,
                                          const Predicate& predicate) const {
  const Places type = of_type(bound.type);
  Places places{bound.lows.empty() ? type.first : type.last, bound.highs.empty() ? type.last : type.first};
  // A literal that is no number (1e999) compares with nothing, so it may as well bound nothing.
  for (const PredicateBounds::Literal& low : bound.lows) {
    const Cell cell = low.cell(predicate);
    places.first =
        cell.kind == Cell::Kind::kNull ? type.first : std::min(places.first, first_not_below(cell));
  }
  for (const PredicateBounds::Literal& high : bound.highs) {
    const Cell cell = high.cell(predicate);
    places.last = cell.kind == Cell::Kind::kNull ? type.last
                                                 : std::max(places.last, first_above(cell, high.is_prefix()));
  }
  return {places.first, std::max(places.first, places.last)};
}

}  // namespace isolde
