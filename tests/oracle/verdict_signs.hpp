// Verdicts of all eight levels (VerdictCase::verdicts) that many cases share.
#pragma once

namespace isolde {

inline constexpr const char* kAll = "+++ +++ + +";
inline constexpr const char* kNone = "--- --- - -";
inline constexpr const char* kOnlyRepeatable = "--- --- - +";
inline constexpr const char* kOnlySessions = "+-- +-- - +";  // breaks session order and nothing else
inline constexpr const char* kOnlyRealTime = "++- ++- + +";  // breaks real time and nothing else
inline constexpr const char* kWriteSkew = "--- +++ + -";     // all snapshots are fine
inline constexpr const char* kLostUpdate = "--- --- + -";    // prefix consistency alone permits it

}  // namespace isolde
