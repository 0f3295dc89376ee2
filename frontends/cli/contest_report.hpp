// What isolde compare prints: a table per history, one JSON value, or one CSV file of all.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "laboratory/laboratory.hpp"

namespace isolde {

// As isolde check says it: OK, VIOLATION, UNKNOWN; WRONG for a model that is none.
[[nodiscard]] std::string_view word_of(ContestResult::Answer answer);

struct Contest {
  std::string file;
  std::string level;  // empty: the file was a polygraph
  std::size_t nodes = 0;
  std::size_t known = 0;
  std::size_t variables = 0;
  std::size_t clauses = 0;
  std::string orders = {};              // those of --use, joined; empty: the level's own
  bool is_decided_before = false;       // there is nothing for a solver to decide
  std::vector<std::string> notes = {};  // remarks on the polygraph, one sentence each
  std::vector<ContestResult> results = {};
};

[[nodiscard]] std::string text_of(const Contest& contest);
[[nodiscard]] std::string json_of(std::span<const Contest> contests);
[[nodiscard]] std::string csv_of(std::span<const Contest> contests);

}  // namespace isolde
