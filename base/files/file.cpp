#include "base/files/file.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <ostream>
#include <streambuf>
#include <unistd.h>

#include <fmt/format.h>

#include "base/files/output_file.hpp"

namespace isolde {
namespace {

// A stream whose bytes go to an OutputFile, which remembers failures.
class OutputFileStream final : public std::streambuf {
 public:
  explicit OutputFileStream(OutputFile& file) : file_(file) {}

 protected:
  std::streamsize xsputn(const char* bytes, std::streamsize count) override {
    file_.buffer().append(bytes, bytes + count);
    file_.flush_if_full();
    return count;
  }
  int_type overflow(int_type byte) override {
    if (traits_type::eq_int_type(byte, traits_type::eof())) return traits_type::not_eof(byte);
    file_.buffer().push_back(traits_type::to_char_type(byte));
    file_.flush_if_full();
    return byte;
  }

 private:
  OutputFile& file_;
};

}  // namespace

std::string input_name(const std::string& path) { return is_standard_stream(path) ? "standard input" : path; }

std::string output_name(const std::string& path) {
  return is_standard_stream(path) ? "standard output" : path;
}

tl::unexpected<Error> system_error(const std::string& name, std::string_view what) {
  return environment_error(name, fmt::format("{}: {}", what, std::strerror(errno)));
}

Result<int> open_input(const std::string& path) {
  const int fd = is_standard_stream(path) ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                          : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return system_error(input_name(path), "cannot be opened");
  return fd;
}

Result<std::string> read_file(const std::string& path) {
  const Result<int> fd = open_input(path);
  if (!fd) return tl::unexpected(fd.error());
  std::string text;
  std::array<char, 1 << 16> piece;
  ssize_t got = 0;
  do {
    got = ::read(*fd, piece.data(), piece.size());
    if (got > 0) text.append(piece.data(), static_cast<std::size_t>(got));
  } while (got > 0 || (got < 0 && errno == EINTR));
  auto failure = system_error(input_name(path), "cannot be read");
  ::close(*fd);
  if (got < 0) return failure;
  return text;
}

Result<void> write_file(const std::string& path, std::string_view text) {
  return write_file(path, [&](std::ostream& out) { out << text; });
}

Result<void> write_file(const std::string& path, const std::function<void(std::ostream&)>& write) {
  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return tl::unexpected(std::move(file.error()));
  OutputFileStream buffer(*file);
  std::ostream stream(&buffer);
  write(stream);
  return file->close();
}

Result<void> check_writable(const std::string& path) {
  if (is_standard_stream(path)) return {};
  std::error_code failure;
  const bool is_there = std::filesystem::exists(path, failure);
  std::string asked = path;
  if (!is_there) {
    asked = std::filesystem::path(path).parent_path().string();
    if (asked.empty()) asked = ".";
  }
  // An existing file has to be writable; for a new one its folder has to be.
  if (std::filesystem::is_directory(asked, failure) == is_there || ::access(asked.c_str(), W_OK) != 0)
    return environment_error(path, "the file cannot be written");
  return {};
}

}  // namespace isolde
