// Lemma proofs as text, a line each, in the names of the history. Numbers of points, variables, edges and
// clauses count from 1 and leave no gaps; literals are those of DIMACS.
//
//   p isolde-proof 1 serializable 0   the level, and the clock skew in nanoseconds
//   n 1 17 commit                     a point: a transaction's begin or commit
//   n 2                               a point that only links others
//   v 1 order 17 18 "x"               a variable: T17 installed x before T18
//   v 2 reads-from 19 17 "x"          T19 read x from T17; "-": from the initial version
//   v 3 takes-effect 20               T20, indeterminate, counts as committed
//   v 4 auxiliary                     a conjunction of others
//   e 1 0 1 2 wr "x"                  an edge: its literal (0: known), from, to, dependency, key
//   a 1 1 -4 0                        a clause of the polygraph
//   l 2 -1 4 0 1 3 2 0                a cycle lemma: the clause, and the edges of the cycle in order
//   s 3 19 "x"                        an empty clause: no version of x can be what T19 saw
//   4 -4 0 1 2 0                      a derived clause, and those it follows from, as in LRAT
//   c whatever                        a comment
//
// Lines of a, l and s stand before those that are derived: they are the CNF of which the others are an LRAT
// proof.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "certify/certificate_lemmas.hpp"
#include "history/history.hpp"

namespace isolde {

void write_lemma_proof(const History& history, const LemmaProof& proof, std::ostream& out);
[[nodiscard]] Result<void> save_lemma_proof(const History& history, const LemmaProof& proof,
                                            const std::string& path);

// Whether a file's text begins like one.
[[nodiscard]] bool is_lemma_proof(std::string_view text);
// `file` is named in errors. Any text whatever is a proof or an error; that it can be read does not mean that
// it holds.
[[nodiscard]] Result<LemmaProof> read_lemma_proof(const History& history, std::string_view text,
                                                  const std::string& file);

// For the tools of others, as PREFIX.cnf (given clauses and lemmas), PREFIX.lrat and PREFIX.drat.
[[nodiscard]] std::string cnf_of(const LemmaProof& proof);
[[nodiscard]] std::string lrat_of(const LemmaProof& proof);
[[nodiscard]] std::string drat_of(const LemmaProof& proof);
[[nodiscard]] Result<void> export_lemma_proof(const LemmaProof& proof, const std::string& prefix);

}  // namespace isolde
