// A violation that nobody explains in time: suspects, why there is no proof, and what would help.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explain/explain.hpp"
#include "history/writers.hpp"
#include "tests/oracle/dsl.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;

TEST(Unexplained, TimeIsOver) {
  const History history = history_of("a: r x nil, w x 1; b: r x nil, w x 2");
  ExplainOptions options;
  options.limits.seconds = 0.0;
  const Anomaly anomaly = explain(history, WriterIndex(history), options, {.suspects = {TxnId(0), TxnId(1)}});
  EXPECT_EQ(anomaly.name, "not serializable");
  EXPECT_THAT(anomaly.transactions, testing::ElementsAre(TxnId(0), TxnId(1)));
  EXPECT_THAT(anomaly.why_no_proof, HasSubstr("the time for it was over"));
  EXPECT_THAT(anomaly.what_helps, HasSubstr("--timeout"));
}

TEST(Unexplained, WhatIsExplainedSaysNothingOfThat) {
  const History history = history_of("a: r x nil, w x 1; b: r x nil, w x 2");
  const Anomaly anomaly = explain(history, WriterIndex(history), {}, {.suspects = {TxnId(0), TxnId(1)}});
  EXPECT_EQ(anomaly.name, "lost update");
  EXPECT_TRUE(anomaly.why_no_proof.empty());
}

}  // namespace
}  // namespace isolde
