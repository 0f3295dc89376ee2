#include "history/digest.hpp"

#include <set>

#include <gtest/gtest.h>

#include "frontends/formats/native/native.hpp"

namespace isolde {
namespace {

std::uint64_t digest_of_lines(const std::string& lines) {
  const Result<History> history = read_native_text("{\"isolde\":1}\n" + lines, "test");
  EXPECT_TRUE(history) << history.error().to_string() << lines;
  return history ? digest_of(*history) : 0;
}

// A line each, all of which differ from the first in one thing.
TEST(Digest, TellsEveryDifference) {
  const std::string lines[] = {
      R"({"id":1,"session":1,"start":1,"end":5,"ops":[{"op":"w","key":"x","value":1}]})",
      R"({"id":2,"session":1,"start":1,"end":5,"ops":[{"op":"w","key":"x","value":1}]})",
      R"({"id":1,"session":2,"start":1,"end":5,"ops":[{"op":"w","key":"x","value":1}]})",
      R"({"id":1,"session":1,"start":2,"end":5,"ops":[{"op":"w","key":"x","value":1}]})",
      R"({"id":1,"session":1,"start":1,"end":6,"ops":[{"op":"w","key":"x","value":1}]})",
      R"({"id":1,"session":1,"ops":[{"op":"w","key":"x","value":1}]})",
      R"({"id":1,"start":1,"end":5,"ops":[{"op":"w","key":"x","value":1}]})",
      R"({"id":1,"session":1,"status":"aborted","start":1,"end":5,"ops":[{"op":"w","key":"x","value":1}]})",
      R"({"id":1,"session":1,"start":1,"end":5,"ops":[{"op":"r","key":"x","value":1}]})",
      R"({"id":1,"session":1,"start":1,"end":5,"ops":[{"op":"w","key":"y","value":1}]})",
      R"({"id":1,"session":1,"start":1,"end":5,"ops":[{"op":"w","key":"x","value":2}]})",
      R"({"id":1,"session":1,"start":1,"end":5,"ops":[{"op":"w","key":"x","value":"1"}]})",
      R"({"id":1,"session":1,"start":1,"end":5,"ops":[{"op":"r","key":"x","value":[1]}]})",
      R"({"id":1,"session":1,"start":1,"end":5,"ops":[{"op":"w","key":"x","value":1,"start":2,"end":3}]})",
      R"({"id":1,"session":1,"start":1,"end":5,"ops":[{"op":"pr","where":"value = 1","rows":[]}]})",
      R"({"id":1,"session":1,"start":1,"end":5,"ops":[{"op":"pr","where":"value = 2","rows":[]}]})",
      R"({"id":1,"session":1,"start":1,"end":5,"ops":[{"op":"pr","where":"value = 1","rows":[{"key":"x","value":1}]}]})",
  };
  std::set<std::uint64_t> digests;
  for (const std::string& line : lines) {
    digests.insert(digest_of_lines(line + "\n"));
    EXPECT_EQ(digest_of_lines(line + "\n"), digest_of_lines(line + "\n"));
  }
  digests.insert(digest_of_lines(lines[0] + "\n{\"version_order\":{\"key\":\"x\",\"values\":[1]}}\n"));
  digests.insert(digest_of_lines(lines[0] + "\n{\"serialization_order\":[1]}\n"));
  EXPECT_EQ(digests.size(), std::size(lines) + 2);
}

// Journals outlive builds.
TEST(Digest, IsTheSameInEveryBuild) {
  EXPECT_EQ(digest_of_lines(R"({"id":1,"ops":[{"op":"w","key":"x","value":1}]})"
                            "\n"),
            3168239012722518365U);
}

}  // namespace
}  // namespace isolde
