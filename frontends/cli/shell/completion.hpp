// Shell completion, generated from the command line itself: `isolde --print-completion bash` prints a script
// to be sourced or installed.
//
// A script completes subcommands, options, the words an option takes (also the last of a list separated by
// commas), files and directories. It needs nothing but its shell, and works offline: it never calls the
// program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace isolde {

enum class Shell : std::uint8_t { kBash, kZsh, kFish };

[[nodiscard]] std::optional<Shell> shell_named(std::string_view name);

// The same app gives the same bytes. The program's name is the app's.
[[nodiscard]] std::string completion(const CLI::App& app, Shell shell);

}  // namespace isolde
