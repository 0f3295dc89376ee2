// Pruning by kernels (King Cobra, section 3.3 on Cobra's, whose reachability is a GPU's, too): the closure of
// what is known stays in the device's memory, and so do the constraints. A round joins the edges that follow
// from the one before to the closure, asks for every edge of every constraint whether it closes a cycle, and
// lists what is decided and what follows from that. Rounds go on until nothing follows. One small copy, of
// RoundStatus, comes back from each, and the list of what is decided after the last one.
//
// A round launches a few passes of joining in advance. If those were not enough, the round asks a closure
// that lacks bits; what it decides holds all the same, and the next round joins on.
//
// If many edges follow, closing anew costs less than joining them; they come back, too, then, for a new plan.
// If the closure is too large for the memory, its columns come in ranges, each closed and asked in turn; then
// every round closes anew.
//
// Compiled with the kernels, by either compiler, like gpu/kernel_closure.hpp.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "gpu/device_error.hpp"
#include "gpu/kernel_closure.hpp"
#include "gpu/kernels/prune.cuh"
#include "gpu/packed_constraints.hpp"
#include "polygraph/cycle_finder.hpp"

namespace isolde::ISOLDE_TARGET {

enum class UpdateWay : std::uint8_t { kByCost, kJoin, kCloseAnew };

// How the closure is made and kept; the outcome does not depend on it. Ranges of columns are closed anew in
// any case.
struct FinderWays {
  AcyclicWay closing = AcyclicWay::kByCost;
  UpdateWay updating = UpdateWay::kByCost;
};

template <class Device, class Mutation = Intact>
class KernelFinder : public CycleFinder {
 public:
  template <class... Arguments>
  explicit KernelFinder(Arguments&&... arguments) : device_(std::forward<Arguments>(arguments)...) {}

  Answer start(const Polygraph& polygraph, const Deadline& deadline, std::size_t& open_edges) override {
    return guarded([&] {
      device_.set_deadline(deadline);
      polygraph_ = &polygraph;
      constraints_.reset();
      closure_.reset();
      layout_.emplace(polygraph.node_count(), polygraph.hints.starts, polygraph.hints.ends);
      known_ = ranked(polygraph.known());
      if (!close_anew()) return Answer::kCycle;
      open_edges = count_open();
      return Answer::kDone;
    });
  }

  Answer find(std::span<const Edge> added, std::span<const Variable> open,
              std::vector<Decision>& decisions) override {
    return guarded([&] {
      if (!make_known(ranked(added))) return Answer::kCycle;
      send_constraints(open);
      // Where in the list of decisions each round begins, and where the last ends.
      std::vector<std::uint32_t> rounds;
      if (!packed_.variables.empty() && !decide(rounds)) return Answer::kCycle;
      collect(rounds, open, decisions);
      return Answer::kDone;
    });
  }

  [[nodiscard]] std::string name() const override { return device_.name(); }
  [[nodiscard]] Device& device() { return device_; }
  void set_ways(FinderWays ways) { ways_ = ways; }

 private:
  template <class T>
  using Buffer = typename Device::template Buffer<T>;

  struct SentConstraints {
    Buffer<std::uint32_t> runs, begins, literals, from, to;
    Buffer<std::uint32_t> blocking;    // by literal
    Buffer<std::uint32_t> is_decided;  // by constraint
    Buffer<Decided> decided;
    Buffer<std::uint32_t> implied_from, implied_to;
    Buffer<RoundStatus> status;
    RoundStatus last{};         // what it was after the last round
    std::uint32_t joined = 0;   // edges that follow and are in the closure, with all that they make reachable
    std::uint32_t fetched = 0;  // edges that follow and are among the known ones of the host

    [[nodiscard]] Constraints view() const {
      return {runs.data(), begins.data(), literals.data(), from.data(), to.data()};
    }
    // The edges that follow and are not joined yet.
    [[nodiscard]] Batch batch() const {
      return {implied_from.data() + joined, implied_to.data() + joined, last.edges - joined};
    }
    [[nodiscard]] Findings findings() {
      return {is_decided.data(), decided.data(), implied_from.data(), implied_to.data(), status.data()};
    }
  };

  template <class Work>
  Answer guarded(Work&& work) {
    try {
      return work();
    } catch (const DeviceError& error) {
      fail(error.what());
    } catch (const std::bad_alloc&) {
      fail("out of memory on the host");
    }
    return Answer::kFailed;
  }

