// Cases too rare for random runs to meet, each played by hand against one concurrency control.
#include <vector>

#include <gtest/gtest.h>

#include "frontends/engine/controls/wait_graph.hpp"
#include "frontends/engine/executor.hpp"

namespace isolde::engine {
namespace {

const std::vector<TableInfo> kOneTable = {{"x", TableKind::kRegister, {}}};

class Play {
 public:
  explicit Play(EngineKind kind)
      : database_{Store(kOneTable, false), std::vector<WriteBuffer>(4), 1},
        control_(make_control(kind, database_, false)),
        executor_(database_, *control_) {}

  void begin(Session session) { EXPECT_TRUE(control_->begin(session, 0).proceeds()); }
  Answer read(Session session, std::uint64_t key) {
    Request request;
    request.key = Key(0, key);
    return executor_.execute(session, request, reply_);
  }
  Answer write(Session session, std::uint64_t key) {
    Request request;
    request.kind = OpKind::kWrite;
    request.key = Key(0, key);
    request.cells = {++value_};
    return executor_.execute(session, request, reply_);
  }
  Answer read_range(Session session, std::int64_t low, std::int64_t high) {
    Request request;
    request.kind = OpKind::kPredicateRead;
    request.range = {0, 0, low, high};
    return executor_.execute(session, request, reply_);
  }
  Answer commit(Session session) { return executor_.commit(session, 0); }
  [[nodiscard]] const Reply& reply() const { return reply_; }
  [[nodiscard]] std::size_t versions() const { return database_.store.version_count(); }

 private:
  Database database_;
  std::unique_ptr<ConcurrencyControl> control_;
  Executor executor_;
  Reply reply_;
  std::int64_t value_ = 0;
};

// Fekete's read-only anomaly: the reader sees y's writer, which the pivot did not, but not the pivot. That
// the pivot's version has been overwritten since must not hide the pivot from the reader.
TEST(Ssi, FindsAPivotWhoseVersionIsOverwritten) {
  constexpr std::uint64_t kX = 0;
  constexpr std::uint64_t kY = 1;
  Play play(EngineKind::kSsi);
  play.begin(1);
  EXPECT_TRUE(play.read(1, kY).proceeds());
  play.begin(2);
  EXPECT_TRUE(play.write(2, kY).proceeds());
  EXPECT_TRUE(play.commit(2).proceeds());
  play.begin(0);
  EXPECT_TRUE(play.read(0, kY).proceeds());
  EXPECT_TRUE(play.reply().found);
  EXPECT_TRUE(play.write(1, kX).proceeds());
  EXPECT_TRUE(play.commit(1).proceeds());
  play.begin(3);
  EXPECT_TRUE(play.write(3, kX).proceeds());
  EXPECT_TRUE(play.commit(3).proceeds());
  EXPECT_EQ(play.read(0, kX).kind, Answer::kAbort);
}

TEST(Ssi, TheFirstUpdaterWins) {
  Play play(EngineKind::kSsi);
  play.begin(0);
  play.begin(1);
  EXPECT_TRUE(play.write(0, 5).proceeds());
  const Answer second = play.write(1, 5);
  EXPECT_EQ(second.kind, Answer::kWait);
  EXPECT_EQ(second.blocker, 0u);
  EXPECT_TRUE(play.commit(0).proceeds());
  EXPECT_EQ(play.write(1, 5).kind, Answer::kAbort);
}

TEST(S2pl, ARangeKeepsPhantomsOut) {
  Play play(EngineKind::kS2pl);
  play.begin(0);
  play.begin(1);
  EXPECT_TRUE(play.read_range(0, 1, 9).proceeds());
  EXPECT_EQ(play.write(1, 5).kind, Answer::kWait);
  EXPECT_TRUE(play.commit(0).proceeds());
  EXPECT_TRUE(play.write(1, 5).proceeds());
  play.begin(0);
  EXPECT_EQ(play.read_range(0, 1, 9).kind, Answer::kWait);
}

// The version an old snapshot needs stays, and those between it and the newest go.
TEST(Si, AnOldSnapshotKeepsOneVersion) {
  Play play(EngineKind::kSi);
  play.begin(0);
  for (int i = 0; i < 100; ++i) {
    play.begin(1);
    EXPECT_TRUE(play.write(1, 5).proceeds());
    EXPECT_TRUE(play.commit(1).proceeds());
  }
  EXPECT_EQ(play.versions(), 2u);
  EXPECT_TRUE(play.read(0, 5).proceeds());
  EXPECT_FALSE(play.reply().found);
}

TEST(WaitGraph, RefusesTheWaitThatClosesACycle) {
  WaitGraph waits(3);
  EXPECT_TRUE(waits.wait(0, 1));
  EXPECT_TRUE(waits.wait(1, 2));
  EXPECT_FALSE(waits.wait(2, 0));
  std::vector<Session> woken;
  waits.end(2, [&](Session session) { woken.push_back(session); });
  EXPECT_EQ(woken, std::vector<Session>{1});
  EXPECT_TRUE(waits.wait(2, 0));
}

}  // namespace
}  // namespace isolde::engine
