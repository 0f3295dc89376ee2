// isolde generate as a user meets it: what it writes where, that it repeats itself, and what it refuses.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include "frontends/cli/generate_listing.hpp"
#include "frontends/formats/native/native.hpp"
#include "frontends/plants/plants.hpp"
#include "tests/frontends/formats/temporary.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;

class Generate : public testing::Test {
 protected:
  // Arguments are passed to the shell as they are; gives the exit code.
  int isolde(const std::string& arguments) {
    const std::string command = std::string(ISOLDE_PROGRAM) + " " + arguments + " >" +
                                directory_.file("out") + " 2>" + directory_.file("err");
    return WEXITSTATUS(std::system(command.c_str()));  // NOLINT(concurrency-mt-unsafe)
  }
  [[nodiscard]] std::string out() const { return directory_.read("out"); }
  [[nodiscard]] std::string err() const { return directory_.read("err"); }

  TemporaryDirectory directory_;
};

TEST_F(Generate, ListsEverything) {
  EXPECT_EQ(isolde("generate --list"), 0);
  const std::string listing = out();
  for (const std::string& name : workload_names()) EXPECT_THAT(listing, HasSubstr("\n  " + name + " "));
  for (const std::string& name : engine_names()) EXPECT_THAT(listing, HasSubstr("\n  " + name + " "));
  for (const plants::PlantInfo& plant : plants::plants())
    EXPECT_THAT(listing, HasSubstr("\n  " + std::string(plant.name) + " "));
}

TEST_F(Generate, HelpHasOneExamplePerWorkload) {
  EXPECT_EQ(isolde("generate --help"), 0);
  for (const std::string& name : workload_names())
    EXPECT_THAT(out(), HasSubstr("isolde generate " + name + " --transactions"));
}

TEST_F(Generate, WritesAFileAndNothingElse) {
  const std::string file = directory_.file("h.jsonl.zst");
  EXPECT_EQ(isolde("generate blindw-wr --transactions 50 --engine serial -o " + file), 0);
  EXPECT_EQ(out(), "");
  EXPECT_EQ(err(), "");
  const Result<History> history = read_native(file, {});
  ASSERT_TRUE(history) << history.error().to_string();
  EXPECT_EQ(history->transaction_count(), 50U);
}

TEST_F(Generate, VerboseSumsUpOnStandardError) {
  EXPECT_EQ(isolde("generate blindw-wr --transactions 50 -v -o " + directory_.file("h.jsonl")), 0);
  EXPECT_EQ(out(), "");
  EXPECT_THAT(err(), HasSubstr("50 transactions"));
}

TEST_F(Generate, WritesToStandardOutputAndRepeatsItself) {
  EXPECT_EQ(isolde("generate blindw-wr --transactions 50 --seed 3 --plant G0=2"), 0);
  const std::string first = out();
  const Result<History> history = read_native_text(first, "out");
  ASSERT_TRUE(history) << history.error().to_string();
  EXPECT_EQ(history->transaction_count(), 56U);
  EXPECT_EQ(isolde("generate blindw-wr --transactions 50 --seed 3 --plant g0=2 -o -"), 0);
  EXPECT_EQ(out(), first);
  EXPECT_EQ(isolde("generate blindw-wr --transactions 50 --seed 4 --plant G0=2"), 0);
  EXPECT_NE(out(), first);
}

TEST_F(Generate, PlantsAreInTheManifestAndFoundByTheCheck) {
  const std::string file = directory_.file("h.jsonl");
  EXPECT_EQ(isolde("generate blindw-wr --transactions 20 --engine serial --plant G1a --plant lost-update=2 "
                   "--manifest " +
                   directory_.file("m.json") + " -o " + file),
            0);
  const auto manifest = nlohmann::json::parse(directory_.read("m.json"));
  EXPECT_EQ(manifest["workload"], "blindw-wr");
  EXPECT_EQ(manifest["engine"], "serial");
  EXPECT_EQ(manifest["transactions"], 26);
  ASSERT_EQ(manifest["planted"].size(), 3U);
  EXPECT_EQ(isolde("check " + file), 1);
  EXPECT_EQ(isolde("generate blindw-wr --transactions 20 --engine serial -o " + file), 0);
  EXPECT_EQ(isolde("check " + file), 0);
}