  [[nodiscard]] std::vector<Edge> ranked(std::span<const Edge> edges) const {
    std::vector<Edge> result;
    result.reserve(edges.size());
    for (const Edge& edge : edges) result.push_back({layout_->rank(edge.from), layout_->rank(edge.to)});
    return result;
  }

  // Rows get half of what is free; the other half is for constraints and plans.
  [[nodiscard]] bool close_anew() {
    if (known_.size() > kMostItems) throw DeviceError("too many known edges for its indices");
    const std::optional<ClosurePlan> plan = plan_closure(layout_->node_count(), known_);
    if (!plan) return false;
    if (!closure_) closure_.emplace(device_, *layout_, device_.free_bytes() / 2 / sizeof(Word));
    plan_.emplace(device_, *plan);
    if (closure_->has_all_columns()) closure_->close(*plan_, 0, ways_.closing);
    return true;
  }

  [[nodiscard]] bool prefers_joining(std::size_t count) const {
    if (!closure_->has_all_columns()) return false;
    if (ways_.updating != UpdateWay::kByCost) return ways_.updating == UpdateWay::kJoin;
    const cost::Shape shape{layout_->node_count(), layout_->words(), plan_->edges, plan_->level_count()};
    return cost::prefers_joining(shape, count);
  }

  [[nodiscard]] bool make_known(const std::vector<Edge>& added) {
    if (added.empty()) return true;
    known_.insert(known_.end(), added.begin(), added.end());
    if (!prefers_joining(added.size())) return close_anew();
    std::vector<std::uint32_t> tails;
    std::vector<std::uint32_t> heads;
    for (const Edge& edge : added) {
      tails.push_back(edge.from);
      heads.push_back(edge.to);
    }
    const auto from = device_.template copy_of<std::uint32_t>(tails);
    const auto to = device_.template copy_of<std::uint32_t>(heads);
    return closure_->join({from.data(), to.data(), static_cast<std::uint32_t>(added.size())});
  }

  // Calls visit(is_last) for each range of columns, when it is closed.
  template <class Visit>
  void for_each_range(Visit&& visit) {
    if (closure_->has_all_columns()) return visit(true);
    for (std::size_t range = 0; range < closure_->range_count(); ++range) {
      closure_->close(*plan_, range, ways_.closing);
      visit(range + 1 == closure_->range_count());
    }
  }

  // Constraints that were sent serve until half of them are decided (chosen, not measured); what the kernels
  // find about decided ones is ignored.
  void send_constraints(std::span<const Variable> open) {
    if (constraints_ && 2 * open.size() > packed_.variables.size()) return;
    packed_ = pack_constraints(*polygraph_, *layout_, open, kMostConstraints, kPruneThreads);
    const auto send = [&](const std::vector<std::uint32_t>& items) {
      return device_.template copy_of<std::uint32_t>(items);
    };
    const auto room = [&](std::size_t count) { return device_.template allocate<std::uint32_t>(count); };
    const std::size_t count = packed_.variables.size();
    const std::size_t edges = packed_.from.size();
    if (std::max(edges, 2 * count) > kMostItems) throw DeviceError("too many constraints for its indices");
    constraints_.reset();
    constraints_.emplace(SentConstraints{send(packed_.runs), send(packed_.begins), send(packed_.literals),
                                         send(packed_.from), send(packed_.to), room(2 * count), room(count),
                                         device_.template allocate<Decided>(count), room(edges), room(edges),
                                         device_.template allocate<RoundStatus>(1)});
    device_.fill(constraints_->is_decided, 0);
    device_.fill(constraints_->status, 0);
  }

  // Makes rounds until nothing new follows. False if there is no model.
  [[nodiscard]] bool decide(std::vector<std::uint32_t>& rounds) {
    SentConstraints& sent = *constraints_;
    for (;;) {
      const RoundStatus before = sent.last;
      join_implied();
      ask();
      device_.download(sent.status, std::span<RoundStatus>(&sent.last, 1));
      rounds.push_back(before.decided);
      if (sent.last.contradicting != 0 || sent.last.joining.loops != 0) return false;
      if (sent.joined < before.edges && closure_->is_joined(sent.last.joining)) sent.joined = before.edges;
      if (sent.last.decided == before.decided && sent.joined == sent.last.edges) break;
      if (sent.joined < sent.last.edges && !prefers_joining(sent.last.edges - sent.joined)) {
        fetch_implied();
        if (!close_anew()) return false;
        sent.joined = sent.last.edges;
      }
    }
    fetch_implied();
    return true;
  }

