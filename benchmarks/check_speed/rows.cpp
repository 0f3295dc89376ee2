// Generated histories come from strict two-phase locking: it lets nearly all transactions commit, where
// engines with snapshots abort a third of those in the hard corner and of those from 1,000 sessions.
#include "benchmarks/check_speed/rows.hpp"

#include <fmt/format.h>

namespace isolde::check_speed {
namespace {

constexpr const char* kSessionSer = "strong-session-serializable";
constexpr const char* kSessionSi = "strong-session-snapshot-isolation";
constexpr const char* kStrictSer = "strict-serializable";
constexpr const char* kStrongSi = "strong-snapshot-isolation";

std::string blindw(std::size_t transactions, std::size_t sessions, const std::string& more = {},
                   const char* engine = "s2pl") {
  return fmt::format("blindw-wr --transactions {} --sessions {} --keys 10000 --engine {}{}", transactions,
                     sessions, engine, more);
}

// A row for a serializable level, and one for its counterpart of snapshot isolation, which may take twice the
// time and one and a half times the memory: of what the table says, and of what the first one took.
void add_both(std::vector<Row>& rows, Row row, const char* counterpart) {
  Row other = row;
  other.level = counterpart;
  if (other.limits.ratio) *other.limits.ratio *= 2;
  if (other.limits.megabytes) *other.limits.megabytes *= 1.5;
  other.relation = Relation{row.name(), 2, 1.5};
  rows.push_back(std::move(row));
  rows.push_back(std::move(other));
}

Row log_row(const std::string& name, double ratio, double megabytes) {
  return {.history = name,
          .level = kSessionSer,
          .source = {.corpus = name, .generate = {}},
          .limits = {.ratio = ratio, .seconds = {}, .megabytes = megabytes},
          .relation = {}};
}

Row generated_row(std::string history, const char* level, std::string arguments, const Limits& limits = {}) {
  return {.history = std::move(history),
          .level = level,
          .source = {.corpus = {}, .generate = std::move(arguments)},
          .limits = limits,
          .relation = {}};
}

void add_logs(std::vector<Row>& rows) {
  add_both(rows, log_row("cobra/twitter-10000", 2.5, 32), kSessionSi);
  add_both(rows, log_row("cobra/chengRM-10000", 2.5, 32), kSessionSi);
  add_both(rows, log_row("cobra/chengRW-10000", 4, 32), kSessionSi);
  add_both(rows, log_row("cobra/chengRW-100000", 6, 120), kSessionSi);
  for (const char* name : {"cobra/yuga-G2-c", "cobra/cock-G2"}) {
    rows.push_back(log_row(name, 4, 40));
    rows.back().holds = false;
  }
}

// Ten times the transactions, at most twelve times the time.
void add_growth(std::vector<Row>& rows) {
  rows.push_back(generated_row("blindw-100k", kSessionSer, blindw(100'000, 24, " --no-times")));
  rows.push_back(
      generated_row("blindw-100k-shuffled", kSessionSer, blindw(100'000, 24, " --no-times --shuffle-ids")));
  rows.push_back(generated_row("blindw-100k-times", kStrictSer, blindw(100'000, 24)));
  const auto add_ten_times = [&](Row row, const std::string& tenth, const char* counterpart) {
    row.relation = Relation{tenth + " " + row.level, 12, {}};
    row.is_large = true;
    add_both(rows, std::move(row), counterpart);
  };
  add_ten_times(generated_row("blindw-1m", kSessionSer, blindw(1'000'000, 24, " --no-times"),
                              {.ratio = 7, .seconds = {}, .megabytes = 900}),
                "blindw-100k", kSessionSi);
  add_ten_times(generated_row("blindw-1m-times", kStrictSer, blindw(1'000'000, 24),
                              {.ratio = 3, .seconds = {}, .megabytes = 800}),
                "blindw-100k-times", kStrongSi);
  add_ten_times(
      generated_row("blindw-1m-shuffled", kSessionSer, blindw(1'000'000, 24, " --no-times --shuffle-ids")),
      "blindw-100k-shuffled", kSessionSi);
}

void add_corners(std::vector<Row>& rows) {
  const Limits hard{.ratio = {}, .seconds = 2, .megabytes = 100};
  for (const std::string order : {"", " --shuffle-ids"}) {
    const std::string suffix = order.empty() ? "" : "-shuffled";
    const std::string corner =
        "read-write --transactions 2000 --sessions 20 --operations 15 --read-ratio 0.05 --keys 5000 "
        "--engine s2pl --no-times" +
        order;
    rows.push_back(generated_row("hard-corner" + suffix, kSessionSer, corner, hard));
    rows.push_back(generated_row("hard-corner" + suffix, kSessionSi, corner, hard));
    const std::string hot =
        "blindw-wr --transactions 100000 --sessions 24 --keys 200 --engine s2pl --no-times" + order;
    rows.push_back(
        generated_row("hot-keys" + suffix, kSessionSer, hot, {.ratio = 12, .seconds = {}, .megabytes = 150}));
    rows.push_back(generated_row("hot-keys" + suffix, kSessionSi, hot));
  }
}

// One transaction that is open all the time, few and many sessions: little more than the plain history.
void add_shapes(std::vector<Row>& rows) {
  const auto related = [&](Row row, const std::string& to, double factor) {
    row.relation = Relation{to, factor, {}};
    rows.push_back(std::move(row));
  };
  const std::string timed = "blindw-100k-times ";
  rows.push_back(generated_row("blindw-100k-times", kStrongSi, blindw(100'000, 24)));
  rows.push_back(generated_row("blindw-100k-times", kSessionSer, blindw(100'000, 24)));
  for (const char* level : {kStrictSer, kStrongSi, kSessionSer}) {
    Row row = generated_row("one-open-100k-times", level, blindw(100'000, 24));
    row.source.one_open = true;
    related(std::move(row), timed + level, 1.5);
  }
  // A thousand sessions that lock make each other wait, so their transactions take effect late in their time;
  // those that see snapshots do not wait, but a third aborts.
  const auto add_sessions = [&](const std::string& name, std::size_t sessions, const char* engine) {
    related(generated_row(name, kSessionSer, blindw(100'000, sessions, " --no-times", engine)),
            std::string("blindw-100k ") + kSessionSer, 2);
    related(generated_row(name + "-shuffled", kSessionSer,
                          blindw(100'000, sessions, " --no-times --shuffle-ids", engine)),
            std::string("blindw-100k-shuffled ") + kSessionSer, 2);
    related(generated_row(name + "-times", kStrictSer, blindw(100'000, sessions, "", engine)),
            timed + kStrictSer, 2);
  };
  add_sessions("sessions-1-100k", 1, "s2pl");
  add_sessions("sessions-1000-100k", 1000, "s2pl");
  add_sessions("sessions-1000-100k-ssi", 1000, "ssi");
}

// Predicates: BlindW-Pred against BlindW-WR with as many transactions on the same table, as Vbox has it
// (§5.2), and ten times as many; what the database promised, where 30 % of the operations are range reads.
void add_predicates(std::vector<Row>& rows) {
  const auto related = [&](Row row, const std::string& to, double factor) {
    row.relation = Relation{to, factor, {}};
    rows.push_back(std::move(row));
  };
  const auto pred = [](std::size_t transactions, const std::string& more, const char* engine = "s2pl") {
    return fmt::format("blindw-pred --transactions {} --sessions 24 --engine {}{}", transactions, engine,
                       more);
  };
  // Rows found by predicates against rows found by key; `name` follows "pred-10k-".
  const auto pair = [&](const std::string& name, const char* level, const std::string& more,
                        const char* engine, double factor) {
    const std::string by_key = "pred-10k-by-key-" + name;
    rows.push_back(generated_row(by_key, level, pred(10'000, more + " --predicate-ratio 0", engine)));
    related(generated_row("pred-10k-" + name, level, pred(10'000, more, engine)), by_key + " " + level,
            factor);
  };
  const Limits memory{.ratio = {}, .seconds = {}, .megabytes = 1024};
  rows.push_back(generated_row("blindw-10k-times", kStrictSer, blindw(10'000, 24)));
  pair("times", kStrictSer, "", "s2pl", 4);
  pair("times-si", kStrongSi, "", "si", 5);
  pair("shuffled", kSessionSer, " --no-times --shuffle-ids", "s2pl", 9);
  related(generated_row("pred-100k-times", kStrictSer, pred(100'000, ""), memory),
          std::string("pred-10k-times ") + kStrictSer, 12);
  related(generated_row("pred-100k-times-si", kStrongSi, pred(100'000, "", "si"), memory),
          std::string("pred-10k-times-si ") + kStrongSi, 12);
  related(
      generated_row("pred-100k-shuffled", kSessionSer, pred(100'000, " --no-times --shuffle-ids"), memory),
      std::string("pred-10k-shuffled ") + kSessionSer, 12);
  const std::string promised = "blindw-rw+ --transactions 100000 --read-ratio 0.6 --keys 40 --truth";
  Row enne =
      generated_row("promise-100k", "serializable", promised, {.ratio = 2, .seconds = {}, .megabytes = {}});
  enne.source.no_version_sets = true;
  enne.mode = "serialization-order";
  rows.push_back(std::move(enne));
  Row emme = generated_row("promise-100k-versions", "serializable", promised,
                           {.ratio = 4, .seconds = {}, .megabytes = {}});
  emme.mode = "version-order";
  rows.push_back(std::move(emme));
}

}  // namespace

std::vector<Row> all_rows() {
  std::vector<Row> rows;
  add_logs(rows);
  add_growth(rows);
  add_corners(rows);
  add_shapes(rows);
  add_predicates(rows);
  return rows;
}

}  // namespace isolde::check_speed
