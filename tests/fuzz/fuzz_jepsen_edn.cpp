// Any bytes are read or refused with a place. Writing what was read is stable: the text written reads back to
// a history that is written the same.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/contract.hpp"
#include "frontends/formats/jepsen/jepsen_edn.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace isolde;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Result<History> history = read_jepsen_edn_bytes(bytes, "fuzz");
  if (!history) {
    ISOLDE_REQUIRE(!history.error().message.empty() && history.error().place.file == "fuzz");
    return 0;
  }
  const auto written = jepsen_edn_bytes(*history);
  if (!written) {
    ISOLDE_REQUIRE(written.error().code == ErrorCode::kUsage);
    return 0;
  }
  if (history->transaction_count() == 0) return 0;  // an empty file is refused
  const Result<History> again = read_jepsen_edn_bytes(*written, "again");
  ISOLDE_REQUIRE(again);
  ISOLDE_REQUIRE(again->transaction_count() == history->transaction_count());
  ISOLDE_REQUIRE(again->operation_count() == history->operation_count());
  const auto rewritten = jepsen_edn_bytes(*again);
  ISOLDE_REQUIRE(rewritten && *rewritten == *written);
  return 0;
}
