// Where native text goes: a file, one that is compressed on the way, or standard output. Memory: two buffers
// of about a mebibyte. Failures are reported once, at close().
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/files/output_file.hpp"
#include "base/result.hpp"

struct ZSTD_CCtx_s;

namespace isolde::native {

class NativeOutput {
 public:
  // The default level of zstd.
  static constexpr int kDefaultLevel = 3;
  // For output that is made faster than level 3 compresses.
  static constexpr int kFastLevel = 1;

  // "-" is standard output; a path that ends in ".zst" is compressed.
  [[nodiscard]] static Result<NativeOutput> create(const std::string& path, int level = kDefaultLevel);

  // Append here, and call flush_if_full() now and then.
  [[nodiscard]] fmt::memory_buffer& buffer() { return stream_ ? plain_ : file_.buffer(); }
  void flush_if_full();
  [[nodiscard]] Result<void> close();
  // As of the file: false once nothing more is written.
  [[nodiscard]] bool wants_more() const { return file_.wants_more(); }

 private:
  struct Free {
    void operator()(ZSTD_CCtx_s* stream) const;
  };
  using Stream = std::unique_ptr<ZSTD_CCtx_s, Free>;

  NativeOutput(OutputFile file, std::string path, Stream stream)
      : file_(std::move(file)), path_(std::move(path)), stream_(std::move(stream)) {}
  void compress(bool is_last);

  OutputFile file_;
  std::string path_;
  Stream stream_;             // none: not compressed
  fmt::memory_buffer plain_;  // what is yet to be compressed
  bool failed_ = false;
};

}  // namespace isolde::native
