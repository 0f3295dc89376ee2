// Any bytes are read or refused with a place; what was read survives writing and reading again.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/contract.hpp"
#include "frontends/formats/peers/plume.hpp"
#include "tests/frontends/formats/describe.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace isolde;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Result<History> history = read_plume_bytes(bytes, "fuzz");
  if (!history) {
    ISOLDE_REQUIRE(!history.error().message.empty() && history.error().place.file == "fuzz");
    return 0;
  }
  const auto written = plume_bytes(*history);
  ISOLDE_REQUIRE(written);
  const Result<History> again = read_plume_bytes(*written, "again");
  ISOLDE_REQUIRE(again);
  const testing_support::Wanted wanted{.ids = true, .session_names = false};  // huge numbers are renumbered
  ISOLDE_REQUIRE(describe(*again, wanted) == describe(*history, wanted));
  return 0;
}
