// The histories that are measured: logs of the corpus, and what the program itself generates and this keeps
// in a directory.
#pragma once

#include <optional>
#include <string>

namespace isolde::check_speed {

struct HistorySource {
  std::string corpus;    // below the corpus: "cobra/cock-G2"; or
  std::string generate;  // the arguments of isolde generate, separated by spaces
  // Of the generated history, one transaction in the middle that writes is open from the first start to the
  // last end, in a session of its own. It still takes effect where it did, so what held still holds.
  bool one_open = false;
  // Of the generated history, predicate operations do not tell what they were evaluated on.
  bool no_version_sets = false;
};

class Histories {
 public:
  Histories(std::string program, std::string directory);

  // The path to read; made if it is not there. None: the corpus is not there.
  [[nodiscard]] std::optional<std::string> path_of(const HistorySource& source) const;

 private:
  [[nodiscard]] std::string generated(const std::string& arguments) const;

  std::string program_;
  std::string directory_;
  std::string corpus_;
};

}  // namespace isolde::check_speed
