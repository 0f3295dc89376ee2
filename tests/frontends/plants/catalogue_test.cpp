// The table of plants: names, texts, what the command line takes, and the page that documents them.
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "frontends/plants/notation.hpp"
#include "frontends/plants/plants.hpp"
#include "tests/oracle/oracle.hpp"

namespace isolde::plants {
namespace {

using testing::HasSubstr;

TEST(Plants, AreManyAndNamedOnce) {
  std::set<std::string_view> names;
  for (const PlantInfo& plant : plants()) {
    EXPECT_TRUE(names.insert(plant.name).second) << plant.name;
    EXPECT_EQ(plant_named(plant.name), &plant);
    EXPECT_FALSE(broken_levels(plant).empty()) << plant.name;
  }
  for (const char* wanted : {"G0", "G1a", "G1b", "G1c", "lost-update", "read-skew", "write-skew", "G2",
                             "phantom", "long-fork", "fractured-read", "non-repeatable-read", "stale-read",
                             "session-violation", "internal", "garbage-read"})
    EXPECT_NE(plant_named(wanted), nullptr) << wanted;
}

// Vbox, Table 1: RAT 13, WAT 9, IAT 7.
TEST(Plants, CoverTheFamiliesOfTable1) {
  const auto count = [](Family family) { return std::ranges::count(plants(), family, &PlantInfo::family); };
  EXPECT_GE(count(Family::kRat), 13);
  EXPECT_GE(count(Family::kWat), 9);
  EXPECT_GE(count(Family::kIat), 7);
}

TEST(Plants, NamesBeginWithTheirFamily) {
  for (const PlantInfo& plant : plants()) {
    EXPECT_EQ(plant.family == Family::kRat, plant.name.starts_with("rat-")) << plant.name;
    EXPECT_EQ(plant.family == Family::kWat, plant.name.starts_with("wat-")) << plant.name;
    EXPECT_EQ(plant.family == Family::kIat, plant.name.starts_with("iat-")) << plant.name;
  }
}

TEST(Plants, AreFoundInAnyCase) {
  ASSERT_NE(plant_named("g1A"), nullptr);
  EXPECT_EQ(plant_named("g1A")->name, "G1a");
  EXPECT_EQ(plant_named("g1"), nullptr);
  EXPECT_EQ(plant_named(""), nullptr);
}

TEST(Plants, LevelsStandInTheOrderOfTheEnum) {
  EXPECT_EQ(broken_levels(*plant_named("stale-read")),
            (std::vector{Level::kStrictSerializable, Level::kStrongSnapshotIsolation}));
  EXPECT_TRUE(breaks(*plant_named("write-skew"), Level::kRepeatableRead));
  EXPECT_FALSE(breaks(*plant_named("write-skew"), Level::kPrefixConsistency));
}

TEST(Requests, Good) {
  const Result<PlantRequest> one = parse_request("lost-update");
  ASSERT_TRUE(one);
  EXPECT_EQ(one->plant->name, "lost-update");
  EXPECT_EQ(one->count, 1U);
  const Result<PlantRequest> many = parse_request("g0=12");
  ASSERT_TRUE(many);
  EXPECT_EQ(many->plant->name, "G0");
  EXPECT_EQ(many->count, 12U);
}

TEST(Requests, Bad) {
  for (const char* text :
       {"", "=3", "nothing", "G0=", "G0=-1", "G0=x", "G0=3x", "G0=1000001", "G0=99999999999999999999999"}) {
    const Result<PlantRequest> request = parse_request(text);
    ASSERT_FALSE(request) << text;
    EXPECT_EQ(request.error().code, ErrorCode::kUsage) << text;
  }
}

TEST(Notation, SaysWhereItIsWrong) {
  for (const char* text :
       {"", "e [0,1]: r x nil", "a: r x nil", "a [0,1]: r k nil", "a [0,1]: r x 100", "a [0,1]: r x -1",
        "a [0,1]: r p 3", "a [0,1]: w p (v1=1)", "a [0,1]: pr 'v3 between 1 and 2' {}",
        "a [0,1]: pr 'v1 = 1' {}", "a [0,1]: pr 'v1 between 1 and 2' {p=(v1=1 v2=2)",
        "a [0,1]: pw 'v1 between 1 and 2' {p=(v1=1 v2=2)}", "a [0,1]: append x 1", "a [0,1]: r x nil b",
        "a [0,1]: r x nil;", "a lost [0,1]: r x nil", "a [0,1]: "}) {
    const Result<PlantTemplate> parsed = parse_plant(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_THAT(parsed.error().message, HasSubstr("at character")) << text;
  }
}

TEST(Documentation, HasALineForEveryPlant) {
  std::ifstream file(ISOLDE_SOURCE_DIR "/docs/plants.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  for (const PlantInfo& plant : plants()) {
    const std::string line = fmt::format("| `{}` | {} | `{}` | `{}` |\n", plant.name, plant.description,
                                         plant.transactions, plant.verdicts);
    EXPECT_TRUE(page.find(line) != std::string::npos) << line;
  }
}

}  // namespace
}  // namespace isolde::plants
