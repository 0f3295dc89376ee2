// Where a streaming reader's bytes come from: a plain file, a zstd file, or memory. The three look the same,
// so that line and record readers know nothing of files, and memory stays bounded whatever the input's size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace isolde {

class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  // Puts at least one and at most `room` bytes at `to` and says how many; 0 only at the end. Requires room >
  // 0.
  [[nodiscard]] virtual Result<std::size_t> read(char* to, std::size_t room) = 0;

  // For progress: bytes of the file taken so far, and its size (0 if unknown, as for a pipe).
  [[nodiscard]] virtual std::uint64_t taken() const = 0;
  [[nodiscard]] virtual std::uint64_t total() const = 0;
};

inline constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD";

// A file that starts with zstd's magic number is decompressed, any other is read as it is.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> open_bytes(const std::string& path);

// The text must outlive the source.
[[nodiscard]] std::unique_ptr<ByteSource> bytes_of(std::string_view text);

}  // namespace isolde
