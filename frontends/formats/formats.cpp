#include "frontends/formats/formats.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "frontends/formats/awdit.hpp"
#include "frontends/formats/cobra.hpp"
#include "frontends/formats/dbcop.hpp"
#include "frontends/formats/dbcop_text.hpp"
#include "frontends/formats/jepsen_edn.hpp"
#include "frontends/formats/jepsen_json.hpp"
#include "frontends/formats/native.hpp"
#include "frontends/formats/plume.hpp"
#include "frontends/formats/viper.hpp"
#include "history/predicate_types.hpp"

namespace isolde {
namespace {

constexpr std::array<FormatInfo, 9> kFormats = {{
    {Format::kNative, "native", "Isolde's JSON Lines, also zstd-compressed", true},
    {Format::kCobra, "cobra", "Cobra log directory", false},
    {Format::kDbcop, "dbcop", "DBCop bincode", true},
    {Format::kPlume, "plume", "Plume / PolySI text", true},
    {Format::kJepsenEdn, "jepsen-edn", "Jepsen / Elle history in EDN", true},
    {Format::kJepsenJson, "jepsen-json", "Jepsen / Elle history in JSON", false},
    {Format::kViper, "viper", "Viper JSON log directory", false},
    {Format::kDbcopText, "dbcop-text", "DBCop text notation", false},
    {Format::kAwdit, "awdit", "AWDIT test text", false},
}};

using ReadFunction = Result<History> (*)(const std::string& path, const ReadOptions& options);
using WriteFunction = Result<void> (*)(const History& history, const std::string& path);

struct Access {
  Format format;
  ReadFunction read;
  WriteFunction write;  // null: the format is only read
};

constexpr std::array<Access, kFormats.size()> kAccess = {{
    {Format::kNative, read_native, write_native},
    {Format::kCobra, read_cobra, nullptr},
    {Format::kDbcop, read_dbcop, write_dbcop},
    {Format::kPlume, read_plume, write_plume},
    {Format::kJepsenEdn, read_jepsen_edn, write_jepsen_edn},
    {Format::kJepsenJson, read_jepsen_json, nullptr},
    {Format::kViper, read_viper, nullptr},
    {Format::kDbcopText, read_dbcop_text, nullptr},
    {Format::kAwdit, read_awdit, nullptr},
}};

constexpr bool tables_agree() {
  for (std::size_t i = 0; i < kFormats.size(); ++i) {
    if (static_cast<std::size_t>(kFormats[i].format) != i || kAccess[i].format != kFormats[i].format)
      return false;
    if ((kAccess[i].write != nullptr) != kFormats[i].writable) return false;
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

}  // namespace

std::span<const FormatInfo> formats() { return kFormats; }

std::optional<Format> format_named(std::string_view name) {
  const auto found = std::ranges::find(kFormats, name, &FormatInfo::name);
  if (found == kFormats.end()) return std::nullopt;
  return found->format;
}

std::string_view name_of(Format format) { return kFormats[static_cast<std::size_t>(format)].name; }

Result<History> read_history(const std::string& path, const ReadOptions& options) {
  const Result<Format> format = options.format ? *options.format : detect_format(path);
  if (!format) return tl::unexpected(format.error());
  Result<History> history = kAccess[static_cast<std::size_t>(*format)].read(path, options);
  if (!history) return history;
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
  if (std::filesystem::is_directory(path, code))
    return usage_error(fmt::format("{} is a directory; a history is written to a file", path));
  return write(history, path);
}

}  // namespace isolde
