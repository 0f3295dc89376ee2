// Where a streaming reader's bytes come from: a descriptor, another source with its first bytes looked at, or
// memory; unpack.hpp has those that decompress. All look the same, so that line and record readers know
// nothing of files, and memory stays bounded whatever the input's size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

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

// The text must outlive the source.
[[nodiscard]] std::unique_ptr<ByteSource> bytes_of(std::string_view text);

// Reads from where the descriptor stands, and closes it in the end. `name` is what errors call it.
[[nodiscard]] std::unique_ptr<ByteSource> bytes_from(int fd, std::string name);

// A source whose first bytes can be looked at before they are read, so that the format of a pipe can be
// detected as that of a file.
class PeekedBytes final : public ByteSource {
 public:
  explicit PeekedBytes(std::unique_ptr<ByteSource> bytes) : bytes_(std::move(bytes)) {}

  // The first `size` bytes, or all there are. Requires that nothing has been read yet.
  [[nodiscard]] Result<std::string_view> head(std::size_t size);

  [[nodiscard]] Result<std::size_t> read(char* to, std::size_t room) override;
  [[nodiscard]] std::uint64_t taken() const override { return bytes_->taken(); }
  [[nodiscard]] std::uint64_t total() const override { return bytes_->total(); }

 private:
  std::unique_ptr<ByteSource> bytes_;
  std::string head_;           // looked at before it was read
  std::size_t head_read_ = 0;  // how much of head_ has been read
};

}  // namespace isolde
