#include "frontends/formats/native/native_output.hpp"

#include <array>
#include <utility>

#include <zstd.h>

namespace isolde::native {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20;

}  // namespace

void NativeOutput::Free::operator()(ZSTD_CCtx_s* stream) const { ZSTD_freeCStream(stream); }

Result<NativeOutput> NativeOutput::create(const std::string& path, int level) {
  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return tl::unexpected(std::move(file.error()));
  Stream stream;
  if (path.ends_with(".zst")) {
    stream.reset(ZSTD_createCStream());
    if (!stream || ZSTD_isError(ZSTD_CCtx_setParameter(stream.get(), ZSTD_c_compressionLevel, level)) != 0)
      return environment_error(path, "cannot be compressed");
  }
  return NativeOutput(std::move(*file), path, std::move(stream));
}

void NativeOutput::compress(bool is_last) {
  std::array<char, 1 << 16> block;
  ZSTD_inBuffer in{plain_.data(), plain_.size(), 0};
  std::size_t left = 1;
  while (!failed_ && (in.pos < in.size || (is_last && left != 0))) {
    ZSTD_outBuffer out{block.data(), block.size(), 0};
    left = ZSTD_compressStream2(stream_.get(), &out, &in, is_last ? ZSTD_e_end : ZSTD_e_continue);
    failed_ = ZSTD_isError(left) != 0;
    file_.buffer().append(block.data(), block.data() + out.pos);
    file_.flush_if_full();
  }
  plain_.clear();
}

void NativeOutput::flush_if_full() {
  if (!stream_) return file_.flush_if_full();
  if (plain_.size() >= kBlock) compress(false);
}

Result<void> NativeOutput::close() {
  if (stream_) compress(true);
  if (failed_) return environment_error(path_, "cannot be compressed");
  return file_.close();
}

}  // namespace isolde::native
