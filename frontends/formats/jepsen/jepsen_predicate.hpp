// Elle's predicates as WHERE text: :true, [:= 3], [:mod 2 0] and the other comparisons with one literal.
#pragma once

#include <string>

#include "base/result.hpp"
#include "frontends/formats/jepsen/form.hpp"

namespace isolde {

// `true`, `value = 3`, `value % 2 = 0`. The error has no place.
[[nodiscard]] Result<std::string> jepsen_predicate_text(Form form);

}  // namespace isolde
