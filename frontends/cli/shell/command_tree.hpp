// The command line as plain data: what completion scripts and the manual page have to know about a CLI::App.
// One walk over the app's options and subcommands fills it, so neither can forget an option that the program
// has.
//
// What a value may be is taken from the option's type name, as --help shows it: `{a,b}` (one_of.hpp,
// CLI::CheckedTransformer or a type name written so) is a list of words; FILE, PATH and DIR
// (CLI::ExistingFile and so on) ask for names of files and directories. Options and subcommands with an empty
// group are hidden from --help, and here. Cost: linear in the number of options.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace isolde {

enum class ValueHint : std::uint8_t { kNone, kWords, kFile, kDirectory };

struct Argument {
  std::vector<std::string> names;  // "-l", "--level"; for a positional its name alone
  std::string description;         // one paragraph
  std::string type;                // "NAME"; empty for a flag
  std::vector<std::string> words;  // the values there are, if they can be listed
  std::string default_value;
  ValueHint hint = ValueHint::kNone;
  bool takes_value = false;
  bool is_list = false;  // values separated by commas
  bool required = false;
  bool repeats = false;  // a positional that takes any number
};

struct Command {
  std::string name;
  std::vector<std::string> aliases;
  std::string description;
  std::string footer;
  std::vector<Argument> options;      // in the order they were added
  std::vector<Argument> positionals;  // likewise
  std::vector<Command> children;
};

[[nodiscard]] Command describe(const CLI::App& app);

}  // namespace isolde
