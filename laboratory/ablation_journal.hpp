// The CSV of an ablation is also its journal: every row is on disk before the next cell begins, and a run
// that is resumed reads back what it finds.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/output_file.hpp"
#include "base/result.hpp"
#include "laboratory/ablation.hpp"

namespace isolde {

// The header line, and a row; both end with a line break. Columns are added, never renamed.
[[nodiscard]] std::string csv_header();
[[nodiscard]] std::string csv_line(const AblationRow& row);
// The row that the line holds; nothing if the line is malformed.
[[nodiscard]] std::optional<AblationRow> row_in(std::string_view line);

class AblationJournal {
 public:
  // A journal in memory only.
  AblationJournal() = default;
  // Creates the file. If it is there already, an error, unless `resume`: then its rows are read, and a last
  // line that was not finished is cut off. "-" is standard output, where nothing can be resumed.
  [[nodiscard]] static Result<AblationJournal> open(const std::string& path, bool resume);

  // The row of the history with this name, content (without a digest, any content) and these settings. A row
  // whose verdict is unknown does not count if these limits are wider than those it had.
  [[nodiscard]] const AblationRow* find(const std::string& history, std::optional<std::string_view> digest,
                                        const CellSettings& settings, const Limits& limits) const;
  [[nodiscard]] Result<void> add(AblationRow row);
  [[nodiscard]] const std::vector<AblationRow>& rows() const { return rows_; }

 private:
  [[nodiscard]] Result<void> write(const std::string& text);

  std::optional<OutputFile> file_;  // none: in memory only
  std::vector<AblationRow> rows_;
};

}  // namespace isolde
