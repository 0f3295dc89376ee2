// Pruning by kernels: the closure of what is known stays in the device's memory, and so do the constraints; a
// round sends the edges that became known, and gets back the list of what is decided by them.
//
// If the closure is too large for the memory, its columns come in blocks, each closed and asked in turn; then
// nothing stays, and every round closes anew.
//
// Compiled with the kernels, by either compiler, like gpu/kernel_closure.hpp.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "encode/cycle_finder.hpp"
#include "gpu/device_error.hpp"
#include "gpu/kernel_closure.hpp"
#include "gpu/kernels/prune.cuh"
#include "gpu/packed_constraints.hpp"

namespace isolde::ISOLDE_TARGET {

template <class Device, class Mutation = Intact>
class KernelFinder : public CycleFinder {
 public:
  template <class... Arguments>
  explicit KernelFinder(Arguments&&... arguments) : device_(std::forward<Arguments>(arguments)...) {}

  Answer start(const Polygraph& polygraph, std::size_t& open_edges) override {
    return guarded([&] {
      polygraph_ = &polygraph;
      known_ = polygraph.known();
      constraints_.reset();
      closure_.reset();
      if (!close_anew()) return Answer::kCycle;
      open_edges = count_open();
      return Answer::kDone;
    });
  }

  Answer find(std::span<const Edge> added, std::span<const Variable> open,
              std::span<std::uint32_t> blocking) override {
    return guarded([&] {
      if (!make_known(added)) return Answer::kCycle;
      send_constraints(open);
      for (const Variable variable : open) blocking[2 * variable] = blocking[2 * variable + 1] = kNoEdge;
      for (const Decided& decided : ask()) {
        const Variable variable = packed_.variables[decided.constraint];
        blocking[2 * variable] = packed_.place_in_literal(2 * decided.constraint, decided.against_first);
        blocking[2 * variable + 1] =
            packed_.place_in_literal(2 * decided.constraint + 1, decided.against_second);
      }
      return Answer::kDone;
    });
  }

  [[nodiscard]] std::string failure() const override { return failure_; }
  [[nodiscard]] std::string name() const override { return device_.name(); }
  [[nodiscard]] Device& device() { return device_; }

 private:
  template <class T>
  using Buffer = typename Device::template Buffer<T>;

  struct SentConstraints {
    Buffer<std::uint32_t> runs, begins, literals, from, to;
    Buffer<std::uint32_t> blocking;
    Buffer<Decided> decided;
    Buffer<std::uint32_t> count;
  };

  template <class Work>
  Answer guarded(Work&& work) {
    try {
      return work();
    } catch (const DeviceError& error) {
      failure_ = error.what();
    } catch (const std::bad_alloc&) {
      failure_ = "out of memory on the host";
    }
    return Answer::kFailed;
  }

  // Half of what is free; the other half is for constraints and plans.
  [[nodiscard]] std::size_t words_that_fit(std::size_t nodes) const {
    const std::size_t all = pieces(nodes, kWordBits);
    const std::size_t fit = device_.free_bytes() / 2 / sizeof(Word) / std::max<std::size_t>(nodes, 1);
    if (fit == 0) throw DeviceError("not even one column of the closure fits its memory");
    return std::min(all, fit);
  }

  [[nodiscard]] bool close_anew() {
    const std::size_t nodes = polygraph_->node_count();
    const std::optional<ClosurePlan> plan = plan_closure(nodes, known_);
    if (!plan) return false;
    if (!closure_) closure_.emplace(device_, nodes, words_that_fit(nodes));
    plan_.emplace(device_, *plan);
    if (closure_->has_all_columns()) closure_->close(*plan_, 0);
    return true;
  }

  [[nodiscard]] bool make_known(std::span<const Edge> added) {
    if (added.empty()) return true;
    known_.insert(known_.end(), added.begin(), added.end());
    if (!closure_->has_all_columns() ||
        !cost::prefers_joining(polygraph_->node_count(), known_.size(), added.size()))
      return close_anew();
    return closure_->join(added);
  }

  // For each block of columns, with whether it is the last one.
  template <class Visit>
  void for_each_block(Visit&& visit) {
    if (closure_->has_all_columns()) return visit(true);
    for (std::uint32_t first = 0; first < closure_->all_words(); first += closure_->matrix().width) {
      closure_->close(*plan_, first);
      visit(first + closure_->matrix().width >= closure_->all_words());
    }
  }

  // What was sent serves until half of it is decided; answers about the decided half are ignored.
  void send_constraints(std::span<const Variable> open) {
    if (constraints_ && 2 * open.size() > packed_.variables.size()) return;
    packed_ = pack_constraints(*polygraph_, open, kMostConstraints, kPruneThreads);
    const auto send = [&](const std::vector<std::uint32_t>& items) {
      return device_.template copy_of<std::uint32_t>(items);
    };
    const std::size_t count = packed_.variables.size();
    constraints_.reset();
    constraints_.emplace(SentConstraints{
        send(packed_.runs), send(packed_.begins), send(packed_.literals), send(packed_.from),
        send(packed_.to), device_.template allocate<std::uint32_t>(2 * count),
        device_.template allocate<Decided>(count), device_.template allocate<std::uint32_t>(1)});
  }

  [[nodiscard]] std::vector<Decided> ask() {
    if (packed_.variables.empty()) return {};
    SentConstraints& sent = *constraints_;
    device_.fill(sent.blocking, 0xff);
    device_.fill(sent.count, 0);
    const Constraints view{sent.runs.data(), sent.begins.data(), sent.literals.data(), sent.from.data(),
                           sent.to.data()};
    const auto blocks = static_cast<std::uint32_t>(packed_.runs.size() - 1);
    for_each_block([&](bool is_last) {
      device_.launch({blocks}, kPruneThreads, find_blocked<Mutation>, closure_->matrix(), view,
                     sent.blocking.data(), is_last, sent.decided.data(), sent.count.data());
    });
    std::uint32_t count = 0;
    device_.download(sent.count, std::span<std::uint32_t>(&count, 1));
    std::vector<Decided> decided(count);
    if (count > 0) device_.download(sent.decided, std::span<Decided>(decided));
    return decided;
  }

  [[nodiscard]] std::size_t count_open() {
    std::vector<Variable> all(polygraph_->variable_count());
    for (Variable variable = 0; variable < all.size(); ++variable) all[variable] = variable;
    send_constraints(all);
    if (packed_.from.empty()) return 0;
    SentConstraints& sent = *constraints_;
    device_.fill(sent.count, 0);
    for_each_block([&](bool) {
      device_.launch({pieces(packed_.from.size(), kPruneThreads)}, kPruneThreads, count_open_edges<Mutation>,
                     closure_->matrix(), sent.from.data(), sent.to.data(),
                     static_cast<std::uint32_t>(packed_.from.size()), sent.count.data());
    });
    std::uint32_t count = 0;
    device_.download(sent.count, std::span<std::uint32_t>(&count, 1));
    return count;
  }

  Device device_;
  std::string failure_;
  const Polygraph* polygraph_ = nullptr;
  std::vector<Edge> known_;
  std::optional<KernelClosure<Device, Mutation>> closure_;
  std::optional<DevicePlan<Device>> plan_;
  PackedConstraints packed_;
  std::optional<SentConstraints> constraints_;
};

}  // namespace isolde::ISOLDE_TARGET
