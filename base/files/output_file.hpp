// Buffered output to a file or to standard output, whose failures are reported once, at close().
//
// A pipe at standard output that its reader has closed is no failure: the reader has seen enough (`| head`).
// What follows is dropped; a caller that could go on for long asks wants_more().
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "base/result.hpp"

namespace isolde {

// Append to buffer(), call flush_if_full() now and then, and close() at the end: it alone reports whether
// everything reached the disk. Without close() the file is left as it is.
class OutputFile {
 public:
  // "-" is standard output, which stays open for the process.
  [[nodiscard]] static Result<OutputFile> create(const std::string& path);
  // Writes behind what the file holds already.
  [[nodiscard]] static Result<OutputFile> append(const std::string& path);

  [[nodiscard]] fmt::memory_buffer& buffer() { return buffer_; }
  void flush_if_full();
  // Hands everything to the system now, and says whether all of it so far could be written.
  [[nodiscard]] Result<void> flush();
  [[nodiscard]] Result<void> close();

  // False once writing has failed or the reader is gone: nothing more is written.
  [[nodiscard]] bool wants_more() const { return failure_ == 0; }

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  OutputFile(std::FILE* file, const std::string& path);
  static Result<OutputFile> open(const std::string& path, const char* mode);
  void write_buffer();
  void note_failure();
  [[nodiscard]] Result<void> outcome() const;

  std::unique_ptr<std::FILE, Closer> file_;
  std::string name_;
  bool is_standard_;
  fmt::memory_buffer buffer_;
  int failure_ = 0;  // errno of the first one
};

}  // namespace isolde
