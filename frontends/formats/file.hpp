// Files as readers and writers want them: a whole file mapped into memory, and a buffered output whose
// failures are reported once, at close().
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/result.hpp"

namespace isolde {

// A read-only mapping. Unreadable files and directories are errors with the system's reason. The mapping is
// released with the object; forget_before() gives pages back early, so that scanning a huge file stays small.
class MappedFile {
 public:
  [[nodiscard]] static Result<MappedFile> open(const std::string& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  [[nodiscard]] std::string_view bytes() const { return {data_, size_}; }
  // The caller will not look at bytes before `offset` again.
  void forget_before(std::size_t offset);

 private:
  MappedFile(const char* data, std::size_t size) : data_(data), size_(size) {}

  const char* data_;
  std::size_t size_;
  std::size_t forgotten_ = 0;
};

// Buffered text output. Append to buffer(), call flush_if_full() now and then, and close() at the end: it
// alone reports whether everything reached the disk. Without close() the file is left as it is.
class OutputFile {
 public:
  [[nodiscard]] static Result<OutputFile> create(const std::string& path);
  // Closing it leaves the process's own standard output open.
  [[nodiscard]] static Result<OutputFile> standard_output();

  [[nodiscard]] fmt::memory_buffer& buffer() { return buffer_; }
  void flush_if_full();
  [[nodiscard]] Result<void> close();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  OutputFile(std::FILE* file, std::string path) : file_(file), path_(std::move(path)) {}
  void flush();

  std::unique_ptr<std::FILE, Closer> file_;
  std::string path_;
  fmt::memory_buffer buffer_;
  bool failed_ = false;
};

}  // namespace isolde
