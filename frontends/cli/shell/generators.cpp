#include "frontends/cli/shell/generators.hpp"

#include <cstdio>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "frontends/cli/one_of.hpp"
#include "frontends/cli/shell/completion.hpp"
#include "frontends/cli/shell/man_page.hpp"

namespace isolde {

void add_generators(CLI::App& app, std::string version, std::string date) {
  const auto print_completion = [&app](const std::string& name) {
    if (const std::optional<Shell> shell = shell_named(name)) fmt::print("{}", completion(app, *shell));
    throw CLI::Success();
  };
  const auto print_man = [&app, version = std::move(version), date = std::move(date)](std::int64_t) {
    fmt::print("{}", man_page(app, version, date));
    throw CLI::Success();
  };
  // An empty group hides an option from --help and from what is generated here. trigger_on_parse runs the
  // option before CLI11 complains about a missing subcommand.
  app.add_option_function<std::string>("--print-completion", print_completion, "Print a completion script")
      ->check(one_of({"bash", "zsh", "fish"}))
      ->group("")
      ->trigger_on_parse();
  app.add_flag_function("--print-man", print_man, "Print the manual page")->group("")->trigger_on_parse();
}

}  // namespace isolde
