#include "base/file.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace isolde {

// In pieces by read(), which turns what the stream buffer throws into a bad stream; iterators let it pass.
Result<std::string> read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text;
  std::array<char, 1 << 16> piece;
  while (in) {
    in.read(piece.data(), piece.size());
    text.append(piece.data(), static_cast<std::size_t>(in.gcount()));
  }
  if (!in.eof()) return environment_error(path, "the file cannot be read");
  return text;
}

Result<void> check_writable(const std::string& path) {
  std::error_code failure;
  const bool is_there = std::filesystem::exists(path, failure);
  std::string asked = path;
  if (!is_there) {
    asked = std::filesystem::path(path).parent_path().string();
    if (asked.empty()) asked = ".";
  }
  // A file is opened, a name is added to a folder.
  if (std::filesystem::is_directory(asked, failure) == is_there || ::access(asked.c_str(), W_OK) != 0)
    return environment_error(path, "the file cannot be written");
  return {};
}

}  // namespace isolde
