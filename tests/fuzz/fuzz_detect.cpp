// Any bytes are in some format or in none; and what is bincode from its first byte to its last is never taken
// for a text.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "frontends/formats/detect.hpp"
#include "frontends/formats/peers/dbcop.hpp"
#include "tests/fuzz/check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::optional<isolde::Format> format = isolde::format_in(bytes);
  if (isolde::read_dbcop_bytes(bytes, "fuzz"))
    isolde::fuzz::demand(format == isolde::Format::kDbcop, "bincode is recognised");
  return 0;
}
