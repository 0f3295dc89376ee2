// Any bytes, taken as one session's log, are read or refused with a place; every id of the result is in
// range.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/contract.hpp"
#include "frontends/formats/peers/viper.hpp"
#include "tests/frontends/formats/describe.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace isolde;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Result<History> history = read_viper_bytes(bytes, "fuzz");
  if (!history) {
    ISOLDE_REQUIRE(!history.error().message.empty() && history.error().place.file == "fuzz");
    return 0;
  }
  ISOLDE_REQUIRE(history->session_count() <= 1);
  ISOLDE_REQUIRE(testing_support::describe(*history).size() >= history->transaction_count());
  return 0;
}
