// A small checker of proofs by cases, for tests: straight from the comment in certify/certificate.hpp, and
// for registers only, whose values are each written once.
#pragma once

#include <string>

#include "certify/certificate.hpp"
#include "history/history.hpp"

namespace isolde {

// "" if the proof holds, else what is wrong with it.
[[nodiscard]] std::string proof_error(const History& history, Level level, std::int64_t clock_skew,
                                      const Proof& proof);

}  // namespace isolde
