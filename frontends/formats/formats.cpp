#include "frontends/formats/formats.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/files/file.hpp"
#include "frontends/formats/jepsen/jepsen_edn.hpp"
#include "frontends/formats/jepsen/jepsen_json.hpp"
#include "frontends/formats/native/native.hpp"
#include "frontends/formats/peers/awdit.hpp"
#include "frontends/formats/peers/cobra.hpp"
#include "frontends/formats/peers/dbcop.hpp"
#include "frontends/formats/peers/dbcop_text.hpp"
#include "frontends/formats/peers/plume.hpp"
#include "frontends/formats/peers/viper.hpp"
#include "frontends/formats/told_initials.hpp"
#include "history/findings/initial_candidates.hpp"
#include "history/predicates/predicate_types.hpp"

namespace isolde {
namespace {

constexpr std::array<FormatInfo, 9> kFormats = {{
    {Format::kNative, "native", "Isolde's JSON Lines", true},
    {Format::kCobra, "cobra", "Cobra log directory", false},
    {Format::kDbcop, "dbcop", "DBCop bincode", true},
    {Format::kPlume, "plume", "Plume / PolySI text", true},
    {Format::kJepsenEdn, "jepsen-edn", "Jepsen / Elle history in EDN", true},
    {Format::kJepsenJson, "jepsen-json", "Jepsen / Elle history in JSON", false},
    {Format::kViper, "viper", "Viper JSON log directory", false},
    {Format::kDbcopText, "dbcop-text", "DBCop text notation", false},
    {Format::kAwdit, "awdit", "AWDIT test text", false},
}};

using ReadFile = Result<History> (*)(InputFile input, const ReadOptions& options);
using ReadDirectory = Result<History> (*)(const std::string& directory, const ReadOptions& options);
using WriteFunction = Result<void> (*)(const History& history, const std::string& path);

struct Access {
  Format format;
  ReadFile read_file;            // null: a history is a directory
  ReadDirectory read_directory;  // null: it is a file
  WriteFunction write;           // null: the format is only read
};

constexpr std::array<Access, kFormats.size()> kAccess = {{
    {Format::kNative, read_native, nullptr, write_native},
    {Format::kCobra, nullptr, read_cobra, nullptr},
    {Format::kDbcop, read_dbcop, nullptr, write_dbcop},
    {Format::kPlume, read_plume, nullptr, write_plume},
    {Format::kJepsenEdn, read_jepsen_edn, nullptr, write_jepsen_edn},
    {Format::kJepsenJson, read_jepsen_json, nullptr, nullptr},
    {Format::kViper, nullptr, read_viper, nullptr},
    {Format::kDbcopText, read_dbcop_text, nullptr, nullptr},
    {Format::kAwdit, read_awdit, nullptr, nullptr},
}};

constexpr bool tables_agree() {
  for (std::size_t i = 0; i < kFormats.size(); ++i) {
    if (static_cast<std::size_t>(kFormats[i].format) != i || kAccess[i].format != kFormats[i].format)
      return false;
    if ((kAccess[i].write != nullptr) != kFormats[i].writable) return false;
    if ((kAccess[i].read_file != nullptr) == (kAccess[i].read_directory != nullptr)) return false;
  }
  return true;
}
static_assert(tables_agree(), "both tables stand in the order of the enum");

std::string writable_names() {
  std::string names;
  for (const FormatInfo& info : kFormats)
    if (info.writable) names += fmt::format("{}{}", names.empty() ? "" : ", ", info.name);
  return names;
}

// Where the user forced the format, the input may be a file instead of a directory, or the reverse.
Result<History> read_as(Format format, InputFile input, const ReadOptions& options) {
  const Access& access = kAccess[static_cast<std::size_t>(format)];
  const Place place{input.name(), PlaceUnit::kNone, 0};
  if (access.read_file != nullptr) {
    if (!input.is_directory()) return access.read_file(std::move(input), options);
    return input_error(place, fmt::format("is a directory, but a {} history is a file", name_of(format)));
  }
  if (input.is_directory()) return access.read_directory(input.path(), options);
  // An input that cannot be opened gets that error instead of the one below.
  if (const auto head = input.head(1); !head) return tl::unexpected(head.error());
  return input_error(place, fmt::format("is no directory, but a {} history is one", name_of(format)));
}

}  // namespace

std::span<const FormatInfo> formats() { return kFormats; }

std::optional<Format> format_named(std::string_view name) {
  const auto found = std::ranges::find(kFormats, name, &FormatInfo::name);
  if (found == kFormats.end()) return std::nullopt;
  return found->format;
}

std::string_view name_of(Format format) { return kFormats[static_cast<std::size_t>(format)].name; }

Result<History> read_history(InputFile input, const ReadOptions& options) {
  const Result<Format> format = options.format ? *options.format : detect_format(input);
  if (!format) return tl::unexpected(format.error());
  Result<History> history = read_as(*format, std::move(input), options);
  if (!history) return history;
  if (const Result<void> told = tell_initial_values(*history, options.initial); !told)
    return tl::unexpected(told.error());
  assume_plausible_initials(*history);
  if (const Result<void> checked = check_predicate_types(*history); !checked)
    return tl::unexpected(checked.error());
  return history;
}

Result<void> write_history(const History& history, const std::string& path, Format format) {
  const WriteFunction write = kAccess[static_cast<std::size_t>(format)].write;
  if (write == nullptr)
    return usage_error(fmt::format("the format {} can be read but not written; these can: {}",
                                   name_of(format), writable_names()));
  std::error_code code;
  if (!is_standard_stream(path) && std::filesystem::is_directory(path, code))
    return usage_error(fmt::format("{} is a directory; a history is written to a file", path));
  return write(history, path);
}

}  // namespace isolde
