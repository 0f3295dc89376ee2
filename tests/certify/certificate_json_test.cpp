// Certificates as files: what is written is read, and whatever else is there is refused in one sentence.
#include "certify/certificate_json.hpp"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "certify/verify.hpp"
#include "history/findings/validation.hpp"
#include "tests/certify/prover.hpp"
#include "tests/certify/random_histories.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;

std::string text_of_certificate(const History& history, const Certificate& certificate) {
  std::ostringstream out;
  write_certificate(history, certificate, out);
  return out.str();
}

class CertificateFiles : public RandomHistories {};

// Written, read, verified and written again.
void expect_round_trip(const History& history, const Certificate& certificate) {
  const std::string text = text_of_certificate(history, certificate);
  const Result<Certificate> read = read_certificate(history, text, "file");
  ASSERT_TRUE(read) << read.error().to_string() << "\n" << text;
  ASSERT_EQ(read->level, certificate.level);
  ASSERT_EQ(text_of_certificate(history, *read), text);
  const VerifyResult result = verify(history, *read);
  ASSERT_TRUE(result) << result.reason << "\n" << text;
}

TEST_P(CertificateFiles, SurviveARoundTrip) {
  for_each_history(0.02, [&](const History& history, Random& random) {
    const Level level = levels()[random.below(8)].level;
    if (const auto schedule = witness(history, oracle_level(level)))
      return expect_round_trip(history, accept_certificate(level, *schedule));
    const WriterIndex writers(history);
    for (const Finding& finding : validate(history, writers))
      if (is_violation(finding.kind))
        return expect_round_trip(history, {level, 17, RejectCertificate{finding, {}}});
    if (const auto proof = NaiveProver(history, level).prove())
      expect_round_trip(history, reject_certificate(level, *proof));
  });
}

TEST_P(CertificateFiles, ThatWereDamagedAreRefusedInOneLine) {
  std::size_t refused = 0;
  for_each_history(0.02, [&](const History& history, Random& random) {
    const Level level = levels()[random.below(8)].level;
    const auto schedule = witness(history, oracle_level(level));
    std::string text = schedule ? text_of_certificate(history, accept_certificate(level, *schedule))
                                : text_of_certificate(history, reject_certificate(level, {ProofStep{}}));
    for (int round = 0; round < 20; ++round) {
      text[random.below(text.size())] = "{}[],:\"b0-9x\n"[random.below(14)];
      const Result<Certificate> read = read_certificate(history, text, "file");
      if (read) continue;
      ++refused;
      ASSERT_EQ(read.error().to_string().find('\n'), std::string::npos) << read.error().to_string();
      ASSERT_EQ(read.error().code, ErrorCode::kInput);
    }
  });
  EXPECT_GT(refused, 0U);
}

INSTANTIATE_TEST_SUITE_P(Mixes, CertificateFiles, testing::ValuesIn(history_mixes()),
                         [](const auto& mix) { return mix.param.name; });

TEST(CertificateFile, SaysWhatItDoes) {
  const History history = history_of("a: w x 1; b: r x nil");
  const Certificate certificate = accept_certificate(
      Level::kSnapshotIsolation,
      {{TxnId(0), EventKind::kBegin}, {TxnId(1), EventKind::kCommit}, {TxnId(0), EventKind::kCommit}});
  const std::int64_t first = history.external_id(TxnId(0));
  EXPECT_EQ(
      text_of_certificate(history, certificate),
      "{\"isolde_certificate\":1,\"level\":\"snapshot-isolation\",\"clock_skew\":0,\"verdict\":\"accept\","
      "\"schedule\":[\"b" +
          std::to_string(first) + "\"," + std::to_string(history.external_id(TxnId(1))) + "," +
          std::to_string(first) + "]}\n");
}

std::string error_of(const std::string& text) {
  const History history = history_of("a: w x 1; b: r x nil");
  const Result<Certificate> read = read_certificate(history, text, "file");
  return read ? "" : read.error().to_string();
}

TEST(CertificateFile, RefusesWithASentence) {
  const std::string head = R"({"isolde_certificate":1,"level":"serializable","clock_skew":0,)";
  EXPECT_THAT(error_of(""), HasSubstr("expected JSON"));
  EXPECT_THAT(error_of("[]"), HasSubstr("expected a certificate"));
  EXPECT_THAT(error_of("{}"), HasSubstr("'isolde_certificate' is missing"));
  EXPECT_THAT(error_of(R"({"isolde_certificate":2})"), HasSubstr("version"));
  EXPECT_THAT(error_of(R"({"isolde_certificate":1,"level":"best"})"), HasSubstr("level"));
  EXPECT_THAT(error_of(head + R"("verdict":"maybe"})"), HasSubstr("neither"));
  EXPECT_THAT(error_of(head + R"("verdict":"accept"})"), HasSubstr("'schedule' is missing"));
  EXPECT_THAT(error_of(head + R"("verdict":"accept","schedule":[99]})"),
              HasSubstr("99 is not in the history"));
  EXPECT_THAT(error_of(head + R"("verdict":"accept","schedule":["c1"]})"), HasSubstr("an event"));
  EXPECT_THAT(error_of(head + R"("verdict":"accept","schedule":[1.5]})"), HasSubstr("an integer"));
  EXPECT_THAT(error_of(head + R"("verdict":"accept","schedule":[18446744073709551615]})"),
              HasSubstr("too large"));
  EXPECT_THAT(error_of(head + R"("verdict":"reject","proof":[{"either":[]}]})"),
              HasSubstr("no alternatives"));
  EXPECT_THAT(error_of(head + R"("verdict":"reject","proof":[1]})"), HasSubstr("'cycle'"));
  EXPECT_THAT(
      error_of(head + R"("verdict":"reject","finding":{"kind":"G1a","transaction":1,"operation":9}})"),
      HasSubstr("no number 9"));
  std::string deep = head + R"("verdict":"reject","proof":[{"cycle":[{"from":1,"to":1,"kind":"wr","key":)";
  EXPECT_NE(error_of(deep + std::string(200'000, '[') + std::string(200'000, ']') + "}]}]}"), "");
}

}  // namespace
}  // namespace isolde
