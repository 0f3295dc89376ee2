#include "base/byte_mask.hpp"

#include <array>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace isolde {
namespace {

using Bytes = std::array<char, kMaskBytes>;

// Few different ones, with and without the high bit, so that many are equal and neighbours differ by one.
Bytes random_bytes(Random& random) {
  Bytes bytes;
  for (char& byte : bytes) byte = static_cast<char>(random.below(2) * 0x80 + random.below(3));
  return bytes;
}

TEST(ByteMask, HasABitWhereBytesAreTheSame) {
  Random random(1);
  for (int round = 0; round < 2000; ++round) {
    const Bytes a = random_bytes(random);
    const Bytes b = random_bytes(random);
    std::uint64_t same = 0;
    std::uint64_t first = 0;
    for (std::size_t i = 0; i < kMaskBytes; ++i) {
      same |= std::uint64_t{a[i] == b[i]} << i;
      first |= std::uint64_t{a[i] == b[0]} << i;
    }
    EXPECT_EQ(bytes_equal(a.data(), b.data()), same);
    EXPECT_EQ(bytes_equal_to(b[0], a.data()), first);
    EXPECT_EQ(byte_mask::equal_by_words(a.data(),
                                        [&](unsigned i) { return load_word<std::uint64_t>(b.data() + i); }),
              same);
  }
}

}  // namespace
}  // namespace isolde
