// A whole file in memory, for readers that look at more than one line at a time: mapped where that is
// possible, read where it is not (a pipe, compressed data).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "frontends/formats/bytes.hpp"

namespace isolde {

// Read-only. The memory is released with the object; forget_before() gives pages of a mapping back early, so
// that scanning a huge file stays small.
class WholeFile {
 public:
  // A mapping of the first `size` bytes of the file, which may be closed then. Requires size > 0.
  [[nodiscard]] static Result<WholeFile> map(int fd, std::size_t size, const std::string& name);
  // All bytes of the source; an error (environment) as soon as there are more than `limit`, so that what was
  // packed small cannot fill the machine.
  [[nodiscard]] static Result<WholeFile> read(ByteSource& bytes, std::size_t limit, const std::string& name);

  WholeFile(WholeFile&& other) noexcept;
  WholeFile& operator=(WholeFile&& other) noexcept;
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;
  ~WholeFile();

  [[nodiscard]] std::string_view bytes() const { return {data_, size_}; }
  // The caller will not look at bytes before `offset` again, except to describe an error.
  void forget_before(std::size_t offset);

 private:
  WholeFile(char* data, std::size_t size, bool is_mapped) : data_(data), size_(size), is_mapped_(is_mapped) {}

  char* data_;  // null: nothing
  std::size_t size_;
  bool is_mapped_;  // else allocated
  std::size_t forgotten_ = 0;
};

}  // namespace isolde
