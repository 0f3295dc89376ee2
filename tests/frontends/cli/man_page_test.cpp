#include "frontends/cli/shell/man_page.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "frontends/cli/shell/generators.hpp"
#include "tests/frontends/cli/sample_app.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string sample_page() {
  const SampleApp sample;
  return man_page(sample.app(), "1.2.3", "2001-02-03");
}

TEST(ManPage, StartsWithTitleAndName) {
  EXPECT_THAT(sample_page(),
              testing::StartsWith(".TH SAMPLE 1 2001-02-03 \"sample 1.2.3\" \"User Commands\"\n"
                                  ".SH NAME\nsample \\- Decides things\n"));
}

TEST(ManPage, HasEveryVisibleCommandAndOption) {
  const std::string page = sample_page();
  for (const char* part :
       {".SS \"sample check\"", ".SS \"sample make deep\"", "\\fB\\-l\\fR, \\fB\\-\\-level\\fR \\fITEXT\\fR",
        "One of: \\fBserializable\\fR, \\fBsnapshot\\fR, \\fBstrict\\fR.", "Default: \\fBstrict\\fR.",
        "Any of, separated by commas: \\fBso\\fR", "\\fB\\-\\-depth\\fR",
        "\\fBsample check\\fR [\\fIOPTIONS\\fR] \\fIHISTORY\\fR", ".SH EXIT STATUS", "See also the moon."})
    EXPECT_THAT(page, HasSubstr(part));
  EXPECT_THAT(page, Not(HasSubstr("internal")));
  EXPECT_THAT(page, Not(HasSubstr("secret")));
}

TEST(ManPage, TextCannotBecomeARequest) {
  const SampleApp sample(".so /etc/passwd\n'quoted\nback\\slash\n\n  kept as\n  it is\nafter");
  const std::string page = man_page(sample.app(), "1", "2001-02-03");
  EXPECT_THAT(page, HasSubstr(".SH DESCRIPTION\n\\&.so /etc/passwd\n\\&'quoted\nback\\eslash\n.PP\n.nf\n  "
                              "kept as\n  it is\n.fi\nafter\n"));
}

TEST(ManPage, IsAcceptedByMandoc) {
  if (!is_installed("mandoc")) GTEST_SKIP() << "mandoc is not installed";
  const TemporaryFile page("sample.1", sample_page());
  const CommandOutput output = run("mandoc -Tlint -W warning '" + page.path() + "'");
  EXPECT_EQ(output.status, 0) << output.text;
}

TEST(ManPage, IsAcceptedByMan) {
  if (!is_installed("man") || !is_installed("groff")) GTEST_SKIP() << "man is not installed";
  const TemporaryFile page("sample.1", sample_page());
  // Warnings alone first, then the page.
  EXPECT_THAT(run("LC_ALL=C.UTF-8 man --warnings -l '" + page.path() + "' >/dev/null").text, IsEmpty());
  const CommandOutput output = run("LC_ALL=C.UTF-8 MANWIDTH=100 man -P cat -l '" + page.path() + "'");
  EXPECT_EQ(output.status, 0);
  EXPECT_THAT(output.text, HasSubstr("--level TEXT"));
  EXPECT_THAT(
      output.text,
      HasSubstr("The level: it's [exact].  One of: serializable, snapshot, strict.  Default: strict."));
}

TEST(Generators, PrintAndEndParsing) {
  SampleApp sample;
  sample.require_subcommand();
  add_generators(sample.app(), "1.2.3", "2001-02-03");
  testing::internal::CaptureStdout();
  EXPECT_EQ(sample.parse("--print-man"), "Success");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), sample_page());
  testing::internal::CaptureStdout();
  EXPECT_EQ(sample.parse("--print-completion fish"), "Success");
  EXPECT_THAT(testing::internal::GetCapturedStdout(), testing::StartsWith("# fish completion"));
  EXPECT_EQ(sample.parse("--print-completion tcsh"), "ValidationError");
}

}  // namespace
}  // namespace isolde
