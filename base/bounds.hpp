// How much a report for people shows of what is long; of the rest it says how much there is. Reports for
// machines show everything. The numbers were chosen for what fits a screen, not measured.
#pragma once

#include <cstddef>

namespace isolde::bounds {

// Of a single key, value, condition, operation or place.
constexpr std::size_t kKeyCharacters = 80;
constexpr std::size_t kTextCharacters = 80;    // of a text among the values
constexpr std::size_t kValueCharacters = 160;  // of a value as a whole
constexpr std::size_t kListEnds = 8;           // elements at either end of a list
constexpr std::size_t kConditionCharacters = 160;
constexpr std::size_t kRows = 8;  // of a predicate operation
constexpr std::size_t kOperationCharacters = 400;
constexpr std::size_t kNamed = 12;  // transactions or values in a row: "T1, T2 and 40 more"
constexpr std::size_t kPlaceCharacters = 300;

// Of a report in text.
constexpr std::size_t kAnomalies = 10;
constexpr std::size_t kTransactions = 10;       // of one anomaly, with their operations
constexpr std::size_t kOperations = 12;         // of one transaction
constexpr std::size_t kLineOfOperations = 800;  // characters
constexpr std::size_t kNotes = 3;
constexpr std::size_t kNoteCharacters = 1000;
constexpr std::size_t kProofLines = 60;
constexpr std::size_t kCycleLines = 20;

// Of a line on standard error, which may quote file names and pieces of the input.
constexpr std::size_t kComplaintCharacters = 2000;

// Of a picture. Graphviz refuses labels of more than 16 KiB.
constexpr std::size_t kDrawnLeaves = 40;  // cycles of a proof by cases
constexpr std::size_t kDrawnTransactions = 200;
constexpr std::size_t kLabelCharacters = 120;  // per operation

}  // namespace isolde::bounds
