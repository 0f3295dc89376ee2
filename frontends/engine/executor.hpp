// Runs requests of open transactions against the store as the concurrency control allows. A transaction sees
// its own writes before everything else.
//
// Cost per item request: two hash lookups and a copy of the cells; per range: its candidates.
#pragma once

#include <vector>

#include "frontends/engine/controls/concurrency_control.hpp"

namespace isolde::engine {

class Executor {
 public:
  Executor(Database& database, ConcurrencyControl& control, bool keeps_truth = false)
      : database_(database), control_(control), keeps_truth_(keeps_truth) {}

  // If the answer is to proceed, the request has been done and `reply` says what the client sees.
  [[nodiscard]] Answer execute(Session session, const Request& request, Reply& reply);
  [[nodiscard]] Answer commit(Session session, std::int64_t now);
  void abort(Session session);

 private:
  struct Row {
    Slot slot;
    Image image;
  };

  [[nodiscard]] Answer read(Session session, Slot slot, Reply& reply);
  [[nodiscard]] Answer write(Session session, Slot slot, Image after, bool reads);
  [[nodiscard]] Answer append(Session session, Slot slot, std::int64_t element);
  [[nodiscard]] Answer find_rows(Session session, const Range& range);
  void record_version_set(Session session, const Range& range, Reply& reply);
  void find_buffered_rows(const WriteBuffer& buffer, const Range& range);
  [[nodiscard]] Answer predicate_read(Session session, const Request& request, Reply& reply);
  [[nodiscard]] Answer predicate_write(Session session, const Request& request, Reply& reply);
  [[nodiscard]] Image image(Session session, Slot slot);

  Database& database_;
  ConcurrencyControl& control_;
  bool keeps_truth_;
  std::vector<Slot> candidates_;
  std::vector<Row> rows_;  // images stay valid until the store or a buffer changes
  Cells scratch_;
};

}  // namespace isolde::engine
