// Checks a lemma proof (certify/certificate_lemmas.hpp), sharing no code with what made it:
//
//   * lemmas: the links of a cycle lemma lead back to where they began, and each is known or belongs to a
//     literal whose negation is in the clause;
//   * clauses: every derived clause follows by unit propagation (certify/lemmas/rup.hpp), and one clause that
//     is not just given is empty;
//   * unseen: the transaction counts, and no version of the key can be what it saw, or it contradicts itself;
//   * history: every edge of a cycle and every given clause follows (certify/lemmas/lemma_meaning.hpp), and
//     begins and commits are linked as the level's row says.
//
// So a proof that holds shows that the level is violated. Only of histories with lists, sets, counters or
// aggregates are the rules not complete: there an edge or a given clause that they do not show is taken on
// trust, and counted. A reject certificate (certify/proof/proof_check.hpp) takes nothing on trust, but lists
// cases instead of learning.
#pragma once

#include <cstddef>

#include "certify/certificate_lemmas.hpp"
#include "certify/proof/facts.hpp"
#include "certify/proof/sources.hpp"
#include "certify/verify.hpp"
#include "history/history.hpp"

namespace isolde {

// Whether the transaction counts and saw of the key what no version of it can be: Origin::kUnseen.
[[nodiscard]] bool saw_what_nobody_left(const History& history, Facts& facts, Sources& sources, TxnId txn,
                                        KeyId key);

// How much of a proof was taken on trust.
struct Trust {
  std::size_t clauses = 0;
  std::size_t edges = 0;

  [[nodiscard]] bool is_needed() const { return clauses + edges != 0; }
};
struct LemmaVerdict : VerifyResult {
  Trust trust;  // if it holds
};

// Checks lemmas and clauses only, for which no history is needed.
[[nodiscard]] VerifyResult verify(const LemmaProof& proof);
// Checks all of it. Linear in the history and in the proof, plus, for each given clause, the installers of
// its key with the operations of its reader; and what certify/proof/succession.hpp needs for the order of two
// installers.
[[nodiscard]] LemmaVerdict verify(const History& history, const LemmaProof& proof);

}  // namespace isolde
