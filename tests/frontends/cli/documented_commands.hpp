// The command lines that documents show: those in fenced blocks of Markdown, in examples of --help, and what
// is mentioned in `running text`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace isolde {

struct DocumentedCommand {
  std::size_t line = 0;              // of the document, from 1
  std::string text;                  // for a shell; lines that end in \ are joined
  bool has_output = false;           // it was written "$ command", with what it prints below
  std::vector<std::string> printed;  // line by line
};

// In fenced blocks: lines that begin with "$ ", or with the name of a program of this project or of its
// build.
[[nodiscard]] std::vector<DocumentedCommand> commands_in_markdown(std::string_view text);

// In the help of a command: what begins with "isolde " at the beginning of a line or behind a colon.
[[nodiscard]] std::vector<DocumentedCommand> commands_in_help(std::string_view text);

// `isolde ...` between single backquotes, outside of fenced blocks; fragments, which need not run.
[[nodiscard]] std::vector<DocumentedCommand> mentions_in_markdown(std::string_view text);

// How often a command line calls the program.
[[nodiscard]] std::size_t calls_in(std::string_view command);

// Whether lines are as shown: "..." stands for any lines, and numbers with a decimal point are timings.
[[nodiscard]] bool is_as_shown(const std::vector<std::string>& shown,
                               const std::vector<std::string>& printed);

[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);

}  // namespace isolde
