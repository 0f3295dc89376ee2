#include "base/file.hpp"

#include <array>
#include <fstream>

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

}  // namespace isolde
