// The Cobra reader on hand-made logs, good and bad, and on the published ones.
#include "frontends/formats/peers/cobra.hpp"

#include <filesystem>
#include <string>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "frontends/formats/peers/natural_order.hpp"
#include "tests/frontends/formats/temporary.hpp"
#include "tests/oracle/corpus.hpp"

namespace isolde {
namespace {

constexpr std::int64_t kInit = 0xBEBEEBEE;
constexpr std::int64_t kNull = 0xDEADBEEF;
constexpr std::int64_t kUniversal = 0xABDDEFEE;

std::string record(char opcode, std::initializer_list<std::int64_t> numbers) {
  std::string bytes(1, opcode);
  for (const std::int64_t number : numbers)
    for (int shift = 56; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>((number >> shift) & 0xFF));
  return bytes;
}
std::string start(std::int64_t id) { return record('S', {id}); }
std::string commit(std::int64_t id) { return record('C', {id}); }
std::string write_record(std::int64_t write_id, std::int64_t key, std::int64_t hash) {
  return record('W', {write_id, key, hash});
}
std::string read_record(std::int64_t writer, std::int64_t write_id, std::int64_t key, std::int64_t hash) {
  return record('R', {writer, write_id, key, hash});
}

Result<History> read_one(std::string_view bytes) {
  const CobraLog log{"T1.log", bytes};
  return read_cobra_logs({&log, 1});
}
std::string cobra_error(std::string_view bytes) {
  const Result<History> history = read_one(bytes);
  return history ? "no error" : history.error().to_string();
}
std::string value_of(const History& history, std::size_t op) {
  const std::uint32_t id = history.value(OpId(op)).value;
  if (history.values().kind(id) == ValueKind::kInteger) return std::to_string(history.values().integer(id));
  return history.value(OpId(op)) == kInitial ? "initial" : std::string(history.values().text(id));
}

TEST(CobraFormat, KeepsTransactionsAndOperations) {
  const std::string bytes = start(7) + write_record(100, -5, 55) + read_record(kInit, kInit, 6, 1) +
                            read_record(kNull, kNull, 6, 0) + commit(7) + start(8) +
                            read_record(7, 100, -5, 55) + commit(8) + start(9) + commit(9);
  const Result<History> history = read_one(bytes);
  ASSERT_TRUE(history) << history.error().to_string();
  ASSERT_EQ(history->transaction_count(), 3U);
  EXPECT_EQ(history->sessions().text(history->session(TxnId(0)).value), "T1");
  EXPECT_EQ(history->external_id(TxnId(1)), 8);
  EXPECT_EQ(history->place(TxnId(1)).to_string(), "T1.log, byte 109");
  EXPECT_EQ(history->kind(OpId(0)), OpKind::kWrite);
  EXPECT_EQ(history->keys().integer(history->key(OpId(0)).value), -5);
  EXPECT_EQ(value_of(*history, 0), "100");
  EXPECT_EQ(history->value(OpId(1)), kInitial);
  EXPECT_EQ(history->value(OpId(2)), kInitial);
  EXPECT_EQ(history->value(OpId(3)), history->value(OpId(0)));
  EXPECT_TRUE(history->operations(TxnId(2)).empty());
  EXPECT_FALSE(history->has_times());
  EXPECT_TRUE(history->warnings().empty());
}

TEST(CobraFormat, UniversalIdsMeanTheHash) {
  const std::string bytes = start(1) + write_record(kUniversal, 5, 55) + commit(1) + start(2) +
                            write_record(kUniversal, 5, 55) + read_record(kUniversal, kUniversal, 5, 55) +
                            read_record(kUniversal, kUniversal, 5, 56) + commit(2);
  const Result<History> history = read_one(bytes);
  ASSERT_TRUE(history);
  EXPECT_EQ(value_of(*history, 0), "55");
  EXPECT_EQ(value_of(*history, 1), "55");
  EXPECT_EQ(value_of(*history, 2), "55");
  EXPECT_EQ(value_of(*history, 3), "56");
}

TEST(CobraFormat, ReadsThatDisagreeWithTheWriteAreOfAValueNobodyWrote) {
  // The wrong claims come first, so the order of claims must not decide.
  const std::string bytes = start(1) + read_record(9, 100, 5, 55) + read_record(2, 100, 5, 99) +
                            read_record(2, 100, 5, 55) + read_record(kInit, kInit, 5, 0) + commit(1) +
                            start(2) + write_record(100, 5, 55) + commit(2);
  const Result<History> history = read_one(bytes);
  ASSERT_TRUE(history);
  EXPECT_EQ(value_of(*history, 0), "100 by 9 with hash 55");
  EXPECT_EQ(value_of(*history, 1), "100 by 2 with hash 99");
  EXPECT_EQ(value_of(*history, 2), "100");
  EXPECT_EQ(value_of(*history, 3), "initial");
  EXPECT_EQ(value_of(*history, 4), "100");
}

TEST(CobraFormat, OneWriteIdOfTwoWritersIsTwoValues) {
  const std::string bytes = start(1) + write_record(100, 5, 55) + commit(1) + start(2) +
                            write_record(100, 5, 55) + commit(2) + start(3) + write_record(100, 6, 66) +
                            commit(3) + start(4) + read_record(1, 100, 5, 55) + read_record(2, 100, 5, 55) +
                            read_record(3, 100, 6, 66) + commit(4);
  const Result<History> history = read_one(bytes);
  ASSERT_TRUE(history);
  EXPECT_EQ(value_of(*history, 0), "100");
  EXPECT_EQ(value_of(*history, 1), "100 by 2 with hash 55");
  EXPECT_EQ(value_of(*history, 2), "100");  // of another key
  EXPECT_EQ(history->value(OpId(3)), history->value(OpId(0)));
  EXPECT_EQ(history->value(OpId(4)), history->value(OpId(1)));
  EXPECT_EQ(history->value(OpId(5)), history->value(OpId(2)));
}

TEST(CobraFormat, ReadsWithoutAWriteKeepTheirNumber) {
  const Result<History> history =
      read_one(start(1) + read_record(9, 100, 5, 55) + read_record(8, 100, 5, 55) + commit(1));
  ASSERT_TRUE(history);
  EXPECT_EQ(value_of(*history, 0), "100");
}

TEST(CobraFormat, TimestampsBecomeTimes) {
  const std::string bytes = record('S', {1, 1000}) + write_record(100, 5, 55) + record('C', {1, 2000}) +
                            record('S', {2, 3000}) + record('C', {2, 4000});
  const Result<History> history = read_one(bytes);
  ASSERT_TRUE(history) << history.error().to_string();
  EXPECT_EQ(history->start(TxnId(0)), 1000);
  EXPECT_EQ(history->end(TxnId(0)), 2000);
  EXPECT_EQ(history->start(TxnId(1)), 3000);
  EXPECT_EQ(history->end(TxnId(1)), 4000);
}

TEST(CobraFormat, AnUnfinishedTransactionIsIndeterminate) {
  const std::string head = start(1) + commit(1) + start(2) + write_record(100, 5, 55);
  for (const std::string& tail : {std::string(), write_record(101, 6, 66).substr(0, 7), std::string("C")}) {
    const Result<History> history = read_one(head + tail);
    ASSERT_TRUE(history) << history.error().to_string();
    ASSERT_EQ(history->transaction_count(), 2U);
    EXPECT_EQ(history->status(TxnId(0)), TxnStatus::kCommitted);
    EXPECT_EQ(history->status(TxnId(1)), TxnStatus::kIndeterminate);
    EXPECT_EQ(history->operations(TxnId(1)).size(), 1U);
    EXPECT_THAT(
        history->warnings(),
        testing::ElementsAre("T1.log, byte 52: the log is cut off inside a transaction, whose outcome is "
                             "taken as unknown"));
  }
}

TEST(CobraFormat, AnUnfinishedStartIsNoTransaction) {
  const Result<History> history = read_one(start(1) + commit(1) + start(2).substr(0, 4));
  ASSERT_TRUE(history);
  EXPECT_EQ(history->transaction_count(), 1U);
  EXPECT_THAT(history->warnings(),
              testing::ElementsAre("T1.log, byte 18: the log is cut off inside a transaction's start"));
}

TEST(CobraFormat, BadLogs) {
  const std::string good = start(1) + commit(1);
  EXPECT_EQ(cobra_error("hello"), "T1.log, byte 0: expected a record (S, R, W or C), got the byte 0x68");
  EXPECT_EQ(cobra_error(good + "\xFF"),
            "T1.log, byte 18: expected a record (S, R, W or C), got the byte 0xff");
  EXPECT_EQ(cobra_error(start(1) + "A"),
            "T1.log, byte 9: expected a record (S, R, W or C), got the byte 0x41");
  EXPECT_EQ(cobra_error(start(1) + commit(2)),
            "T1.log, byte 9: transaction 1 ends with the commit of transaction 2");
  EXPECT_EQ(cobra_error(start(1) + start(2)),
            "T1.log, byte 9: a transaction starts before transaction 1 has ended");
  EXPECT_EQ(cobra_error(good + write_record(1, 2, 3)),
            "T1.log, byte 18: the record 'W' stands outside of a transaction; expected the record 'S'");
  EXPECT_EQ(cobra_error(start(-4) + commit(-4)),
            "T1.log, byte 0: expected a transaction id from 0 up, got -4");
  EXPECT_EQ(cobra_error(good + good),
            "T1.log, byte 18: transaction id 1 is used twice; it was first used at T1.log, byte 0");
  EXPECT_EQ(
      cobra_error(record('S', {1, 5}) + record('C', {1, 6}) + record('S', {2, -7}) + record('C', {2, 6})),
      "T1.log, byte 34: expected a timestamp from 0 up, got -7");
}

TEST(CobraFormat, ReadsADirectoryInNaturalOrder) {
  const TemporaryDirectory directory;
  directory.write("T10.log", start(10) + commit(10));
  directory.write("T2.log", start(2) + commit(2));
  directory.write("T2.debug", "not a log");
  std::filesystem::create_directory(directory.file("T3.log"));
  std::vector<std::uint64_t> reports;
  ReadOptions options;
  options.progress = [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_EQ(total, 36U);
    reports.push_back(done);
  };
  const Result<History> history = read_cobra(directory.path(), options);
  ASSERT_TRUE(history) << history.error().to_string();
  ASSERT_EQ(history->transaction_count(), 2U);
  EXPECT_EQ(history->external_id(TxnId(0)), 2);
  EXPECT_EQ(history->place(TxnId(1)).to_string(), directory.file("T10.log") + ", byte 0");
  EXPECT_THAT(reports, testing::ElementsAre(18U, 36U));
}

// Larger than the pages it gives back while it reads.
TEST(CobraFormat, ReadsALargeLog) {
  const TemporaryDirectory directory;
  std::string bytes;
  constexpr std::int64_t kTransactions = 100'000;
  for (std::int64_t id = 0; id < kTransactions; ++id) {
    bytes += start(id) + write_record(id, id % 100, id) + commit(id);
    if (id == kTransactions / 2)
      bytes += start(kTransactions) + read_record(0, 0, 0, 1) + commit(kTransactions);
  }
  directory.write("T1.log", bytes);
  const Result<History> history = read_cobra(directory.path(), {});
  ASSERT_TRUE(history) << history.error().to_string();
  ASSERT_EQ(history->operation_count(), static_cast<std::size_t>(kTransactions) + 1);
  EXPECT_EQ(value_of(*history, kTransactions / 2 + 1), "0 by 0 with hash 1");
  EXPECT_EQ(value_of(*history, kTransactions), std::to_string(kTransactions - 1));
}

TEST(CobraFormat, BadDirectories) {
  const TemporaryDirectory directory;
  EXPECT_EQ(read_cobra(directory.path(), {}).error().to_string(),
            directory.path() + ": the directory holds no .log file; expected one per session");
  const std::string missing = directory.file("missing");
  EXPECT_EQ(read_cobra(missing, {}).error().to_string(),
            missing + ": cannot be listed: No such file or directory");
}

TEST(CobraFormat, ClientsThatDidNothingAreAHistoryWithoutTransactions) {
  const TemporaryDirectory directory;
  directory.write("T1.log", "");
  const Result<History> history = read_cobra(directory.path(), {});
  ASSERT_TRUE(history);
  EXPECT_EQ(history->transaction_count(), 0U);
}

TEST(CobraFormat, UnreadableLog) {
  if (::geteuid() == 0) GTEST_SKIP() << "the superuser can read everything";
  const TemporaryDirectory directory;
  const std::string log = directory.write("T1.log", start(1) + commit(1));
  std::filesystem::permissions(log, std::filesystem::perms::none);
  EXPECT_EQ(read_cobra(directory.path(), {}).error().to_string(),
            log + ": cannot be opened: Permission denied");
}

TEST(NaturalOrder, ComparesNumbersByValue) {
  EXPECT_TRUE(naturally_before("T2", "T10"));
  EXPECT_FALSE(naturally_before("T10", "T2"));
  EXPECT_TRUE(naturally_before("T01", "T1"));
  EXPECT_FALSE(naturally_before("T1", "T01"));
  EXPECT_TRUE(naturally_before("T", "T0"));
  EXPECT_TRUE(naturally_before("a9b2", "a9b10"));
  EXPECT_FALSE(naturally_before("x", "x"));
  EXPECT_TRUE(naturally_before("T99999999999999999998", "T99999999999999999999"));
}

struct Published {
  std::string directory;
  std::size_t transactions, sessions, reads, writes;
};
void PrintTo(const Published& published, std::ostream* out) { *out << published.directory; }

class CobraCorpus : public testing::TestWithParam<Published> {};

TEST_P(CobraCorpus, CountsAreThePublishedOnes) {
  const std::string path = (corpus() / "cobra" / GetParam().directory).string();
  if (!std::filesystem::is_directory(path)) GTEST_SKIP() << "no corpus at " << path << "; set ISOLDE_CORPUS";
  const Result<History> history = read_cobra(path, {});
  ASSERT_TRUE(history) << history.error().to_string();
  std::size_t reads = 0;
  std::size_t texts = 0;
  for (const OpId op : IdRange<OpId>(0, history->operation_count())) {
    reads += history->kind(op) == OpKind::kRead ? 1 : 0;
    texts += history->values().kind(history->value(op).value) == ValueKind::kText ? 1 : 0;
  }
  EXPECT_EQ(history->transaction_count(), GetParam().transactions);
  EXPECT_EQ(history->session_count(), GetParam().sessions);
  EXPECT_EQ(reads, GetParam().reads);
  EXPECT_EQ(history->operation_count() - reads, GetParam().writes);
  EXPECT_EQ(texts, 0U);  // in the published logs every read agrees with the write it names
  EXPECT_TRUE(history->warnings().empty());
}

const Published kPublished[] = {
    {"chengRW-100", 100, 24, 408, 392},
    {"chengRW-1000", 961, 24, 3848, 3840},
    {"chengRW-4000", 3808, 24, 15128, 15336},
    {"chengRW-10000", 9564, 24, 38072, 38440},
    {"chengRW-100000", 100171, 24, 387448, 382428},
    {"chengRM-10000", 9912, 24, 71040, 8256},
    {"twitter-10000", 9990, 24, 32067, 15913},
    {"cock-G2", 446, 10, 892, 446},
    {"cock-blog", 21, 13, 18, 3},
    {"yuga-G2-c", 29419, 15, 59352, 24264},
};
const auto kByDirectory = [](const auto& info) {
  std::string name = info.param.directory;
  std::erase(name, '-');
  return name;
};
INSTANTIATE_TEST_SUITE_P(All, CobraCorpus, testing::ValuesIn(kPublished), kByDirectory);

}  // namespace
}  // namespace isolde
