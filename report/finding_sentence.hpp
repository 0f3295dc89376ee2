// What validation found (history/findings/validation.hpp), in one sentence.
#pragma once

#include <string>

#include "history/findings/validation.hpp"
#include "report/words.hpp"

namespace isolde {

[[nodiscard]] std::string finding_sentence(const History& history, const Finding& finding, Detail detail);

}  // namespace isolde
