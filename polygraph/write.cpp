// Writes polygraphs as JSON, DIMACS, SMT-LIB and GNF (the other functions of polygraph/interchange.hpp).
#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "base/files/file.hpp"
#include "polygraph/interchange.hpp"

namespace isolde {
namespace {

using Out = std::back_insert_iterator<std::string>;

std::int64_t number_of(Literal literal) {
  const std::int64_t number = std::int64_t{literal.variable()} + 1;
  return literal.is_positive() ? number : -number;
}

// Calls visit(literal, edge) for the edges of all literals.
template <class Visit>
void for_each_edge(const Polygraph& polygraph, Visit&& visit) {
  for (Variable variable = 0; variable < polygraph.variable_count(); ++variable)
    for (const bool sign : {true, false})
      for (const Edge edge : polygraph.edges(Literal(variable, sign))) visit(Literal(variable, sign), edge);
}

void write_clauses(const Polygraph& polygraph, Out out) {
  for (std::size_t i = 0; i < polygraph.clause_count(); ++i) {
    for (const Literal literal : polygraph.clause(i)) fmt::format_to(out, "{} ", number_of(literal));
    fmt::format_to(out, "0\n");
  }
}

std::string index_or_null(auto id) { return id.is_valid() ? std::to_string(id.index()) : "null"; }

constexpr std::string_view name_of(Meaning::Kind kind) {
  switch (kind) {
    case Meaning::Kind::kOrder:
      return "order";
    case Meaning::Kind::kReadsFrom:
      return "reads-from";
    case Meaning::Kind::kTakesEffect:
      return "takes-effect";
    case Meaning::Kind::kAuxiliary:
      break;
  }
  return "auxiliary";
}

std::string describe(const Meaning& meaning) {
  return fmt::format("[\"{}\", {}, {}, {}]", name_of(meaning.kind), index_or_null(meaning.key),
                     index_or_null(meaning.first), index_or_null(meaning.second));
}

std::string describe(const Polygraph::NodeMeaning& meaning) {
  if (!meaning.txn.is_valid()) return "null";
  return fmt::format("[{}, \"{}\"]", meaning.txn.index(),
                     meaning.kind == EventKind::kBegin ? "begin" : "commit");
}

// A list of JSON, an item a line.
class List {
 public:
  List(std::string& text, const char* name) : text_(text) {
    fmt::format_to(std::back_inserter(text_), ",\n\"{}\": [", name);
  }
  ~List() { text_ += "]"; }
  List(const List&) = delete;
  List& operator=(const List&) = delete;

  void add(const std::string& item) {
    text_ += is_first_ ? "\n" : ",\n";
    text_ += item;
    is_first_ = false;
  }

