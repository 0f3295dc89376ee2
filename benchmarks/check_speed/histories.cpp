#include "benchmarks/check_speed/histories.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "benchmarks/check_speed/child.hpp"

namespace isolde::check_speed {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// Where the number behind a field's first occurrence begins and ends; the program writes its fields without
// spaces.
struct Field {
  std::size_t begin = std::string::npos;
  std::size_t end = std::string::npos;
  std::int64_t number = -1;
};

Field field_of(std::string_view line, std::string_view name) {
  const std::size_t at = line.find(name);
  if (at == std::string_view::npos) return {};
  Field field;
  field.begin = at + name.size();
  const auto parsed = std::from_chars(line.data() + field.begin, line.data() + line.size(), field.number);
  field.end = static_cast<std::size_t>(parsed.ptr - line.data());
  return field;
}

void set_field(std::string& line, std::string_view name, std::int64_t number) {
  const Field field = field_of(line, name);
  line.replace(field.begin, field.end - field.begin, std::to_string(number));
}

constexpr std::string_view kStart = R"("start":)";
constexpr std::string_view kEnd = R"("end":)";
constexpr std::string_view kSession = R"("session":)";

struct Extent {
  std::int64_t first_start = std::numeric_limits<std::int64_t>::max();
  std::int64_t last_end = 0;
  std::size_t lines = 0;
};

Extent extent_of(const std::string& path) {
  Extent extent;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line); ++extent.lines) {
    if (const Field start = field_of(line, kStart); start.number >= 0)
      extent.first_start = std::min(extent.first_start, start.number);
    extent.last_end = std::max(extent.last_end, field_of(line, kEnd).number);
  }
  return extent;
}

void open_one(const std::string& from, const std::string& to) {
  constexpr std::int64_t kOwnSession = 1'000'000'000;
  const Extent extent = extent_of(from);
  std::ifstream in(from);
  std::ofstream out(to);
  bool is_done = false;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line); ++number) {
    if (!is_done && number >= extent.lines / 2 && line.find(R"("committed")") != std::string::npos &&
        line.find(R"("op":"w")") != std::string::npos) {
      set_field(line, kSession, kOwnSession);
      set_field(line, kStart, extent.first_start);
      set_field(line, kEnd, extent.last_end);
      is_done = true;
    }
    out << line << '\n';
  }
  out.close();
  if (!out || !is_done) throw std::runtime_error(fmt::format("cannot write {}", to));
}

// Version sets hold rows, and rows no arrays.
void drop_version_sets(const std::string& from, const std::string& to) {
  constexpr std::string_view kVersions = R"(,"versions":[)";
  std::ifstream in(from);
  std::ofstream out(to);
  for (std::string line; std::getline(in, line);) {
    std::size_t copied = 0;
    for (std::size_t at = line.find(kVersions); at != std::string::npos; at = line.find(kVersions, copied)) {
      out.write(line.data() + copied, static_cast<std::streamsize>(at - copied));
      copied = line.find(']', at) + 1;
    }
    out.write(line.data() + copied, static_cast<std::streamsize>(line.size() - copied));
    out << '\n';
  }
  out.close();
  if (!out) throw std::runtime_error(fmt::format("cannot write {}", to));
}

}  // namespace

Histories::Histories(std::string program, std::string directory)
    : program_(std::move(program)), directory_(std::move(directory)) {
  const char* corpus = std::getenv("ISOLDE_CORPUS");  // NOLINT(concurrency-mt-unsafe)
  corpus_ = corpus != nullptr ? corpus : std::string(ISOLDE_SOURCE_DIR) + "/../shared/corpus";
  fs::create_directories(directory_);
}

// The name has all that the content depends on, but for the program itself.
std::string Histories::generated(const std::string& arguments) const {
  std::string name = arguments;
  std::erase(name, '-');
  std::ranges::replace(name, ' ', '-');
  const std::string path = fmt::format("{}/{}.jsonl", directory_, name);
  if (fs::exists(path)) return path;
  std::vector<std::string> words = words_of(arguments);
  words.insert(words.begin(), "generate");
  words.insert(words.end(), {"-o", path + ".part"});
  if (run(program_, words).exit_code != 0)
    throw std::runtime_error(fmt::format("isolde generate {} failed", arguments));
  fs::rename(path + ".part", path);
  return path;
}

std::optional<std::string> Histories::path_of(const HistorySource& source) const {
  if (!source.corpus.empty()) {
    std::string path = corpus_ + "/" + source.corpus;
    return fs::exists(path) ? std::optional(path) : std::nullopt;
  }
  std::string path = generated(source.generate);
  const auto edited = [&](const char* suffix, void (*edit)(const std::string&, const std::string&)) {
    const std::string to = path + suffix;
    if (fs::exists(to)) return to;
    edit(path, to + ".part");
    fs::rename(to + ".part", to);
    return to;
  };
  if (source.one_open) return edited(".one-open", open_one);
  if (source.no_version_sets) return edited(".no-version-sets", drop_version_sets);
  return path;
}

}  // namespace isolde::check_speed
