#include "frontends/workloads/predicates.hpp"

namespace isolde::workloads {

PredicateWorkload::PredicateWorkload(const PredicateConfig& config, std::uint32_t sessions)
    : config_(config), choice_(config.keys, config.skew), sessions_(sessions) {
  table_ = {"k", engine::TableKind::kRow, {"v1", "v2"}};
  for (auto& column : known_) column.resize(config.keys);
}

// Shuffled, so that neighbours in one column are strangers in the other.
void PredicateWorkload::load(Random& random, const std::function<void(Key, const Cells&)>& put) {
  for (auto& column : known_) {
    for (std::int64_t& value : column) value = next_value();
    random.shuffle(column);
  }
  for (std::uint64_t row = 0; row < config_.keys; ++row)
    put(Key(0, row), Cells{known_[0][row], known_[1][row]});
}

void PredicateWorkload::begin(std::uint32_t session, Random& random) {
  Session& state = sessions_[session];
  state.left = config_.operations;
  state.reads = config_.reads_of == ReadsOf::kTransactions && random.chance(config_.read_ratio);
  state.sets = false;
  state.changes.clear();
}

void PredicateWorkload::put_row(Session& state, std::uint64_t row, Request& request) {
  const std::int64_t first = reserve(2);
  fill_write(request, OpKind::kWrite, Key(0, row), first, first + 1);
  for (std::uint32_t column = 0; column < 2; ++column) state.changes.push_back({row, column, first + column});
}

bool PredicateWorkload::next(std::uint32_t session, const Reply& last, Random& random, Request& request) {
  Session& state = sessions_[session];
  if (state.sets)
    for (const engine::RowReply& row : last.rows)
      state.changes.push_back({row.key.number(), state.set_column, row.after[state.set_column]});
  state.sets = false;
  if (state.left == 0) return false;
  --state.left;
  if (config_.inserts > 0 && random.chance(config_.inserts)) {
    put_row(state, choice_(random), request);
    return true;
  }
  const bool reads =
      config_.reads_of == ReadsOf::kOperations ? random.chance(config_.read_ratio) : state.reads;
  if (config_.predicates < 1 && !random.chance(config_.predicates)) {
    const std::uint64_t row = choice_(random);
    if (reads)
      fill_read(request, Key(0, row));
    else
      put_row(state, row, request);
    return true;
  }
  const auto column = static_cast<std::uint32_t>(random.below(2));
  const std::int64_t low = known_[column][choice_(random)] - random.between(0, config_.width - 1);
  const Range range{.table = 0, .column = column, .low = low, .high = low + config_.width - 1};
  if (reads && config_.aggregates > 0 && random.chance(config_.aggregates)) {
    std::uint32_t some = 0;
    while (some == 0) some = (static_cast<std::uint32_t>(random.below(15)) + 1) & config_.functions;
    fill_aggregate(request, range, static_cast<std::uint32_t>(random.below(2)), some);
    return true;
  }
  if (reads) {
    fill_predicate_read(request, range);
    return true;
  }
  state.sets = true;
  state.set_column = static_cast<std::uint32_t>(random.below(2));
  fill_predicate_write(request, range, state.set_column, reserve(config_.width));
  return true;
}

void PredicateWorkload::ended(std::uint32_t session, bool committed) {
  if (!committed) return;
  for (const Changed& change : sessions_[session].changes) known_[change.column][change.row] = change.value;
}

}  // namespace isolde::workloads
