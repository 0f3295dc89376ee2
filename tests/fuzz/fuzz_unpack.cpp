// Any bytes behind a magic number decompress or are refused in one sentence, alike in large pieces and in
// small ones.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "frontends/formats/unpack.hpp"
#include "tests/fuzz/check.hpp"

namespace {

constexpr std::size_t kEnough = std::size_t{1} << 20;  // of what a bomb holds

// What comes out, and the sentence in the end, if it was reached.
std::string unpack(std::string_view bytes, isolde::Packing packing, std::size_t room) {
  auto source = isolde::unpacked(isolde::bytes_of(bytes), packing, "input");
  isolde::fuzz::demand(source.has_value(), "there is memory");
  std::string text;
  std::vector<char> piece(room);
  while (text.size() < kEnough) {
    const isolde::Result<std::size_t> got = (*source)->read(piece.data(), piece.size());
    if (!got) {
      isolde::fuzz::check_error(got.error());
      return got.error().to_string();
    }
    if (*got == 0) break;
    isolde::fuzz::demand(*got <= room, "there is room for what is read");
    text.append(piece.data(), *got);
  }
  return text.substr(0, kEnough);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const isolde::Packing packing = isolde::packing_of(bytes);
  if (packing == isolde::Packing::kNone) return 0;
  isolde::fuzz::demand(unpack(bytes, packing, 4096) == unpack(bytes, packing, 1000),
                       "pieces make no difference");
  return 0;
}
