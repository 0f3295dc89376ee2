#include "encode/choices/source_views.hpp"

#include <algorithm>
#include <limits>

#include "base/contract.hpp"
#include "encode/choices/tuning.hpp"

namespace isolde {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::uint32_t kTouchesBetweenStops = 256;

}  // namespace

SourceViews::SourceViews(const ViewSources& sources, Polygraph& graph)
    : history_(sources.history),
      items_(sources.items),
      touches_(sources.touches),
      sets_(sources.sets),
      counters_(sources.counters),
      values_(sources.values),
      edges_(sources.edges),
      uses_times_(sources.uses_times),
      clock_skew_(sources.clock_skew),
      graph_(graph),
      kind_(choose_closure(graph.node_count(), graph.hints)),
      is_batched_(kind_ != ClosureKind::kChain),
      closure_(make_closure(kind_, graph.node_count(), graph.known(), graph.hints)),
      views_(touches_.size()),
      touch_begins_(items_.member_count() + 1, 0) {
  for (Member member = 0; member < items_.member_count(); ++member)
    counts_.push_back(history_.status(items_.txn(member)) == TxnStatus::kCommitted);
  for (std::size_t i = 0; i < touches_.size(); ++i) ++touch_begins_[touches_[i].member + 1];
  for (std::size_t i = 1; i < touch_begins_.size(); ++i) touch_begins_[i] += touch_begins_[i - 1];
  if (uses_times_) sort_by_start();
  begin_batch();
}

void SourceViews::begin_batch() {
  batch_.clear();
  if (is_batched_) batch_begins_.push_back(static_cast<std::uint32_t>(graph_.known().size()));
}

void SourceViews::sort_by_start() {
  by_start_.resize(items_.key_count());
  for (std::uint32_t key = 0; key < items_.key_count(); ++key) {
    std::vector<ByStart>& list = by_start_[key];
    for (const Version version : touches_.versions(key)) {
      if (items_.is_initial(version)) continue;
      const TxnId txn = items_.txn(items_.writer(version));
      const bool ends = history_.status(txn) == TxnStatus::kCommitted && history_.end(txn) != kNoTime;
      list.push_back({version, history_.start(txn), ends ? history_.end(txn) : kMax});
    }
    std::ranges::stable_sort(list, {}, &ByStart::start);
    for (std::size_t i = 1; i < list.size(); ++i)
      list[i].latest_end = std::max(list[i].latest_end, list[i - 1].latest_end);
  }
}

void SourceViews::narrow(const std::function<bool()>& stop, bool concludes) {
  concludes_ = concludes;
  if (!closure_) return;
  for (std::uint32_t touch = 0; touch < touches_.size(); ++touch) {
    if (touch % kTouchesBetweenStops == 0 && stop()) {
      left_out_ = "the time limit was reached";
      return;
    }
    open(touch);
  }
  if (!concludes) return;
  for (std::size_t round = 0; round < kMostNarrowingRounds; ++round) {
    bool changed = false;
    for (std::uint32_t touch = 0; touch < touches_.size(); ++touch) {
      if (touch % kTouchesBetweenStops == 0 && stop()) break;
      pending_.push_back(touch);
      while (!pending_.empty() && !is_contradictory_) {
        const std::uint32_t next = pending_.back();
        pending_.pop_back();
        if (refine(next)) changed = true;
      }
    }
    if (!batch_.empty()) close_batch();
    if (!changed || is_contradictory_ || stop()) break;
  }
  ISOLDE_INVARIANT(is_contradictory_ || closure_->check_invariants());
}

void SourceViews::close_batch() {
  begin_batch();
  auto closure = make_closure(kind_, graph_.node_count(), graph_.known(), graph_.hints);
  if (closure == nullptr)
    is_contradictory_ = true;
  else
    closure_ = std::move(closure);
}

