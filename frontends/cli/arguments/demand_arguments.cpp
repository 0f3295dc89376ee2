#include "frontends/cli/arguments/demand_arguments.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "base/digits.hpp"

namespace isolde {
namespace {

// Empty if the text is a natural number that fits, else what is wrong.
std::string check_count(const std::string& text) {
  constexpr std::size_t kMostDigits = 18;
  const bool is_count = !text.empty() && text.size() <= kMostDigits && std::ranges::all_of(text, is_digit);
  return is_count ? "" : fmt::format("'{}' is no count; write a number from 0 up", text);
}

}  // namespace

void DemandArguments::add_to(CLI::App& command) {
  command
      .add_option("--min-transactions", least_.min_transactions,
                  "With fewer committed transactions, a level that holds is unknown, exit code 3")
      ->check(check_count)
      ->type_name("N")
      ->capture_default_str();
  command.add_flag("--fail-on-warning", least_.fail_on_warning,
                   "With a warning, a level that holds is unknown, exit code 3");
}

}  // namespace isolde
