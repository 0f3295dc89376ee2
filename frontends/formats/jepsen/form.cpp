#include "frontends/formats/jepsen/form.hpp"

#include <fmt/format.h>

#include "frontends/formats/scan.hpp"

namespace isolde {

std::string spell_form(Form form) {
  switch (form.kind()) {
    case FormKind::kNil:
      return "nil";
    case FormKind::kBoolean:
      return form.boolean() ? "true" : "false";
    case FormKind::kInteger:
      return fmt::format("{}", form.integer());
    case FormKind::kReal:
      return fmt::format("{}", form.real());
    case FormKind::kText:
      return excerpt(form.text());
    case FormKind::kKeyword: {
      std::string spelled = excerpt(form.text());
      spelled.front() = ':';
      spelled.pop_back();
      return spelled;
    }
    case FormKind::kList:
      return form.size() == 0 ? "an empty vector" : "a vector";
    case FormKind::kMap:
      return "a map";
  }
  return {};
}

}  // namespace isolde
