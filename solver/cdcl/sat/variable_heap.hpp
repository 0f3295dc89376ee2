// A binary heap of variables by activity, the most active on top; equal ones by number. Activities are those
// of EVSIDS: each conflict's bump weighs more than the last one's, which is cheaper than letting all decay.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/contract.hpp"
#include "polygraph/polygraph.hpp"
#include "solver/cdcl/tuning.hpp"

namespace isolde {

class VariableHeap {
 public:
  void add_variable() {
    activity_.push_back(0);
    places_.push_back(kOutside);
    insert(static_cast<Variable>(activity_.size() - 1));
  }

  [[nodiscard]] bool empty() const { return heap_.empty(); }
  [[nodiscard]] Variable top() const { return heap_.front(); }
  [[nodiscard]] bool contains(Variable variable) const { return places_[variable] != kOutside; }
  [[nodiscard]] double activity(Variable variable) const { return activity_[variable]; }

  void insert(Variable variable) {
    if (contains(variable)) return;
    places_[variable] = static_cast<std::uint32_t>(heap_.size());
    heap_.push_back(variable);
    rise(places_[variable]);
  }
  void pop() {
    ISOLDE_INVARIANT(!heap_.empty() && places_[heap_.front()] == 0);
    places_[heap_.front()] = kOutside;
    const Variable last = heap_.back();
    heap_.pop_back();
    if (heap_.empty()) return;
    place(last, 0);
    sink(0);
  }

  void bump(Variable variable) { set_activity(variable, activity_[variable] + increment_); }
  void set_activity(Variable variable, double activity) {
    const bool rises = activity > activity_[variable];
    activity_[variable] = activity;
    if (activity > kTooLarge) rescale();
    if (!contains(variable)) return;
    if (rises)
      rise(places_[variable]);
    else
      sink(places_[variable]);
  }
  void decay() { increment_ *= 1 / cdcl_tuning::kActivityDecay; }

  [[nodiscard]] std::size_t memory_bytes() const {
    return activity_.capacity() * sizeof(double) +
           (places_.capacity() + heap_.capacity()) * sizeof(std::uint32_t);
  }

 private:
  static constexpr std::uint32_t kOutside = 0xffffffffU;
  static constexpr double kTooLarge = 1e100;

  [[nodiscard]] bool is_before(Variable a, Variable b) const {
    return activity_[a] > activity_[b] || (activity_[a] == activity_[b] && a < b);
  }
  void place(Variable variable, std::size_t at) {
    heap_[at] = variable;
    places_[variable] = static_cast<std::uint32_t>(at);
  }
  void rise(std::size_t at) {
    const Variable variable = heap_[at];
    while (at > 0 && is_before(variable, heap_[(at - 1) / 2])) {
      place(heap_[(at - 1) / 2], at);
      at = (at - 1) / 2;
    }
    place(variable, at);
  }
  void sink(std::size_t at) {
    const Variable variable = heap_[at];
    while (2 * at + 1 < heap_.size()) {
      std::size_t child = 2 * at + 1;
      if (child + 1 < heap_.size() && is_before(heap_[child + 1], heap_[child])) ++child;
      if (!is_before(heap_[child], variable)) break;
      place(heap_[child], at);
      at = child;
    }
    place(variable, at);
  }
  void rescale() {
    for (double& activity : activity_) activity *= 1 / kTooLarge;
    increment_ *= 1 / kTooLarge;
  }

  std::vector<double> activity_;
  std::vector<std::uint32_t> places_;  // by variable: its place in the heap
  std::vector<Variable> heap_;
  double increment_ = 1;
};

}  // namespace isolde
