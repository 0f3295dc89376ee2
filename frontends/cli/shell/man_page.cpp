#include "frontends/cli/shell/man_page.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "frontends/cli/shell/command_tree.hpp"

namespace isolde {
namespace {

// Text for roff: backslashes and hyphens are written out, and no line may start like a request.
std::string roff_escaped(std::string_view text) {
  std::string result;
  bool line_start = true;
  for (const char c : text) {
    if (line_start && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
    line_start = c == '\n';
  }
  return result;
}

// Paragraphs: empty lines become .PP, and lines that are indented keep their layout.
std::string prose(std::string_view text) {
  std::string result;
  bool verbatim = false;
  bool gap = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(' ') == std::string_view::npos) {
      gap = !result.empty();
      continue;
    }
    const bool indented = line.starts_with("  ");
    if (verbatim && !indented) result += ".fi\n";
    if (gap) result += ".PP\n";
    if (!verbatim && indented) result += ".nf\n";
    verbatim = indented;
    gap = false;
    result += roff_escaped(line) + "\n";
  }
  return verbatim ? result + ".fi\n" : result;
}

// Descriptions for --help have no full stop at the end; on a page more sentences follow.
std::string sentence(std::string text) {
  if (!text.empty() && text.back() != '.' && text.back() != '\n') text += '.';
  return prose(text);
}

std::string placeholder(const Argument& argument) {
  return fmt::format("\\fI{}\\fR", roff_escaped(argument.type));
}

std::string option_entry(const Argument& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back("\\fB" + roff_escaped(name) + "\\fR");
  std::string text =
      fmt::format(".TP\n{}{}\n", fmt::join(names, ", "), option.takes_value ? " " + placeholder(option) : "");
  text += option.description.empty() ? "\\&\n" : sentence(option.description);
  if (!option.words.empty()) {
    std::vector<std::string> words;
    for (const std::string& word : option.words) words.push_back("\\fB" + roff_escaped(word) + "\\fR");
    text += fmt::format("{}: {}.\n", option.is_list ? "Any of, separated by commas" : "One of",
                        fmt::join(words, ", "));
  }
  if (!option.default_value.empty())
    text += fmt::format("Default: \\fB{}\\fR.\n", roff_escaped(option.default_value));
  if (option.required) text += "Required.\n";
  return text;
}

std::string synopsis(const Command& command, const std::string& path) {
  std::string text = fmt::format("\\fB{}\\fR", roff_escaped(path));
  if (!command.options.empty()) text += " [\\fIOPTIONS\\fR]";
  for (const Argument& positional : command.positionals) {
    const std::string name =
        fmt::format("\\fI{}\\fR{}", roff_escaped(positional.names.front()), positional.repeats ? "..." : "");
    text += positional.required ? " " + name : " [" + name + "]";
  }
  return text + "\n";
}

void add_synopses(const Command& command, const std::string& path, std::string& text) {
  if (command.children.empty() || !command.positionals.empty() || !command.options.empty())
    text += (text.empty() ? "" : ".br\n") + synopsis(command, path);
  for (const Command& child : command.children) add_synopses(child, path + " " + child.name, text);
}

// Every command has --help; the page says so once, for the program.
std::string arguments(const Command& command, bool is_program) {
  std::string text;
  for (const Argument& positional : command.positionals) {
    Argument entry = positional;
    entry.takes_value = false;
    text += option_entry(entry);
  }
  for (const Argument& option : command.options)
    if (is_program || option.names.back() != "--help") text += option_entry(option);
  return text;
}

void add_commands(const Command& command, const std::string& path, std::string& text) {
  for (const Command& child : command.children) {
    const std::string child_path = path + " " + child.name;
    text += fmt::format(".SS \"{}\"\n{}{}", roff_escaped(child_path), sentence(child.description),
                        arguments(child, false));
    if (!child.footer.empty()) text += ".PP\n" + prose(child.footer);
    add_commands(child, child_path, text);
  }
}

constexpr std::string_view kFiles =
    ".SH FILES\n"
    "Where a file is read, \\fB\\-\\fR is standard input; where one is written, it is standard output, and a "
    "report for people\n"
    "moves to standard error. Histories may also come from pipes, and compressed with gzip or zstd.\n";

constexpr std::string_view kExitStatus =
    ".SH EXIT STATUS\n"
    ".TP\n0\nThe level holds, or the command did what was asked.\n"
    ".TP\n1\nThe level is violated.\n"
    ".TP\n2\nBad usage, bad input, or output that could not be written; one sentence on standard error says "
    "what and where.\n"
    ".TP\n3\nUnknown: a limit was reached before there was a verdict.\n"
    ".PP\nWhoever reads standard output through a pipe may close it early; the exit status stays the same.\n";

}  // namespace

std::string man_page(const CLI::App& app, std::string_view version, std::string_view date) {
  const Command program = describe(app);
  std::string title = program.name;
  std::ranges::transform(title, title.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  const std::string_view whole = program.description;
  const std::string_view first = whole.substr(0, std::min(whole.find('\n'), whole.size()));

  std::string text = fmt::format(".TH {} 1 {} \"{} {}\" \"User Commands\"\n", roff_escaped(title), date,
                                 program.name, version);
  text += fmt::format(".SH NAME\n{} \\- {}\n.SH SYNOPSIS\n", roff_escaped(program.name),
                      roff_escaped(first.ends_with('.') ? first.substr(0, first.size() - 1) : first));
  std::string synopses;
  add_synopses(program, program.name, synopses);
  text += synopses;
  text += ".SH DESCRIPTION\n" + prose(program.description);
  if (!program.options.empty() || !program.positionals.empty())
    text += ".SH OPTIONS\n" + arguments(program, true);
  if (!program.children.empty()) {
    text += ".SH COMMANDS\n";
    add_commands(program, program.name, text);
  }
  text += kFiles;
  text += kExitStatus;
  if (!program.footer.empty()) text += ".SH NOTES\n" + prose(program.footer);
  return text;
}

}  // namespace isolde