void SourceViews::open(std::uint32_t touch) {
  View& view = views_[touch];
  const Touch& it = touches_[touch];
  if (sets_.contains(it.key) || counters_.contains(it.key)) {
    view.is_vacuous = true;
    return;
  }
  if (!concludes_)
    fill_window_with_all(it, view.window);
  else if (uses_times_)
    fill_window_by_time(it, view.window);
  else
    fill_window(it, view.window);
  if (!touches_.is_plain(it.key)) find_values(touch);
  choose(touch);
  if (view.is_vacuous && !is_asked_for(touch)) {
    view = View();
    view.is_vacuous = true;
  }
}

void SourceViews::fill_window_with_all(const Touch& touch, std::vector<Version>& window) const {
  for (const Version version : touches_.versions(touch.key))
    if (version != touch.installed && version != items_.initial(touch.key)) window.push_back(version);
  window.push_back(items_.initial(touch.key));
}

void SourceViews::fill_window(const Touch& touch, std::vector<Version>& window) const {
  const Version initial = items_.initial(touch.key);
  for (const Version version : touches_.versions(touch.key))
    if (version != initial && version != touch.installed && !is_after(version, touch.member))
      window.push_back(version);
  drop_hidden(touch.member, window, true, initial);
}

// Latest start first. Once some version is known to be in the snapshot, whatever ended before that one
// started is hidden by it; and if that is so for all that are left, this is the end.
void SourceViews::fill_window_by_time(const Touch& touch, std::vector<Version>& window) const {
  const TxnId txn = items_.txn(touch.member);
  const std::vector<ByStart>& list = by_start_[touch.key];
  const bool ends = history_.status(txn) == TxnStatus::kCommitted && history_.end(txn) != kNoTime;
  const std::int64_t end = ends ? history_.end(txn) : kMax;
  // Who starts later comes later. (At the same time: asked below.)
  auto place = std::ranges::upper_bound(list, end, {}, [&](const ByStart& each) {
    return each.start == kNoTime ? kNoTime : each.start - clock_skew_;
  });
  std::int64_t hides_until = kNoTime;
  while (place != list.begin()) {
    --place;
    if (place->latest_end != kMax && place->latest_end < hides_until) break;
    if (place->version == touch.installed || is_after(place->version, touch.member)) continue;
    window.push_back(place->version);
    if (place->start != kNoTime && is_before(place->version, touch.member))
      hides_until = std::max(hides_until, place->start - clock_skew_);
  }
  std::ranges::sort(window);
  drop_hidden(touch.member, window, true, items_.initial(touch.key));
}

// A version is hidden if another one that is in the snapshot for certain came later.
void SourceViews::drop_hidden(Member reader, std::vector<Version>& window, bool has_initial,
                              Version initial) const {
  // Only those in the snapshot that no other one there is known to follow; later ones first, as they hide
  // most.
  std::vector<Version> visible;
  const auto is_hidden = [&](Version version) {
    return std::ranges::any_of(visible, [&](Version later) { return are_ordered(version, later); });
  };
  for (std::size_t i = window.size(); i-- > 0;) {
    const Version version = window[i];
    if (!is_before(version, reader) || is_hidden(version)) continue;
    std::erase_if(visible, [&](Version earlier) { return are_ordered(earlier, version); });
    visible.push_back(version);
  }
  std::erase_if(window, is_hidden);
  if (has_initial && visible.empty()) window.push_back(initial);
}

// How small and how large a number the key may hold: from the constants down and up by all increments.
const SourceViews::NumberRange& SourceViews::numbers_of(std::uint32_t key) {
  const auto [found, is_new] = numbers_.try_emplace(key);
  NumberRange& range = found->second;
  if (!is_new) return range;
  const Dictionary& dictionary = values_.dictionary();
  const auto number_of = [&](ValueId value) -> Wide {
    const bool is_number = value.is_valid() && dictionary.kind(value.value) == ValueKind::kInteger;
    return is_number ? dictionary.integer(value.value) : 0;
  };
  Wide down = 0;
  Wide up = 0;
  for (const Version version : touches_.versions(key)) {
    if (touches_.is_constant(version)) {
      range.low = std::min(range.low, number_of(touches_.value(version)));
      range.high = std::max(range.high, number_of(touches_.value(version)));
      continue;
    }
    for (const Step& step : touches_.steps(touches_[touches_.touch_of(version)])) {
      if (step.kind != Step::Kind::kIncrement) continue;
      down += std::min(Wide{0}, number_of(step.value));
      up += std::max(Wide{0}, number_of(step.value));
    }
  }
  range.low += down;
  range.high += up;
  return range;
}

