// Collects recorded transactions into a History: for tests, and for formats without a streaming writer.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "frontends/engine/record.hpp"
#include "history/builder.hpp"

namespace isolde::engine {

// "k12"
[[nodiscard]] std::string spell(std::span<const TableInfo> tables, Key key);
// "v1 between 3 and 9"
[[nodiscard]] std::string where(std::span<const TableInfo> tables, const Range& range);

class HistorySink : public Sink {
 public:
  void tables(std::span<const TableInfo> tables) override;
  void initial(Key key, const Cells& cells) override;
  void transaction(const RecordedTxn& txn) override;
  void version_order(const VersionTruth& truth) override;
  void serialization_order(std::span<const std::int64_t> ids) override;

  [[nodiscard]] Result<History> finish() && { return std::move(builder_).finish(); }

 private:
  [[nodiscard]] KeyId key(Key key);
  [[nodiscard]] ValueId value(Key key, const Cells& cells);
  [[nodiscard]] ValueId row(const TableInfo& table, const Cells& cells);
  void add(const RecordedOp& op);
  void add_predicate(const RecordedOp& op);
  void add_rows(const RecordedOp& op, PredicateId predicate);
  [[nodiscard]] AggregateSeen aggregate(const RecordedOp& op);

  std::vector<TableInfo> tables_;
  HistoryBuilder builder_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
  std::vector<std::uint32_t> scratch_;
  std::vector<RowSeen> rows_;
};

}  // namespace isolde::engine
