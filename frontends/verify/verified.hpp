// Whether a file proves its verdict about a history, and how that is said: what `isolde-verify` and
// `isolde verify` do between their arguments and their exit code.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "certify/decision.hpp"
#include "certify/lemmas/lemma_check.hpp"
#include "certify/verify.hpp"
#include "history/history.hpp"
#include "history/level.hpp"

namespace isolde {

// What was checked, and what came of it.
struct VerifiedFile {
  const char* what = "certificate";  // or a proof
  Level level = Level::kSerializable;
  Verdict verdict = Verdict::kUnknown;  // that it claims
  VerifyResult result;
  Trust trust = {};  // what the proof takes on trust, since it was not checked
};

// `text`: what check --certificate or --proof wrote; `file` is named in errors. Initial values that the
// history does not tell become those that the certificate is about. With `asked`, it proves nothing if it is
// about another level.
[[nodiscard]] Result<VerifiedFile> verify_text(History& history, std::string_view text,
                                               const std::string& file, std::optional<Level> asked = {});

// One line, or one JSON object; both end with a line break.
[[nodiscard]] std::string text_of(const VerifiedFile& verified);
[[nodiscard]] std::string json_of(const VerifiedFile& verified);
// 0 it holds, 1 it does not, 3 it holds, given what it takes on trust.
[[nodiscard]] int exit_code_of(const VerifiedFile& verified);

}  // namespace isolde
