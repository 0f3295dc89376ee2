// Predicates as SQLite has them: a second opinion that nobody here wrote.
#include <cstdint>
#include <sqlite3.h>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "history/predicates/predicate.hpp"
#include "history/predicates/predicate_shapes.hpp"
#include "tests/history/sqlite/random_where.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

// A table in memory, whose columns have no type, so that what is stored stays what it is.
class SqliteTable {
 public:
  SqliteTable() {
    EXPECT_EQ(sqlite3_open(":memory:", &database_), SQLITE_OK);
    run("pragma case_sensitive_like = on");
    run(fmt::format("create table versions (\"{}\")", fmt::join(kWhereColumns, "\", \"")));
  }
  SqliteTable(const SqliteTable&) = delete;
  SqliteTable& operator=(const SqliteTable&) = delete;
  ~SqliteTable() { sqlite3_close(database_); }

  void insert(const std::vector<WhereCell>& row) {
    sqlite3_stmt* statement = prepare("insert into versions values (?, ?, ?, ?, ?, ?, ?, ?)");
    for (std::size_t i = 0; i < row.size(); ++i) bind(statement, static_cast<int>(i) + 1, row[i]);
    EXPECT_EQ(sqlite3_step(statement), SQLITE_DONE);
    sqlite3_finalize(statement);
  }

  // By row, in the order of insertion.
  std::vector<Truth> evaluate(const std::string& where) {
    sqlite3_stmt* statement = prepare(fmt::format("select ({}) from versions order by rowid", where));
    std::vector<Truth> truths;
    while (statement != nullptr && sqlite3_step(statement) == SQLITE_ROW) {
      const bool is_null = sqlite3_column_type(statement, 0) == SQLITE_NULL;
      const bool is_true = sqlite3_column_int(statement, 0) != 0;
      truths.push_back(is_null ? Truth::kUnknown : is_true ? Truth::kTrue : Truth::kFalse);
    }
    sqlite3_finalize(statement);
    return truths;
  }

 private:
  void run(const std::string& sql) {
    EXPECT_EQ(sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sql;
  }
  sqlite3_stmt* prepare(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(database_, sql.c_str(), -1, &statement, nullptr), SQLITE_OK)
        << sql << ": " << sqlite3_errmsg(database_);
    return statement;
  }
  static void bind(sqlite3_stmt* statement, int place, const WhereCell& cell) {
    if (const auto* integer = std::get_if<std::int64_t>(&cell))
      sqlite3_bind_int64(statement, place, *integer);
    if (const auto* real = std::get_if<double>(&cell)) sqlite3_bind_double(statement, place, *real);
    if (const auto* flag = std::get_if<bool>(&cell)) sqlite3_bind_int(statement, place, *flag ? 1 : 0);
    if (const auto* text = std::get_if<std::string>(&cell))
      sqlite3_bind_text(statement, place, text->data(), static_cast<int>(text->size()), nullptr);
  }

  sqlite3* database_ = nullptr;
};

// The same rows as versions of a history: what is null is not there at all, every other time, and of a row
// without other columns only the value is left.
class VersionTable {
 public:
  VersionTable() { values_.intern_null(); }

  void insert(const std::vector<WhereCell>& row, bool is_scalar) {
    const KeyId key(keys_.intern_integer(std::get<std::int64_t>(row[kKeyColumn])));
    if (is_scalar) {
      versions_.push_back({key, ValueId(intern(row[kValueColumn]))});
      return;
    }
    std::vector<std::uint32_t> pairs;
    for (std::size_t i = kValueColumn; i < row.size(); ++i) {
      const bool is_null = std::holds_alternative<std::monostate>(row[i]);
      if (is_null && versions_.size() % 2 == 0) continue;
      pairs.push_back(columns_.intern_text(kWhereColumns[i]));
      pairs.push_back(intern(row[i]));
    }
    versions_.push_back({key, ValueId(values_.intern_row(pairs))});
  }

  Result<Predicate> parse(const std::string& where) { return shapes_.parse(where, columns_); }
  [[nodiscard]] std::size_t size() const { return versions_.size(); }
  [[nodiscard]] Truth evaluate(const Predicate& predicate, std::size_t row) const {
    return predicate.evaluate(keys_, versions_[row].key, values_, versions_[row].value);
  }
  [[nodiscard]] bool matches(const Predicate& predicate, std::size_t row) const {
    return predicate.matches(keys_, versions_[row].key, values_, versions_[row].value);
  }

 private:
  struct Version {
    KeyId key;
    ValueId value;
  };

  std::uint32_t intern(const WhereCell& cell) {
    if (const auto* integer = std::get_if<std::int64_t>(&cell)) return values_.intern_integer(*integer);
    if (const auto* real = std::get_if<double>(&cell)) return values_.intern_real(*real);
    if (const auto* flag = std::get_if<bool>(&cell)) return values_.intern_boolean(*flag);
    if (const auto* text = std::get_if<std::string>(&cell)) return values_.intern_text(*text);
    return values_.intern_null();
  }

  PredicateShapes shapes_;
  Dictionary keys_;
  Dictionary values_;
  Dictionary columns_;
  std::vector<Version> versions_;
};

class SqlitePredicates : public testing::TestWithParam<std::uint64_t> {};

// Half of 100,000 predicates per seed, each on eight rows, two of which are scalars.
TEST_P(SqlitePredicates, AreTrueFalseAndUnknownWhereOursAre) {
  constexpr std::size_t kRows = 8;
  constexpr std::uint64_t kPredicatesPerTable = 50;
  const std::uint64_t wanted = how_many("ISOLDE_SQLITE_PREDICATES", 50'000);
  RandomWhere where(GetParam());
  std::array<std::size_t, 3> counts = {};
  for (std::uint64_t done = 0; done < wanted; done += kPredicatesPerTable) {
    SqliteTable theirs;
    VersionTable ours;
    for (std::size_t row = 0; row < kRows; ++row) {
      const bool is_scalar = row % 4 == 3;
      std::vector<WhereCell> cells = where.row();
      if (is_scalar) std::fill(cells.begin() + kSmall, cells.end(), WhereCell());
      theirs.insert(cells);
      ours.insert(cells, is_scalar);
    }
    for (std::uint64_t i = 0; i < kPredicatesPerTable; ++i) {
      const std::string text = where.condition(3);
      const Result<Predicate> predicate = ours.parse(text);
      ASSERT_TRUE(predicate) << text << ": " << predicate.error().message;
      const std::vector<Truth> truths = theirs.evaluate(text);
      ASSERT_EQ(truths.size(), kRows) << text;
      for (std::size_t row = 0; row < kRows; ++row) {
        ASSERT_EQ(ours.evaluate(*predicate, row), truths[row]) << text << " on row " << row;
        ASSERT_EQ(ours.matches(*predicate, row), truths[row] == Truth::kTrue) << text << " on row " << row;
        ++counts[static_cast<std::size_t>(truths[row])];
      }
    }
  }
  // None of the three is rare, or little would be compared.
  for (const std::size_t count : counts) EXPECT_GT(count, wanted * kRows / 10);
}

INSTANTIATE_TEST_SUITE_P(Seeds, SqlitePredicates, testing::ValuesIn(both_seeds()));

}  // namespace
}  // namespace isolde
