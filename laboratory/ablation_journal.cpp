#include "laboratory/ablation_journal.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/files/file.hpp"
#include "report/csv.hpp"

namespace isolde {
namespace {

// The columns after the settings, each with how it is written and how it is read.
struct Column {
  std::string_view name;
  std::string (*write)(const AblationRow&);
  bool (*read)(AblationRow&, std::string_view);
};

std::string text_of(const std::string& value) { return value; }
template <class Number>
std::string text_of(const Number& value) {
  return fmt::format("{}", value);
}
template <class Number>
std::string text_of(const std::optional<Number>& value) {
  return value ? text_of(*value) : "";
}

bool take(std::string_view text, std::string& value) {
  value = text;
  return true;
}
template <class Number>
bool take(std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}
template <class Number>
bool take(std::string_view text, std::optional<Number>& value) {
  if (text.empty()) return true;
  return take(text, value.emplace());
}

template <auto kMember>
std::string write_member(const AblationRow& row) {
  return text_of(row.*kMember);
}

template <auto kMember>
bool read_member(AblationRow& row, std::string_view text) {
  return take(text, row.*kMember);
}

template <auto kMember>
constexpr Column column(std::string_view name) {
  return {name, write_member<kMember>, read_member<kMember>};
}

constexpr std::array kFirst = {column<&AblationRow::history>("history"),
                               column<&AblationRow::transactions>("transactions"),
                               column<&AblationRow::digest>("digest")};
constexpr std::array kLast = {column<&AblationRow::verdict>("verdict"),
                              column<&AblationRow::seconds>("seconds"),
                              column<&AblationRow::encode_seconds>("encode_seconds"),
                              column<&AblationRow::prune_seconds>("prune_seconds"),
                              column<&AblationRow::solve_seconds>("solve_seconds"),
                              column<&AblationRow::peak_megabytes>("peak_mb"),
                              column<&AblationRow::writer_pairs>("writer_pairs"),
                              column<&AblationRow::constraints>("constraints"),
                              column<&AblationRow::constraints_after_pruning>("constraints_after_pruning"),
                              column<&AblationRow::conflicts>("conflicts"),
                              column<&AblationRow::decisions>("decisions"),
                              column<&AblationRow::timeout_seconds>("timeout_seconds"),
                              column<&AblationRow::memory_megabytes>("memory_limit_mb"),
                              column<&AblationRow::reason>("reason")};

bool is_wide_enough(const AblationRow& row, const Limits& limits) {
  const double megabytes = static_cast<double>(limits.memory_bytes.value_or(0)) / (1 << 20);
  return row.timeout_seconds >= limits.seconds.value_or(0) && row.memory_megabytes >= megabytes;
}

}  // namespace

std::string csv_header() {
  std::vector<std::string> names;
  for (const Column& column : kFirst) names.emplace_back(column.name);
  names.insert(names.end(), kCellColumns.begin(), kCellColumns.end());
  for (const Column& column : kLast) names.emplace_back(column.name);
  return csv_text(names);
}

std::string csv_line(const AblationRow& row) {
  std::vector<std::string> fields;
  for (const Column& column : kFirst) fields.push_back(column.write(row));
  fields.insert(fields.end(), row.settings.begin(), row.settings.end());
  for (const Column& column : kLast) fields.push_back(column.write(row));
  return csv_text(fields);
}

std::optional<AblationRow> row_in(std::string_view line) {
  const std::vector<std::string> fields = csv_fields(line);
  if (fields.size() != kFirst.size() + kCellColumns.size() + kLast.size()) return std::nullopt;
  AblationRow row;
  auto field = fields.begin();
  for (const Column& column : kFirst)
    if (!column.read(row, *field++)) return std::nullopt;
  for (std::string& setting : row.settings) {
    setting = *field++;
    if (setting == "-") setting.clear();  // earlier versions wrote "-" for a setting without effect
  }
  for (const Column& column : kLast)
    if (!column.read(row, *field++)) return std::nullopt;
  return row;
}

Result<AblationJournal> AblationJournal::open(const std::string& path, bool resume) {
  AblationJournal journal;
  std::string text;
  std::error_code failure;
  // A device or a pipe holds no rows of an earlier run, and may never end.
  if (!is_standard_stream(path) && std::filesystem::is_regular_file(path, failure))
    if (Result<std::string> old = read_file(path)) text = *std::move(old);
  if (!text.empty() && !resume)
    return environment_error(path, "the file is there already: go on with --resume, or name another");
  const std::size_t whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  if (whole != 0 && !text.starts_with(csv_header()))
    return environment_error(path, "the file is no journal of this version's ablations");
  std::uint64_t line = 1;
  for (std::size_t at = csv_header().size(); at < whole;) {
    const std::size_t end = text.find('\n', at);
    const std::optional<AblationRow> row = row_in(std::string_view(text).substr(at, end - at));
    ++line;
    if (!row) return input_error({path, PlaceUnit::kLine, line}, "this is no row of an ablation");
    journal.rows_.push_back(*row);
    at = end + 1;
  }
  failure.clear();
  if (whole < text.size()) std::filesystem::resize_file(path, whole, failure);
  if (failure) return environment_error(path, fmt::format("cannot be written: {}", failure.message()));
  Result<OutputFile> file = OutputFile::append(path);
  if (!file) return tl::unexpected(std::move(file.error()));
  journal.file_ = std::move(*file);
  if (whole == 0)
    if (const Result<void> written = journal.write(csv_header()); !written)
      return tl::unexpected(written.error());
  return journal;
}

const AblationRow* AblationJournal::find(const std::string& history, std::optional<std::string_view> digest,
                                         const CellSettings& settings, const Limits& limits) const {
  for (const AblationRow& row : rows_)
    if (row.history == history && row.digest == digest.value_or(row.digest) && row.settings == settings &&
        (row.verdict != name_of(Verdict::kUnknown) || is_wide_enough(row, limits)))
      return &row;
  return nullptr;
}

Result<void> AblationJournal::add(AblationRow row) {
  const std::string line = csv_line(row);
  rows_.push_back(std::move(row));
  return file_ ? write(line) : Result<void>();
}

Result<void> AblationJournal::write(const std::string& text) {
  file_->buffer().append(text);
  return file_->flush();
}

}  // namespace isolde
