// What the streaming writer writes reads back as what HistorySink builds, for random records of every kind.
#include "frontends/engine/native_sink.hpp"

#include <filesystem>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "frontends/engine/history_sink.hpp"
#include "frontends/formats/native/native.hpp"
#include "tests/frontends/formats/temporary.hpp"

namespace isolde::engine {
namespace {

// Columns that do not ascend, names that want escaping: nothing here may depend on plain names.
const std::vector<TableInfo> kTables = {
    {"k", TableKind::kRegister, {}},
    {"stock \"x\\:", TableKind::kRow, {"v2", "v1", "amount"}},
    {"l", TableKind::kList, {}},
    {"w:", TableKind::kRow, {"amount", "v1"}},
};

std::int64_t random_cell(Random& random) {
  if (random.chance(0.05)) return std::numeric_limits<std::int64_t>::min();
  if (random.chance(0.05)) return std::numeric_limits<std::int64_t>::max();
  return random.between(-20, 1'000'000);
}

// Fills in place: g++ 12 at -O3 warns, wrongly, where such vectors are moved.
void fill_cells(Random& random, Key key, Cells& cells) {
  const TableInfo& table = kTables[key.table()];
  const std::size_t size = table.kind == TableKind::kRegister ? 1
                           : table.kind == TableKind::kRow    ? table.columns.size()
                                                              : random.below(4);
  for (std::size_t i = 0; i < size; ++i) cells.push_back(random_cell(random));
}

Key random_key(Random& random) {
  const std::uint64_t number =
      random.chance(0.02) ? (std::uint64_t{1} << 48) - 1 - random.below(3) : random.below(9);
  return {random.below(kTables.size()), number};
}

void fill_predicate(Random& random, RecordedOp& op) {
  const std::uint32_t table = random.chance(0.3) ? 0 : random.chance(0.5) ? 1 : 3;
  op.request.range = {table, static_cast<std::uint32_t>(random.below(2)), random.between(-5, 5),
                      random_cell(random)};
  for (std::uint64_t i = random.below(4); i > 0; --i) {
    const Key key(table, random.below(5));
    RowReply& row = op.reply.rows.emplace_back();
    row.key = key;
    fill_cells(random, key, row.before);
    if (op.request.kind == OpKind::kPredicateRead) continue;
    row.deleted = random.chance(0.3);
    if (!row.deleted) fill_cells(random, key, row.after);
  }
  if (random.chance(0.5)) return;
  op.reply.versions.emplace();
  for (std::uint64_t i = random.below(4); i > 0; --i) {
    RowReply& row = op.reply.versions->emplace_back();
    row.key = Key(table, random.below(5));
    fill_cells(random, row.key, row.before);
  }
}

RecordedOp random_op(Random& random) {
  constexpr std::array kKinds = {OpKind::kRead,          OpKind::kWrite,  OpKind::kInsert,
                                 OpKind::kDelete,        OpKind::kAppend, OpKind::kPredicateRead,
                                 OpKind::kPredicateWrite};
  RecordedOp op;
  op.request.kind = kKinds[random.below(kKinds.size())];
  if (is_predicate(op.request.kind)) {
    fill_predicate(random, op);
    return op;
  }
  op.request.key = random_key(random);
  if (op.request.kind == OpKind::kAppend) {
    op.request.key = Key(2, random.below(5));
    op.request.cells.push_back(random_cell(random));
  } else if (op.request.kind == OpKind::kRead) {
    op.reply.found = random.chance(0.8);
    fill_cells(random, op.request.key, op.reply.cells);
  } else if (op.request.kind != OpKind::kDelete) {
    fill_cells(random, op.request.key, op.request.cells);
  }
  return op;
}

RecordedTxn random_transaction(Random& random, std::int64_t id) {
  constexpr std::array kStatuses = {TxnStatus::kCommitted, TxnStatus::kAborted, TxnStatus::kIndeterminate};
  RecordedTxn txn{.id = id,
                  .session = static_cast<std::uint32_t>(random.below(3)),
                  .status = kStatuses[random.below(3)],
                  .start = id * 10,
                  .end = id * 10 + 5,
                  .ops = {}};
  if (txn.status == TxnStatus::kIndeterminate && random.chance(0.5)) txn.end = kNoTime;
  for (std::uint64_t i = random.below(6); i > 0; --i) txn.ops.push_back(random_op(random));
  return txn;
}

// The same records for any sink.
void feed(Sink& sink, std::uint64_t seed, std::int64_t transactions) {
  Random random(seed);
  sink.tables(kTables);
  if (random.chance(0.8))
    for (std::uint64_t i = 0; i < random.below(20); ++i) {
      const Key key(i % kTables.size(), i);
      Cells cells;
      fill_cells(random, key, cells);
      sink.initial(key, cells);
    }
  std::vector<std::int64_t> ids;
  for (std::int64_t id = 0; id < transactions; ++id) {
    sink.transaction(random_transaction(random, id));
    ids.push_back(id);
  }
  if (random.chance(0.5)) return;
  for (std::uint64_t i = random.below(5); i > 0; --i) {
    VersionTruth truth{random_key(random), {}};
    for (std::uint64_t j = random.below(4); j > 0; --j) {
      Cells& version = truth.versions.emplace_back();
      if (random.chance(0.8)) fill_cells(random, truth.key, version);
    }
    sink.version_order(truth);
  }
  random.shuffle(ids);
  sink.serialization_order(ids);
}

std::string text_of_history(const Result<History>& history) {
  if (!history) return history.error().to_string();
  return write_native_text(*history).value_or("not spellable");
}

std::string built(std::uint64_t seed, std::int64_t transactions) {
  HistorySink sink;
  feed(sink, seed, transactions);
  return text_of_history(std::move(sink).finish());
}

std::string streamed(const std::string& path, std::uint64_t seed, std::int64_t transactions) {
  Result<NativeSink> sink = NativeSink::create(path);
  if (!sink) return sink.error().to_string();
  feed(*sink, seed, transactions);
  if (const Result<void> closed = sink->close(); !closed) return closed.error().to_string();
  return text_of_history(read_native(path, {}));
}

TEST(NativeSink, ReadsBackAsTheHistoryOfTheSameRecords) {
  const TemporaryDirectory directory;
  for (std::uint64_t seed = 0; seed < 200; ++seed)
    ASSERT_EQ(streamed(directory.file("h.jsonl"), seed, 12), built(seed, 12)) << "seed " << seed;
}

TEST(NativeSink, WritesTheSameBytesAsTheOtherWriter) {
  const TemporaryDirectory directory;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    streamed(directory.file("h.jsonl"), seed, 12);
    ASSERT_EQ(directory.read("h.jsonl"), built(seed, 12)) << "seed " << seed;
  }
}

TEST(NativeSink, CompressesOverManyBlocks) {
  const TemporaryDirectory directory;
  EXPECT_EQ(streamed(directory.file("h.jsonl.zst"), 7, 10'000), built(7, 10'000));
  streamed(directory.file("h.jsonl"), 7, 10'000);
  EXPECT_GT(std::filesystem::file_size(directory.file("h.jsonl")), 2U << 20);
  EXPECT_LT(2 * std::filesystem::file_size(directory.file("h.jsonl.zst")),
            std::filesystem::file_size(directory.file("h.jsonl")));
}

TEST(NativeSink, BreaksLongLinesOfInitialValuesAndOrders) {
  const TemporaryDirectory directory;
  constexpr std::uint64_t kMany = 40'000;
  const auto fill = [](Sink& sink) {
    sink.tables(kTables);
    for (std::uint64_t i = 0; i < kMany; ++i) sink.initial(Key(0, i), {static_cast<std::int64_t>(i)});
    std::vector<std::int64_t> ids;
    for (std::int64_t id = 0; id < static_cast<std::int64_t>(kMany); ++id) {
      sink.transaction({.id = id, .start = id, .end = id, .ops = {}});
      ids.push_back(id);
    }
    sink.serialization_order(ids);
  };
  HistorySink expected;
  fill(expected);
  Result<NativeSink> sink = NativeSink::create(directory.file("h.jsonl"));
  ASSERT_TRUE(sink);
  fill(*sink);
  ASSERT_TRUE(sink->close());
  EXPECT_EQ(text_of_history(read_native(directory.file("h.jsonl"), {})),
            text_of_history(std::move(expected).finish()));
}

TEST(NativeSink, AHistoryWithoutTransactionsKeepsItsInitialValues) {
  const TemporaryDirectory directory;
  Result<NativeSink> sink = NativeSink::create(directory.file("h.jsonl"));
  ASSERT_TRUE(sink);
  sink->tables(kTables);
  sink->initial(Key(0, 3), {4});
  ASSERT_TRUE(sink->close());
  EXPECT_EQ(directory.read("h.jsonl"), "{\"isolde\":1}\n{\"initial\":[{\"key\":\"k3\",\"value\":4}]}\n");
}

TEST(NativeSink, StandardOutputStaysOpen) {
  testing::internal::CaptureStdout();
  for (const char* path : {"-", ""}) {
    Result<NativeSink> sink = NativeSink::create(path);
    ASSERT_TRUE(sink);
    sink->tables(kTables);
    ASSERT_TRUE(sink->close());
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "{\"isolde\":1}\n{\"isolde\":1}\n");
}

TEST(NativeSink, SaysWhatCannotBeWritten) {
  const TemporaryDirectory directory;
  const Result<NativeSink> sink = NativeSink::create(directory.file("none/h.jsonl"));
  ASSERT_FALSE(sink);
  EXPECT_EQ(sink.error().code, ErrorCode::kEnvironment);
  Result<NativeSink> full = NativeSink::create("/dev/full");
  ASSERT_TRUE(full);
  full->tables(kTables);
  EXPECT_FALSE(full->close());
}

}  // namespace
}  // namespace isolde::engine