bool SourceViews::may_overflow(std::uint32_t key) {
  const NumberRange& range = numbers_of(key);
  return range.low < std::numeric_limits<std::int64_t>::min() || range.high > kMax;
}

// All that versions of the key may hold, and perhaps more; nothing if that is too much.
std::optional<std::vector<ValueId>> SourceViews::possible_values(std::uint32_t key) {
  std::vector<ValueId> all;
  std::vector<Version> computed;
  const auto add = [&](ValueId value) {
    if (std::ranges::find(all, value) == all.end()) all.push_back(value);
  };
  for (const Version version : touches_.versions(key)) {
    if (!touches_.is_constant(version))
      computed.push_back(version);
    else if (touches_.value(version).is_valid())
      add(touches_.value(version));
  }
  std::size_t begin = 0;
  for (std::size_t depth = 0; depth < computed.size(); ++depth) {
    const std::size_t end = all.size();
    for (std::size_t i = begin; i < end; ++i) {
      for (const Version version : computed) {
        const auto result = values_.run(key, touches_.steps(touches_[touches_.touch_of(version)]), all[i]);
        if (result) add(*result);
        if (all.size() > kMostValues) return std::nullopt;
      }
    }
    begin = end;
  }
  return all;
}

void SourceViews::find_values(std::uint32_t touch) {
  View& view = views_[touch];
  const Touch& it = touches_[touch];
  const std::span<const Step> steps = touches_.steps(it);
  view.values = values_.told_snapshots(it.key, steps);
  if (view.values) return;
  // Lists are alike to everything but reads; numbers are not alike to predicates.
  const bool has_numbers = std::ranges::any_of(touches_.versions(it.key), [&](Version version) {
    return !touches_.is_constant(version) && !touches_.becomes_list(version);
  });
  const bool asks = std::ranges::any_of(steps, [](const Step& step) {
    return step.kind == Step::Kind::kMissing || step.kind == Step::Kind::kAggregate;
  });
  const bool increments =
      std::ranges::any_of(steps, [](const Step& step) { return step.kind == Step::Kind::kIncrement; });
  if (!has_numbers || !(asks || (increments && may_overflow(it.key)))) return;
  view.values = possible_values(it.key);
  if (!view.values) {
    left_out_ = "a counter may have too many values to list";
    return;
  }
  std::erase_if(*view.values, [&](ValueId value) { return !values_.run(it.key, steps, value); });
}

const std::vector<ValueId>& SourceViews::snapshots_for(Version version, ValueId value) {
  const std::uint64_t name = (std::uint64_t{version} << 32U) | value.value;
  const auto [found, is_new] = snapshots_.try_emplace(name);
  if (!is_new) return found->second;
  const Touch& touch = touches_[touches_.touch_of(version)];
  const std::span<const Step> steps = touches_.steps(touch);
  std::vector<ValueId> snapshots = values_.before(touch.key, steps, value);
  std::erase_if(snapshots,
                [&](ValueId snapshot) { return values_.run(touch.key, steps, snapshot) != value; });
  found->second = std::move(snapshots);
  return found->second;
}

bool SourceViews::may_hold(Version version, ValueId value) {
  if (touches_.is_constant(version)) return touches_.value(version) == value;
  const Dictionary& dictionary = values_.dictionary();
  if (dictionary.kind(value.value) == ValueKind::kInteger) {
    const NumberRange& range = numbers_of(items_.key(version));
    const std::int64_t number = dictionary.integer(value.value);
    if (number < range.low || number > range.high) return false;
  }
  return !snapshots_for(version, value).empty();
}

