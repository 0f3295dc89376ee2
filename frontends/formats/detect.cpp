// Which format a path holds, from its content alone. A directory is recognised by its logs; a file by its
// first bytes, after white space and comments. Looks at no more than it needs: usually the first line.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "frontends/formats/bytes.hpp"
#include "frontends/formats/dbcop.hpp"
#include "frontends/formats/file.hpp"
#include "frontends/formats/formats.hpp"
#include "frontends/formats/viper.hpp"

namespace isolde {
namespace {

constexpr std::size_t kHead = 65536;
constexpr std::string_view kBlankOrComma = " \t\r\n\v\f,";

std::string_view from_first(std::string_view text, std::string_view skipped) {
  const std::size_t first = text.find_first_not_of(skipped);
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

// The native format's comments are whole lines that begin with # or //.
std::string_view after_native_comments(std::string_view text) {
  for (text = from_first(text, kBlankOrComma); text.starts_with('#') || text.starts_with("//");
       text = from_first(text, kBlankOrComma))
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  return text;
}

bool is_json_object(std::string_view text) {
  if (!text.starts_with('{')) return false;
  const std::string_view inside = from_first(text.substr(1), kBlankOrComma);
  return inside.starts_with('"') || inside.starts_with('}');
}

std::optional<Format> format_by_member(std::string_view name) {
  for (const std::string_view native :
       {"isolde", "ops", "id", "session", "version_order", "serialization_order", "initial"})
    if (name == native) return Format::kNative;
  for (const std::string_view jepsen : {"type", "process", "f", "history"})
    if (name == jepsen) return Format::kJepsenJson;
  return std::nullopt;
}

// By the first member of the object that only one format has. Requires is_json_object(text); members of inner
// objects do not count, and nothing is checked beyond what is needed to tell them apart.
std::optional<Format> json_object_format(std::string_view text) {
  std::size_t depth = 0;
  bool at_name = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '{' || c == '[') {
      at_name = ++depth == 1;
    } else if (c == '}' || c == ']') {
      if (--depth == 0) return std::nullopt;
    } else if (c == ',' && depth == 1) {
      at_name = true;
    } else if (c == '"') {
      const std::size_t begin = i + 1;
      for (i = begin; i < text.size() && text[i] != '"'; ++i)
        if (text[i] == '\\') ++i;
      if (!at_name || depth != 1 || i >= text.size()) continue;
      at_name = false;
      if (const auto format = format_by_member(text.substr(begin, i - begin))) return format;
    }
  }
  return std::nullopt;
}

bool is_json_array(std::string_view text) {
  if (!text.starts_with('[')) return false;
  const std::string_view inside = from_first(text.substr(1), kBlankOrComma);
  return is_json_object(inside) && !inside.starts_with("{}");
}

bool is_plume(std::string_view text) { return text.starts_with("r(") || text.starts_with("w("); }

// [x:=1 or an empty transaction on a line of its own beside others; the text has no // comments any more.
bool is_dbcop_text(std::string_view text) {
  if (!text.starts_with('[')) return false;
  const std::string_view transaction = text.substr(0, text.find(']'));
  return transaction.find(":=") != std::string_view::npos || transaction.find("==") != std::string_view::npos;
}

bool is_awdit(std::string_view text) {
  text = from_first(text, " \t\r\n-=");
  return text.starts_with("r ") || text.starts_with("w ");
}

// Comments, discards and tags of EDN, a map, or a vector or list of maps.
bool is_edn(std::string_view text) {
  while (text.starts_with(';')) {
    text.remove_prefix(std::min(text.find('\n'), text.size()));
    text = from_first(text, kBlankOrComma);
    if (text.empty()) return true;
  }
  if (text.starts_with('[') || text.starts_with('(')) text = from_first(text.substr(1), kBlankOrComma);
  return text.starts_with("{:") || text.starts_with('#') || text.starts_with(';') || text.starts_with(']') ||
         text.starts_with(')') ||
         (text.starts_with('{') && from_first(text.substr(1), kBlankOrComma).starts_with(':'));
}

std::string unknown_format() {
  std::string names;
  for (const FormatInfo& info : formats()) names += fmt::format("{}{}", names.empty() ? "" : ", ", info.name);
  return fmt::format("unknown format; force one with --format: {}", names);
}

Result<Format> detect_in(std::string_view bytes, const std::string& path) {
  const std::string_view head = bytes.substr(0, kHead);
  if (head.empty()) return input_error({path, PlaceUnit::kNone, 0}, "the file is empty");
  if (head.starts_with(kZstdMagic)) return Format::kNative;
  const std::string_view native = after_native_comments(bytes);
  if (is_json_object(native)) {
    if (const auto format = json_object_format(native)) return *format;
    return input_error({path, PlaceUnit::kNone, 0}, unknown_format());
  }
  const std::string_view text = from_first(head, kBlankOrComma);
  if (is_json_array(text)) return Format::kJepsenJson;
  if (is_plume(text)) return Format::kPlume;
  if (is_edn(text)) return Format::kJepsenEdn;
  if (is_dbcop_text(native)) return Format::kDbcopText;
  if (is_awdit(text)) return Format::kAwdit;
  if (looks_like_dbcop(head)) return Format::kDbcop;
  return input_error({path, PlaceUnit::kNone, 0}, unknown_format());
}

Result<Format> detect_directory(const std::string& path) {
  bool has_empty_log = false;
  std::error_code code;
  for (std::filesystem::directory_iterator entries(path, code), end; !code && entries != end;
       entries.increment(code)) {
    std::error_code ignored;
    const std::string name = entries->path().filename().string();
    const bool is_log = name.ends_with(".log");
    if (!entries->is_regular_file(ignored) || (!is_log && !is_viper_file_name(name))) continue;
    const Result<MappedFile> file = MappedFile::open(entries->path().string());
    if (!file) return tl::unexpected(file.error());
    const std::string_view head = file->bytes().substr(0, kHead);
    if (is_log && head.starts_with('S')) return Format::kCobra;
    if (is_viper_file_name(name) && is_json_object(from_first(head, kBlankOrComma))) return Format::kViper;
    has_empty_log = has_empty_log || (is_log && head.empty());
  }
  if (code) return environment_error(path, fmt::format("cannot be read: {}", code.message()));
  if (has_empty_log) return Format::kCobra;  // clients that did nothing
  return input_error({path, PlaceUnit::kNone, 0},
                     "the directory holds neither Cobra logs (*.log) nor Viper logs (J*)");
}

}  // namespace

Result<Format> detect_format(const std::string& path) {
  std::error_code code;
  if (std::filesystem::is_directory(path, code)) return detect_directory(path);
  const Result<MappedFile> file = MappedFile::open(path);
  if (!file) return tl::unexpected(file.error());
  return detect_in(file->bytes(), path);
}

}  // namespace isolde
