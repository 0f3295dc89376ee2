#include "encode/items/frontier_rows.hpp"

#include <algorithm>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace isolde {
namespace {

constexpr std::size_t kAlignment = 64;

bool join_plain(std::uint32_t* to, const std::uint32_t* from, std::size_t count) {
  std::uint32_t changed = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t joined = std::max(to[i], from[i]);
    changed |= joined ^ to[i];
    to[i] = joined;
  }
  return changed != 0;
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) bool join_avx2(std::uint32_t* to, const std::uint32_t* from,
                                               std::size_t count) {
  __m256i changed = _mm256_setzero_si256();
  for (std::size_t i = 0; i < count; i += 8) {
    auto* at = reinterpret_cast<__m256i*>(to + i);
    const __m256i old = _mm256_load_si256(at);
    const __m256i joined =
        _mm256_max_epu32(old, _mm256_load_si256(reinterpret_cast<const __m256i*>(from + i)));
    changed = _mm256_or_si256(changed, _mm256_xor_si256(joined, old));
    _mm256_store_si256(at, joined);
  }
  return _mm256_testz_si256(changed, changed) == 0;
}

const auto kJoin = __builtin_cpu_supports("avx2") != 0 ? join_avx2 : join_plain;
#else
const auto kJoin = join_plain;
#endif

}  // namespace

FrontierRows::FrontierRows(std::size_t rows, std::size_t lines)
    : stride_(padded(lines)), storage_(rows * stride_ + kAlignment / sizeof(std::uint32_t)) {
  const auto address = reinterpret_cast<std::uintptr_t>(storage_.data());
  const std::uintptr_t aligned = (address + kAlignment - 1) / kAlignment * kAlignment;
  cells_ = storage_.data() + (aligned - address) / sizeof(std::uint32_t);
}

void FrontierRows::copy(std::size_t to, std::size_t from) { std::copy_n(row(from), stride_, row(to)); }

bool FrontierRows::join(std::size_t to, std::size_t from) { return kJoin(row(to), row(from), stride_); }

std::size_t FrontierRows::first_ahead(std::size_t index, const std::uint32_t* counts,
                                      std::size_t except) const {
  const std::uint32_t* cells = row(index);
  for (std::size_t i = 0; i < stride_; i += kPad) {
    bool ahead = false;
    for (std::size_t j = i; j < i + kPad; ++j) ahead |= cells[j] > counts[j];
    if (!ahead) continue;
    for (std::size_t j = i; j < i + kPad; ++j)
      if (cells[j] > counts[j] && j != except) return j;
  }
  return stride_;
}

}  // namespace isolde