bool SourceViews::allows(std::uint32_t touch, Version version) {
  const Touch& it = touches_[touch];
  const View& view = views_[touch];
  if (touches_.is_constant(version) && !touches_.value(version).is_valid()) return false;
  if (view.values)
    return std::ranges::any_of(*view.values, [&](ValueId value) { return may_hold(version, value); });
  const ValueId sample = touches_.is_constant(version)    ? touches_.value(version)
                         : touches_.becomes_list(version) ? values_.some_list()
                                                          : values_.integer(0);
  return values_.run(it.key, touches_.steps(it), sample).has_value();
}

void SourceViews::choose(std::uint32_t touch) {
  View& view = views_[touch];
  view.candidates.clear();
  for (const Version version : view.window)
    if (allows(touch, version)) view.candidates.push_back(version);
  view.is_vacuous = !view.values && view.candidates.size() == view.window.size();
}

// Of a touch that takes any source: whether somebody may want to know which. A transaction whose own value
// nobody can tell from its snapshot's is asked for it, and an aggregate adds up what it saw.
bool SourceViews::is_asked_for(std::uint32_t touch) const {
  const Touch& it = touches_[touch];
  if (it.installed != kNone && !touches_.is_constant(it.installed)) return true;
  return touches_.is_aggregated(it.key) && std::ranges::any_of(touches_.steps(it), [](const Step& step) {
           return step.kind == Step::Kind::kAggregate;
         });
}

// Whether anything new became known.
bool SourceViews::refine(std::uint32_t touch) {
  View& view = views_[touch];
  const Touch& it = touches_[touch];
  if (sets_.contains(it.key)) {
    if (view.is_settled || !counts_[it.member]) return false;
    settle_set(touch);
    return true;
  }
  if (counters_.contains(it.key)) return counts_[it.member] && narrow_sum(touch);
  if (view.is_settled) return order_window(touch);
  if (view.is_vacuous && !is_asked_for(touch)) return false;
  const Version initial = items_.initial(it.key);
  const std::size_t before = view.window.size();
  const bool had_initial = std::ranges::find(view.window, initial) != view.window.end();
  std::erase_if(view.window,
                [&](Version version) { return version == initial || is_after(version, it.member); });
  drop_hidden(it.member, view.window, had_initial, initial);
  std::erase_if(view.candidates, [&](Version version) {
    return std::ranges::find(view.window, version) == view.window.end();
  });
  if (!view.values && view.candidates.size() == view.window.size()) view.is_vacuous = true;
  if (!counts_[it.member] || view.is_vacuous) return view.window.size() != before;
  if (view.candidates.empty()) {
    refute(it);
    return true;
  }
  if (view.candidates.size() > 1) return view.window.size() != before;
  settle(touch);
  return true;
}

void SourceViews::refute(const Touch& touch) {
  impossible_.push_back({touch.member, touch.key});
  is_contradictory_ = true;
}

void SourceViews::settle_set(std::uint32_t touch) {
  const Touch& it = touches_[touch];
  views_[touch].is_settled = true;
  const SetFacts facts = sets_.facts(it);
  if (!facts.is_possible) return refute(it);
  for (const std::vector<Member>& group : facts.one_of) {
    if (group.size() > 1) continue;
    count(group.front());
    know(DependencyKind::kWr, group.front(), it.member, it.key);
    if (is_contradictory_) return;
  }
  for (const Member member : facts.later) {
    know(DependencyKind::kRw, it.member, member, it.key);
    if (is_contradictory_) return;
  }
}

