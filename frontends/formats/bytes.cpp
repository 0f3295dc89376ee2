#include "frontends/formats/bytes.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

#include <sys/stat.h>

#include "base/files/file.hpp"

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

class FileBytes final : public ByteSource {
 public:
  FileBytes(int fd, std::string name) : fd_(fd), name_(std::move(name)) {
    struct stat info {};
    if (::fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) total_ = static_cast<std::uint64_t>(info.st_size);
    ::posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
  }
  ~FileBytes() override { ::close(fd_); }
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;

  Result<std::size_t> read(char* to, std::size_t room) override {
    for (;;) {
      const ssize_t got = ::read(fd_, to, room);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return system_error(name_, "cannot be read");
      taken_ += static_cast<std::uint64_t>(got);
      return static_cast<std::size_t>(got);
    }
  }
  [[nodiscard]] std::uint64_t taken() const override { return taken_; }
  [[nodiscard]] std::uint64_t total() const override { return total_; }

 private:
  int fd_;
  std::string name_;
  std::uint64_t taken_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace

std::unique_ptr<ByteSource> bytes_of(std::string_view text) { return std::make_unique<TextBytes>(text); }

std::unique_ptr<ByteSource> bytes_from(int fd, std::string name) {
  return std::make_unique<FileBytes>(fd, std::move(name));
}

Result<std::string_view> PeekedBytes::head(std::size_t size) {
  std::size_t filled = head_.size();
  if (filled < size) head_.resize(size);
  while (filled < size) {
    const Result<std::size_t> got = bytes_->read(head_.data() + filled, size - filled);
    if (!got || *got == 0) head_.resize(filled);
    if (!got) return tl::unexpected(got.error());
    if (*got == 0) break;
    filled += *got;
  }
  return std::string_view(head_).substr(0, size);
}

Result<std::size_t> PeekedBytes::read(char* to, std::size_t room) {
  if (head_read_ == head_.size()) return bytes_->read(to, room);
  const std::size_t count = head_.copy(to, room, head_read_);
  head_read_ += count;
  if (head_read_ == head_.size()) {
    head_ = {};
    head_read_ = 0;
  }
  return count;
}

}  // namespace isolde
