#include "frontends/formats/unpack.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <new>
#include <utility>
#include <vector>
#include <zlib.h>

#include <fmt/format.h>
#include <zstd.h>

#include "base/contract.hpp"

namespace isolde {
namespace {

static_assert(std::endian::native == std::endian::little, "sizes are copied as they stand in the file");

constexpr std::string_view kGzipMagic = "\x1F\x8B\x08";
constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD";
constexpr std::string_view kSkippableMagic = "\x2A\x4D\x18";  // behind a byte from 0x50 to 0x5F
constexpr std::size_t kSkippableHeader = 8;                   // magic and size
constexpr std::array<std::string_view, 2> kPackedEndings = {".gz", ".zst"};

tl::unexpected<Error> out_of_memory(const std::string& name) {
  return environment_error(name, "there is not enough memory to decompress the file");
}

// What gzip and zstd share: packed bytes, read in pieces, and the sentences about damaged ones.
class UnpackedBytes : public ByteSource {
 public:
  UnpackedBytes(std::unique_ptr<ByteSource> packed, std::string name, std::string_view kind)
      : packed_(std::move(packed)), name_(std::move(name)), kind_(kind), piece_(kPiece) {}

  [[nodiscard]] std::uint64_t taken() const final { return packed_->taken(); }
  [[nodiscard]] std::uint64_t total() const final { return packed_->total(); }

 protected:
  [[nodiscard]] const std::string& name() const { return name_; }
  // The next packed bytes; none at the end of the input.
  Result<std::string_view> next_piece() {
    return packed_->read(piece_.data(), piece_.size()).map([&](std::size_t got) {
      return std::string_view(piece_.data(), got);
    });
  }
  [[nodiscard]] tl::unexpected<Error> damaged(const char* why) const {
    return complain(fmt::format("the {} data is damaged: {}", kind_, why));
  }
  [[nodiscard]] tl::unexpected<Error> truncated() const {
    return complain(fmt::format("the {} data stops in the middle; the file is truncated", kind_));
  }
  [[nodiscard]] tl::unexpected<Error> complain(std::string message) const {
    return input_error({name_, PlaceUnit::kNone, 0}, std::move(message));
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 17;

  std::unique_ptr<ByteSource> packed_;
  std::string name_;
  std::string_view kind_;
  std::vector<char> piece_;
};

class ZstdBytes final : public UnpackedBytes {
 public:
  ZstdBytes(std::unique_ptr<ByteSource> packed, std::string name)
      : UnpackedBytes(std::move(packed), std::move(name), "zstd"), stream_(ZSTD_createDStream()) {
    if (!stream_) throw std::bad_alloc();
  }

  Result<std::size_t> read(char* to, std::size_t room) override {
    ZSTD_outBuffer out{to, room, 0};
    while (out.pos == 0) {
      if (in_.pos == in_.size && !output_waits_) {
        const Result<std::string_view> piece = next_piece();
        if (!piece) return tl::unexpected(piece.error());
        if (piece->empty()) return wanted_ == 0 ? Result<std::size_t>(0) : truncated();
        in_ = {piece->data(), piece->size(), 0};
      }
      wanted_ = ZSTD_decompressStream(stream_.get(), &out, &in_);
      if (ZSTD_isError(wanted_) != 0) return damaged(ZSTD_getErrorName(wanted_));
      output_waits_ = out.pos == out.size;
    }
    return out.pos;
  }

 private:
  struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };

  std::unique_ptr<ZSTD_DStream, Free> stream_;
  ZSTD_inBuffer in_{nullptr, 0, 0};
  std::size_t wanted_ = 1;     // 0 when a frame has just ended
  bool output_waits_ = false;  // the last call filled its room, so the stream may hold more without new input
};

class GzipBytes final : public UnpackedBytes {
 public:
  GzipBytes(std::unique_ptr<ByteSource> packed, std::string name)
      : UnpackedBytes(std::move(packed), std::move(name), "gzip") {
    constexpr int kGzipHeader = 16;
    if (::inflateInit2(&stream_, MAX_WBITS + kGzipHeader) != Z_OK) throw std::bad_alloc();
  }
  ~GzipBytes() override { ::inflateEnd(&stream_); }
  GzipBytes(const GzipBytes&) = delete;
  GzipBytes& operator=(const GzipBytes&) = delete;

