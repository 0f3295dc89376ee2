#include "frontends/formats/jepsen/json_forms.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include <fmt/format.h>
#include <simdjson.h>

#include "frontends/formats/json_flaw.hpp"
#include "frontends/formats/layout.hpp"
#include "frontends/formats/scan.hpp"

namespace isolde {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::string_view kJsonBlank = " \t\r\n";

std::string explain_json(simdjson::error_code code) {
  if (code == simdjson::UTF8_ERROR) return "the text is not UTF-8";
  std::string_view message = simdjson::error_message(code);
  while (!message.empty() && (message.back() == '.' || message.back() == ' ')) message.remove_suffix(1);
  return fmt::format("malformed JSON: {}", message);
}

// The integer that a name spells in the one way a number is printed, if it does.
std::optional<std::int64_t> integer_spelled(std::string_view name) {
  const bool negative = name.starts_with('-');
  const char* at = name.data() + (negative ? 1 : 0);
  const char* const end = name.data() + name.size();
  const bool zero_first = at != end && *at == '0';
  if (zero_first && (negative || end - at > 1)) return std::nullopt;
  const auto digits = scan_digits(at, end);
  if (!digits || at != end) return std::nullopt;
  return negative ? -*digits : *digits;
}

}  // namespace

class JsonForms::Impl {
 public:
  Impl(std::string_view bytes, std::string name) : text_(without_mark(bytes)), name_(std::move(name)) {}

  [[nodiscard]] std::size_t offset() const { return offset_; }
  [[nodiscard]] bool has_errors() const { return !errors_.is_empty(); }

  JsonShape shape(std::string_view member) {
    const std::string_view bytes = text();
    const std::size_t first = bytes.find_first_not_of(kJsonBlank);
    if (first == std::string_view::npos) return JsonShape::kOther;
    if (bytes[first] == '[') return JsonShape::kArray;
    if (bytes[first] != '{') return JsonShape::kOther;
    // Lines if the first line is an object by itself that does not have the member.
    const std::size_t stop = std::min(bytes.find('\n', first), bytes.size());
    if (const auto has = has_member(first, stop, member))
      return *has ? JsonShape::kMember : JsonShape::kLines;
    const auto has = has_member(first, bytes.size(), member);
    return has && !*has ? JsonShape::kObject : JsonShape::kMember;
  }

  Result<void> for_each_line(const Sink& sink) {
    const std::string_view bytes = text();
    std::uint64_t line = 0;
    for (std::size_t begin = 0; begin < bytes.size() && !errors_.is_over();) {
      const std::size_t stop = std::min(bytes.find('\n', begin), bytes.size());
      ++line;
      const std::size_t blanks = bytes.substr(begin, stop - begin).find_first_not_of(kJsonBlank);
      if (blanks != std::string_view::npos) {
        offset_ = begin;
        if (auto read = read_line(begin, begin + blanks, stop, line); !read)
          errors_.add(std::move(read.error()));
        else if (auto taken = sink(tree_, line); !taken)
          errors_.add(std::move(taken.error()));
      }
      begin = stop + 1;
    }
    return result();
  }

  Result<void> for_each_element(JsonShape shape, std::string_view member, const Sink& sink) {
    if (auto done = walk(shape, member, sink); !done) errors_.add(std::move(done.error()));
    return result();
  }

 private:
  [[nodiscard]] std::string_view text() const { return {text_.data(), text_.size()}; }

  // What was refused, if anything was.
  [[nodiscard]] Result<void> result() {
    if (errors_.is_empty()) return {};
    return tl::unexpected(ErrorList(errors_).take());
  }

  Result<void> walk(JsonShape shape, std::string_view member, const Sink& sink) {
    ondemand::document document;
    if (const auto code = iterate(0, text_.size(), document)) return fail(code, nullptr);
    if (shape == JsonShape::kArray) {
      ondemand::array array;
      if (const auto code = document.get_array().get(array)) return fail(code, location(document));
      if (auto done = elements(array, sink); !done) return done;
    } else {
      ondemand::object object;
      if (const auto code = document.get_object().get(object)) return fail(code, location(document));
      if (auto done =
              shape == JsonShape::kMember ? member_elements(object, member, sink) : whole(object, sink);
          !done)
        return done;
    }
    return errors_.is_over() ? Result<void>() : check_end(document);
  }

  simdjson::error_code iterate(std::size_t begin, std::size_t end, ondemand::document& document) {
    const std::size_t capacity = text_.size() - begin + simdjson::SIMDJSON_PADDING;
    return parser_.iterate(simdjson::padded_string_view(text_.data() + begin, end - begin, capacity))
        .get(document);
  }

  // Nothing if bytes [begin, end) are not one object.
  std::optional<bool> has_member(std::size_t begin, std::size_t end, std::string_view member) {
    ondemand::document document;
    ondemand::object object;
    if (iterate(begin, end, document) != simdjson::SUCCESS) return std::nullopt;
    if (document.get_object().get(object) != simdjson::SUCCESS) return std::nullopt;
    const simdjson::error_code code = object.find_field_unordered(member).error();
    if (code == simdjson::SUCCESS) return true;
    if (code == simdjson::NO_SUCH_FIELD) return false;
    return std::nullopt;
  }