 private:
  std::string& text_;
  bool is_first_ = true;
};

std::string smt_literal(Literal literal) {
  return literal.is_positive() ? fmt::format("v{}", literal.variable())
                               : fmt::format("(not v{})", literal.variable());
}

}  // namespace

std::string json_polygraph(const Polygraph& polygraph) {
  std::string text = "{\"format\": \"isolde-polygraph\", \"version\": 1";
  {
    List nodes(text, "nodes");
    for (Node node = 0; node < polygraph.node_count(); ++node) nodes.add(describe(polygraph.meaning(node)));
  }
  {
    List known(text, "known");
    for (const Edge edge : polygraph.known()) known.add(fmt::format("[{}, {}]", edge.from, edge.to));
  }
  {
    List variables(text, "variables");
    for (Variable variable = 0; variable < polygraph.variable_count(); ++variable)
      variables.add(describe(polygraph.meaning_of(variable)));
  }
  {
    List edges(text, "edges");
    for_each_edge(polygraph, [&](Literal literal, Edge edge) {
      edges.add(fmt::format("[{}, {}, {}]", number_of(literal), edge.from, edge.to));
    });
  }
  {
    List clauses(text, "clauses");
    for (std::size_t i = 0; i < polygraph.clause_count(); ++i) {
      std::string clause = "[";
      for (const Literal literal : polygraph.clause(i))
        clause += fmt::format("{}{}", clause.size() > 1 ? ", " : "", number_of(literal));
      clauses.add(clause + "]");
    }
  }
  text += "}\n";
  return text;
}

std::string dimacs_polygraph(const Polygraph& polygraph) {
  std::string text;
  const Out out = std::back_inserter(text);
  fmt::format_to(out,
                 "c An Isolde polygraph: the clauses, and a graph that must have no cycle.\n"
                 "c n NODE [TRANSACTION, EVENT], null for a point in time\n"
                 "c k FROM TO: a known edge\n"
                 "c v VARIABLE [KIND, KEY, TRANSACTION, TRANSACTION]\n"
                 "c e LITERAL FROM TO: an edge that is there if the literal is true\n");
  for (Node node = 0; node < polygraph.node_count(); ++node)
    fmt::format_to(out, "c n {} {}\n", node, describe(polygraph.meaning(node)));
  for (const Edge edge : polygraph.known()) fmt::format_to(out, "c k {} {}\n", edge.from, edge.to);
  for (Variable variable = 0; variable < polygraph.variable_count(); ++variable)
    fmt::format_to(out, "c v {} {}\n", variable + 1, describe(polygraph.meaning_of(variable)));
  for_each_edge(polygraph, [&](Literal literal, Edge edge) {
    fmt::format_to(out, "c e {} {} {}\n", number_of(literal), edge.from, edge.to);
  });
  fmt::format_to(out, "p cnf {} {}\n", polygraph.variable_count(), polygraph.clause_count());
  write_clauses(polygraph, out);
  return text;
}

std::string smtlib_polygraph(const Polygraph& polygraph) {
  std::string text = "(set-logic QF_IDL)\n";
  const Out out = std::back_inserter(text);
  for (Variable variable = 0; variable < polygraph.variable_count(); ++variable)
    fmt::format_to(out, "(declare-fun v{} () Bool)\n", variable);
  for (Node node = 0; node < polygraph.node_count(); ++node)
    fmt::format_to(out, "(declare-fun n{} () Int)\n", node);
  for (const Edge edge : polygraph.known()) fmt::format_to(out, "(assert (< n{} n{}))\n", edge.from, edge.to);
  for_each_edge(polygraph, [&](Literal literal, Edge edge) {
    fmt::format_to(out, "(assert (=> {} (< n{} n{})))\n", smt_literal(literal), edge.from, edge.to);
  });
  for (std::size_t i = 0; i < polygraph.clause_count(); ++i) {
    text += "(assert (or false";
    for (const Literal literal : polygraph.clause(i)) fmt::format_to(out, " {}", smt_literal(literal));
    text += "))\n";
  }
  text += "(check-sat)\n";
  return text;
}

// Every edge needs a variable that nothing else uses; the literal it belongs to implies it.
std::string gnf_polygraph(const Polygraph& polygraph) {
  std::size_t edges = polygraph.known().size();
  for_each_edge(polygraph, [&](Literal, Edge) { ++edges; });
  const std::size_t acyclic = polygraph.variable_count() + edges + 1;
  std::string text;
  const Out out = std::back_inserter(text);
  fmt::format_to(out, "p cnf {} {}\n", acyclic, polygraph.clause_count() + edges + 1);
  write_clauses(polygraph, out);
  std::string graph = fmt::format("digraph int {} {} 0\n", polygraph.node_count(), edges);
  std::size_t variable = polygraph.variable_count();
  const auto add = [&](Edge edge) {
    fmt::format_to(std::back_inserter(graph), "edge 0 {} {} {}\n", edge.from, edge.to, ++variable);
  };
  for (const Edge edge : polygraph.known()) {
    add(edge);
    fmt::format_to(out, "{} 0\n", variable);
  }
  for_each_edge(polygraph, [&](Literal literal, Edge edge) {
    add(edge);
    fmt::format_to(out, "{} {} 0\n", number_of(~literal), variable);
  });
  fmt::format_to(out, "{} 0\n", acyclic);
  fmt::format_to(std::back_inserter(graph), "acyclic 0 {}\n", acyclic);
  return text + graph;
}

namespace {

struct Ending {
  std::string_view ending;
  std::string (*write)(const Polygraph&);
};

const Ending* ending_of(const std::string& file) {
  static constexpr std::array endings{Ending{".json", json_polygraph}, Ending{".cnf", dimacs_polygraph},
                                      Ending{".smt2", smtlib_polygraph}, Ending{".gnf", gnf_polygraph}};
  if (is_standard_stream(file)) return &endings.front();
  const auto found =
      std::ranges::find_if(endings, [&](const Ending& each) { return file.ends_with(each.ending); });
  return found == endings.end() ? nullptr : &*found;
}

}  // namespace

Result<void> check_polygraph_ending(const std::string& file) {
  if (ending_of(file) != nullptr) return {};
  return usage_error(
      fmt::format("'{}' does not say how to write a polygraph; end it in .json, .cnf, .smt2 or .gnf", file));
}

Result<void> save_polygraph(const Polygraph& polygraph, const std::string& file) {
  if (const Result<void> ending = check_polygraph_ending(file); !ending) return ending;
  return write_file(file, ending_of(file)->write(polygraph));
}

}  // namespace isolde
