#include "encode/items/sweep.hpp"

#include <algorithm>
#include <bit>

namespace isolde {
namespace {

constexpr std::uint64_t kVisitsBetweenStops = 1024;

}  // namespace

Sweep::Sweep(const ItemGraph& graph, std::span<const EventCode> order)
    : graph_(graph),
      order_(order),
      positions_(graph.event_count()),
      spots_(order.size()),
      rows_(order.size(), graph.lines.line_count()),
      dirty_(order.size() / 64 + 1),
      is_sealed_(graph.items.installed_count()),
      first_successors_(graph.items.version_count(), kNone) {
  for (std::uint32_t at = 0; at < order.size(); ++at) {
    positions_[graph.one_node ? member_of(order[at]) : order[at]] = at;
    spots_[at] = spot_of(order[at]);
  }
  index_heads();
  index_lines();
}

void Sweep::index_lines() {
  const Lines& lines = graph_.lines;
  line_begins_.reserve(lines.line_count());
  line_members_.reserve(graph_.items.member_count());
  for (Line line = 0; line < lines.line_count(); ++line) {
    line_begins_.push_back(static_cast<std::uint32_t>(line_members_.size()));
    for (Member member = lines.first(line); member != kNone; member = lines.next(member))
      line_members_.push_back(member);
  }
}

Sweep::Spot Sweep::spot_of(EventCode event) const {
  const Member member = member_of(event);
  const std::uint32_t place = graph_.lines.position(member);
  const std::uint32_t count = graph_.one_node ? place + 1 : 2 * place + 1 + (is_commit(event) ? 1 : 0);
  return {graph_.lines.line(member), count};
}

// Room for the heads of each key, in the order they will be met.
void Sweep::index_heads() {
  const Items& items = graph_.items;
  head_begins_.assign(items.key_count() + 1, 0);
  for (Version version = 0; version < items.installed_count(); ++version)
    if (graph_.chains.is_head(version)) ++head_begins_[items.key(version) + 1];
  for (std::size_t key = 1; key < head_begins_.size(); ++key) head_begins_[key] += head_begins_[key - 1];
  heads_.resize(head_begins_.back());
  head_ends_.assign(head_begins_.begin(), std::prev(head_begins_.end()));
}

SweepAnswer Sweep::run(const std::function<bool()>& stop) {
  for (; swept_ < order_.size() && contradiction_.empty() && !is_stopped(stop); ++swept_) visit(swept_);
  propagate(stop);
  for (bool is_changed = true; is_changed && contradiction_.empty() && !is_stopped_;) {
    ++rounds_;
    const std::size_t before = undecided_.size();
    decide_pairs(stop);
    propagate(stop);
    is_changed = undecided_.size() != before;
  }
  if (!contradiction_.empty()) return SweepAnswer::kRefuted;
  return is_stopped_ ? SweepAnswer::kStopped : SweepAnswer::kConsistent;
}

bool Sweep::is_stopped(const std::function<bool()>& stop) {
  if (++visits_ % kVisitsBetweenStops == 0 && stop && stop()) is_stopped_ = true;
  return is_stopped_;
}

// The row of an event is what its line's past, and the writers it read from, know.
void Sweep::visit(std::uint32_t at) {
  const EventCode event = order_[at];
  const Member member = member_of(event);
  if (graph_.one_node || !is_commit(event)) visit_begin(member, at);
  if (!graph_.one_node && is_commit(event)) rows_.copy(at, position(begin_of(member)));
  rows_.row(at)[spots_[at].line] = spots_[at].count;
  if (!is_commit(event)) return;
  for (Version version = graph_.items.install_begin(member);
       version < graph_.items.install_end(member) && contradiction_.empty(); ++version)
    visit_install(version, at);
}

void Sweep::visit_begin(Member member, std::uint32_t at) {
  const Lines& lines = graph_.lines;
  const Items& items = graph_.items;
  const Member before = lines.predecessor(member);
  if (before != kNone) rows_.copy(at, position(commit_of(before)));
  const std::span<const Version> reads = items.reads(member);
  for (std::size_t i = reads.size(); i-- > 0;) {
    if (items.is_initial(reads[i])) continue;
    const std::uint32_t writer = position(commit_of(items.writer(reads[i])));
    if (!precedes(writer, at)) rows_.join(at, writer);
  }
}

void Sweep::visit_install(Version version, std::uint32_t at) {
  const Items& items = graph_.items;
  if (graph_.chains.is_head(version)) return visit_head(version, at);
  for (const Member reader : items.readers(items.overwrites(version)))
    if (reader != items.writer(version)) add_edge(begin_of(reader), order_[at]);
}

void Sweep::visit_head(Version head, std::uint32_t at) {
  const std::uint32_t key = graph_.items.key(head);
  const std::uint32_t begin = head_begins_[key];
  std::uint32_t other = head_ends_[key]++;
  heads_[other] = head;
  bool knows_all = true;
  bool is_implied = false;  // what lies further back
  while (other > begin && !is_implied) {
    const Version before = heads_[--other];
    const Member writer = graph_.items.writer(before);
    const EventCode event = graph_.first_committer_wins ? begin_of(writer) : commit_of(writer);
    if (precedes(position(event), at)) {
      add_order(graph_.chains.tail(before), head);
      is_implied = is_sealed_[before] != 0;
    } else {
      knows_all = false;
      undecided_.push_back({before, head});
    }
  }
  if (!is_implied) add_order(graph_.chains.tail(graph_.items.initial(key)), head);
  is_sealed_[head] = knows_all ? 1 : 0;
}

bool Sweep::add_order(Version tail, Version head) {
  const Items& items = graph_.items;
  const Member later = items.writer(head);
  const std::span<const Member> readers = items.readers(tail);
  bool is_new = false;
  // Where a member is one event, its readers stand between the writer and the next.
  const bool needs_writer = readers.empty() || (!graph_.one_node && graph_.first_committer_wins);
  if (needs_writer && !items.is_initial(tail) && items.writer(tail) != later)
    is_new |= add_edge(commit_of(items.writer(tail)),
                       graph_.first_committer_wins ? begin_of(later) : commit_of(later));
  for (const Member reader : readers)
    if (reader != later) is_new |= add_edge(begin_of(reader), commit_of(later));
  if (!is_new) return false;
  successors_.push_back({head, first_successors_[tail]});
  first_successors_[tail] = static_cast<std::uint32_t>(successors_.size() - 1);
  decided_.push_back({graph_.chains.head(tail), head});
  return true;
}

// An event that has no row yet passes its own on when it has one.
bool Sweep::add_edge(EventCode from_event, EventCode to_event) {
  const std::uint32_t from = position(from_event);
  const std::uint32_t to = position(to_event);
  if (from > swept_ || (from == swept_ && to != from)) {
    set_dirty(from);
    return true;
  }
  if (precedes(from, to) && !precedes(to, from)) return false;
  push(from, to);
  return true;
}

void Sweep::push(std::uint32_t from, std::uint32_t to) {
  if (precedes(to, from)) return refute(from, to);
  if (rows_.join(to, from)) set_dirty(to);
}

void Sweep::refute(std::uint32_t first, std::uint32_t second) {
  if (contradiction_.empty()) contradiction_ = {order_[first], order_[second]};
}

void Sweep::propagate(const std::function<bool()>& stop) {
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (std::size_t word = 0; word < dirty_.size(); ++word) {
      while (dirty_[word] != 0) {
        if (!contradiction_.empty() || is_stopped(stop)) return;
        const auto bit = static_cast<unsigned>(std::countr_zero(dirty_[word]));
        dirty_[word] &= dirty_[word] - 1;
        const auto at = static_cast<std::uint32_t>(word * 64 + bit);
        for_each_edge_from(at, [&](std::uint32_t to, std::uint32_t) { push(at, to); });
        is_changed = true;
      }
    }
  }
}