  [[nodiscard]] static const char* location(ondemand::document& document) {
    const char* place = nullptr;
    if (document.current_location().get(place) != simdjson::SUCCESS) return nullptr;
    return place;
  }

  [[nodiscard]] Place place_of(std::size_t offset) const {
    const std::size_t feed = offset == 0 ? std::string_view::npos : text().rfind('\n', offset - 1);
    const std::size_t column = feed == std::string_view::npos ? offset + 1 : offset - feed;
    return {name_, PlaceUnit::kLineColumn, line_column(line_of(text(), offset), column)};
  }

  // Of an offset that is not before the last one asked for: all of them cost one look at the text.
  std::uint64_t next_line_column(std::size_t offset) {
    for (;;) {
      const std::size_t feed = text().substr(0, offset).find('\n', counted_);
      if (feed == std::string_view::npos) break;
      ++line_;
      line_begin_ = counted_ = feed + 1;
    }
    counted_ = offset;
    return line_column(line_, offset - line_begin_ + 1);
  }

  // The parser gave up on the document. Without a location, that was at the end of the text.
  [[nodiscard]] tl::unexpected<Error> fail(simdjson::error_code code, const char* place) const {
    if (code == simdjson::UTF8_ERROR)
      return input_error(place_of(find_invalid_utf8(text()).value_or(0)), explain_json(code));
    if (const auto flaw = find_json_flaw(text()))
      return input_error(place_of(flaw->offset), fmt::format("malformed JSON: {}", flaw->what));
    const std::size_t offset =
        place == nullptr ? text_.size() : static_cast<std::size_t>(place - text_.data());
    return input_error(place_of(std::min(offset, text_.size())), explain_json(code));
  }

  Result<void> check_end(ondemand::document& document) const {
    const char* const place = location(document);
    if (place == nullptr) return {};
    return input_error(place_of(static_cast<std::size_t>(place - text_.data())),
                       "malformed JSON: something follows the end of the document");
  }

  // The object in [begin, end) of the line that begins at `line_begin`.
  Result<void> read_line(std::size_t line_begin, std::size_t begin, std::size_t end, std::uint64_t line) {
    const auto refuse = [&](std::string message) {
      return input_error({name_, PlaceUnit::kLine, line}, std::move(message));
    };
    const auto malformed = [&](std::string message) {
      const auto flaw = find_json_flaw(text().substr(line_begin, end - line_begin));
      if (!flaw) return refuse(std::move(message));
      return input_error({name_, PlaceUnit::kLineColumn, line_column(line, flaw->offset + 1)},
                         fmt::format("malformed JSON: {}", flaw->what));
    };
    ondemand::document document;
    if (const auto code = iterate(begin, end, document)) return malformed(explain_json(code));
    ondemand::object object;
    if (const auto code = document.get_object().get(object))
      return code == simdjson::INCORRECT_TYPE ? refuse("expected a JSON object")
                                              : malformed(explain_json(code));
    tree_.clear();
    if (auto added = add_object(object, 0); !added) return malformed(std::move(added.error().message));
    if (location(document) != nullptr) return malformed("malformed JSON: something follows the object");
    return {};
  }

  // Of a value that begins at `offset` and could not be taken: what is wrong with its JSON, in the light of
  // what stands around it, or else the reason that is known.
  [[nodiscard]] tl::unexpected<Error> refuse_value(std::size_t offset, std::string reason) const {
    if (find_json_flaw(text(), offset, JsonRest::kAnything)) return fail(simdjson::TAPE_ERROR, nullptr);
    return input_error(place_of(offset), std::move(reason));
  }

  Result<void> elements(ondemand::array array, const Sink& sink) {
    for (auto element : array) {
      ondemand::value value;
      if (const auto code = element.get(value)) return fail(code, nullptr);
      offset_ = static_cast<std::size_t>(value.raw_json_token().data() - text_.data());
      tree_.clear();
      if (auto added = add_value(value, 0); !added) return refuse_value(offset_, added.error().message);
      if (auto taken = sink(tree_, next_line_column(offset_)); !taken) errors_.add(std::move(taken.error()));
      if (errors_.is_over()) break;
    }
    return {};
  }

  Result<void> member_elements(ondemand::object object, std::string_view member, const Sink& sink) {
    for (auto field : object) {
      ondemand::raw_json_string key;
      if (const auto code = field.key().get(key)) return fail(code, nullptr);
      ondemand::value value;
      if (const auto code = field.value().get(value)) return fail(code, nullptr);
      if (!key.unsafe_is_equal(member)) continue;
      const auto offset = static_cast<std::size_t>(value.raw_json_token().data() - text_.data());
      ondemand::array array;
      if (value.get_array().get(array) != simdjson::SUCCESS)
        return input_error(place_of(offset), fmt::format("expected an array as \"{}\"", member));
      if (auto done = elements(array, sink); !done) return done;
      if (errors_.is_over()) break;
    }
    return {};
  }

