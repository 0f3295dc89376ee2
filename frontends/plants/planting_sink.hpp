// Plants anomalies into what passes by: all transactions go through, and at random points those of a plant
// come between them, on keys, values and sessions that nothing else uses.
//
// Transactions that pass are renumbered, so that ids still ascend: by the number of planted transactions
// before it. A plant's times begin after the latest end seen so far. All plants share kSessions sessions, and
// follow each other in them. Deterministic for a seed. Memory: a few words per plant.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "frontends/engine/record.hpp"
#include "frontends/plants/notation.hpp"
#include "frontends/plants/plants.hpp"

namespace isolde::plants {

struct PlantingOptions {
  std::uint64_t seed = 1;
  std::uint64_t transactions = 0;   // about to pass; plants are spread over these
  std::uint32_t first_session = 0;  // this number and those above it are free
  std::int64_t tick = 1000;         // nanoseconds per step of a plant's times; above any clock skew
};

struct Planted {
  const PlantInfo* plant;
  std::vector<std::int64_t> ids;
};

class PlantingSink : public engine::Sink {
 public:
  // `next` must outlive this.
  PlantingSink(engine::Sink& next, std::span<const PlantRequest> requests, const PlantingOptions& options);

  void tables(std::span<const engine::TableInfo> tables) override;
  void initial(engine::Key key, const engine::Cells& cells) override;
  void transaction(const engine::RecordedTxn& txn) override;
  [[nodiscard]] bool wants_more() const override { return next_.wants_more(); }
  void version_order(const engine::VersionTruth& truth) override;
  // Transactions planted are in no order that the engine claims, and stay out of it.
  void serialization_order(std::span<const std::int64_t> ids) override;

  // After the last transaction: plants what found no place before.
  void finish();
  // In the order they stand.
  [[nodiscard]] const std::vector<Planted>& planted() const { return planted_; }

 private:
  struct Instance {
    std::uint64_t position;  // transactions that pass before it
    std::size_t kind;        // index into infos_ and templates_
  };
  struct Shift {
    std::int64_t first_id;  // ids from here on, as they came,
    std::int64_t by;        // grow by this much
  };

  void plant_next(std::int64_t first_id);
  [[nodiscard]] engine::Key moved(engine::Key key, std::size_t instance) const;
  void move(engine::RecordedOp& op, std::size_t instance) const;
  [[nodiscard]] std::int64_t renumbered(std::int64_t id) const;

  engine::Sink& next_;
  PlantingOptions options_;
  std::vector<const PlantInfo*> infos_;
  std::vector<PlantTemplate> templates_;
  std::vector<Instance> instances_;  // by position
  std::vector<Planted> planted_;     // as many as were planted so far
  std::vector<Shift> shifts_;
  std::uint64_t first_table_ = 0;  // the register table of plants; that of rows follows
  std::uint64_t passed_ = 0;
  std::int64_t last_id_ = -1;
  std::int64_t shift_ = 0;
  std::int64_t latest_ = kNoTime;
  engine::RecordedTxn scratch_;  // keeps its memory from call to call
};

}  // namespace isolde::plants