// A read of a counter is the sum of what was seen. Without somebody it may be out of reach, or with.
bool SourceViews::narrow_sum(std::uint32_t touch) {
  const Touch& it = touches_[touch];
  const std::optional<CounterKeys::Told> told = counters_.told(it);
  if (!told) return false;
  Wide rest = told->value;
  Wide low = 0;
  Wide high = 0;
  std::vector<CounterKeys::Incrementer> open;
  for (const CounterKeys::Incrementer& each : counters_.incrementers(it.key)) {
    if (each.member == it.member || is_after(each.version, it.member)) continue;
    if (counts_[each.member] && is_before(each.version, it.member)) {
      rest -= each.total;
      continue;
    }
    (each.total < 0 ? low : high) += each.total;
    open.push_back(each);
  }
  if (!told->is_possible || rest < low || rest > high) {
    refute(it);
    return true;
  }
  bool changed = false;
  for (const CounterKeys::Incrementer& each : open) {
    const Wide down = std::min<Wide>(each.total, 0);
    const Wide up = std::max<Wide>(each.total, 0);
    const bool is_seen = rest > high - up || rest < low - down;
    const bool is_unseen = rest < low + up || rest > high + down;
    if (is_seen) {
      count(each.member);
      know(DependencyKind::kWr, each.member, it.member, it.key);
    }
    if (is_unseen) know(DependencyKind::kRw, it.member, each.member, it.key);
    changed |= is_seen || is_unseen;
    if (is_contradictory_) return true;
  }
  return changed;
}

void SourceViews::settle(std::uint32_t touch) {
  const Touch& it = touches_[touch];
  views_[touch].is_settled = true;
  const Version source = views_[touch].candidates.front();
  if (!items_.is_initial(source)) {
    count(items_.writer(source));
    know(DependencyKind::kWr, items_.writer(source), it.member, it.key);
    if (views_[touch].values && !touches_.is_constant(source)) pass_on(*views_[touch].values, source);
  }
  if (!is_contradictory_) (void)order_window(touch);
}

// What a version must hold says what its writer's snapshot held.
void SourceViews::pass_on(const std::vector<ValueId>& values, Version version) {
  std::vector<ValueId> snapshots;
  for (const ValueId value : values) {
    const std::vector<ValueId>& some = snapshots_for(version, value);
    snapshots.insert(snapshots.end(), some.begin(), some.end());
  }
  std::ranges::sort(snapshots);
  snapshots.erase(std::ranges::unique(snapshots).begin(), snapshots.end());
  const std::uint32_t touch = touches_.touch_of(version);
  View& view = views_[touch];
  if (view.values) {
    const auto is_other = [&](ValueId value) { return !std::ranges::binary_search(snapshots, value); };
    if (std::erase_if(*view.values, is_other) == 0) return;
  } else {
    view.values = std::move(snapshots);
  }
  choose(touch);
  view.is_settled = false;
  pending_.push_back(touch);
}

// Orders the source and the rest of the window as far as is known; what is ordered leaves the window.
bool SourceViews::order_window(std::uint32_t touch) {
  const Touch& it = touches_[touch];
  View& view = views_[touch];
  const Version source = view.candidates.front();
  bool changed = false;
  std::erase_if(view.window, [&](Version version) {
    if (version == source || is_contradictory_) return false;
    if (items_.is_initial(version)) return true;
    const Member writer = items_.writer(version);
    if (is_after(version, it.member)) return true;
    if (items_.is_initial(source) || are_ordered(source, version)) {
      know(DependencyKind::kRw, it.member, writer, it.key);
    } else if (is_before(version, it.member)) {
      if (!are_ordered(version, source))
        know(DependencyKind::kWw, writer, items_.writer(source), it.key, items_.txn(it.member));
    } else if (!are_ordered(version, source)) {
      return false;
    }
    changed = true;
    return true;
  });
  return changed;
}

void SourceViews::know(DependencyKind kind, Member from, Member to, std::uint32_t key, TxnId reader) {
  const Edge edge = edges_.edge(kind, from, to);
  if (from != to && closure_->reaches(edge.from, edge.to)) return;
  if (is_batched_ && !batch_.insert((std::uint64_t{edge.from} << 32U) | edge.to).second) return;
  graph_.add_known(edge, {kind, KeyId(key), reader});
  if (!is_batched_ && !closure_->insert(edge)) is_contradictory_ = true;
}

void SourceViews::count(Member member) {
  if (counts_[member]) return;
  counts_[member] = true;
  for (std::uint32_t touch = touch_begins_[member]; touch < touch_begins_[member + 1]; ++touch)
    pending_.push_back(touch);
}

}  // namespace isolde
