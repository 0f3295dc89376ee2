// How fast histories are read, on one core, beside a plain simdjson parse of the same bytes in the same run.
//
//   reader_throughput [--transactions N] [--rounds N] [--directory DIR]
//
// Writes a native history of N transactions (1,000,000 unless told otherwise) of 8 blind reads and writes
// over 10,000 keys into DIR (the system's temporary directory) unless it is there already; takes the best of
// the rounds of each reader, alternating them; measures peak memory in a fresh process; and reads the corpus'
// largest Cobra log directory if it is present (ISOLDE_CORPUS, or ../shared/corpus beside the sources).
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <simdjson.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "base/files/output_file.hpp"
#include "base/random.hpp"
#include "frontends/formats/input.hpp"
#include "frontends/formats/native/native.hpp"
#include "frontends/formats/native/native_read.hpp"
#include "frontends/formats/peers/cobra.hpp"

namespace isolde {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kKeys = 10'000;
constexpr std::size_t kSessions = 24;
constexpr std::size_t kOperations = 8;

[[noreturn]] void give_up(const std::string& why) {
  fmt::print(stderr, "reader_throughput: {}\n", why);
  std::exit(2);
}

// A serial execution, spelt as concurrent sessions would record it.
void generate(const std::string& path, std::size_t transactions) {
  const std::string unfinished = path + ".part";
  Result<OutputFile> file = OutputFile::create(unfinished);
  if (!file) give_up(file.error().to_string());
  Random random(1);
  std::vector<std::uint64_t> current(kKeys);
  std::uint64_t next_value = 0;
  const auto out = [&]<class... Parts>(fmt::format_string<Parts...> text, Parts&&... parts) {
    fmt::format_to(std::back_inserter(file->buffer()), text, std::forward<Parts>(parts)...);
  };
  out("{}\n", R"({"isolde":1})");
  for (std::size_t i = 0; i < transactions; ++i) {
    out(R"({{"id":{},"session":{},"status":"committed","start":{},"end":{},"ops":[)", i, i % kSessions,
        i * 1000, i * 1000 + 900 + random.below(90));
    for (std::size_t op = 0; op < kOperations; ++op) {
      const std::size_t key = random.below(kKeys);
      if (op != 0) out(",");
      if (random.chance(0.5)) {
        current[key] = ++next_value;
        out(R"({{"op":"w","key":"k{}","value":{}}})", key, current[key]);
      } else if (current[key] == 0) {
        out(R"({{"op":"r","key":"k{}","value":null}})", key);
      } else {
        out(R"({{"op":"r","key":"k{}","value":{}}})", key, current[key]);
      }
    }
    out("]}}\n");
    file->flush_if_full();
  }
  if (const Result<void> closed = file->close(); !closed) give_up(closed.error().to_string());
  fs::rename(unfinished, path);
}

// What simdjson alone does: every document of the bytes on its tape, no value looked at.
void parse_bytes(const simdjson::padded_string& bytes) {
  simdjson::dom::parser parser;
  parser.threaded = false;
  simdjson::dom::document_stream documents;
  if (parser.parse_many(bytes, std::size_t{1} << 20).get(documents) != simdjson::SUCCESS)
    give_up("simdjson refused the file");
  std::size_t count = 0;
  for (const auto document : documents) count += document.error() == simdjson::SUCCESS ? 1 : 0;
  if (count == 0) give_up("simdjson found no document");
}

void parse_file(const std::string& path) { parse_bytes(simdjson::padded_string::load(path)); }

void read_ours(const std::string& path) {
  const Result<History> history = read_native(path, {});
  if (!history) give_up(history.error().to_string());
}

void read_without_scanner(const std::string& path) {
  Result<std::unique_ptr<ByteSource>> bytes = InputFile(path).stream();
  if (!bytes) give_up(bytes.error().to_string());
  const Result<History> history = native::read_lines(**bytes, path, {}, {.use_scanner = false});
  if (!history) give_up(history.error().to_string());
}

void read_logs(const std::string& directory) {
  const Result<History> history = read_cobra(directory, {});
  if (!history) give_up(history.error().to_string());
}

struct Contender {
  std::string_view name;
  std::function<void(const std::string&)> run;
  double best = 0;  // seconds
};

// Time on the processor, system calls included: other programs disturb it less than the clock on the wall.
double processor_seconds() {
  struct timespec now {};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void race(std::vector<Contender>& contenders, const std::string& path, std::size_t rounds) {
  for (std::size_t round = 0; round < rounds; ++round) {
    for (Contender& contender : contenders) {
      const double begun = processor_seconds();
      contender.run(path);
      const double seconds = processor_seconds() - begun;
      contender.best = round == 0 ? seconds : std::min(contender.best, seconds);
    }
  }
}

// In a fresh process, since a peak never goes down again: this program again, told to do one thing only. It
// inherits the peak of its parent, so this comes before anything large.
double peak_bytes(const char* program, const char* what, const std::string& path) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::execl(program, program, what, path.c_str(), nullptr);
    std::_Exit(127);
  }
  int status = 0;
  struct rusage usage {};
  if (child < 0 || ::wait4(child, &status, 0, &usage) < 0 || status != 0)
    give_up("the child process that measures memory failed");
  return static_cast<double>(usage.ru_maxrss) * 1024;
}

