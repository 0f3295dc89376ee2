#include "solver/cdcl/trail_graph.hpp"

#include <algorithm>

#include "base/contract.hpp"
#include "base/sort_unique.hpp"

namespace isolde {
namespace {

// The neighbours of each node by known edges, as flat lists.
void make_lists(std::size_t nodes, std::span<const Edge> edges, Node Edge::*key, Node Edge::*other,
                std::vector<std::uint32_t>& begins, std::vector<Node>& lists) {
  begins.assign(nodes + 2, 0);
  for (const Edge& edge : edges) ++begins[edge.*key + 2];
  for (std::size_t i = 2; i < begins.size(); ++i) begins[i] += begins[i - 1];
  lists.resize(edges.size());
  for (const Edge& edge : edges) lists[begins[edge.*key + 1]++] = edge.*other;
  begins.pop_back();
}

}  // namespace

TrailGraph::TrailGraph(std::size_t nodes, std::span<const Edge> known)
    : out_heads_(nodes, kEnd), in_heads_(nodes, kEnd), visits_(nodes) {
  make_lists(nodes, known, &Edge::from, &Edge::to, out_begins_, out_);
  make_lists(nodes, known, &Edge::to, &Edge::from, in_begins_, in_);
}

void TrailGraph::add(Edge edge, Literal literal) {
  const auto place = static_cast<std::uint32_t>(added_.size());
  added_.push_back({edge, literal, out_heads_[edge.from], in_heads_[edge.to]});
  out_heads_[edge.from] = place;
  in_heads_[edge.to] = place;
}

void TrailGraph::remove_last() {
  ISOLDE_INVARIANT(!added_.empty());
  const Added& last = added_.back();
  ISOLDE_INVARIANT(out_heads_[last.edge.from] + 1 == added_.size() &&
                   in_heads_[last.edge.to] + 1 == added_.size());
  out_heads_[last.edge.from] = last.next_out;
  in_heads_[last.edge.to] = last.next_in;
  added_.pop_back();
}

void TrailGraph::begin_search(Node from, Node to) {
  ++stamp_;
  from_ = from;
  to_ = to;
  now_.assign(1, from);
  later_.clear();
  visits_[from] = {stamp_, 0, from, kEnd, false};
}

void TrailGraph::reach(Node from, Node to, std::uint32_t literal, std::uint32_t cost) {
  Visit& visit = visits_[to];
  if (visit.stamp == stamp_ && visit.cost <= cost) return;
  visit = {stamp_, cost, from, literal, false};
  (cost == visits_[from].cost ? now_ : later_).push_back(to);
}

void TrailGraph::get_literals(Literal free, std::vector<Literal>& literals) const {
  literals.clear();
  for (Node node = to_; node != from_; node = visits_[node].before)
    if (visits_[node].literal != kEnd && visits_[node].literal != free.code())
      literals.push_back(Literal::from_code(visits_[node].literal));
  sort_unique(literals);
}

void TrailGraph::get_nodes(std::vector<Node>& nodes) const {
  nodes.assign(1, to_);
  for (Node node = to_; node != from_; node = visits_[node].before) nodes.push_back(visits_[node].before);
}

std::size_t TrailGraph::memory_bytes() const {
  return (out_.capacity() + in_.capacity()) * sizeof(Node) +
         (out_begins_.capacity() + in_begins_.capacity() + out_heads_.capacity() + in_heads_.capacity()) *
             sizeof(std::uint32_t) +
         added_.capacity() * sizeof(Added) + visits_.capacity() * sizeof(Visit);
}

}  // namespace isolde
