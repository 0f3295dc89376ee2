#include "frontends/formats/file.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include <sys/mman.h>
#include <sys/stat.h>

namespace isolde {
namespace {

constexpr std::size_t kFlushAt = std::size_t{1} << 20;
constexpr std::size_t kForgetAt = std::size_t{4} << 20;

tl::unexpected<Error> system_error(const std::string& path, const char* what) {
  return environment_error(path, fmt::format("{}: {}", what, std::strerror(errno)));
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return system_error(path, "cannot be opened");
  struct stat info {};
  if (::fstat(fd, &info) != 0 || S_ISDIR(info.st_mode)) {
    if (S_ISDIR(info.st_mode)) errno = EISDIR;
    auto error = system_error(path, "cannot be read");
    ::close(fd);
    return error;
  }
  const auto size = static_cast<std::size_t>(info.st_size);
  if (size == 0) {
    ::close(fd);
    return MappedFile("", 0);
  }
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  auto error = system_error(path, "cannot be mapped");
  ::close(fd);
  if (data == MAP_FAILED) return error;
  ::madvise(data, size, MADV_SEQUENTIAL);
  return MappedFile(static_cast<const char*>(data), size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, "")),
      size_(std::exchange(other.size_, 0)),
      forgotten_(other.forgotten_) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(forgotten_, other.forgotten_);
  return *this;
}

MappedFile::~MappedFile() {
  if (size_ != 0) ::munmap(const_cast<char*>(data_), size_);
}

void MappedFile::forget_before(std::size_t offset) {
  offset -= offset % kForgetAt;
  if (offset <= forgotten_) return;
  ::madvise(const_cast<char*>(data_) + forgotten_, offset - forgotten_, MADV_DONTNEED);
  forgotten_ = offset;
}

Result<OutputFile> OutputFile::create(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return system_error(path, "cannot be written");
  return OutputFile(file, path);
}

Result<OutputFile> OutputFile::standard_output() {
  const int fd = ::dup(STDOUT_FILENO);
  std::FILE* file = fd < 0 ? nullptr : ::fdopen(fd, "wb");
  if (file != nullptr) return OutputFile(file, "standard output");
  auto error = system_error("standard output", "cannot be written");
  if (fd >= 0) ::close(fd);
  return error;
}

void OutputFile::flush() {
  failed_ |= std::fwrite(buffer_.data(), 1, buffer_.size(), file_.get()) != buffer_.size();
  buffer_.clear();
}

void OutputFile::flush_if_full() {
  if (buffer_.size() >= kFlushAt) flush();
}

Result<void> OutputFile::close() {
  flush();
  failed_ |= std::fclose(file_.release()) != 0;
  if (failed_) return system_error(path_, "cannot be written");
  return {};
}

}  // namespace isolde
