#include "frontends/formats/bytes.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sys/stat.h>
#include <zstd.h>

namespace isolde {
namespace {

class TextBytes final : public ByteSource {
 public:
  explicit TextBytes(std::string_view text) : text_(text) {}

  Result<std::size_t> read(char* to, std::size_t room) override {
    const std::size_t count = text_.copy(to, room, taken_);
    taken_ += count;
    return count;
  }
  [[nodiscard]] std::uint64_t taken() const override { return taken_; }
  [[nodiscard]] std::uint64_t total() const override { return text_.size(); }

 private:
  std::string_view text_;
  std::size_t taken_ = 0;
};

// Keeps the first bytes aside once, so that a pipe can be looked at, too.
class FileBytes final : public ByteSource {
 public:
  static Result<std::unique_ptr<FileBytes>> open(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    std::unique_ptr<FileBytes> file(new FileBytes(fd, path));
    if (fd < 0) return file->failure("cannot be opened");
    struct stat info {};
    if (::fstat(fd, &info) == 0 && S_ISREG(info.st_mode))
      file->total_ = static_cast<std::uint64_t>(info.st_size);
    ::posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
    file->head_.resize(kZstdMagic.size());
    std::size_t filled = 0;
    while (filled < file->head_.size()) {
      const Result<std::size_t> got =
          file->read_file(file->head_.data() + filled, file->head_.size() - filled);
      if (!got) return tl::unexpected(got.error());
      if (*got == 0) break;
      filled += *got;
    }
    file->head_.resize(filled);
    return file;
  }

  ~FileBytes() override {
    if (fd_ >= 0) ::close(fd_);
  }
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;

  [[nodiscard]] bool is_zstd() const { return head_ == kZstdMagic; }
  [[nodiscard]] const std::string& path() const { return path_; }

  Result<std::size_t> read(char* to, std::size_t room) override {
    if (head_.empty()) return read_file(to, room);
    const std::size_t count = head_.copy(to, room);
    head_.erase(0, count);
    return count;
  }
  [[nodiscard]] std::uint64_t taken() const override { return taken_; }
  [[nodiscard]] std::uint64_t total() const override { return total_; }

 private:
  FileBytes(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}

  Result<std::size_t> read_file(char* to, std::size_t room) {
    for (;;) {
      const ssize_t got = ::read(fd_, to, room);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return failure("cannot be read");
      taken_ += static_cast<std::uint64_t>(got);
      return static_cast<std::size_t>(got);
    }
  }
  [[nodiscard]] tl::unexpected<Error> failure(const char* what) const {
    return environment_error(path_, fmt::format("{}: {}", what, std::strerror(errno)));
  }

  int fd_;
  std::string path_;
  std::string head_;
  std::uint64_t taken_ = 0;
  std::uint64_t total_ = 0;
};

class ZstdBytes final : public ByteSource {
 public:
  explicit ZstdBytes(std::unique_ptr<FileBytes> file)
      : file_(std::move(file)), stream_(ZSTD_createDStream()), packed_(ZSTD_DStreamInSize()) {
    if (!stream_) throw std::bad_alloc();
  }

  Result<std::size_t> read(char* to, std::size_t room) override {
    ZSTD_outBuffer out{to, room, 0};
    while (out.pos == 0) {
      if (in_.pos == in_.size && !output_waits_) {
        const Result<std::size_t> got = file_->read(packed_.data(), packed_.size());
        if (!got) return got;
        if (*got == 0) return end_of_file();
        in_ = {packed_.data(), *got, 0};
      }
      wanted_ = ZSTD_decompressStream(stream_.get(), &out, &in_);
      if (ZSTD_isError(wanted_) != 0)
        return damaged(fmt::format("the zstd data is damaged: {}", ZSTD_getErrorName(wanted_)));
      output_waits_ = out.pos == out.size;
    }
    return out.pos;
  }
  [[nodiscard]] std::uint64_t taken() const override { return file_->taken(); }
  [[nodiscard]] std::uint64_t total() const override { return file_->total(); }

 private:
  struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };

  [[nodiscard]] Result<std::size_t> end_of_file() const {
    if (wanted_ != 0) return damaged("the zstd data stops in the middle; the file is truncated");
    return 0;
  }
  [[nodiscard]] tl::unexpected<Error> damaged(std::string message) const {
    return input_error({file_->path(), PlaceUnit::kNone, 0}, std::move(message));
  }

  std::unique_ptr<FileBytes> file_;
  std::unique_ptr<ZSTD_DStream, Free> stream_;
  std::vector<char> packed_;
  ZSTD_inBuffer in_{nullptr, 0, 0};
  std::size_t wanted_ = 1;     // 0 when a frame has just ended
  bool output_waits_ = false;  // the last call filled its room, so the stream may hold more without new input
};

}  // namespace

Result<std::unique_ptr<ByteSource>> open_bytes(const std::string& path) {
  Result<std::unique_ptr<FileBytes>> file = FileBytes::open(path);
  if (!file) return tl::unexpected(std::move(file.error()));
  if (!(*file)->is_zstd()) return std::move(*file);
  try {
    return std::make_unique<ZstdBytes>(std::move(*file));
  } catch (const std::bad_alloc&) {
    return environment_error(path, "there is not enough memory to decompress the file");
  }
}

std::unique_ptr<ByteSource> bytes_of(std::string_view text) { return std::make_unique<TextBytes>(text); }

}  // namespace isolde
