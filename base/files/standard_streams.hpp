// Makes sure that a failure to write to standard output is reported, and has the rules for "-" among the
// files of a command.
//
// Code that prints need not check whether that worked. While a StandardStreams lives, writing to stdout or
// stderr always seems to succeed; the first failure of standard output is kept, and finish() returns it. A
// reader that closed its pipe (`isolde levels h | head -1`) has seen enough: that is no failure, and the exit
// code is the verdict's. Failures of standard error are ignored.
#pragma once

#include <cstdio>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace isolde {

class StandardStreams {
 public:
  // Opens descriptors 0 to 2 where the parent process closed them, in such a way that using them fails:
  // otherwise the next file that is opened would take their place and get what is printed. Ignores SIGPIPE
  // from now on.
  StandardStreams();
  ~StandardStreams();
  StandardStreams(const StandardStreams&) = delete;
  StandardStreams& operator=(const StandardStreams&) = delete;

  // Flushes standard output; an error (environment) if anything written to it was lost.
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

// A file that an option or argument names. An empty path means that it was not given.
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
