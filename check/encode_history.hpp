// The polygraph of any history that validation leaves, by what is demanded: of items where every read has one
// possible writer, of choices otherwise. For those who let a solver decide it, look at it or prove something
// about it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check/check.hpp"
#include "check/validated.hpp"
#include "history/history.hpp"
#include "polygraph/polygraph.hpp"
#include "solver/outcome.hpp"

namespace isolde {

struct EncodedHistory {
  Polygraph polygraph;
  // Why the polygraph is not the whole story: then only a refutation means anything.
  std::optional<std::string> left_out = {};
  std::vector<TxnId> effectless = {};  // no execution contains them; ascending
  std::size_t choices = 0;             // reads with several possible sources
};

// How much of deciding is done on the way.
enum class EncodingCare : std::uint8_t {
  kShort,     // as short as may be
  kExplicit,  // conclusions are left to whoever decides the polygraph, where they can be followed
};

// Requires that no finding is a violation. Where a transaction cannot be in any execution although it must,
// the polygraph consists of such transactions and of an empty clause.
[[nodiscard]] EncodedHistory encode_history(const History& history, const Validated& validated,
                                            const CheckOptions& options, const Demands& demands,
                                            EncodingCare care = EncodingCare::kShort);

// What an outcome of deciding the polygraph says about the history.
[[nodiscard]] Outcome outcome_of(const EncodedHistory& encoded, Outcome outcome);

}  // namespace isolde