TEST_F(Generate, WritesOtherFormats) {
  const std::string file = directory_.file("h.edn");
  EXPECT_EQ(isolde("generate blindw-wr --transactions 20 --to jepsen-edn -o " + file), 0);
  EXPECT_THAT(directory_.read("h.edn"), HasSubstr(":type"));
  EXPECT_EQ(isolde("check " + file + " --format jepsen-edn"), 0);
}

TEST_F(Generate, ForgetsWhatItIsToldTo) {
  const std::string run = "generate blindw-wr --transactions 300 --sessions 5 --seed 3 --truth --plant G0=2";
  const auto generated = [&](const std::string& flags) {
    EXPECT_EQ(isolde(run + flags), 0);
    return read_native_text(out(), "out").value();
  };
  const History full = generated("");
  EXPECT_TRUE(full.has_times());
  EXPECT_EQ(generated(" --no-times").session_count(), full.session_count());
  EXPECT_FALSE(generated(" --no-times").has_times());
  EXPECT_EQ(generated(" --no-sessions").session_count(), 0U);
  EXPECT_TRUE(generated(" --no-sessions").has_times());
}

// Only the names change: the same transactions in the same order, and all who name them follow.
TEST_F(Generate, ShufflesIds) {
  const std::string run = "generate blindw-wr --transactions 300 --sessions 5 --seed 3 --truth --plant G0=2";
  const std::string manifest = " --manifest " + directory_.file("m.json");
  EXPECT_EQ(isolde(run), 0);
  const History full = read_native_text(out(), "out").value();
  EXPECT_EQ(isolde(run + " --shuffle-ids" + manifest), 0);
  const History shuffled = read_native_text(out(), "out").value();
  ASSERT_EQ(shuffled.transaction_count(), full.transaction_count());
  EXPECT_EQ(shuffled.serialization_order(), full.serialization_order());
  std::size_t falls = 0;
  std::vector<TxnId> planted;
  const std::vector<std::int64_t> named =
      nlohmann::json::parse(directory_.read("m.json"))["planted"][0]["transactions"];
  for (const TxnId txn : shuffled.transactions()) {
    EXPECT_EQ(shuffled.start(txn), full.start(txn));
    EXPECT_LT(shuffled.external_id(txn), 512);
    if (txn.index() != 0)
      falls += shuffled.external_id(txn) < shuffled.external_id(TxnId(txn.index() - 1)) ? 1 : 0;
    if (std::ranges::count(named, shuffled.external_id(txn)) != 0) planted.push_back(txn);
  }
  EXPECT_GT(falls, 100U);
  ASSERT_EQ(planted.size(), 3U);
  for (const TxnId txn : planted)
    for (const OpId op : shuffled.operations(txn))
      EXPECT_THAT(std::string(shuffled.keys().text(shuffled.key(op).value)), HasSubstr("plant:"));
}

TEST_F(Generate, RefusesInOneSentence) {
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"", "needs the name of a workload"},
      {"nothing", "'nothing' is none of "},
      {"blindw-wr --engine nothing", "'nothing' is none of "},
      {"blindw-wr --plant nothing", "there is no plant 'nothing'"},
      {"blindw-wr --plant G0=x", "'x' is no number of plants"},
      {"blindw-wr --transactions 0", "'0' is no whole number from 1"},
      {"blindw-wr --transactions -1", "'-1' is no whole number"},
      {"blindw-wr --transactions 1e6", "'1e6' is no whole number"},
      {"blindw-wr --sessions 0", "'0' is no whole number"},
      {"blindw-wr --keys -4", "'-4' is no whole number"},
      {"blindw-wr --seed 99999999999999999999", "is no whole number"},
      {"blindw-wr --abort-rate nan", "'nan' is no fraction"},
      {"blindw-wr --read-ratio 1.5", "'1.5' is no fraction"},
      {"blindw-wr --skew -1", "'-1' is no number from 0"},
      {"blindw-wr --clock-skew 2x", "'2x' is no duration"},
      {"blindw-wr --clock-skew 9999h", "is no duration up to 1h"},
      {"blindw-wr --manifest -", "--output and --manifest both ask for standard output"},
      {"blindw-wr -o /nowhere/h", "/nowhere/h: cannot be written"},
      {"blindw-wr --manifest /nowhere/m", "/nowhere/m: cannot be written"},
  };
  for (const auto& [arguments, trouble] : bad) {
    EXPECT_EQ(isolde("generate " + arguments), 2) << arguments;
    EXPECT_EQ(out(), "") << arguments;
    EXPECT_THAT(err(), HasSubstr(trouble)) << arguments;
  }
}

}  // namespace
}  // namespace isolde
