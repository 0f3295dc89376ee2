// Any bytes are read or refused with a place; what was read has only committed or aborted transactions.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/contract.hpp"
#include "frontends/formats/peers/dbcop_text.hpp"
#include "tests/frontends/formats/describe.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace isolde;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Result<History> history = read_dbcop_text_bytes(bytes, "fuzz");
  if (!history) {
    ISOLDE_REQUIRE(!history.error().message.empty() && history.error().place.file == "fuzz");
    return 0;
  }
  for (const TxnId txn : history->transactions())
    ISOLDE_REQUIRE(history->status(txn) != TxnStatus::kIndeterminate);
  ISOLDE_REQUIRE(testing_support::describe(*history).size() >= history->transaction_count());
  return 0;
}
