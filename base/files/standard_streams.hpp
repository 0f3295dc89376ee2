// What the program prints must arrive, or it says so: standard output and error as the commands see them
// (stdout, stderr), and the rules for "-" among a command's files.
//
// Nobody who prints has to look whether that worked. While a StandardStreams lives, writing to either stream
// always seems to succeed; the first failure of standard output is kept, and finish() tells of it once. A
// reader that closed its pipe (`isolde levels h | head -1`) has seen enough: that is no failure, and the exit
// code is the verdict's. Whether messages on standard error arrive is nobody's concern.
#pragma once

#include <cstdio>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace isolde {

class StandardStreams {
 public:
  // Descriptors 0 to 2 are opened where the caller closed them, such that using them fails: else the next
  // file that is opened would take their place, and get what is printed. SIGPIPE is ignored from now on.
  StandardStreams();
  ~StandardStreams();
  StandardStreams(const StandardStreams&) = delete;
  StandardStreams& operator=(const StandardStreams&) = delete;

  // Writes what waits in standard output; an error (environment) if anything was lost since the beginning.
  [[nodiscard]] Result<void> finish();

 private:
  struct Watched {
    int fd;
    int failure = 0;  // errno of the first one
    std::FILE* stream = nullptr;
    std::FILE* original = nullptr;
  };
  static ssize_t write(void* watched, const char* bytes, std::size_t size);
  static void watch(Watched& watched, std::FILE*& stream, int buffering);
  static void release(Watched& watched, std::FILE*& stream);

  Watched output_{1};
  Watched error_{2};
};

// A file that an option or argument names; no path: it was not given.
struct NamedFile {
  std::string_view option;
  std::string_view path;
};

// An error (usage) if two of them are the same standard stream: standard input can be read once, and what is
// written to standard output is for one reader.
[[nodiscard]] Result<void> check_one_reads_standard_input(std::span<const NamedFile> files);
[[nodiscard]] Result<void> check_one_writes_standard_output(std::span<const NamedFile> files);

// Where a report for people goes: standard output, or standard error if one of the files is on standard
// output.
[[nodiscard]] std::FILE* report_stream(std::span<const NamedFile> files);

}  // namespace isolde
