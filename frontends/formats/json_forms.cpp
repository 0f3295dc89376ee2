#include "frontends/formats/json_forms.hpp"

#include <cstring>
#include <optional>

#include <fmt/format.h>
#include <simdjson.h>

#include "frontends/formats/scan.hpp"

namespace isolde {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::string_view kJsonBlank = " \t\r\n";

std::string explain_json(simdjson::error_code code) {
  if (code == simdjson::UTF8_ERROR) return "the text is not UTF-8";
  if (code == simdjson::UNCLOSED_STRING) return "malformed JSON: a string is not closed";
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
  Impl(std::string_view bytes, std::string name) : text_(bytes), name_(std::move(name)) {}

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
    for (std::size_t begin = 0; begin < bytes.size();) {
      const std::size_t stop = std::min(bytes.find('\n', begin), bytes.size());
      ++line;
      const std::size_t blanks = bytes.substr(begin, stop - begin).find_first_not_of(kJsonBlank);
      if (blanks != std::string_view::npos) {
        if (auto read = read_line(begin + blanks, stop, line); !read) return read;
        if (auto taken = sink(tree_, line); !taken) return taken;
      }
      begin = stop + 1;
    }
    return {};
  }

  Result<void> for_each_element(JsonShape shape, std::string_view member, const Sink& sink) {
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
    return check_end(document);
  }

 private:
  [[nodiscard]] std::string_view text() const { return {text_.data(), text_.size()}; }

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

  // Without a location, the end of the text is where the parser gave up.
  [[nodiscard]] tl::unexpected<Error> fail(simdjson::error_code code, const char* place) const {
    std::size_t offset = place == nullptr ? text_.size() : static_cast<std::size_t>(place - text_.data());
    if (code == simdjson::UTF8_ERROR) offset = find_invalid_utf8(text()).value_or(offset);
    return input_error({name_, PlaceUnit::kByte, std::min(offset, text_.size())}, explain_json(code));
  }

  Result<void> check_end(ondemand::document& document) const {
    const char* const place = location(document);
    if (place == nullptr) return {};
    return input_error({name_, PlaceUnit::kByte, static_cast<std::uint64_t>(place - text_.data())},
                       "malformed JSON: something follows the end of the document");
  }

  Result<void> read_line(std::size_t begin, std::size_t end, std::uint64_t line) {
    const auto refuse = [&](std::string message) {
      return input_error({name_, PlaceUnit::kLine, line}, std::move(message));
    };
    ondemand::document document;
    if (const auto code = iterate(begin, end, document)) return refuse(explain_json(code));
    ondemand::object object;
    if (const auto code = document.get_object().get(object))
      return refuse(code == simdjson::INCORRECT_TYPE ? "expected a JSON object" : explain_json(code));
    tree_.clear();
    if (auto added = add_object(object, 0); !added) return refuse(added.error().message);
    if (location(document) != nullptr) return refuse("malformed JSON: something follows the object");
    return {};
  }

  Result<void> elements(ondemand::array array, const Sink& sink) {
    for (auto element : array) {
      ondemand::value value;
      if (const auto code = element.get(value)) return fail(code, nullptr);
      const auto offset = static_cast<std::uint64_t>(value.raw_json_token().data() - text_.data());
      tree_.clear();
      if (auto added = add_value(value, 0); !added)
        return input_error({name_, PlaceUnit::kByte, offset}, added.error().message);
      if (auto taken = sink(tree_, offset); !taken) return taken;
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
      const auto offset = static_cast<std::uint64_t>(value.raw_json_token().data() - text_.data());
      ondemand::array array;
      if (value.get_array().get(array) != simdjson::SUCCESS)
        return input_error({name_, PlaceUnit::kByte, offset},
                           fmt::format("expected an array as \"{}\"", member));
      if (auto done = elements(array, sink); !done) return done;
    }
    return {};
  }

  Result<void> whole(ondemand::object object, const Sink& sink) {
    tree_.clear();
    if (auto added = add_object(object, 0); !added)
      return input_error({name_, PlaceUnit::kByte, 0}, added.error().message);
    return sink(tree_, 0);
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
};

JsonForms::JsonForms(std::string_view bytes, std::string name)
    : impl_(std::make_unique<Impl>(bytes, std::move(name))) {}
JsonForms::~JsonForms() = default;

JsonShape JsonForms::shape(std::string_view member) { return impl_->shape(member); }
Result<void> JsonForms::for_each_line(const Sink& sink) { return impl_->for_each_line(sink); }
Result<void> JsonForms::for_each_element(JsonShape shape, std::string_view member, const Sink& sink) {
  return impl_->for_each_element(shape, member, sink);
}

}  // namespace isolde
