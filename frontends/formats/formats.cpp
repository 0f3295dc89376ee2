#include "frontends/formats/formats.hpp"

#include <algorithm>
#include <array>

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

}  // namespace

std::span<const FormatInfo> formats() { return kFormats; }

std::optional<Format> format_named(std::string_view name) {
  const auto found = std::ranges::find(kFormats, name, &FormatInfo::name);
  if (found == kFormats.end()) return std::nullopt;
  return found->format;
}

std::string_view name_of(Format format) { return kFormats[static_cast<std::size_t>(format)].name; }

}  // namespace isolde
