#include "solver/cdcl/part.hpp"

#include <algorithm>
#include <utility>

#include "base/contract.hpp"
#include "base/sort_unique.hpp"

namespace isolde {
namespace {

// Distributes 0 .. n-1 to the parts; returns each one's number within its part.
std::vector<std::uint32_t> number(std::span<const std::uint32_t> part_of, std::vector<Part>& parts,
                                  std::vector<std::uint32_t> Part::*members) {
  std::vector<std::uint32_t> locals(part_of.size());
  for (std::size_t i = 0; i < part_of.size(); ++i) {
    if (part_of[i] == kNoPart) continue;
    std::vector<std::uint32_t>& list = parts[part_of[i]].*members;
    locals[i] = static_cast<std::uint32_t>(list.size());
    list.push_back(static_cast<std::uint32_t>(i));
  }
  return locals;
}

template <class T>
std::vector<T> select(const std::vector<T>& all, std::span<const Node> chosen) {
  std::vector<T> result;
  if (all.empty()) return result;
  for (const Node node : chosen) result.push_back(all[node]);
  return result;
}

// Numbers the lines that occur from 0 on: a part has few of them, and closures pay for every number.
void make_dense(std::vector<std::uint32_t>& lines) {
  std::vector<std::uint32_t> names = lines;
  sort_unique(names);
  for (std::uint32_t& line : lines)
    line = static_cast<std::uint32_t>(std::ranges::lower_bound(names, line) - names.begin());
}

}  // namespace

std::vector<Part> make_parts(const Polygraph& polygraph, std::size_t count,
                             std::span<const std::uint32_t> part_of_node,
                             std::span<const std::uint32_t> part_of_variable) {
  ISOLDE_REQUIRE(part_of_node.size() == polygraph.node_count());
  ISOLDE_REQUIRE(part_of_variable.size() == polygraph.variable_count());
  std::vector<Part> parts(count);
  const std::vector<std::uint32_t> local_nodes = number(part_of_node, parts, &Part::nodes);
  const std::vector<std::uint32_t> local_variables = number(part_of_variable, parts, &Part::variables);
  const auto is_inside = [&](Edge edge, std::uint32_t part) {
    return part_of_node[edge.from] == part && part_of_node[edge.to] == part;
  };
  const auto local = [&](Edge edge) { return Edge{local_nodes[edge.from], local_nodes[edge.to]}; };

  for (const Edge edge : polygraph.known())
    if (part_of_node[edge.from] != kNoPart && is_inside(edge, part_of_node[edge.from]))
      parts[part_of_node[edge.from]].known.push_back(local(edge));
  for (std::uint32_t i = 0; i < count; ++i) {
    for (const Variable variable : parts[i].variables) {
      for (const bool sign : {true, false}) {
        for (const Edge edge : polygraph.edges(Literal(variable, sign)))
          if (is_inside(edge, i)) parts[i].edges.add(local(edge));
        parts[i].edges.close();
      }
    }
  }
  for (std::size_t index = 0; index < polygraph.clause_count(); ++index) {
    std::vector<Literal> clause;
    std::uint32_t part = kNoPart;
    for (const Literal literal : polygraph.clause(index)) {
      part = part_of_variable[literal.variable()];
      clause.emplace_back(local_variables[literal.variable()], literal.is_positive());
    }
    if (part < count) parts[part].clauses.push_back(std::move(clause));
  }
  const ClosureHints& hints = polygraph.hints;
  for (Part& part : parts) {
    part.hints = {select(hints.lines, part.nodes), select(hints.positions, part.nodes),
                  select(hints.starts, part.nodes), select(hints.ends, part.nodes)};
    make_dense(part.hints.lines);
  }
  return parts;
}

}  // namespace isolde
