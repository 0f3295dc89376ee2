#include "frontends/cli/arguments/order_arguments.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "check/used_orders.hpp"
#include "frontends/cli/arguments/quantity.hpp"
#include "frontends/cli/one_of.hpp"

namespace isolde {

void OrderArguments::add_to(CLI::App& command, const std::string& meaning) {
  command.add_option("--use", use, "so, rt, vo, or none, with commas: " + meaning)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(one_of({"none", "so", "rt", "vo"}))
      ->type_name("ORDERS");
  command
      .add_option(
          "--vo-fraction", version_fraction,
          "Fraction of the given version order that is used; versions are dropped at random by --seed")
      ->check(check_fraction)
      ->capture_default_str();
}

Result<void> OrderArguments::check(Level level) const {
  if (!used().versions && version_fraction != "1")
    return usage_error("--vo-fraction says how much of the version order is used: add vo to --use");
  return use.empty() ? Result<void>() : check_used_orders(level, used());
}

void OrderArguments::apply_to(CheckOptions& options) const {
  if (!use.empty()) options.use = used();
  options.version_fraction = *parse_fraction(version_fraction);
}

UsedOrders OrderArguments::used() const {
  const auto has = [&](const char* name) { return std::ranges::find(use, name) != use.end(); };
  return {has("so"), has("rt"), has("vo")};
}

}  // namespace isolde
