// Runs a workload against a store that answers one transaction after another, and keeps everything that was
// said. No concurrency, so what clients see must be consistent.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "frontends/engine/record.hpp"
#include "frontends/workloads/workloads.hpp"

namespace isolde::workloads {

class SerialExecutor {
 public:
  struct Txn {
    std::uint32_t session = 0;
    bool committed = false;
    std::vector<engine::RecordedOp> ops;
  };

  SerialExecutor(std::string_view name, const Parameters& parameters, std::uint64_t seed)
      : random_(seed), sessions_(parameters.sessions) {
    auto made = make_workload(name, parameters);
    if (!made) {
      ADD_FAILURE() << made.error().to_string();
      std::abort();
    }
    workload_ = std::move(*made);
    workload_->load(random_, [this](engine::Key key, const engine::Cells& cells) {
      EXPECT_FALSE(store_.contains(key)) << "loaded twice";
      set(key, cells);
    });
    initial_ = store_;
  }

  // `aborts`: the share of transactions that the store refuses to commit.
  void run(std::uint64_t transactions, double aborts = 0) {
    for (std::uint64_t i = 0; i < transactions; ++i)
      one(static_cast<std::uint32_t>(i % sessions_), random_.chance(aborts));
  }

  [[nodiscard]] const std::vector<Txn>& txns() const { return txns_; }
  [[nodiscard]] const std::map<engine::Key, engine::Cells>& initial() const { return initial_; }
  [[nodiscard]] const std::map<engine::Key, engine::Cells>& store() const { return store_; }
  [[nodiscard]] engine::Workload& workload() { return *workload_; }

 private:
  void one(std::uint32_t session, bool refuse) {
    undo_.clear();
    Txn& txn = txns_.emplace_back();
    txn.session = session;
    workload_->begin(session, random_);
    engine::Request request;
    engine::Reply reply;
    while (workload_->next(session, reply, random_, request)) {
      reply = answer(request);
      txn.ops.push_back({request, reply});
    }
    txn.committed = !workload_->rolls_back(session) && !refuse;
    if (!txn.committed) {
      const auto undone = std::exchange(undo_, {});
      for (auto undo = undone.rbegin(); undo != undone.rend(); ++undo) put(undo->first, undo->second);
    }
    workload_->ended(session, txn.committed);
  }

  engine::Reply answer(const engine::Request& request) {
    engine::Reply reply;
    const auto row = store_.find(request.key);
    switch (request.kind) {
      case OpKind::kRead:
        reply.found = row != store_.end();
        if (reply.found) reply.cells = row->second;
        break;
      case OpKind::kDelete:
        put(request.key, std::nullopt);
        break;
      case OpKind::kAppend: {
        engine::Cells cells = row == store_.end() ? engine::Cells{} : row->second;
        cells.push_back(request.cells[0]);
        put(request.key, cells);
        break;
      }
      case OpKind::kPredicateRead:
      case OpKind::kPredicateWrite:
        match(request, reply);
        break;
      case OpKind::kAggregate:  // no workload looks at what it was told
        break;
      default:
        put(request.key, request.cells);
    }
    return reply;
  }

  void match(const engine::Request& request, engine::Reply& reply) {
    const engine::Range& range = request.range;
    const Index& index = index_of(range.table, range.column);
    for (auto at = index.lower_bound({range.low, engine::Key()}); at != index.end(); ++at) {
      if (at->first > range.high) break;
      reply.rows.push_back({at->second, store_.at(at->second), {}, false});
    }
    if (request.kind == OpKind::kPredicateRead) return;
    std::int64_t value = request.cells[0];
    for (engine::RowReply& row : reply.rows) {
      row.after = row.before;
      row.after[request.set_column] = value++;
      put(row.key, row.after);
    }
  }

  void put(engine::Key key, const std::optional<engine::Cells>& cells) {
    const auto row = store_.find(key);
    undo_.emplace_back(key, row == store_.end() ? std::nullopt : std::optional(row->second));
    if (row != store_.end()) {
      for (auto& [column, index] : indexes_[key.table()]) index.erase({row->second[column], key});
      store_.erase(row);
    }
    if (cells) set(key, *cells);
  }

  void set(engine::Key key, const engine::Cells& cells) {
    const engine::TableInfo& table = workload_->tables()[key.table()];
    if (table.kind == engine::TableKind::kRow && cells.size() != table.columns.size())
      ADD_FAILURE() << "cells are missing";
    store_[key] = cells;
    for (auto& [column, index] : indexes_[key.table()]) index.insert({cells[column], key});
  }

  using Index = std::set<std::pair<std::int64_t, engine::Key>>;

  // Made when it is first asked for.
  const Index& index_of(std::uint64_t table, std::uint32_t column) {
    const auto [place, made] = indexes_[table].try_emplace(column);
    if (made)
      for (const auto& [key, cells] : store_)
        if (key.table() == table) place->second.insert({cells[column], key});
    return place->second;
  }

  Random random_;
  std::uint32_t sessions_;
  std::unique_ptr<engine::Workload> workload_;
  std::map<engine::Key, engine::Cells> store_;
  std::map<engine::Key, engine::Cells> initial_;
  std::map<std::uint64_t, std::map<std::uint32_t, Index>> indexes_;
  std::vector<std::pair<engine::Key, std::optional<engine::Cells>>> undo_;
  std::vector<Txn> txns_;
};

}  // namespace isolde::workloads
