// The reader of lemma proofs and their checker: any text gives one sentence or a proof, which survives a
// round trip and is judged. None proves that a correct history violates anything.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string_view>

#include "certify/lemmas/lemma_check.hpp"
#include "certify/lemmas/lemma_text.hpp"
#include "tests/fuzz/check.hpp"
#include "tests/oracle/dsl.hpp"

using namespace isolde;

namespace {

const History& history() {
  static const History made = history_of(
      "a [0,10]: r x nil, w x 1; b [0,12]: r x nil, w x 2; b [13,14]: r x 1, w y 1;"
      "c unknown [3,_]: w y 1, r x 1; d aborted: w x 9; c [20,21]: r y 1, pr 'value > 5' {}, r x 2");
  return made;
}

// Every level holds.
const History& correct() {
  static const History made = history_of(
      "a [0,1]: r x nil, w x 1; b [2,3]: r x 1, w x 2, w y 1; c unknown [3,_]: w y 2, r x 2; d aborted: w x "
      "9;"
      "c [5,6]: r y 1, pr 'value > 5' {}, r x 2, w y 1; a [7,8]: r y 1");
  return made;
}

std::string written(const LemmaProof& proof) {
  std::ostringstream out;
  write_lemma_proof(history(), proof, out);
  return out.str();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto forged = read_lemma_proof(correct(), text, "input"))
    fuzz::demand(!verify(correct(), *forged).holds, "what holds is not refuted");
  const Result<LemmaProof> proof = read_lemma_proof(history(), text, "input");
  if (!proof) {
    fuzz::check_error(proof.error());
    return 0;
  }
  const std::string once = written(*proof);
  const Result<LemmaProof> again = read_lemma_proof(history(), once, "again");
  fuzz::demand(again.has_value() && written(*again) == once,
               "written, read and written again it is the same");
  const VerifyResult result = verify(history(), *proof);
  fuzz::demand(result.holds == result.reason.empty(), "what does not hold has a reason");
  fuzz::demand(cnf_of(*proof).starts_with("p cnf "), "it can be exported");
  return 0;
}