// The reverse would close a cycle: with the edge from the writer of the later chain's last version, or with
// that from a reader of it.
bool Sweep::is_forced(ChainOrder order) const {
  const Items& items = graph_.items;
  const Member first = items.writer(order.before);
  const Version tail = graph_.chains.tail(order.after);
  const EventCode first_event = graph_.first_committer_wins ? begin_of(first) : commit_of(first);
  if (reaches(first_event, commit_of(items.writer(tail)))) return true;
  return std::ranges::any_of(items.readers(tail), [&](Member reader) {
    return reader != first && reaches(commit_of(first), begin_of(reader));
  });
}

void Sweep::decide_pairs(const std::function<bool()>& stop) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < undecided_.size(); ++i) {
    const ChainOrder pair = undecided_[i];
    const bool is_forward = is_forced(pair);
    const bool is_backward = is_forced(pair.reversed());
    if (is_forward && is_backward) {
      clash_ = pair;
      refute(position(commit_of(graph_.items.writer(pair.before))),
             position(commit_of(graph_.items.writer(pair.after))));
    }
    if (!contradiction_.empty() || is_stopped(stop)) return;
    if (is_forward || is_backward) {
      const ChainOrder order = is_forward ? pair : pair.reversed();
      add_order(graph_.chains.tail(order.before), order.after);
    } else {
      undecided_[kept++] = pair;
    }
  }
  undecided_.resize(kept);
}

}  // namespace isolde
