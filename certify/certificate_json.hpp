// Certificates as files: one JSON object, in the names of the history.
//
//   {"isolde_certificate":1,"level":"snapshot-isolation","clock_skew":0,"verdict":"accept",
//    "schedule":["b17",18,17]}
//   {...,"verdict":"reject","finding":{"kind":"G1a","transaction":17,"operation":0,"key":"x","other":16}}
//   {...,"verdict":"reject","proof":[
//     {"either":[{"before":[17,18],"key":"x"},{"before":[18,17],"key":"x"}]},
//     {"cycle":[{"from":17,"kind":"ww","to":18,"key":"x"},{"from":18,"kind":"rw","to":17,"key":"x"}]},
//     {"cycle":[...]}]}
//
// A number in a schedule is a transaction's commit, "b17" the begin of transaction 17; a begin that is not
// listed comes right before the commit. Operations are counted from 0 within their transaction; of a
// predicate operation "row" says which row, of a list "element" which element. An assumption is "before"
// [writer, writer], "reads" [reader, writer or null for the initial version], "effect" or "no_effect" with a
// transaction. The steps of a proof stand in preorder. "operation" of a dependency is the number of the
// aggregate that does not add up, counted like that of a finding. "witness" of a dependency is the writer
// that an rw read from.
//
// "initial":[{"key":"x","value":7}] beside "verdict" lists initial values that the history does not tell and
// that were assumed.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "certify/certificate.hpp"
#include "history/history.hpp"

namespace isolde {

// Writes as it goes: memory does not grow with the schedule.
void write_certificate(const History& history, const Certificate& certificate, std::ostream& out);
[[nodiscard]] Result<void> save_certificate(const History& history, const Certificate& certificate,
                                            const std::string& path);

// `file` is named in errors. That a certificate can be read does not mean that it holds.
[[nodiscard]] Result<Certificate> read_certificate(const History& history, std::string_view text,
                                                   const std::string& file);
// Where the history does not tell initial values, takes those that the certificate assumes: that the level
// holds with some initial values needs a witness. A certificate cannot change what the history does tell.
[[nodiscard]] Result<void> adopt_initial_values(History& history, std::string_view text,
                                                const std::string& file);

}  // namespace isolde
