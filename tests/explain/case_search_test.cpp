// How far the search for cases has to go where a proof is long.
#include "explain/cases/case_search.hpp"

#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "certify/verify.hpp"
#include "explain/prove_choices.hpp"
#include "history/writers.hpp"
#include "tests/oracle/dsl.hpp"

namespace isolde {
namespace {

// Who found the key absent and replaced that. Two of them left it absent again.
constexpr std::string_view kSeven =
    "-: r x nil, w x 1; -: r x nil, w x 2; -: r x nil, w x 3; -: r x nil, w x 4; -: r x nil, w x 5;"
    "-: r x nil, delete x; -: r x nil, delete x";

CaseOutcome cases_of(const History& history, std::size_t most_nodes) {
  const WriterIndex writers(history);
  const ChoiceTask task{history, writers, Level::kSerializable, 0};
  ChoiceIndex index(task);
  const ChoiceSuspects all = all_suspects(history);
  const Deadline never(std::nullopt);
  return search_cases(choice_facts(index, all.observations, all.txns, never), task.level, never, most_nodes);
}

// Seven need a version each that is absent, and there are six. None of them is to blame more than another, so
// the proof goes through them all; but that no two replaced the same one is seen without trying.
TEST(CaseSearch, SeesWhoReplacedTheSameVersion) {
  const History history = history_of(std::string(kSeven) + "; -: delete x; -: delete x; -: delete x");
  const CaseOutcome outcome = cases_of(history, 1500);
  ASSERT_EQ(outcome.answer, CaseOutcome::Answer::kRefuted);
  const VerifyResult verified =
      verify(history, {Level::kSerializable, 0, RejectCertificate{{}, outcome.proof}});
  EXPECT_TRUE(verified) << verified.reason;
}

TEST(CaseSearch, FindsThemOneVersionEach) {
  const History history =
      history_of(std::string(kSeven) + "; -: delete x; -: delete x; -: delete x; -: delete x");
  EXPECT_EQ(cases_of(history, 1500).answer, CaseOutcome::Answer::kExecution);
}

}  // namespace
}  // namespace isolde
