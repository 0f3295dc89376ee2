#include "frontends/formats/formats.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "frontends/formats/cobra.hpp"
#include "frontends/formats/dbcop.hpp"
#include "frontends/formats/jepsen_edn.hpp"
#include "frontends/formats/jepsen_json.hpp"
#include "frontends/formats/native.hpp"
#include "frontends/formats/plume.hpp"
#include "frontends/formats/viper.hpp"

namespace isolde {
namespace {

constexpr std::array<FormatInfo, 7> kFormats = {{
    {Format::kNative, "native", "Isolde's JSON Lines, also zstd-compressed", true},
    {Format::kCobra, "cobra", "Cobra log directory", false},
    {Format::kDbcop, "dbcop", "DBCop bincode", true},
    {Format::kPlume, "plume", "Plume / PolySI text", true},
    {Format::kJepsenEdn, "jepsen-edn", "Jepsen / Elle history in EDN", true},
    {Format::kJepsenJson, "jepsen-json", "Jepsen / Elle history in JSON", false},
    {Format::kViper, "viper", "Viper JSON log directory", false},
}};

// What each format is read and written with, in the order of the enum; null: not written.
struct Handlers {
  Result<History> (*read)(const std::string& path, const ReadOptions& options);
  Result<void> (*write)(const History& history, const std::string& path);
};
constexpr std::array<Handlers, kFormats.size()> kHandlers = {{
    {read_native, write_native},
    {read_cobra, nullptr},
    {read_dbcop, write_dbcop},
    {read_plume, write_plume},
    {read_jepsen_edn, write_jepsen_edn},
    {read_jepsen_json, nullptr},
    {read_viper, nullptr},
}};

}  // namespace

std::span<const FormatInfo> formats() { return kFormats; }

std::optional<Format> format_named(std::string_view name) {
  const auto found = std::ranges::find(kFormats, name, &FormatInfo::name);
  if (found == kFormats.end()) return std::nullopt;
  return found->format;
}

std::string_view name_of(Format format) { return kFormats[static_cast<std::size_t>(format)].name; }

Result<History> read_history(const std::string& path, const ReadOptions& options) {
  const Result<Format> format = options.format ? Result<Format>(*options.format) : detect_format(path);
  if (!format) return tl::unexpected(format.error());
  return kHandlers[static_cast<std::size_t>(*format)].read(path, options);
}

Result<void> write_history(const History& history, const std::string& path, Format format) {
  const Handlers& handlers = kHandlers[static_cast<std::size_t>(format)];
  if (handlers.write == nullptr)
    return usage_error(fmt::format("{} is not a format Isolde writes", name_of(format)));
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return environment_error(path, "is a directory; name a file to write");
  return handlers.write(history, path);
}

}  // namespace isolde
