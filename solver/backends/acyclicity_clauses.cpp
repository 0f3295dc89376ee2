#include "solver/backends/acyclicity_clauses.hpp"

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <set>
#include <utility>
#include <vector>

#include <boost/container/flat_map.hpp>
#include <boost/container/flat_set.hpp>

#include "base/contract.hpp"

namespace isolde {
namespace {

// Invariants
//   1. outs_[u] has w if and only if ins_[w] has u; nobody is linked with itself or with an eliminated node.
//   2. A literal of the part, or of an arc made so far, is true only if the arc it stands at is there: an arc
//      with a variable of its own (is_own) is implied by all that make it; any other arc has one maker.
class Elimination {
 public:
  Elimination(SatLibrary& library, const Part& part) : library_(library) {
    outs_.resize(part.nodes.size());
    ins_.resize(part.nodes.size());
    for (const Edge edge : part.known) link(edge.from, edge.to, Arc{.is_known = true});
    for (std::uint32_t code = 0; code < part.edges.literal_count(); ++code)
      for (const Edge edge : part.edges.of(Literal::from_code(code)))
        link(edge.from, edge.to, Arc{.literal = Literal::from_code(code)});
  }

  bool run(const std::function<bool()>& is_over) {
    for (Node node = 0; node < outs_.size(); ++node) queue_.emplace(links_of(node), node);
    while (!queue_.empty()) {
      if (is_over()) return false;
      const auto [links, node] = *queue_.begin();
      if (links > (ins_[node].size() + outs_[node].size()) * clauses_per_number()) break;
      queue_.erase(queue_.begin());
      eliminate(node);
    }
    number_the_rest();
    return true;
  }

 private:
  struct Arc {
    Literal literal = {};
    bool is_known = false;
    bool is_own = false;
  };

  [[nodiscard]] std::size_t links_of(Node node) const { return ins_[node].size() * outs_[node].size(); }
  [[nodiscard]] unsigned bits() const { return static_cast<unsigned>(std::bit_width(queue_.size())); }
  [[nodiscard]] std::size_t clauses_per_number() const { return std::size_t{3} * bits() + 1; }

  void add_clause(std::initializer_list<Literal> clause) {
    library_.add_clause(std::span(clause.begin(), clause.size()));
  }
  [[nodiscard]] Literal fresh() { return {library_.add_variable(), true}; }

  // `arc` makes from -> to.
  void link(Node from, Node to, Arc arc) {
    if (from == to) {
      ISOLDE_REQUIRE(!arc.is_known);
      return add_clause({~arc.literal});
    }
    const auto [place, is_new] = outs_[from].emplace(to, arc);  // try_emplace of Boost 1.74 is broken
    Arc& old = place->second;
    if (is_new) {
      ins_[to].insert(from);
    } else if (arc.is_known) {
      old = arc;
    } else if (!old.is_known && old.literal != arc.literal) {
      if (!old.is_own) {
        const Literal own = fresh();
        add_clause({~old.literal, own});
        old = Arc{.literal = own, .is_own = true};
      }
      add_clause({~arc.literal, old.literal});
    }
  }

  // Both arcs make from -> to.
  void link(Node from, Node to, const Arc& one, const Arc& other) {
    if (one.is_known || one.literal == other.literal) return link(from, to, alias(other));
    if (other.is_known) return link(from, to, alias(one));
    if (one.literal == ~other.literal) return;
    if (from == to) return add_clause({~one.literal, ~other.literal});
    const auto place = outs_[from].find(to);
    if (place != outs_[from].end() && place->second.is_known) return;
    if (place == outs_[from].end() || !place->second.is_own) {
      const Literal own = fresh();
      if (place != outs_[from].end()) add_clause({~place->second.literal, own});
      outs_[from][to] = Arc{.literal = own, .is_own = true};
      ins_[to].insert(from);
    }
    add_clause({~one.literal, ~other.literal, outs_[from].find(to)->second.literal});
  }
  // The arc's literal for use between two other nodes. It is no variable of that place's own, so what makes
  // an arc there must not imply it.
  [[nodiscard]] static Arc alias(Arc arc) {
    arc.is_own = false;
    return arc;
  }

  void eliminate(Node node) {
    const auto ins = std::move(ins_[node]);
    const auto outs = std::move(outs_[node]);
    ins_[node].clear();
    outs_[node].clear();
    boost::container::flat_set<Node> touched(ins.begin(), ins.end());
    for (const auto& [to, arc] : outs) touched.insert(to);
    for (const Node other : touched) queue_.erase({links_of(other), other});
    for (const auto& [to, arc] : outs) ins_[to].erase(node);
    for (const Node from : ins) {
      const auto place = outs_[from].find(node);
      const Arc arc = place->second;
      outs_[from].erase(place);
      for (const auto& [to, next] : outs) link(from, to, arc, next);
    }
    for (const Node other : touched) queue_.emplace(links_of(other), other);
  }

  // Gives the nodes that are left binary numbers; each arc that is left implies that its end has the larger
  // one.
  void number_the_rest() {
    if (queue_.empty()) return;
    const unsigned width = bits();
    std::vector<std::vector<Literal>> numbers(outs_.size());
    for (const auto& [links, node] : queue_)
      for (unsigned bit = 0; bit < width; ++bit) numbers[node].push_back(fresh());
    for (Node from = 0; from < outs_.size(); ++from)
      for (const auto& [to, arc] : outs_[from]) {
        const Literal is_less = less(numbers[from], numbers[to]);
        if (arc.is_known)
          add_clause({is_less});
        else
          add_clause({~arc.literal, is_less});
      }
  }

  // A literal that implies small < large, whose bits stand lowest first.
  [[nodiscard]] Literal less(const std::vector<Literal>& small, const std::vector<Literal>& large) {
    Literal below;
    for (std::size_t bit = 0; bit < small.size(); ++bit) {
      const Literal here = fresh();
      add_clause({~here, ~small[bit], large[bit]});
      if (bit == 0) {
        add_clause({~here, ~small[bit]});
        add_clause({~here, large[bit]});
      } else {  // equal bits: those below decide
        add_clause({~here, ~small[bit], below});
        add_clause({~here, large[bit], below});
      }
      below = here;
    }
    return below;
  }

  SatLibrary& library_;
  std::vector<boost::container::flat_map<Node, Arc>> outs_;
  std::vector<boost::container::flat_set<Node>> ins_;
  std::set<std::pair<std::size_t, Node>> queue_;  // nodes not eliminated, by links
};

}  // namespace

bool add_acyclicity(SatLibrary& library, const Part& part, const std::function<bool()>& is_over) {
  return Elimination(library, part).run(is_over);
}

}  // namespace isolde
