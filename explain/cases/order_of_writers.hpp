// A cycle with several overwritten reads, told by orders of writers instead.
//
// Somebody read a key without another's write, and wrote the key itself: then its write is the older one,
// too, where no update can be lost. Otherwise the other's would have been there. With one overwritten read
// left the cycle says more: no level of ours allows it, where one with several may be write skew.
#pragma once

#include "certify/certificate.hpp"
#include "history/history.hpp"
#include "history/level.hpp"

namespace isolde {

// Returns the proof as it is, unless it is one cycle in which all overwritten reads but one can be replaced;
// each then takes a case, one of whose alternatives fails at once.
[[nodiscard]] Proof with_orders_of_writers(const History& history, Level level, Proof proof);

}  // namespace isolde
