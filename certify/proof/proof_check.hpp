// Checks a proof by cases (certify/certificate.hpp) step by step: the alternatives of a case leave no other
// possibility, and every leaf is a cycle of dependencies that follow from the history and the assumptions on
// the way to it.
//
// What follows, where w, r, a, b and k are transactions that count, and w may be the initial version:
//   * source: w is r's source of key x (certify/proof/sources.hpp) if that is assumed, or if no other
//     transaction can be, those aside that are assumed to have no effect.
//   * before: a's version of x is older than b's if that is assumed; if a is b's source of x; if a precedes b
//     by an order that the level keeps; or if a transaction that counts saw a list x with an element of a
//     before one of b.
//   * wr w->r: w is r's source of x, or r saw an element of x that only w can have put there.
//   * ww a->b: a's version of x is before b's.
//   * rw r->k: k installs x, and r's source of x is initial or before k's version; or r saw the list or set x
//     without an element of k, and the level loses no update.
//   * so, rt: as the level keeps them.
//   * wr, rw r->r: no transaction is left that can be r's source of x; or r's predicate missed a row that r
//     itself had left at x.
//   * rw r->r without a key: no choice of sources that are left makes r's aggregate what it showed
//     (certify/proof/adding_up.hpp).
// A transaction that is assumed to take effect, or to be the source of one that counts, counts, and so does
// every transaction that it certainly saw.
#pragma once

#include "certify/certificate.hpp"
#include "certify/proof/facts.hpp"
#include "certify/schedule/placement.hpp"

namespace isolde {

[[nodiscard]] Problem check_proof(const History& history, Facts& facts, const LevelInfo& level,
                                  std::int64_t clock_skew, const Proof& proof);

}  // namespace isolde
