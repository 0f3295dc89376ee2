#include "frontends/formats/told_initials.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/files/file.hpp"
#include "frontends/formats/jepsen/json_forms.hpp"
#include "frontends/formats/scan.hpp"
#include "history/initial_values.hpp"
#include "history/spelling.hpp"

namespace isolde {
namespace {

constexpr std::string_view kUnknownValue = "?";

class ToldInitials {
 public:
  explicit ToldInitials(History& history) : history_(history), initials_(history) {
    for (std::size_t i = 0; i < history.key_count(); ++i) add_spelling(KeyId(i));
  }

  Result<void> tell(const std::string& told) {
    const std::size_t split = told.find('=', told.starts_with('"') ? told.find('"', 1) : 0);
    if (split == std::string::npos) return tell_file(told);
    const std::string name = told.substr(0, split);
    const auto key = key_named(name);
    if (!key) return usage_error(fmt::format("--initial {}: the history has no key {}", told, name));
    return tell_value(*key, told.substr(split + 1));
  }

 private:
  Result<void> tell_value(KeyId key, const std::string& text) {
    if (text == kUnknownValue) {
      initials_.forget(key);
      return {};
    }
    JsonForms forms("[" + text + "]", "--initial");
    std::vector<ValueId> read;
    const auto done = forms.for_each_element(JsonShape::kArray, "", [&](FormTree& form, std::uint64_t) {
      return value_of(form.root()).map([&](ValueId value) { read.push_back(value); });
    });
    if (done && read.size() == 1)
      initials_.tell(key, read.front());
    else if (text.size() > 1 && text.front() == ':')
      initials_.tell(key, ValueId(initials_.values().intern_keyword(std::string_view(text).substr(1))));
    else
      initials_.tell(key, ValueId(initials_.values().intern_text(text)));
    return {};
  }

  Result<void> tell_file(const std::string& path) {
    const Result<std::string> text = read_file(path);
    if (!text)
      return usage_error(
          fmt::format("--initial {}: expected KEY=VALUE, or a file, but {}", path, text.error().message));
    JsonForms forms(*text, path);
    const JsonShape shape = forms.shape("");
    if (shape != JsonShape::kLines && shape != JsonShape::kObject && shape != JsonShape::kMember)
      return input_error(
          {path, PlaceUnit::kNone, 0},
          "expected a JSON object of keys and their initial values, or one such object a line");
    const bool has_lines = shape == JsonShape::kLines;
    const JsonForms::Sink sink = [&](FormTree& form, std::uint64_t place) -> Result<void> {
      auto done = tell_members(form.root());
      if (!done) done.error().place = {path, has_lines ? PlaceUnit::kLine : PlaceUnit::kByte, place};
      return done;
    };
    return has_lines ? forms.for_each_line(sink) : forms.for_each_element(JsonShape::kObject, "", sink);
  }

  Result<void> tell_members(Form members) {
    for (auto pair = members.begin(); pair != members.end(); ++pair) {
      const Form name = *pair;
      const Form given = *++pair;
      const auto key = key_named(name.is(FormKind::kInteger) ? fmt::format("{}", name.integer())
                                                             : std::string(name.text()));
      if (!key) continue;
      const auto value = value_of(given);
      if (!value) return tl::unexpected(value.error());
      initials_.tell(*key, *value);
    }
    return {};
  }

  // If the history has both the number 17 and the text "17", then 17 means the number.
  void add_spelling(KeyId key) {
    const std::string spelling = spell_key(history_, key, Detail::kWhole);
    if (history_.keys().kind(key.value) == ValueKind::kText) {
      const std::string text(history_.keys().text(key.value));
      for (const std::string& each : {spelling, fmt::format("\"{}\"", text), text})
        by_spelling_.emplace(each, key);
    } else {
      by_spelling_.insert_or_assign(spelling, key);
    }
  }

  std::optional<KeyId> key_named(const std::string& name) {
    for (const std::string& spelling : {name, ":" + name})
      if (const auto found = by_spelling_.find(spelling); found != by_spelling_.end()) return found->second;
    if (history_.predicate_count() == 0) return std::nullopt;
    const KeyId key(intern_key(name));
    add_spelling(key);
    return key;
  }

  std::uint32_t intern_key(const std::string& name) {
    std::int64_t number = 0;
    const char* const end = name.data() + name.size();
    if (std::from_chars(name.data(), end, number) == std::from_chars_result{end, std::errc{}})
      return initials_.keys().intern_integer(number);
    if (name.size() > 1 && name.front() == ':')
      return initials_.keys().intern_keyword(std::string_view(name).substr(1));
    const bool is_quoted = name.size() > 1 && name.front() == '"' && name.back() == '"';
    return initials_.keys().intern_text(is_quoted ? std::string_view(name).substr(1, name.size() - 2) : name);
  }

  Result<ValueId> value_of(Form form) {
    if (form.is_nil() || (form.is_list() && form.size() == 0)) return kInitial;
    return (form.is_map() ? row_of(form) : scalar_or_list(form)).map([](std::uint32_t id) {
      return ValueId(id);
    });
  }

  Result<std::uint32_t> scalar_or_list(Form form) {
    Dictionary& values = initials_.values();
    switch (form.kind()) {
      case FormKind::kNil:
        return values.intern_null();
      case FormKind::kBoolean:
        return values.intern_boolean(form.boolean());
      case FormKind::kInteger:
        return values.intern_integer(form.integer());
      case FormKind::kReal:
        return values.intern_real(form.real());
      case FormKind::kText:
        return values.intern_text(form.text());
      case FormKind::kKeyword:
        return values.intern_keyword(form.text());
      case FormKind::kList:
        break;
      case FormKind::kMap:
        return problem("a row stands inside of a value");
    }
    std::vector<std::uint32_t> elements;
    for (const Form element : form) {
      const auto id = scalar_or_list(element);
      if (!id) return id;
      elements.push_back(*id);
    }
    return values.intern_list(elements);
  }

  Result<std::uint32_t> row_of(Form form) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> cells;
    for (auto pair = form.begin(); pair != form.end(); ++pair) {
      const Form name = *pair;
      const auto cell = scalar_or_list(*++pair);
      if (!cell) return cell;
      const std::string number = name.is(FormKind::kInteger) ? fmt::format("{}", name.integer()) : "";
      cells.emplace_back(
          initials_.columns().intern_text(number.empty() ? name.text() : std::string_view(number)), *cell);
    }
    std::ranges::sort(cells);
    std::vector<std::uint32_t> run;
    for (const auto& [column, cell] : cells) {
      if (!run.empty() && run[run.size() - 2] == column) return problem("a row names a column twice");
      run.push_back(column);
      run.push_back(cell);
    }
    return initials_.values().intern_row(run);
  }

  History& history_;
  InitialValues initials_;
  std::unordered_map<std::string, KeyId> by_spelling_;  // looked up, never iterated
};

}  // namespace

Result<void> tell_initial_values(History& history, std::span<const std::string> told) {
  if (told.empty()) return {};
  ToldInitials initials(history);
  for (const std::string& each : told)
    if (auto done = initials.tell(each); !done) return done;
  return {};
}

}  // namespace isolde