double directory_bytes(const std::string& directory) {
  double total = 0;
  for (const auto& entry : fs::directory_iterator(directory))
    if (entry.path().extension() == ".log") total += static_cast<double>(entry.file_size());
  return total;
}

std::string corpus() {
  const char* set = std::getenv("ISOLDE_CORPUS");
  return set != nullptr ? set : std::string(ISOLDE_SOURCE_DIR) + "/../shared/corpus";
}

void report_native(const std::string& path, std::size_t rounds, double peak) {
  const double bytes = static_cast<double>(fs::file_size(path));
  const simdjson::padded_string in_memory = simdjson::padded_string::load(path);
  std::vector<Contender> contenders = {
      {"simdjson, bytes in memory", [&](const std::string&) { parse_bytes(in_memory); }},
      {"simdjson, load and parse", parse_file},
      {"native reader", read_ours},
      {"native reader, scanner off", read_without_scanner}};
  race(contenders, path, rounds);
  fmt::print("native, {:.0f} MB\n", bytes / 1e6);
  for (const Contender& contender : contenders) {
    fmt::print("  {:<28}{:7.0f} MB/s  {:5.2f} of simdjson's time\n", contender.name,
               bytes / 1e6 / contender.best, contender.best / contenders[0].best);
  }
  fmt::print("  peak memory {:.0f} MB, {:.2f} of the input\n", peak / 1e6, peak / bytes);
}

void report_cobra(const std::string& directory, std::size_t rounds, double peak) {
  const double bytes = directory_bytes(directory);
  std::vector<Contender> contenders = {{"cobra reader", read_logs}};
  race(contenders, directory, 4 * rounds);
  fmt::print("cobra, {:.0f} MB\n  {:<28}{:7.0f} MB/s\n  peak memory {:.0f} MB, {:.2f} of the input\n",
             bytes / 1e6, "cobra reader", bytes / 1e6 / contenders[0].best, peak / 1e6, peak / bytes);
}

std::size_t number_in(const char* text) {
  std::size_t number = 0;
  const char* end = text + std::strlen(text);
  if (std::from_chars(text, end, number).ptr != end || number == 0)
    give_up(fmt::format("expected a number from 1 up, got {}", text));
  return number;
}

int run(int argc, char** argv) {
  std::size_t transactions = 1'000'000;
  std::size_t rounds = 3;
  std::string directory = fs::temp_directory_path();
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view option = argv[i];
    if (option == "--read-native") return read_ours(argv[i + 1]), 0;
    if (option == "--read-cobra") return read_logs(argv[i + 1]), 0;
    if (option == "--transactions")
      transactions = number_in(argv[i + 1]);
    else if (option == "--rounds")
      rounds = number_in(argv[i + 1]);
    else if (option == "--directory")
      directory = argv[i + 1];
    else
      give_up(fmt::format("unknown option {}", option));
  }
  const std::string path = fmt::format("{}/isolde-blind-{}.jsonl", directory, transactions);
  if (!fs::exists(path)) generate(path, transactions);
  const std::string logs = corpus() + "/cobra/chengRW-100000";
  const bool has_logs = fs::is_directory(logs);
  const double native_peak = peak_bytes(argv[0], "--read-native", path);
  const double cobra_peak = has_logs ? peak_bytes(argv[0], "--read-cobra", logs) : 0;
  report_native(path, rounds, native_peak);
  if (has_logs)
    report_cobra(logs, rounds, cobra_peak);
  else
    fmt::print("cobra: no corpus (set ISOLDE_CORPUS), not measured\n");
  return 0;
}

}  // namespace
}  // namespace isolde

int main(int argc, char** argv) {
  try {
    return isolde::run(argc, argv);
  } catch (const std::exception& problem) {
    isolde::give_up(problem.what());
  }
}