  Result<std::size_t> read(char* to, std::size_t room) override {
    constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
    const auto given = static_cast<uInt>(std::min(room, kMost));
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = given;
    while (stream_.avail_out == given) {
      if (const Result<void> filled = fill(); !filled) return tl::unexpected(filled.error());
      if (is_between_) {
        const Result<bool> more = begin_member();
        if (!more) return tl::unexpected(more.error());
        if (!*more && at_end_) return 0;
        if (!*more) continue;
      }
      const int code = ::inflate(&stream_, Z_NO_FLUSH);
      is_between_ = code == Z_STREAM_END;
      if (code == Z_MEM_ERROR) return out_of_memory(name());
      if (code == Z_BUF_ERROR && at_end_) return truncated();
      if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
        return damaged(stream_.msg != nullptr ? stream_.msg : "it asks for a dictionary");
    }
    return given - stream_.avail_out;
  }

 private:
  // Makes sure that there is input, unless the packed bytes have ended.
  Result<void> fill() {
    if (stream_.avail_in != 0 || at_end_) return {};
    const Result<std::string_view> piece = next_piece();
    if (!piece) return tl::unexpected(piece.error());
    at_end_ = piece->empty();
    stream_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(piece->data()));
    stream_.avail_in = static_cast<uInt>(piece->size());
    return {};
  }

  // Called after a member ended; false if no further one begins in the input at hand. Zeros may follow the
  // last member, with which some tools fill files up to whole blocks.
  Result<bool> begin_member() {
    for (; stream_.avail_in != 0 && *stream_.next_in == 0; ++stream_.next_in, --stream_.avail_in)
      is_padded_ = true;
    if (stream_.avail_in == 0) return false;
    if (is_padded_ || *stream_.next_in != static_cast<Bytef>(kGzipMagic[0]))
      return complain("the gzip data is followed by something else");
    ::inflateReset(&stream_);
    return true;
  }

  z_stream stream_{};
  bool is_between_ = false;  // a member has ended, and no other begun
  bool is_padded_ = false;
  bool at_end_ = false;  // of the packed bytes
};

// Parallel compressors begin with a small frame of their own, which every zstd skips.
std::string_view after_skippable_frame(std::string_view head) {
  if (head.size() < kSkippableHeader || (static_cast<unsigned char>(head[0]) & 0xF0) != 0x50 ||
      !head.substr(1).starts_with(kSkippableMagic))
    return head;
  std::uint32_t size = 0;
  std::memcpy(&size, head.data() + sizeof size, sizeof size);
  return head.substr(std::min(kSkippableHeader + size, head.size()));
}

}  // namespace

Packing packing_of(std::string_view head) {
  if (head.starts_with(kGzipMagic)) return Packing::kGzip;
  return after_skippable_frame(head).starts_with(kZstdMagic) ? Packing::kZstd : Packing::kNone;
}

Result<std::unique_ptr<ByteSource>> unpacked(std::unique_ptr<ByteSource> packed, Packing packing,
                                             const std::string& name) {
  ISOLDE_REQUIRE(packing != Packing::kNone);
  try {
    if (packing == Packing::kGzip) return std::make_unique<GzipBytes>(std::move(packed), name);
    return std::make_unique<ZstdBytes>(std::move(packed), name);
  } catch (const std::bad_alloc&) {
    return out_of_memory(name);
  }
}

std::string_view unpacked_name(std::string_view name) {
  for (const std::string_view ending : kPackedEndings)
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  return name;
}

}  // namespace isolde
