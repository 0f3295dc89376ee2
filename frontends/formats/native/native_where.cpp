#include "frontends/formats/native/native_where.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

namespace isolde::native {
namespace {

using simdjson::dom::element_type;

enum class Form : std::uint8_t { kJoin, kNot, kInfix, kBetween, kIn, kLike, kIsNull, kColumn };
struct Operator {
  std::string_view name;
  Form form;
};
constexpr std::array<Operator, 20> kOperators = {{
    {"and", Form::kJoin}, {"or", Form::kJoin},   {"not", Form::kNot},        {"=", Form::kInfix},
    {"<>", Form::kInfix}, {"!=", Form::kInfix},  {"<", Form::kInfix},        {"<=", Form::kInfix},
    {">", Form::kInfix},  {">=", Form::kInfix},  {"+", Form::kInfix},        {"-", Form::kInfix},
    {"*", Form::kInfix},  {"/", Form::kInfix},   {"%", Form::kInfix},        {"between", Form::kBetween},
    {"in", Form::kIn},    {"like", Form::kLike}, {"is null", Form::kIsNull}, {"column", Form::kColumn},
}};

std::string quoted(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    out += c;
    if (c == quote) out += quote;
  }
  return out + quote;
}

class WhereSpeller {
 public:
  WhereSpeller(Line& line, std::string& text) : line_(line), text_(text) {}

  bool spell(Element element) {
    switch (element.type()) {
      case element_type::INT64:
        text_ += fmt::format("{}", element.get_int64().value_unsafe());
        return true;
      case element_type::UINT64:
        return line_.fail("an integer in \"where\" does not fit 64 bits");
      case element_type::DOUBLE:
        text_ += fmt::format("{:e}", element.get_double().value_unsafe());
        return true;
      case element_type::BOOL:
        text_ += element.get_bool().value_unsafe() ? "true" : "false";
        return true;
      case element_type::NULL_VALUE:
        text_ += "null";
        return true;
      case element_type::STRING:
        text_ += quoted(element.get_string().value_unsafe(), '\'');
        return true;
      case element_type::OBJECT:
        return spell_object(element.get_object().value_unsafe());
      case element_type::ARRAY:
        break;
    }
    return line_.fail("expected an operator or a scalar in \"where\", got an array");
  }

 private:
  bool spell_object(simdjson::dom::object object) {
    if (object.size() != 1)
      return line_.fail(
          fmt::format("expected one operator in an object of \"where\", got {} members", object.size()));
    const auto [name, argument] = *object.begin();
    const auto found = std::ranges::find(kOperators, name, &Operator::name);
    if (found == kOperators.end())
      return line_.fail(
          fmt::format("unknown operator {} in \"where\"; expected and, or, not, a comparison, between, "
                      "in, like, is null, column or arithmetic",
                      quote(name)));
    if (found->form == Form::kColumn) return spell_column(argument);
    text_ += '(';
    if (!spell_operator(*found, argument)) return false;
    text_ += ')';
    return true;
  }

  bool spell_column(Element argument) {
    std::string_view name;
    if (!read_text(line_, "column", argument, name)) return false;
    text_ += name == "key" || name == "value" ? std::string(name) : quoted(name, '"');
    return true;
  }

  bool spell_operator(const Operator& each, Element argument) {
    switch (each.form) {
      case Form::kNot:
        text_ += "not ";
        return spell(argument);
      case Form::kIsNull:
        if (!spell(argument)) return false;
        text_ += " is null";
        return true;
      case Form::kInfix:
        if (each.name == "-" && !argument.is_array()) {
          text_ += "- ";
          return spell(argument);
        }
        return spell_joined(each.name, argument, 2, 2);
      case Form::kJoin:
        return spell_joined(each.name, argument, 1, std::numeric_limits<std::size_t>::max());
      case Form::kBetween:
      case Form::kIn:
      case Form::kLike:
      case Form::kColumn:
        break;
    }
    return spell_membership(each, argument);
  }

  // Between, in, like: x and what it is compared with.
  bool spell_membership(const Operator& each, Element argument) {
    simdjson::dom::array parts;
    const std::size_t wanted = each.form == Form::kBetween ? 3 : 2;
    if (!read_parts(each.name, argument, wanted, wanted, parts)) return false;
    if (!spell(parts.at(0).value_unsafe())) return false;
    text_ += fmt::format(" {} ", each.name);
    const Element second = parts.at(1).value_unsafe();
    if (each.form == Form::kBetween) {
      if (!spell(second)) return false;
      text_ += " and ";
      return spell(parts.at(2).value_unsafe());
    }
    if (each.form == Form::kLike) {
      if (second.is_string()) return spell(second);
      return line_.fail(fmt::format("expected a string after \"like\", got {}", kind_of(second)));
    }
    text_ += '(';
    if (!spell_list(", ", second)) return false;
    text_ += ')';
    return true;
  }

  bool spell_joined(std::string_view name, Element argument, std::size_t least, std::size_t most) {
    simdjson::dom::array parts;
    return read_parts(name, argument, least, most, parts) && spell_list(fmt::format(" {} ", name), argument);
  }

  bool spell_list(std::string_view separator, Element argument) {
    simdjson::dom::array parts;
    if (!read_parts("in", argument, 1, std::numeric_limits<std::size_t>::max(), parts)) return false;
    bool is_first = true;
    for (const Element part : parts) {
      if (!is_first) text_ += separator;
      is_first = false;
      if (!spell(part)) return false;
    }
    return true;
  }

  bool read_parts(std::string_view name, Element argument, std::size_t least, std::size_t most,
                  simdjson::dom::array& parts) {
    if (argument.get_array().get(parts) == simdjson::SUCCESS && parts.size() >= least && parts.size() <= most)
      return true;
    const std::string count = most == least ? std::to_string(least) : fmt::format("{} or more", least);
    return line_.fail(
        fmt::format("the operator {} in \"where\" takes an array of {} parts", quote(name), count));
  }

  Line& line_;
  std::string& text_;
};

}  // namespace

bool spell_where(Line& line, Element element, std::string& text) {
  return WhereSpeller(line, text).spell(element);
}

}  // namespace isolde::native
