#include "base/files/output_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

#include "base/files/file.hpp"

namespace isolde {
namespace {

constexpr std::size_t kFlushAt = std::size_t{1} << 20;

// A stream on a copy of the descriptor, so that closing it leaves standard output open. What the process has
// printed so far is flushed first and comes before it.
std::FILE* open_standard_output(const char* mode) {
  std::fflush(stdout);
  const int fd = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
  if (fd < 0) return nullptr;
  std::FILE* file = ::fdopen(fd, mode);
  if (file == nullptr) ::close(fd);
  return file;
}

}  // namespace

OutputFile::OutputFile(std::FILE* file, const std::string& path)
    : file_(file), name_(output_name(path)), is_standard_(is_standard_stream(path)) {}

Result<OutputFile> OutputFile::open(const std::string& path, const char* mode) {
  std::FILE* file = is_standard_stream(path) ? open_standard_output(mode) : std::fopen(path.c_str(), mode);
  if (file == nullptr) return system_error(output_name(path), "cannot be written");
  return OutputFile(file, path);
}

Result<OutputFile> OutputFile::create(const std::string& path) { return open(path, "wb"); }
Result<OutputFile> OutputFile::append(const std::string& path) { return open(path, "ab"); }

void OutputFile::note_failure() {
  if (failure_ == 0) failure_ = errno != 0 ? errno : EIO;
}

void OutputFile::write_buffer() {
  if (wants_more() && std::fwrite(buffer_.data(), 1, buffer_.size(), file_.get()) != buffer_.size())
    note_failure();
  buffer_.clear();
}

void OutputFile::flush_if_full() {
  if (buffer_.size() >= kFlushAt) write_buffer();
}

Result<void> OutputFile::outcome() const {
  if (failure_ == 0 || (is_standard_ && failure_ == EPIPE)) return {};
  errno = failure_;
  return system_error(name_, "cannot be written");
}

Result<void> OutputFile::flush() {
  write_buffer();
  if (wants_more() && std::fflush(file_.get()) != 0) note_failure();
  return outcome();
}

Result<void> OutputFile::close() {
  write_buffer();
  if (std::fclose(file_.release()) != 0) note_failure();
  return outcome();
}

}  // namespace isolde
