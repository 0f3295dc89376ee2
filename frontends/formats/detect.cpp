// Which format an input holds, from its content alone. A directory is recognised by its logs; anything else
// by its first bytes, after white space and comments. Looks at 64 KiB, and at more only where they are
// comments or the middle of one JSON object.
#include "frontends/formats/detect.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include <fmt/format.h>

#include "frontends/formats/formats.hpp"
#include "frontends/formats/input.hpp"
#include "frontends/formats/layout.hpp"
#include "frontends/formats/peers/cobra_log.hpp"
#include "frontends/formats/peers/cobra_logs.hpp"
#include "frontends/formats/peers/dbcop.hpp"
#include "frontends/formats/peers/viper.hpp"

namespace isolde {
namespace {

constexpr std::size_t kHead = std::size_t{1} << 16;
constexpr std::size_t kMostHead = std::size_t{64} << 20;  // the longest line of the native format
constexpr std::size_t kShortest = 64;                     // what tells any two formats apart
constexpr std::array<std::string_view, 2> kNativeComments = {"#", "//"};
constexpr std::array<std::string_view, 1> kEdnComments = {";"};
constexpr std::string_view kBlankOrComma = " \t\r\n\v\f,";

std::string_view from_first(std::string_view text, std::string_view skipped) {
  const std::size_t first = text.find_first_not_of(skipped);
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

// The text after blanks and after whole lines that begin with one of the marks.
std::string_view after_comments(std::string_view text, std::span<const std::string_view> marks) {
  const auto is_comment = [&] {
    return std::ranges::any_of(marks, [&](std::string_view mark) { return text.starts_with(mark); });
  };
  for (text = from_first(text, kBlankOrComma); is_comment(); text = from_first(text, kBlankOrComma))
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

// Calls `visit` with the name of each member of the object, until it says that it has seen enough. Requires
// is_json_object(text); members of inner objects do not count, and nothing is checked beyond what is needed
// to tell them apart.
template <class Visit>
void visit_members(std::string_view text, Visit visit) {
  std::size_t depth = 0;
  bool at_name = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '{' || c == '[') {
      at_name = ++depth == 1;
    } else if (c == '}' || c == ']') {
      if (--depth == 0) return;
    } else if (c == ',' && depth == 1) {
      at_name = true;
    } else if (c == '"') {
      const std::size_t begin = i + 1;
      for (i = begin; i < text.size() && text[i] != '"'; ++i)
        if (text[i] == '\\') ++i;
      if (!at_name || depth != 1 || i >= text.size()) continue;
      at_name = false;
      if (visit(text.substr(begin, i - begin))) return;
    }
  }
}

// By the first member that only one format has.
std::optional<Format> json_object_format(std::string_view text) {
  std::optional<Format> format;
  visit_members(text, [&](std::string_view name) {
    format = format_by_member(name);
    return format.has_value();
  });
  return format;
}

bool is_json_array(std::string_view text) {
  if (!text.starts_with('[')) return false;
  const std::string_view inside = from_first(text.substr(1), kBlankOrComma);
  return is_json_object(inside) && !inside.starts_with("{}");
}

// An array of what would be lines of the native format.
bool is_native_array(std::string_view head) {
  const std::string_view text = from_first(without_mark(head), kBlankOrComma);
  if (!is_json_array(text)) return false;
  bool has_operations = false;
  bool is_jepsen = false;
  visit_members(from_first(text.substr(1), kBlankOrComma), [&](std::string_view name) {
    has_operations = has_operations || name == "ops";
    is_jepsen = format_by_member(name) == Format::kJepsenJson;
    return is_jepsen;
  });
  return has_operations && !is_jepsen;
}

bool is_plume(std::string_view text) { return text.starts_with("r(") || text.starts_with("w("); }

// The first transaction in brackets writes (x:=1) or reads (x==1). Requires that // comments were skipped.
bool is_dbcop_text(std::string_view text) {
  if (!text.starts_with('[')) return false;
  const std::string_view transaction = text.substr(0, text.find(']'));
  return transaction.find(":=") != std::string_view::npos || transaction.find("==") != std::string_view::npos;
}

bool is_awdit(std::string_view text) {
  text = from_first(text, " \t\r\n-=");
  return text.starts_with("r ") || text.starts_with("w ");
}

// The forms that a history in EDN begins with: a map of keywords, a discarded form, a record (#tag{...}).
bool is_edn_form(std::string_view text) {
  if (text.starts_with("#_")) return true;
  if (text.starts_with('#')) {
    constexpr std::string_view kTag = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/-";
    const std::string_view record = from_first(text.substr(1), kTag);
    return record.size() + 1 < text.size() && from_first(record, " \t").starts_with('{');
  }
  return text.starts_with('{') && from_first(text.substr(1), kBlankOrComma).starts_with(':');
}

// Such forms, one after the other or in a vector or list, which may be empty.
bool is_edn(std::string_view text) {
  const std::string_view content = after_comments(text, kEdnComments);
  if (!content.starts_with('[') && !content.starts_with('(')) return is_edn_form(content);
  const char closer = content.front() == '[' ? ']' : ')';
  const std::string_view first = after_comments(content.substr(1), kEdnComments);
  return is_edn_form(first) || first.starts_with(closer);
}

std::string all_formats() {
  std::string names;
  for (const FormatInfo& info : formats()) names += fmt::format("{}{}", names.empty() ? "" : ", ", info.name);
  return fmt::format("unknown format; force one with --format: {}", names);
}

// What a file in none of the formats may be instead. Encodings come after all formats, because
// numbers of a binary format may look the same.
std::string unknown_content(std::string_view head) {
  if (auto foreign = foreign_encoding(head)) return *std::move(foreign);
  const std::string_view text = after_comments(without_mark(head), kNativeComments);
  const std::string_view inside =
      text.starts_with('{') || text.starts_with('[') ? from_first(text.substr(1), " \t\r\n{[") : text;
  if (inside.starts_with('\''))
    return "names and texts stand in single quotes; JSON has double quotes (Python: json.dumps instead of "
           "str)";
  return all_formats();
}

// All of the text is comments of the native format. EDN's tags begin with # as well.
bool is_only_comments(std::string_view head) {
  const std::string_view text = from_first(without_mark(head), kBlankOrComma);
  return after_comments(text, kNativeComments).empty() &&
         (text.starts_with("# ") || text.starts_with("#\n") || text.starts_with("//"));
}

// Whether more bytes could tell more: all of these are comments, or an object that goes on.
bool is_open_ended(std::string_view head) {
  const std::string_view native = after_comments(head, kNativeComments);
  return native.size() < kShortest || after_comments(head, kEdnComments).size() < kShortest ||
         is_json_object(native);
}

enum class LogKind : std::uint8_t { kCobra, kViper, kBroken, kEmpty, kEmptySession, kOther };

// A Cobra log is recognised by its first transaction; a file that only begins like one is a broken log.
Result<LogKind> log_kind(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  const bool is_log = cobra::is_cobra_file_name(name);
  if (!is_log && !is_viper_file_name(name)) return LogKind::kOther;
  InputFile file(path.string());
  const Result<std::string_view> head = file.head(kHead);
  if (!head) return tl::unexpected(head.error());
  if (is_log && cobra::looks_like_log(*head)) return LogKind::kCobra;
  if (is_viper_file_name(name) && is_json_object(from_first(without_mark(*head), kBlankOrComma)))
    return LogKind::kViper;
  if (is_log && head->starts_with('S')) return LogKind::kBroken;
  if (!head->empty()) return LogKind::kOther;
  return is_log ? LogKind::kEmpty : LogKind::kEmptySession;
}

// The file that is recognised most surely (the first in LogKind) decides, so that the order of a directory's
// entries does not. Empty logs are of clients that did nothing.
Result<Format> detect_directory(const std::string& path) {
  LogKind kind = LogKind::kOther;
  std::error_code code;
  for (std::filesystem::directory_iterator entries(path, code), end; !code && entries != end;
       entries.increment(code)) {
    std::error_code ignored;
    if (!entries->is_regular_file(ignored)) continue;
    const Result<LogKind> found = log_kind(entries->path());
    if (!found) return tl::unexpected(found.error());
    kind = std::min(kind, *found);
    if (kind == LogKind::kCobra) break;
  }
  if (code) return environment_error(path, fmt::format("cannot be read: {}", code.message()));
  if (kind == LogKind::kOther)
    return input_error({path, PlaceUnit::kNone, 0},
                       "the directory holds neither Cobra logs (*.log) nor Viper logs (J*)");
  return kind == LogKind::kViper || kind == LogKind::kEmptySession ? Format::kViper : Format::kCobra;
}

}  // namespace

// DBCop bincode is tried first: it has no magic number, so its first bytes may look like any other format,
// but its structure does not.
std::optional<Format> format_in(std::string_view head) {
  if (looks_like_dbcop(head)) return Format::kDbcop;
  head = without_mark(head);
  const std::string_view native = after_comments(head, kNativeComments);
  if (is_json_object(native)) return json_object_format(native);
  const std::string_view text = from_first(head, kBlankOrComma);
  if (is_json_array(text)) return Format::kJepsenJson;
  if (is_plume(text)) return Format::kPlume;
  if (is_edn(text)) return Format::kJepsenEdn;
  if (is_dbcop_text(native)) return Format::kDbcopText;
  if (is_awdit(text)) return Format::kAwdit;
  return std::nullopt;
}

Result<Format> detect_format(InputFile& input) {
  if (input.is_directory()) return detect_directory(input.path());
  for (std::size_t size = kHead;; size *= 2) {
    const Result<std::string_view> head = input.head(size);
    if (!head) return tl::unexpected(head.error());
    if (head->empty()) return input_error({input.name(), PlaceUnit::kNone, 0}, "the file is empty");
    const Place place{input.name(), PlaceUnit::kNone, 0};
    if (const std::optional<Format> format = format_in(*head)) {
      if (*format == Format::kJepsenJson && is_native_array(*head))
        return input_error(place, other_layout("a JSON array", ".[]", input.name()));
      return *format;
    }
    const bool is_all = head->size() < size;
    if (is_all && is_only_comments(*head)) return Format::kNative;
    if (is_all || size >= kMostHead || !is_open_ended(*head))
      return input_error(place, unknown_content(*head));
  }
}

Result<Format> detect_format(const std::string& path) {
  InputFile input(path);
  return detect_format(input);
}

}  // namespace isolde
