// Polygraphs in files, for solvers and polygraphs of others. docs/laboratory.md describes the formats.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "polygraph/polygraph.hpp"

namespace isolde {

// The polygraph as JSON, but for the reasons of edges and the hints for closures, which only save work.
// Literals are numbered as in DIMACS: variable v is v + 1, its negation -(v + 1).
[[nodiscard]] std::string json_polygraph(const Polygraph& polygraph);
// Reads what json_polygraph() writes. `file` is for messages. The text may be anything; what is no polygraph
// gives an error.
[[nodiscard]] Result<Polygraph> parse_polygraph(std::string_view text, const std::string& file);

// The clauses in DIMACS; nodes, edges and meanings as comments ("c e LITERAL FROM TO").
[[nodiscard]] std::string dimacs_polygraph(const Polygraph& polygraph);
// SMT-LIB 2, QF_IDL: an integer per node that grows along edges.
[[nodiscard]] std::string smtlib_polygraph(const Polygraph& polygraph);
// MonoSAT's GNF: clauses, a graph with a variable per edge, and its acyclicity.
[[nodiscard]] std::string gnf_polygraph(const Polygraph& polygraph);

// An error if the file's ending names no format.
[[nodiscard]] Result<void> check_polygraph_ending(const std::string& file);
// By the file's ending: .json, .cnf, .smt2 or .gnf; standard output gets JSON.
[[nodiscard]] Result<void> save_polygraph(const Polygraph& polygraph, const std::string& file);
[[nodiscard]] Result<Polygraph> load_polygraph(const std::string& file);

}  // namespace isolde
