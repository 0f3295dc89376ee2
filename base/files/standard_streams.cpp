#include "base/files/standard_streams.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/files/file.hpp"

namespace isolde {
namespace {

// Opens /dev/null in the place of a closed descriptor, in the direction that makes every use fail: read-only
// for output, write-only for input.
void hold_standard_descriptors() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd)
    if (::fcntl(fd, F_GETFD) < 0)
      static_cast<void>(::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

Result<void> check_one(std::span<const NamedFile> files, std::string_view stream) {
  const auto is_dash = [](const NamedFile& file) { return is_standard_stream(file.path); };
  const auto first = std::ranges::find_if(files, is_dash);
  if (first == files.end()) return {};
  const auto second = std::find_if(std::next(first), files.end(), is_dash);
  if (second == files.end()) return {};
  const bool is_same = first->option == second->option;
  return usage_error(fmt::format("{}{} both ask for {}; name a file for one of them", first->option,
                                 is_same ? "" : fmt::format(" and {}", second->option), stream));
}

}  // namespace

// glibc lets a program put streams of its own in the place of stdout and stderr.
StandardStreams::StandardStreams() {
  hold_standard_descriptors();
  std::signal(SIGPIPE, SIG_IGN);
  watch(output_, stdout, ::isatty(STDOUT_FILENO) == 1 ? _IOLBF : _IOFBF);
  watch(error_, stderr, _IONBF);
}

StandardStreams::~StandardStreams() {
  release(output_, stdout);
  release(error_, stderr);
}

// Where there is no memory for it, the stream stays what it was.
void StandardStreams::watch(Watched& watched, std::FILE*& stream, int buffering) {
  std::fflush(stream);
  watched.original = stream;
  watched.stream = ::fopencookie(&watched, "w", {nullptr, write, nullptr, nullptr});
  if (watched.stream == nullptr) return;
  std::setvbuf(watched.stream, nullptr, buffering, BUFSIZ);
  stream = watched.stream;
}

void StandardStreams::release(Watched& watched, std::FILE*& stream) {
  if (watched.stream == nullptr) return;
  stream = watched.original;
  std::fclose(watched.stream);
}

ssize_t StandardStreams::write(void* watched, const char* bytes, std::size_t size) {
  auto& [fd, failure, stream, original] = *static_cast<Watched*>(watched);
  for (std::size_t done = 0; done < size && failure == 0;) {
    const ssize_t count = ::write(fd, bytes + done, size - done);
    if (count >= 0)
      done += static_cast<std::size_t>(count);
    else if (errno != EINTR)
      failure = errno;
  }
  return static_cast<ssize_t>(size);
}

Result<void> StandardStreams::finish() {
  if (std::fflush(stdout) != 0 && output_.failure == 0) output_.failure = errno;
  if (output_.failure == 0 || output_.failure == EPIPE) return {};
  errno = output_.failure;
  return system_error("standard output", "cannot be written");
}

Result<void> check_one_reads_standard_input(std::span<const NamedFile> files) {
  return check_one(files, "standard input");
}

Result<void> check_one_writes_standard_output(std::span<const NamedFile> files) {
  return check_one(files, "standard output");
}

std::FILE* report_stream(std::span<const NamedFile> files) {
  return std::ranges::any_of(files, [](const NamedFile& file) { return is_standard_stream(file.path); })
             ? stderr
             : stdout;
}

}  // namespace isolde
