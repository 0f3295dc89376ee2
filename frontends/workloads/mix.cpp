#include "frontends/workloads/mix.hpp"

#include <algorithm>

namespace isolde::workloads {

// A range over keys is a predicate on a column that repeats the key's number; only then are there rows, and
// they must be there from the start. Else keys are registers that begin empty.
MixWorkload::MixWorkload(const MixConfig& config, std::uint32_t sessions)
    : config_(config), choice_(config.keys, config.skew), sessions_(sessions) {
  config_.range_width = std::min(config.range_width, config.keys);
  table_.prefix = "k";
  table_.kind = config.kind;
  if (!ranges()) return;
  table_.kind = engine::TableKind::kRow;
  table_.columns = {"id", "value"};
}

void MixWorkload::load(Random& /*random*/, const std::function<void(Key, const Cells&)>& put) {
  if (!ranges()) return;
  for (std::uint64_t number = 0; number < config_.keys; ++number)
    put(Key(0, number), Cells{static_cast<std::int64_t>(number), next_value()});
}

void MixWorkload::begin(std::uint32_t session, Random& random) {
  const bool reads = config_.reads_of == ReadsOf::kTransactions && random.chance(config_.read_ratio);
  sessions_[session] = {config_.operations, reads, false, {}};
}

bool MixWorkload::next(std::uint32_t session, const Reply& /*last*/, Random& random, Request& request) {
  Session& state = sessions_[session];
  if (state.writes_back) {
    state.writes_back = false;
    write(state.key, request);
    return true;
  }
  if (state.left == 0) return false;
  --state.left;
  if (config_.reads_of == ReadsOf::kTransactions ? state.reads : random.chance(config_.read_ratio)) {
    read(random, request);
    return true;
  }
  state.key = Key(0, choice_(random));
  state.writes_back = config_.modify_ratio > 0 && random.chance(config_.modify_ratio);
  if (state.writes_back)
    fill_read(request, state.key);
  else
    write(state.key, request);
  return true;
}

void MixWorkload::read(Random& random, Request& request) {
  const std::uint64_t key = choice_(random);
  if (!ranges() || !random.chance(config_.range_ratio)) return fill_read(request, Key(0, key));
  const auto low = static_cast<std::int64_t>(std::min(key, config_.keys - config_.range_width));
  fill_predicate_read(request, {.table = 0,
                                .column = 0,
                                .low = low,
                                .high = low + static_cast<std::int64_t>(config_.range_width) - 1});
}

void MixWorkload::write(Key key, Request& request) {
  if (ranges())
    fill_write(request, OpKind::kWrite, key, key.number(), next_value());
  else
    fill_write(request, table_.kind == engine::TableKind::kList ? OpKind::kAppend : OpKind::kWrite, key,
               next_value());
}

}  // namespace isolde::workloads
