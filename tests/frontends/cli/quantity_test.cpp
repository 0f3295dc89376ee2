#include "frontends/cli/arguments/quantity.hpp"

#include <gtest/gtest.h>

#include "frontends/cli/progress.hpp"

namespace isolde {
namespace {

TEST(Quantity, Durations) {
  EXPECT_EQ(parse_duration("60s"), 60'000'000'000);
  EXPECT_EQ(parse_duration("250ms"), 250'000'000);
  EXPECT_EQ(parse_duration("1.5us"), 1'500);
  EXPECT_EQ(parse_duration("2m"), 120'000'000'000);
  EXPECT_EQ(parse_duration("3"), 3'000'000'000);
  EXPECT_EQ(parse_duration("0"), 0);
  for (const char* bad : {"", "s", "-1s", "1 s", "1y", "nan", "inf", "1e300h", "0x10"})
    EXPECT_EQ(parse_duration(bad), std::nullopt) << bad;
}

TEST(Quantity, Sizes) {
  EXPECT_EQ(parse_size("8G"), std::size_t{8} << 30);
  EXPECT_EQ(parse_size("512MiB"), std::size_t{512} << 20);
  EXPECT_EQ(parse_size("100"), 100U);
  for (const char* bad : {"", "G", "-1G", "8X", "1e30G"}) EXPECT_EQ(parse_size(bad), std::nullopt) << bad;
}

TEST(Progress, ShowsHowFar) {
  EXPECT_EQ(Progress::render("reading", 1, 2, 3.4),
            "reading [###############...............] 50% 3 s, about 3 s left");
  EXPECT_EQ(Progress::render("reading", 1, 4, 30),
            "reading [#######.......................] 25% 30 s, about 90 s left");
  EXPECT_EQ(Progress::render("reading", 5, 2, 3.4), "reading [##############################] 100% 3 s");
  EXPECT_EQ(Progress::render("solve", 0, 0, 12), "solve ... 12 s");
}

}  // namespace
}  // namespace isolde
