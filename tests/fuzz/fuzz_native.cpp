// The native reader: the quick scanner and the full parser agree, whatever the chunks; what was read survives
// a round trip.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "frontends/formats/native/native_read.hpp"
#include "history/predicates/predicate_types.hpp"
#include "tests/fuzz/check.hpp"

using isolde::History;
using isolde::Result;

namespace {

Result<History> read(std::string_view text, const isolde::native::Tuning& tuning) {
  const auto bytes = isolde::bytes_of(text);
  return isolde::native::read_lines(*bytes, "input", {}, tuning);
}

std::string outcome(const Result<History>& history) {
  return history ? isolde::write_native_text(*history).value_or("cannot be written")
                 : history.error().to_string();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<History> history = read(text, {.chunk = 4096});
  const std::string expected = outcome(read(text, {.use_scanner = false, .chunk = 4096}));
  isolde::fuzz::demand(outcome(history) == expected, "the scanner agrees with the parser");
  isolde::fuzz::demand(outcome(read(text, {.chunk = 7})) == expected, "chunks make no difference");
  if (history) {
    isolde::fuzz::check_round_trip(*history);
    if (const auto checked = isolde::check_predicate_types(*history); !checked)
      isolde::fuzz::check_error(checked.error());
  } else {
    isolde::fuzz::check_error(history.error());
  }
  return 0;
}
