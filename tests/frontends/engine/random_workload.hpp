// A small workload that does a bit of everything, for the engine's own tests: registers, rows with two
// columns and ranges over them, lists; inserts and deletes.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "frontends/engine/workload.hpp"

namespace isolde::engine {

struct RandomWorkloadOptions {
  std::uint64_t keys = 3;  // of each table
  int operations = 3;      // of each transaction, at most
  bool predicates = true;
  bool lists = true;
  bool deletes = true;
};

class RandomWorkload final : public Workload {
 public:
  RandomWorkload(std::uint32_t sessions, RandomWorkloadOptions options)
      : options_(options), left_(sessions) {}

  [[nodiscard]] std::span<const TableInfo> tables() const override { return tables_; }

  void load(Random& random, const std::function<void(Key, const Cells&)>& put) override {
    for (std::uint64_t i = 0; i < options_.keys; ++i) put(Key(0, i), {next_value()});
    for (std::uint64_t i = 0; i + 1 < options_.keys; ++i)
      put(Key(1, i), {next_value(), random.between(0, kSpread)});
  }

  void begin(std::uint32_t session, Random& random) override {
    left_[session] = static_cast<int>(random.between(1, options_.operations));
  }

  [[nodiscard]] bool next(std::uint32_t session, const Reply& /*last*/, Random& random,
                          Request& request) override {
    if (left_[session]-- == 0) return false;
    const std::uint64_t number = random.below(options_.keys);
    request = {};
    switch (random.below(options_.predicates ? 10 : 6)) {
      case 0:
      case 1:
        request.kind = OpKind::kRead;
        request.key = Key(random.below(options_.lists ? 3 : 2), number);
        break;
      case 2:
      case 3:
        request.kind = OpKind::kWrite;
        request.key = Key(0, number);
        request.cells = {next_value()};
        break;
      case 4:
        request.kind = options_.lists ? OpKind::kAppend : OpKind::kRead;
        request.key = Key(options_.lists ? 2 : 0, number);
        request.cells = {next_value()};
        break;
      case 5:
        request.kind = options_.deletes && random.chance(0.3) ? OpKind::kDelete : OpKind::kInsert;
        request.key = Key(1, number);
        request.cells = {next_value(), random.between(0, kSpread)};
        break;
      case 6:
      case 7:
      case 8:
        request.kind = OpKind::kPredicateRead;
        request.range = range(random);
        break;
      default:
        request.kind = OpKind::kPredicateWrite;
        request.range = range(random);
        request.cells = {reserve(static_cast<std::int64_t>(options_.keys))};
        request.deletes = options_.deletes && random.chance(0.2);
    }
    return true;
  }

 private:
  static constexpr std::int64_t kSpread = 30;

  static Range range(Random& random) {
    const std::int64_t low = random.between(0, kSpread);
    return {1, 1, low, low + random.between(0, kSpread / 2)};
  }

  RandomWorkloadOptions options_;
  std::vector<TableInfo> tables_ = {{"x", TableKind::kRegister, {}},
                                    {"row", TableKind::kRow, {"id", "size"}},
                                    {"list", TableKind::kList, {}}};
  std::vector<int> left_;
};

}  // namespace isolde::engine