  Result<void> whole(ondemand::object object, const Sink& sink) {
    tree_.clear();
    if (auto added = add_object(object, 0); !added) return refuse_value(0, added.error().message);
    return sink(tree_, next_line_column(std::min(text().find_first_not_of(kJsonBlank), text_.size())));
  }

  // The errors of the following have no place: what encloses the value knows it.

  Result<void> add_value(ondemand::value value, int depth) {
    ondemand::json_type type{};
    if (const auto code = value.type().get(type)) return problem(explain_json(code));
    switch (type) {
      case ondemand::json_type::array: {
        ondemand::array array;
        if (const auto code = value.get_array().get(array)) return problem(explain_json(code));
        return add_array(array, depth);
      }
      case ondemand::json_type::object: {
        ondemand::object object;
        if (const auto code = value.get_object().get(object)) return problem(explain_json(code));
        return add_object(object, depth);
      }
      case ondemand::json_type::number:
        return add_number(value);
      case ondemand::json_type::string: {
        std::string_view text;
        if (const auto code = value.get_string().get(text)) return problem(explain_json(code));
        tree_.add_text(FormKind::kText, text);
        return {};
      }
      case ondemand::json_type::boolean: {
        bool boolean = false;
        if (const auto code = value.get_bool().get(boolean)) return problem(explain_json(code));
        tree_.add_boolean(boolean);
        return {};
      }
      case ondemand::json_type::null: {
        bool null = false;
        if (value.is_null().get(null) != simdjson::SUCCESS || !null)
          return problem("malformed JSON: expected null");
        tree_.add_nil();
        return {};
      }
    }
    return problem("malformed JSON: expected a value");
  }

  Result<void> add_number(ondemand::value value) {
    ondemand::number number;
    const std::string_view spelled = value.raw_json_token();
    if (value.get_number().get(number) != simdjson::SUCCESS)
      return problem(fmt::format("{} is no number that fits 64 bits",
                                 excerpt(spelled.substr(0, spelled.find_last_not_of(kJsonBlank) + 1))));
    switch (number.get_number_type()) {
      case ondemand::number_type::signed_integer:
        tree_.add_integer(number.get_int64());
        return {};
      case ondemand::number_type::unsigned_integer:
        return problem(fmt::format("the integer {} is not below 2^63", number.get_uint64()));
      case ondemand::number_type::floating_point_number:
        tree_.add_real(number.get_double());
        return {};
    }
    return problem("malformed JSON: expected a number");
  }

  Result<void> add_array(ondemand::array array, int depth) {
    if (depth >= kMaxFormDepth) return problem(fmt::format("values nest deeper than {}", kMaxFormDepth));
    const std::size_t node = tree_.open(FormKind::kList);
    std::size_t children = 0;
    for (auto element : array) {
      ondemand::value value;
      if (const auto code = element.get(value)) return problem(explain_json(code));
      if (auto added = add_value(value, depth + 1); !added) return added;
      ++children;
    }
    tree_.close(node, children);
    return {};
  }

  Result<void> add_object(ondemand::object object, int depth) {
    if (depth >= kMaxFormDepth) return problem(fmt::format("values nest deeper than {}", kMaxFormDepth));
    const std::size_t node = tree_.open(FormKind::kMap);
    std::size_t children = 0;
    for (auto field : object) {
      std::string_view name;
      if (const auto code = field.unescaped_key().get(name)) return problem(explain_json(code));
      if (const auto integer = integer_spelled(name))
        tree_.add_integer(*integer);
      else
        tree_.add_text(FormKind::kText, name);
      ondemand::value value;
      if (const auto code = field.value().get(value)) return problem(explain_json(code));
      if (auto added = add_value(value, depth + 1); !added) return added;
      children += 2;
    }
    tree_.close(node, children);
    return {};
  }

  simdjson::padded_string text_;
  std::string name_;
  ondemand::parser parser_;
  FormTree tree_;
  ErrorList errors_;
  std::size_t offset_ = 0;      // of the value at hand
  std::size_t counted_ = 0;     // up to here line feeds were counted
  std::size_t line_begin_ = 0;  // of the line that counted_ stands in
  std::uint64_t line_ = 1;
};

JsonForms::JsonForms(std::string_view bytes, std::string name)
    : impl_(std::make_unique<Impl>(bytes, std::move(name))) {}
JsonForms::~JsonForms() = default;

std::size_t JsonForms::offset() const { return impl_->offset(); }
bool JsonForms::has_errors() const { return impl_->has_errors(); }
JsonShape JsonForms::shape(std::string_view member) { return impl_->shape(member); }
Result<void> JsonForms::for_each_line(const Sink& sink) { return impl_->for_each_line(sink); }
Result<void> JsonForms::for_each_element(JsonShape shape, std::string_view member, const Sink& sink) {
  return impl_->for_each_element(shape, member, sink);
}

}  // namespace isolde
