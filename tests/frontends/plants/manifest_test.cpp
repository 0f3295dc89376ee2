// The manifest says what was planted, in a form that does not change.
#include "frontends/plants/manifest.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace isolde::plants {
namespace {

TEST(Manifest, SaysHowTheHistoryWasMade) {
  const std::vector<Planted> planted = {{plant_named("stale-read"), {7, 8}},
                                        {plant_named("garbage-read"), {12}}};
  Manifest manifest;
  manifest.seed = 18446744073709551615ULL;
  manifest.engine = "ssi";
  manifest.workload = "blindw-wr";
  manifest.parameters = {{"sessions", std::uint64_t{8}}, {"skew", 0.5}, {"truth", true}};
  manifest.transactions = 103;
  manifest.holds = Level::kStrictSerializable;
  manifest.planted = planted;
  const auto json = nlohmann::ordered_json::parse(manifest_text(manifest));
  std::string members;
  for (const auto& [name, value] : json.items()) members += name + " ";
  EXPECT_EQ(members, "seed engine workload parameters transactions holds planted ");
  EXPECT_EQ(json["seed"], 18446744073709551615ULL);
  EXPECT_EQ(json["engine"], "ssi");
  EXPECT_EQ(json["workload"], "blindw-wr");
  EXPECT_EQ(json["parameters"].dump(), R"({"sessions":8,"skew":0.5,"truth":true})");
  EXPECT_EQ(json["transactions"], 103);
  EXPECT_EQ(json["holds"], "strict-serializable");
  EXPECT_EQ(json["planted"][0].dump(),
            R"({"name":"stale-read","levels_broken":["strict-serializable","strong-snapshot-isolation"],)"
            R"("transactions":[7,8]})");
  EXPECT_EQ(json["planted"][1]["levels_broken"].size(), 8U);
  EXPECT_EQ(json["planted"].size(), 2U);
}

TEST(Manifest, AnEngineMayPromiseNothing) {
  const auto json = nlohmann::ordered_json::parse(manifest_text({}));
  EXPECT_TRUE(json["holds"].is_null());
  EXPECT_TRUE(json["planted"].is_array());
  EXPECT_TRUE(json["planted"].empty());
  EXPECT_TRUE(json["parameters"].is_object());
}

}  // namespace
}  // namespace isolde::plants
