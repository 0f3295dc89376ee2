// Every case of the shared corpus is read, and holds as many transactions and operations as an independent
// count over the JSON finds. The corpus is not part of the repository; without it the test says so.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "frontends/formats/jepsen/jepsen_json.hpp"
#include "frontends/formats/peers/dbcop_text.hpp"
#include "tests/frontends/formats/describe.hpp"
#include "tests/oracle/corpus.hpp"

namespace isolde {
namespace {

using nlohmann::json;

// Operations of one call, by the rules of docs/formats.md. `type` is that of the completion, or "invoke".
std::size_t operations_of(const std::string& f, const std::string& type, const json& value) {
  const bool ok = type == "ok";
  const bool is_micro = value.is_array() && !value.empty() && value[0].is_array() && value[0][0].is_string();
  if (f == "txn" || f.empty() || is_micro) {
    std::size_t count = 0;
    for (const json& mop : value.is_null() ? json::array() : value) {
      const bool reads = mop[0] == "r" || mop[0] == "rp";
      if (!reads || ok || (type != "invoke" && !mop[2].is_null())) ++count;
    }
    return count;
  }
  if (f == "read") return value.is_object() ? value.size() : (ok ? 1 : 0);
  if (f == "cas" || f == "acquire" || f == "release") return type == "fail" ? 1 : 2;
  if (f == "transfer") return 2;
  return 1;
}

struct Counts {
  std::size_t transactions = 0;
  std::size_t operations = 0;
  std::size_t sessions = 0;
};

Counts count(const json& history) {
  Counts counts;
  std::map<json, std::vector<json>> open;
  std::map<json, bool> processes;
  for (const json& op : history) {
    const json process = op.value("process", json());
    if (!process.is_number_integer() && !process.is_null()) continue;
    if (process.is_number_integer()) processes[process] = true;
    if (op["type"] == "invoke") {
      open[process].push_back(op);
      continue;
    }
    json value = op.value("value", json());
    if (!open[process].empty()) {
      const json asked = open[process].front().value("value", json());
      open[process].erase(open[process].begin());
      if (value.is_null() || (op.value("f", "") == "transfer" && !value.is_object())) value = asked;
    }
    if (op.value("f", "") == "init") continue;
    ++counts.transactions;
    counts.operations += operations_of(op.value("f", ""), op["type"], value);
  }
  for (const auto& [process, left] : open) {
    for (const json& op : left) {
      ++counts.transactions;
      counts.operations += operations_of(op.value("f", ""), "invoke", op.value("value", json()));
    }
  }
  counts.sessions = processes.size();
  return counts;
}

TEST(JepsenCorpus, EveryCaseIsReadAndCounted) {
  const std::filesystem::path cases = corpus() / "cases";
  if (!std::filesystem::is_directory(cases))
    GTEST_SKIP() << "the corpus is not at " << corpus() << "; set ISOLDE_CORPUS to read it";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(cases)) {
    ++files;
    const json document = json::parse(std::ifstream(entry.path()));
    const auto history = read_jepsen_json(entry.path().string(), {});
    ASSERT_TRUE(history) << history.error().to_string();
    const Counts expected = count(document["history"]);
    EXPECT_EQ(history->transaction_count(), expected.transactions) << entry.path();
    EXPECT_EQ(history->operation_count(), expected.operations) << entry.path();
    const bool timed =
        std::ranges::any_of(document["history"], [](const json& op) { return op["type"] == "invoke"; });
    EXPECT_EQ(history->has_times(), timed && document["name"] != "elle-la-unobserved-write--serializable")
        << entry.path();
    EXPECT_LE(history->session_count(), expected.sessions) << entry.path();
  }
  EXPECT_EQ(files, 336U);
}

// Many cases carry the same history in DBCop's notation, too.
TEST(JepsenCorpus, DbcopTextSaysTheSame) {
  const std::filesystem::path cases = corpus() / "cases";
  if (!std::filesystem::is_directory(cases))
    GTEST_SKIP() << "the corpus is not at " << corpus() << "; set ISOLDE_CORPUS to read it";
  std::size_t compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(cases)) {
    const json document = json::parse(std::ifstream(entry.path()));
    if (!document.contains("hist")) continue;
    ++compared;
    const auto text = read_dbcop_text_bytes(document["hist"].get<std::string>(), "hist");
    const auto history = read_jepsen_json(entry.path().string(), {});
    ASSERT_TRUE(text && history) << entry.path();
    const testing_support::Wanted wanted{.ids = false, .session_names = false, .times = false};
    EXPECT_EQ(describe(*text, wanted), describe(*history, wanted)) << entry.path();
  }
  EXPECT_GT(compared, 0U);
}

}  // namespace
}  // namespace isolde
