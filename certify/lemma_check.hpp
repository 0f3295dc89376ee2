// Checks a lemma proof (certify/certificate_lemmas.hpp), sharing no code with those who made it:
//
//   lemmas   The links of a cycle lemma lead back to where they began, and each is known or belongs to a
//            literal whose negation is in the clause.
//   clauses  Every derived clause follows by unit propagation (certify/rup.hpp), and one clause is empty that
//            is not just given.
//   unseen   The transaction counts, and no version of the key can be what it saw, or it contradicts itself.
//   history  Every dependency of a cycle is one that the history can have: session order and real time hold
//            and are kept by the level, writers install the key, readers looked at it, begins and commits are
//            linked as the level's row says, and a literal is about the key of its links.
//
// What is taken on trust is that the polygraph follows from the history: that the known dependencies on keys
// are certain, that a literal's choice implies its links, and that the given clauses hold. A reject
// certificate (certify/proof_check.hpp) takes nothing on trust, but lists cases instead of learning.
#pragma once

#include "certify/certificate_lemmas.hpp"
#include "certify/facts.hpp"
#include "certify/verify.hpp"
#include "history/history.hpp"

namespace isolde {

// Whether the transaction counts and saw of the key what no version of it can be: Origin::kUnseen.
[[nodiscard]] bool saw_what_nobody_left(const History& history, Facts& facts, TxnId txn, KeyId key);

// Lemmas and clauses only.
[[nodiscard]] VerifyResult verify(const LemmaProof& proof);
// All of it. Linear in the history and in the proof, plus, for each dependency, the operations of its
// transactions.
[[nodiscard]] VerifyResult verify(const History& history, const LemmaProof& proof);

}  // namespace isolde