  // Joins the edges that followed from earlier rounds; perhaps not to the end.
  void join_implied() {
    SentConstraints& sent = *constraints_;
    if (sent.joined == sent.last.edges) return;
    closure_->join_some(sent.batch(), &sent.status.data()->joining);
  }

  void ask() {
    SentConstraints& sent = *constraints_;
    device_.fill(sent.blocking, 0xff);
    const auto blocks = static_cast<std::uint32_t>(packed_.runs.size() - 1);
    for_each_range([&](bool is_last) {
      device_.launch({blocks}, kPruneThreads, find_blocked<Mutation>, closure_->rows(), sent.view(),
                     sent.blocking.data(), is_last, sent.findings());
    });
    const std::size_t undecided = packed_.variables.size() - sent.last.decided;
    if (undecided > 0)
      device_.launch({pieces(undecided, kPruneThreads)}, kPruneThreads, append_implied<Mutation>, sent.view(),
                     sent.findings(), sent.last.decided);
  }

  // What is known on the device becomes known here; only closing anew, and the next constraints, need that.
  void fetch_implied() {
    SentConstraints& sent = *constraints_;
    std::vector<std::uint32_t> from(sent.last.edges - sent.fetched);
    std::vector<std::uint32_t> to(from.size());
    if (from.empty()) return;
    device_.download(sent.implied_from, std::span<std::uint32_t>(from), sent.fetched);
    device_.download(sent.implied_to, std::span<std::uint32_t>(to), sent.fetched);
    for (std::size_t i = 0; i < from.size(); ++i) known_.push_back({from[i], to[i]});
    sent.fetched = sent.last.edges;
  }

  // What the rounds decided about open variables, each round's by variable.
  void collect(const std::vector<std::uint32_t>& rounds, std::span<const Variable> open,
               std::vector<Decision>& decisions) {
    if (rounds.size() < 2) return;
    std::vector<Decided> decided(rounds.back());
    device_.download(constraints_->decided, std::span<Decided>(decided));
    std::vector<bool> is_open(polygraph_->variable_count());
    for (const Variable variable : open) is_open[variable] = true;
    for (std::size_t round = 0; round + 1 < rounds.size(); ++round) {
      const auto begin = decided.begin() + rounds[round];
      const auto end = decided.begin() + rounds[round + 1];
      std::sort(begin, end, [](const Decided& a, const Decided& b) { return a.constraint < b.constraint; });
      for (auto at = begin; at != end; ++at) {
        const Literal positive(packed_.variables[at->constraint], true);
        if (!is_open[positive.variable()]) continue;
        const bool is_against_first = at->against_first != kNothing;
        const std::uint32_t edge = is_against_first ? at->against_first : at->against_second;
        const std::uint32_t literal = 2 * at->constraint + (is_against_first ? 0U : 1U);
        decisions.push_back({is_against_first ? ~positive : positive, edge - packed_.begins[literal]});
      }
    }
  }

  [[nodiscard]] std::size_t count_open() {
    std::vector<Variable> all(polygraph_->variable_count());
    for (Variable variable = 0; variable < all.size(); ++variable) all[variable] = variable;
    send_constraints(all);
    if (packed_.from.empty()) return 0;
    const SentConstraints& sent = *constraints_;
    auto sum = device_.template allocate<std::uint32_t>(1);
    device_.fill(sum, 0);
    for_each_range([&](bool) {
      device_.launch({pieces(packed_.from.size(), kPruneThreads)}, kPruneThreads, count_open_edges<Mutation>,
                     closure_->rows(), sent.from.data(), sent.to.data(),
                     static_cast<std::uint32_t>(packed_.from.size()), sum.data());
    });
    std::uint32_t count = 0;
    device_.download(sum, std::span<std::uint32_t>(&count, 1));
    return count;
  }

  Device device_;
  FinderWays ways_;
  const Polygraph* polygraph_ = nullptr;
  std::optional<RowLayout> layout_;
  std::vector<Edge> known_;  // in ranks
  std::optional<KernelClosure<Device, Mutation>> closure_;
  std::optional<DevicePlan<Device>> plan_;
  PackedConstraints packed_;
  std::optional<SentConstraints> constraints_;
};

}  // namespace isolde::ISOLDE_TARGET
