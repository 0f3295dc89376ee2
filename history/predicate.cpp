#include "history/predicate.hpp"

namespace isolde {

Result<Predicate> Predicate::parse(std::string_view text, Dictionary& /*columns*/) {
  Predicate predicate;
  predicate.text_ = text;
  return predicate;
}

Truth Predicate::evaluate(const Dictionary& /*keys*/, KeyId /*key*/, const Dictionary& /*values*/,
                          ValueId /*value*/) const {
  return Truth::kUnknown;
}

}  // namespace isolde
