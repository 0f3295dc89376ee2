// What holds for every workload: names, determinism, unique values, refused parameters.
#include "frontends/workloads/workloads.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/frontends/workloads/statistics.hpp"

namespace isolde::workloads {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string refusal(std::string_view name, const Parameters& parameters) {
  const auto made = make_workload(name, parameters);
  if (made) return "accepted";
  EXPECT_EQ(made.error().code, ErrorCode::kUsage);
  return made.error().to_string();
}

TEST(Workloads, AreSortedAndFullyDescribed) {
  EXPECT_TRUE(std::ranges::is_sorted(workloads(), {}, &WorkloadInfo::name));
  for (const WorkloadInfo& info : workloads())
    for (const std::string_view text : {info.description, info.stresses, info.source, info.parameters})
      EXPECT_FALSE(text.empty()) << info.name;
}

TEST(Workloads, HaveARunnableExampleInTheirManual) {
  std::stringstream manual;
  manual << std::ifstream(ISOLDE_SOURCE_DIR "/docs/workloads.md").rdbuf();
  for (const WorkloadInfo& info : workloads())
    EXPECT_THAT(manual.str(),
                HasSubstr("isolde generate " + std::string(info.name) + " --transactions 1000 -o h.jsonl"));
}

TEST(Workloads, UnderstandExactlyTheParametersTheyList) {
  for (const WorkloadInfo& info : workloads()) {
    const auto expect = [&](std::string_view parameter, const Parameters& given) {
      const bool listed = info.parameters.find(parameter) != std::string_view::npos;
      const std::string answer = refusal(info.name, given);
      if (listed)
        EXPECT_EQ(answer, "accepted") << info.name << " " << parameter;
      else
        EXPECT_THAT(answer, AllOf(HasSubstr(info.name), HasSubstr("has no --" + std::string(parameter)),
                                  HasSubstr("it understands --")));
    };
    expect("keys", {.keys = 20});
    expect("operations", {.operations = 2});
    expect("skew", {.skew = 0.5});
    expect("read-ratio", {.read_ratio = 0.5});
    expect("predicate-ratio", {.predicate_ratio = 0.5});
    expect("warehouses", {.warehouses = 2});
  }
}

TEST(Workloads, RefuseWhatIsOutOfRange) {
  EXPECT_EQ(refusal("blindw-wr", {.keys = 0}), "--keys must be from 1 to 100000000, not 0");
  EXPECT_EQ(refusal("blindw-wr", {.operations = 0}), "--operations must be from 1 to 100000, not 0");
  EXPECT_EQ(refusal("blindw-wr", {.skew = -0.5}), "--skew must be from 0 to 10, not -0.5");
  EXPECT_EQ(refusal("blindw-wr", {.skew = std::nan("")}), "--skew must be from 0 to 10, not nan");
  EXPECT_EQ(refusal("blindw-wr", {.read_ratio = 1.5}), "--read-ratio must be from 0 to 1, not 1.5");
  EXPECT_EQ(refusal("blindw-wr", {.sessions = 0}), "--sessions must be from 1 to 1000000, not 0");
}

TEST(Workloads, AnUnknownNameIsAnsweredWithTheKnownOnes) {
  EXPECT_THAT(refusal("blindw", {}), AllOf(HasSubstr("there is no workload \"blindw\""),
                                           HasSubstr("blindw-wr, "), HasSubstr("ycsb-a")));
}

bool same(const SerialExecutor& a, const SerialExecutor& b) {
  return std::ranges::equal(a.txns(), b.txns(), [](const auto& x, const auto& y) {
    return x.session == y.session && x.committed == y.committed &&
           std::ranges::equal(x.ops, y.ops, [](const auto& p, const auto& q) {
             return p.request.kind == q.request.kind && p.request.key == q.request.key &&
                    p.request.cells == q.request.cells && p.reply.cells == q.reply.cells &&
                    p.reply.rows.size() == q.reply.rows.size();
           });
  });
}

TEST(Workloads, AreDeterministicForASeed) {
  for (const WorkloadInfo& info : workloads()) {
    SerialExecutor first(info.name, {}, 5);
    SerialExecutor again(info.name, {}, 5);
    SerialExecutor other(info.name, {}, 6);
    for (SerialExecutor* run : {&first, &again, &other}) run->run(300, 0.1);
    EXPECT_TRUE(same(first, again)) << info.name;
    EXPECT_EQ(first.initial(), again.initial()) << info.name;
    EXPECT_FALSE(same(first, other)) << info.name;
  }
}

// SmallBank repeats values on purpose. Of a row, the last cell is the one that no other write has.
TEST(Workloads, WriteEveryValueOnce) {
  for (const WorkloadInfo& info : workloads()) {
    SerialExecutor run(info.name, {}, 2);
    run.run(1000, 0.1);
    const Statistics all = statistics(run);
    std::set<std::int64_t> distinct(all.written.begin(), all.written.end());
    for (const auto& [key, cells] : run.initial()) distinct.insert(cells.back());
    if (info.name == "smallbank")
      EXPECT_LT(distinct.size(), all.written.size() / 2);
    else
      EXPECT_EQ(distinct.size(), all.written.size() + run.initial().size()) << info.name;
  }
}

}  // namespace
}  // namespace isolde::workloads
