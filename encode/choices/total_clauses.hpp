// Something that is added up part by part, as clauses: of every part it is open what it adds, and together
// they must give what was shown.
//
// The parts are added up one after the other. A node stands for a total that may be reached by the parts so
// far, and is a variable; a true node and the option that is true for the next part make the next node true,
// and what cannot be completed makes a conflict. Equal totals are one node. One direction is enough: of the
// options that hold, those of the execution at hand lead to a total that was shown.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "polygraph/polygraph.hpp"

namespace isolde {

template <class Total>
struct TotalProblem {
  std::vector<std::vector<Literal>> parts;  // of each, literals of its options, of which some is true
  // The total after an option of a part; none if it leads nowhere.
  std::function<std::optional<Total>(const Total& total, std::size_t part, std::size_t option)> after;
  std::function<bool(const Total&)> is_met;  // by all parts together
};

template <class Total>
class TotalClauses {
 public:
  explicit TotalClauses(TotalProblem<Total> problem)
      : problem_(std::move(problem)), layers_(problem_.parts.size() + 1) {}

  // What totals there are, from this one on; none if that leads nowhere. False if they are too many.
  [[nodiscard]] bool lay_out(const std::optional<Total>& first, std::size_t most_nodes) {
    if (first) layers_[0].try_emplace(*first);
    std::size_t nodes = 0;
    for (std::size_t part = 0; part < problem_.parts.size(); ++part) {
      nodes += layers_[part].size();
      if (nodes > most_nodes) return false;
      for (const auto& [total, node] : layers_[part])
        for (std::size_t option = 0; option < problem_.parts[part].size(); ++option)
          if (const auto next = problem_.after(total, part, option)) layers_[part + 1].try_emplace(*next);
    }
    std::erase_if(layers_.back(), [&](const auto& entry) { return !problem_.is_met(entry.first); });
    drop_dead_ends();
    return true;
  }

  // `counts`: if false, nothing is asked.
  void add(Literal counts, const std::function<Literal()>& new_literal,
           const std::function<void(std::vector<Literal>)>& add_clause) {
    if (layers_[0].empty()) return add_clause({~counts});
    layers_[0].begin()->second = counts;
    for (std::size_t part = 0; part < problem_.parts.size(); ++part) {
      const bool is_last = part + 1 == problem_.parts.size();
      if (!is_last)
        for (auto& [total, node] : layers_[part + 1]) node = new_literal();
      for (const auto& [total, node] : layers_[part]) {
        for (std::size_t option = 0; option < problem_.parts[part].size(); ++option) {
          std::vector<Literal> clause{~node, ~problem_.parts[part][option]};
          if (const Literal* next = find(total, part, option)) {
            if (is_last) continue;
            clause.push_back(*next);
          }
          add_clause(std::move(clause));
        }
      }
    }
  }

 private:
  using Layer = std::map<Total, Literal>;

  [[nodiscard]] const Literal* find(const Total& total, std::size_t part, std::size_t option) const {
    const auto next = problem_.after(total, part, option);
    if (!next) return nullptr;
    const auto found = layers_[part + 1].find(*next);
    return found == layers_[part + 1].end() ? nullptr : &found->second;
  }

  // Backward: only what leads to the end.
  void drop_dead_ends() {
    for (std::size_t part = problem_.parts.size(); part-- > 0;)
      std::erase_if(layers_[part], [&](const auto& entry) {
        for (std::size_t option = 0; option < problem_.parts[part].size(); ++option)
          if (find(entry.first, part, option) != nullptr) return false;
        return true;
      });
  }

  TotalProblem<Total> problem_;
  std::vector<Layer> layers_;  // by how many parts were added up
};

}  // namespace isolde
