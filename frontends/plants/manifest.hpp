// The manifest of a generated history: how it was made, what its engine promises, and what was planted. One
// JSON object, for tests and benchmarks that need to know the truth:
//
//   {"seed":1,"engine":"ssi","workload":"blindw-wr","parameters":{"sessions":8},"transactions":1003,
//    "holds":"serializable","planted":[{"name":"G0","levels_broken":["serializable",...],"transactions":[17,18,19]}]}
//
// `holds` speaks of everything but the plants, and is null if the engine promises no level.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "frontends/plants/planting_sink.hpp"
#include "history/level.hpp"

namespace isolde::plants {

struct Manifest {
  using Parameter = std::variant<bool, std::uint64_t, std::int64_t, double>;

  std::uint64_t seed = 0;
  std::string_view engine;
  std::string_view workload;
  std::vector<std::pair<std::string, Parameter>> parameters;
  std::uint64_t transactions = 0;  // planted ones included
  std::optional<Level> holds;
  std::span<const Planted> planted;
};

[[nodiscard]] std::string manifest_text(const Manifest& manifest);

}  // namespace isolde::plants
