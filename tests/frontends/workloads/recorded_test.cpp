// A serial run of every workload makes a history that holds its rows and predicates, and in which every read
// has its writer.
#include <gtest/gtest.h>

#include "frontends/engine/history_sink.hpp"
#include "history/findings/validation.hpp"
#include "tests/frontends/workloads/serial_executor.hpp"

namespace isolde::workloads {
namespace {

Result<History> recorded(SerialExecutor& run) {
  engine::HistorySink sink;
  sink.tables(run.workload().tables());
  for (const auto& [key, cells] : run.initial()) sink.initial(key, cells);
  std::int64_t time = 0;
  for (const SerialExecutor::Txn& txn : run.txns()) {
    engine::RecordedTxn record;
    record.id = time;
    record.session = txn.session;
    record.status = txn.committed ? TxnStatus::kCommitted : TxnStatus::kAborted;
    record.start = 2 * time;
    record.end = 2 * time + 1;
    record.ops = txn.ops;
    sink.transaction(record);
    ++time;
  }
  return std::move(sink).finish();
}

TEST(Recorded, EveryWorkloadMakesAHistory) {
  for (const WorkloadInfo& info : workloads()) {
    SerialExecutor run(info.name, {.sessions = 3}, 9);
    run.run(200, 0.1);
    const Result<History> history = recorded(run);
    ASSERT_TRUE(history.has_value()) << info.name << ": " << history.error().to_string();
    EXPECT_EQ(history->transaction_count(), 200U) << info.name;
    const bool repeats = info.name == "smallbank";
    bool repeated = false;
    for (const Finding& finding : validate(*history, WriterIndex(*history))) {
      repeated = repeated || finding.kind == FindingKind::kDuplicateWrite;
      EXPECT_FALSE(is_violation(finding.kind)) << info.name << " " << name_of(finding.kind);
    }
    EXPECT_EQ(repeated, repeats) << info.name;
  }
}

}  // namespace
}  // namespace isolde::workloads
