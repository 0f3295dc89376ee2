// The Cobra reader on up to four logs; "|LOG|" stands between them.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "frontends/formats/peers/cobra.hpp"
#include "tests/fuzz/check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::string_view kBetween = "|LOG|";
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  std::vector<isolde::CobraLog> logs;
  while (logs.size() < 4) {
    const std::size_t end = rest.find(kBetween);
    logs.push_back({"T" + std::to_string(logs.size()) + ".log", rest.substr(0, end)});
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + kBetween.size());
  }
  const isolde::Result<isolde::History> history = isolde::read_cobra_logs(logs);
  if (history) {
    isolde::fuzz::check_round_trip(*history);
  } else {
    isolde::fuzz::check_error(history.error());
  }
  return 0;
}
