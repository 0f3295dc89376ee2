// isolde-verify: does a certificate prove its verdict about a history? For those who trust nothing of what
// decided it: this program has no code but the readers of histories and the verifier (docs/architecture.md,
// "Folders"). So it takes its few arguments apart itself.
#include <cstdio>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/files/file.hpp"
#include "base/files/standard_streams.hpp"
#include "base/huge_pages.hpp"
#include "frontends/formats/formats.hpp"
#include "frontends/verify/verified.hpp"
#include "isolde/version.hpp"

namespace isolde {
namespace {

constexpr int kBadInput = 2;
constexpr int kUndecided = 3;
constexpr std::string_view kUsage =
    "Usage: isolde-verify HISTORY CERTIFICATE [--level LEVEL] [--format FORMAT] [--json] [--quiet]\n"
    "\n"
    "Checks that what isolde check --certificate (or --proof) wrote proves its verdict about the history.\n"
    "\n"
    "  --level LEVEL    the level that it has to be about; otherwise its own\n"
    "  --format FORMAT  of the history; otherwise its content tells\n"
    "  --json           print one JSON object instead of text\n"
    "  --quiet          print nothing: the exit code tells\n"
    "\n"
    "Exit codes: 0 it holds, 1 it does not, 2 bad usage or input, 3 a proof holds, given what it takes on "
    "trust.\n";

struct ProgramArguments {
  std::vector<std::string> files;
  std::optional<Level> level;
  std::optional<Format> format;
  bool json = false;
  bool quiet = false;
  bool help = false;
  bool version = false;
};

// "--name value" or "--name=value" at `at`, which moves to its last word; nothing if it is something else.
std::optional<std::string> value_of(std::string_view name, const std::vector<std::string>& words,
                                    std::size_t& at) {
  const std::string_view word = words[at];
  if (word == name && at + 1 < words.size()) return words[++at];
  if (word.starts_with(name) && word.substr(name.size()).starts_with("="))
    return std::string(word.substr(name.size() + 1));
  return std::nullopt;
}

Result<ProgramArguments> parse(const std::vector<std::string>& words) {
  ProgramArguments arguments;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    if (const auto level = value_of("--level", words, at)) {
      arguments.level = level_named(*level);
      if (!arguments.level) return usage_error(fmt::format("--level: there is no level {}", *level));
    } else if (const auto format = value_of("--format", words, at)) {
      arguments.format = format_named(*format);
      if (!arguments.format && *format != "auto")
        return usage_error(fmt::format("--format: there is no format {}", *format));
    } else if (word == "--json") {
      arguments.json = true;
    } else if (word == "--quiet" || word == "-q") {
      arguments.quiet = true;
    } else if (word == "--help" || word == "-h") {
      arguments.help = true;
    } else if (word == "--version") {
      arguments.version = true;
    } else if (word.starts_with("-") && word != "-") {
      return usage_error(
          fmt::format("{} is not understood, or lacks its value; see isolde-verify --help", word));
    } else {
      arguments.files.push_back(word);
    }
  }
  if (!arguments.help && !arguments.version && arguments.files.size() != 2)
    return usage_error("expected a history and a certificate; see isolde-verify --help");
  return arguments;
}

int refuse(const Error& error) {
  fmt::print(stderr, "isolde-verify: {}\n", error.to_string());
  return kBadInput;
}

int run(const std::vector<std::string>& words) {
  const Result<ProgramArguments> arguments = parse(words);
  if (!arguments) return refuse(arguments.error());
  if (arguments->help || arguments->version) {
    fmt::print("{}", arguments->help ? std::string(kUsage) : fmt::format("isolde-verify {}\n", version()));
    return 0;
  }
  const Result<void> one = check_one_reads_standard_input(
      std::vector<NamedFile>{{"HISTORY", arguments->files[0]}, {"CERTIFICATE", arguments->files[1]}});
  if (!one) return refuse(one.error());
  ReadOptions options;
  options.format = arguments->format;
  const Result<std::string> text = read_file(arguments->files[1]);
  if (!text) return refuse(text.error());
  Result<History> history = read_history(arguments->files[0], options);
  if (!history) return refuse(history.error());
  const Result<VerifiedFile> verified =
      verify_text(*history, *text, input_name(arguments->files[1]), arguments->level);
  if (!verified) return refuse(verified.error());
  if (!arguments->quiet) fmt::print("{}", arguments->json ? json_of(*verified) : text_of(*verified));
  return exit_code_of(*verified);
}

}  // namespace
}  // namespace isolde

int main(int argc, char** argv) {
  isolde::begin_heap_in_huge_pages();
  isolde::StandardStreams streams;
  int exit_code = isolde::kUndecided;
  try {
    exit_code = isolde::run({argv + 1, argv + argc});
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "isolde-verify: out of memory\n");
  }
  if (const auto printed = streams.finish(); !printed) return isolde::refuse(printed.error());
  return exit_code;
}
