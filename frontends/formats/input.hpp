// What a user named as the input of a reader: a file, standard input ("-"), anything else that can be opened
// and read (a FIFO, a device, what a shell puts in place of <(...)), each plain or compressed; or a
// directory.
//
// Opened on first use, and once: a pipe gives its bytes only once, so detection, which looks at the first
// bytes, and the reader must share this object. Errors are those of the system, or of damaged compressed
// data.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "frontends/formats/bytes.hpp"
#include "frontends/formats/file.hpp"

namespace isolde {

class InputFile {
 public:
  InputFile(std::string path);  // NOLINT(google-explicit-constructor): a path is an input
  InputFile(const char* path) : InputFile(std::string(path)) {}

  [[nodiscard]] const std::string& path() const { return path_; }
  // What messages call it: the path, or "standard input".
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] bool is_directory() const;

  // The first `size` bytes after decompression, or all there are.
  [[nodiscard]] Result<std::string_view> head(std::size_t size);

  // Everything, decompressed. A plain file is mapped; anything else is read, and may be as large as what
  // memory the machine has left.
  [[nodiscard]] Result<WholeFile> whole() &&;
  // The same in pieces, in bounded memory.
  [[nodiscard]] Result<std::unique_ptr<ByteSource>> stream() &&;

 private:
  Result<void> open();

  std::string path_;
  std::string name_;
  std::unique_ptr<PeekedBytes> bytes_;  // null: not opened yet
  int fd_ = -1;                         // what bytes_ reads from, and closes
  std::size_t mappable_ = 0;            // bytes of a plain file
};

}  // namespace isolde
