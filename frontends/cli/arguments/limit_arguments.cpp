#include "frontends/cli/arguments/limit_arguments.hpp"

#include <fmt/format.h>

#include "frontends/cli/arguments/quantity.hpp"

namespace isolde {

void LimitArguments::add_to(CLI::App& command, const std::string& who) {
  command.add_option("--timeout", timeout, fmt::format("Stop {} after this long", who))
      ->check(check_duration)
      ->capture_default_str();
  command.add_option("--memory", memory, fmt::format("Stop {} beyond this much memory", who))
      ->check(check_size)
      ->capture_default_str();
}

Limits LimitArguments::limits() const {
  Limits limits;
  limits.seconds = static_cast<double>(*parse_duration(timeout)) / 1e9;  // exact for whole seconds
  limits.memory_bytes = *parse_size(memory);
  return limits;
}

}  // namespace isolde
