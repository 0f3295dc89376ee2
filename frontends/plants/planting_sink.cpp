#include "frontends/plants/planting_sink.hpp"

#include <algorithm>
#include <string>

#include "base/contract.hpp"
#include "base/random.hpp"

namespace isolde::plants {
namespace {

using engine::Cells;
using engine::Key;
using engine::RecordedOp;
using engine::RecordedTxn;
using engine::TableInfo;
using engine::TableKind;

// No condition on another table's keys ("key like 'p%'") may find a plant.
std::string free_prefix(std::span<const TableInfo> tables, std::string prefix) {
  const auto clashes = [&](const TableInfo& table) {
    return !table.prefix.empty() && (prefix.starts_with(table.prefix) || table.prefix.starts_with(prefix));
  };
  while (std::ranges::any_of(tables, clashes)) prefix.insert(prefix.begin(), '~');
  return prefix;
}

std::int64_t value_offset(std::size_t instance) {
  return static_cast<std::int64_t>(instance + 1) * kValueSpan;
}

void shift(Cells& cells, std::int64_t by) {
  for (std::int64_t& cell : cells) cell += by;
}

}  // namespace

PlantingSink::PlantingSink(engine::Sink& next, std::span<const PlantRequest> requests,
                           const PlantingOptions& options)
    : next_(next), options_(options) {
  Random random(options.seed);
  for (const PlantRequest& request : requests) {
    Result<PlantTemplate> parsed = parse_plant(request.plant->transactions);
    ISOLDE_REQUIRE(parsed.has_value());
    for (std::uint64_t i = 0; i < request.count; ++i)
      instances_.push_back({random.below(options.transactions + 1), infos_.size()});
    infos_.push_back(request.plant);
    templates_.push_back(std::move(*parsed));
  }
  // Plants of one position come in random order, too.
  random.shuffle(instances_);
  std::ranges::stable_sort(instances_, {}, &Instance::position);
}

Key PlantingSink::moved(Key key, std::size_t instance) const {
  return {first_table_ + key.table(), instance * kKeySpan + key.number()};
}

void PlantingSink::tables(std::span<const TableInfo> tables) {
  if (instances_.empty()) return next_.tables(tables);
  std::vector<TableInfo> all(tables.begin(), tables.end());
  first_table_ = all.size();
  all.push_back({free_prefix(tables, "plant:"), TableKind::kRegister, {}});
  all.push_back({free_prefix(tables, "planted-row:"), TableKind::kRow, {kColumns.begin(), kColumns.end()}});
  next_.tables(all);
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    for (const PlantTemplate::Initial& initial : templates_[instances_[i].kind].initial) {
      Cells cells = initial.cells;
      shift(cells, value_offset(i));
      next_.initial(moved(initial.key, i), cells);
    }
  }
}

void PlantingSink::initial(Key key, const Cells& cells) { next_.initial(key, cells); }

void PlantingSink::transaction(const RecordedTxn& txn) {
  if (latest_ == kNoTime) latest_ = std::max<std::int64_t>(txn.start, 0);
  while (planted_.size() < instances_.size() && instances_[planted_.size()].position <= passed_)
    plant_next(txn.id);
  ++passed_;
  last_id_ = txn.id;
  latest_ = std::max({latest_, txn.start, txn.end});
  if (shift_ == 0) return next_.transaction(txn);
  scratch_ = txn;
  scratch_.id += shift_;
  next_.transaction(scratch_);
}

// Its ids begin where `first_id`, an id as it came, would be otherwise.
void PlantingSink::plant_next(std::int64_t first_id) {
  const std::size_t instance = planted_.size();
  const Instance& at = instances_[instance];
  Planted& planted = planted_.emplace_back(Planted{infos_[at.kind], {}});
  const std::int64_t base = std::max<std::int64_t>(latest_, 0) + options_.tick;
  for (RecordedTxn txn : templates_[at.kind].transactions) {
    txn.id = first_id + shift_++;
    txn.session += options_.first_session;
    txn.start = base + txn.start * options_.tick;
    txn.end = base + txn.end * options_.tick;
    latest_ = std::max(latest_, txn.end);
    for (RecordedOp& op : txn.ops) move(op, instance);
    planted.ids.push_back(txn.id);
    next_.transaction(txn);
  }
  shifts_.push_back({first_id, shift_});
}

void PlantingSink::move(RecordedOp& op, std::size_t instance) const {
  const std::int64_t by = value_offset(instance);
  op.request.key = moved(op.request.key, instance);
  shift(op.request.cells, by);
  shift(op.reply.cells, by);
  op.request.range.table += static_cast<std::uint32_t>(first_table_);
  op.request.range.low += by;
  op.request.range.high += by;
  for (engine::RowReply& row : op.reply.rows) {
    row.key = moved(row.key, instance);
    shift(row.before, by);
    shift(row.after, by);
  }
}

void PlantingSink::finish() {
  while (planted_.size() < instances_.size()) plant_next(last_id_ + 1);
}

void PlantingSink::version_order(const engine::VersionTruth& truth) {
  finish();
  next_.version_order(truth);
}

std::int64_t PlantingSink::renumbered(std::int64_t id) const {
  const auto after = std::ranges::upper_bound(shifts_, id, {}, &Shift::first_id);
  return after == shifts_.begin() ? id : id + std::prev(after)->by;
}

void PlantingSink::serialization_order(std::span<const std::int64_t> ids) {
  finish();
  std::vector<std::int64_t> renumbered_ids;
  renumbered_ids.reserve(ids.size());
  for (const std::int64_t id : ids) renumbered_ids.push_back(renumbered(id));
  next_.serialization_order(renumbered_ids);
}

}  // namespace isolde::plants
