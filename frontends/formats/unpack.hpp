// Compressed input: how it is packed, which its first bytes say, and the bytes that come out.
//
// Both kinds may consist of several parts one after the other (gzip members, zstd frames), as `cat` and
// parallel compressors leave them. Input that stops in the middle or is damaged is one sentence, where it is
// found. Memory is bounded by the window: 32 KiB for gzip, 128 MiB for zstd, which refuses frames that ask
// for more.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "frontends/formats/bytes.hpp"

namespace isolde {

enum class Packing : std::uint8_t { kNone, kGzip, kZstd };

// How many first bytes packing_of() wants to see.
inline constexpr std::size_t kPackingHead = 64;
[[nodiscard]] Packing packing_of(std::string_view head);

// Requires a packing other than kNone. `name` is what errors call the input.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> unpacked(std::unique_ptr<ByteSource> packed,
                                                           Packing packing, const std::string& name);

// The name that a file had before it was packed: "T1.log" of "T1.log.gz".
[[nodiscard]] std::string_view unpacked_name(std::string_view name);

}  // namespace isolde
