// Why an execution cannot go on: every front waits for some other line. A cycle of waits is a conflict.
//
// Each wait is either known (a read, session order, real time, a learned fact, a chain) or follows from one
// choice, "chain X before chain Y", that the execution made. So a cycle of waits says that its choices cannot
// all be made: without any, the level is refuted; with one, its reverse is a fact; with several, a clause.
#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "solver/execute/execution.hpp"
#include "solver/execute/learned_orders.hpp"

namespace isolde {

struct WaitCycle {
  std::vector<ChainOrder> choices;  // distinct; they cannot all hold
  LearnedOrders::Source source;
};

class Waits {
 public:
  Waits(Execution& execution, const LearnedOrders& learned);

  // Shortest cycles by number of choices through each of the given lines, shortest first, each set of choices
  // once. Lines that wait on no cycle give none.
  [[nodiscard]] std::vector<WaitCycle> cycles_through(std::span<const Line> lines);

 private:
  struct Wait {
    Line to = 0;
    Member on = kNone;       // who is missing
    ChainOrder choice = {};  // kNone: known
    ChainOrder order = {};   // what it follows from, known or not
    bool is_swept = false;   // known from the sweep
    std::uint32_t fact = kNone;
    Member witness = kNone;  // the writer of the version at stake
  };
  struct Visit {
    Line from = 0;
    std::uint32_t wait = 0;
    std::uint32_t distance = 0;
  };

  [[nodiscard]] const std::vector<Wait>& waits_of(Line line);
  void collect(Member front, std::vector<Wait>& waits);
  void collect_known(Member front, std::vector<Wait>& waits);
  void collect_readers(Member front, std::vector<Wait>& waits);
  void collect_locks(Member front, std::vector<Wait>& waits);
  void collect_learned(Member front, std::vector<Wait>& waits);
  void add(std::vector<Wait>& waits, Member on, Version before, Version after);
  [[nodiscard]] std::optional<WaitCycle> shortest_through(Line start);

  Execution& execution_;
  const LearnedOrders& learned_;
  std::unordered_map<Line, std::vector<Wait>> waits_;
};

}  // namespace isolde
