#include "solver/execute/repairs.hpp"

#include <algorithm>

namespace isolde {

std::optional<Repairs::Plan> Repairs::plan(Member reader) {
  obstacles_.clear();
  observations_.collect_obstacles(reader, obstacles_);
  Plan plan{.reader = reader, .writers = {}, .keep = execution_.event_count()};
  for (const Obstacle& obstacle : obstacles_) {
    const Member writer = culprit(obstacle);
    if (writer == kNone || precedes(writer, reader) || tried_.contains(pair(reader, writer)))
      return std::nullopt;
    plan.writers.push_back(writer);
    plan.keep = std::min<std::size_t>(plan.keep, execution_.commit_position(writer));
  }
  if (plan.writers.empty()) return std::nullopt;
  return plan;
}

// Who made the key unfit when it was fit last; kNone if it never was.
Member Repairs::culprit(const Obstacle& obstacle) const {
  const Items& items = execution_.input().items;
  Member writer = kNone;
  for (Version version = execution_.current(obstacle.key); !observations_.is_gone(obstacle, version);
       version = execution_.overwritten(version)) {
    if (items.is_initial(version)) return kNone;
    writer = items.writer(version);
  }
  return writer;
}

bool Repairs::precedes(Member writer, Member reader) const {
  const auto& [items, chains, lines, one_node, wins] = execution_.input();
  if (writer == reader || lines.line(writer) == lines.line(reader)) return true;
  if (lines.has_real_time() && lines.precedes_in_time(writer, reader)) return true;
  return std::ranges::any_of(items.reads(reader), [&, &items = items](Version version) {
    return !items.is_initial(version) && items.writer(version) == writer;
  });
}

void Repairs::hold(const Plan& plan) {
  for (const Member writer : plan.writers)
    if (tried_.insert(pair(plan.reader, writer)).second) readers_[writer].push_back(plan.reader);
}

void Repairs::let_go(Member reader, Member writer) { std::erase(readers_[writer], reader); }

bool Repairs::is_held(Member writer, Member reader) const {
  const auto found = readers_.find(writer);
  return found != readers_.end() && std::ranges::find(found->second, reader) != found->second.end();
}

Member Repairs::holder(Member writer) const {
  const auto found = readers_.find(writer);
  if (found == readers_.end()) return kNone;
  for (const Member reader : found->second)
    if (!execution_.has_begun(reader)) return reader;
  return kNone;
}

}  // namespace isolde
