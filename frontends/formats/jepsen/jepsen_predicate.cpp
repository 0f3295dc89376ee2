#include "frontends/formats/jepsen/jepsen_predicate.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "frontends/formats/sql_literal.hpp"

namespace isolde {
namespace {

std::optional<std::string> literal(Form form) {
  if (form.is(FormKind::kInteger)) return fmt::format("{}", form.integer());
  if (form.is_name()) return sql_text(form.text());
  return std::nullopt;
}

std::optional<std::string> comparison(Form form) {
  constexpr std::array<std::string_view, 7> kOperators = {"=", "<>", "!=", "<", "<=", ">", ">="};
  if (!form.is_list() || form.size() < 2 || !form.at(0).is_name()) return std::nullopt;
  const std::string_view name = form.at(0).text();
  if (name == "mod" && form.size() == 3 && form.at(1).is(FormKind::kInteger) && form.at(1).integer() != 0 &&
      form.at(2).is(FormKind::kInteger))
    return fmt::format("value % {} = {}", form.at(1).integer(), form.at(2).integer());
  const auto operand = literal(form.at(1));
  if (form.size() != 2 || !operand || std::ranges::find(kOperators, name) == kOperators.end())
    return std::nullopt;
  return fmt::format("value {} {}", name == "!=" ? "<>" : name, *operand);
}

}  // namespace

Result<std::string> jepsen_predicate_text(Form form) {
  if (form.is_named("true") || (form.is(FormKind::kBoolean) && form.boolean())) return "true";
  if (auto text = comparison(form)) return *std::move(text);
  return input_error(
      {}, fmt::format("expected a predicate such as :true, [:= 3] or [:mod 2 0], got {}", spell_form(form)));
}

}  // namespace isolde
