#include "tests/frontends/cli/sample_app.hpp"

#include <map>

#include <CLI/CLI.hpp>

namespace isolde {

struct SampleApp::Parts {
  explicit Parts(const std::string& description) : app(description, "sample") {}

  CLI::App app;
  std::string text;
  std::string level = "strict";
  std::vector<std::string> list;
  bool flag = false;
  int number = 0;
};

SampleApp::SampleApp()
    : SampleApp("Decides things.\n\nA second paragraph: it's about 100% of [all] things.") {
  Parts& p = *parts_;
  p.app.footer("See also the moon.");
  p.app.add_flag("--quiet,-q", p.flag, "Say nothing");
  CLI::App* check = p.app.add_subcommand("check", "Check a history.");
  check->alias("verify");
  check->add_option("HISTORY", p.text, "The history to check")->check(CLI::ExistingFile)->required();
  check->add_option("-l,--level", p.level, "The level: it's [exact]")
      ->check(CLI::IsMember({"serializable", "snapshot", "strict"}))
      ->capture_default_str();
  check->add_option("--use", p.list, "Orders to use")
      ->delimiter(',')
      ->check(CLI::IsMember({"so", "rt", "vo"}));
  check->add_option("--out", p.text, "Where to put it")->type_name("DIR");
  check->add_option("--seed", p.number, "A number");
  check->add_flag("--json", p.flag, "Print one object");
  check->add_option("--internal", p.number, "Not for users")->group("");
  CLI::App* make = p.app.add_subcommand("make", "Make something");
  make->add_option("SHAPE", p.text, "What to make")->type_name("{round,square}");
  const std::map<std::string, int> numbers = {{"few", 1}, {"many", 2}};
  make->add_option("--number", p.number, "How many")->transform(CLI::CheckedTransformer(numbers));
  CLI::App* deep = make->add_subcommand("deep", "Make it deep");
  deep->add_option_group("depth")->add_option("--depth", p.text, "How deep")->type_name("{one,two}");
  p.app.add_subcommand("secret", "Not for users")->group("");
}

SampleApp::SampleApp(const std::string& description) : parts_(std::make_unique<Parts>(description)) {}
SampleApp::~SampleApp() = default;

CLI::App& SampleApp::app() const { return parts_->app; }

void SampleApp::add_words(const std::vector<std::string>& words) {
  parts_->app.add_option("--x", parts_->text)->check(CLI::IsMember(words));
}

void SampleApp::require_subcommand() { parts_->app.require_subcommand(1); }

std::string SampleApp::parse(const std::string& line) const {
  try {
    parts_->app.parse(line);
  } catch (const CLI::Error& error) {
    return error.get_name();
  }
  return {};
}

}  // namespace isolde
