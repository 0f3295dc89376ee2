// Reads polygraphs from JSON (parse_polygraph() and load_polygraph() of polygraph/interchange.hpp).
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files/file.hpp"
#include "polygraph/interchange.hpp"

namespace isolde {
namespace {

using Json = nlohmann::json;

// More of anything does not fit in the numbers that the solvers use.
constexpr std::int64_t kMost = 1'000'000'000;

// Thrown inside this file only; parse_polygraph() turns it into an Error.
struct Complaint {
  std::string message;
};

[[noreturn]] void complain(std::string message) { throw Complaint{std::move(message)}; }

// Calls add(item) for the items of a list; a complaint about an item says which one it is.
template <class Add>
void for_each_item(const Json& polygraph, const char* name, Add&& add) {
  const auto found = polygraph.find(name);
  if (found == polygraph.end() || !found->is_array()) complain(fmt::format("expected a list \"{}\"", name));
  for (std::size_t i = 0; i < found->size(); ++i) {
    try {
      add((*found)[i]);
    } catch (const Complaint& complaint) {
      complain(fmt::format("{}[{}]: {}", name, i, complaint.message));
    }
  }
}

// item[index] as a number from low to high.
std::int64_t number(const Json& item, std::size_t index, std::int64_t low, std::int64_t high,
                    const char* what) {
  const Json& value = item[index];
  const bool fits = value.is_number_unsigned()
                        ? value.get<std::uint64_t>() <= static_cast<std::uint64_t>(high)
                        : value.is_number_integer() && value.get<std::int64_t>() <= high;
  if (!fits || value.get<std::int64_t>() < low)
    complain(fmt::format("expected {} from {} to {}, got {}", what, low, high,
                         value.is_number() ? value.dump() : value.type_name()));
  return value.get<std::int64_t>();
}

void require_list(const Json& item, std::size_t size, const char* what) {
  if (!item.is_array() || item.size() != size) complain(fmt::format("expected {}", what));
}

template <class Id>
Id id_or_none(const Json& item, std::size_t index, const char* what) {
  if (item[index].is_null()) return Id();
  return Id(static_cast<std::size_t>(number(item, index, 0, kMost, what)));
}

void add_node(const Json& item, Polygraph& polygraph) {
  if (item.is_null()) {
    polygraph.add_node({});
    return;
  }
  require_list(item, 2, "a node [transaction, event], or null");
  const bool is_begin = item[1] == "begin";
  if (!is_begin && item[1] != "commit") complain("expected the event \"begin\" or \"commit\" in a node");
  polygraph.add_node({TxnId(static_cast<std::size_t>(number(item, 0, 0, kMost, "a transaction"))),
                      is_begin ? EventKind::kBegin : EventKind::kCommit});
}

void add_variable(const Json& item, Polygraph& polygraph) {
  require_list(item, 4, "a variable [kind, key, transaction, transaction]");
  constexpr std::array kinds{std::pair{"order", Meaning::Kind::kOrder},
                             std::pair{"reads-from", Meaning::Kind::kReadsFrom},
                             std::pair{"takes-effect", Meaning::Kind::kTakesEffect},
                             std::pair{"auxiliary", Meaning::Kind::kAuxiliary}};
  for (const auto& [name, kind] : kinds) {
    if (item[0] != name) continue;
    polygraph.add_variable({kind, id_or_none<KeyId>(item, 1, "a key"),
                            id_or_none<TxnId>(item, 2, "a transaction"),
                            id_or_none<TxnId>(item, 3, "a transaction")});
    return;
  }
  complain("expected a variable's kind: order, reads-from, takes-effect or auxiliary");
}

Literal literal_at(const Json& item, std::size_t index, const Polygraph& polygraph) {
  const auto most = static_cast<std::int64_t>(polygraph.variable_count());
  const std::int64_t value = number(item, index, -most, most, "a literal");
  if (value == 0) complain("expected a literal, got 0");
  return {static_cast<Variable>((value < 0 ? -value : value) - 1), value > 0};
}

Edge edge_at(const Json& item, std::size_t index, const Polygraph& polygraph) {
  const auto most = static_cast<std::int64_t>(polygraph.node_count()) - 1;
  return {static_cast<Node>(number(item, index, 0, most, "a node")),
          static_cast<Node>(number(item, index + 1, 0, most, "a node"))};
}

Polygraph build(const Json& json) {
  if (!json.is_object() || json.value("format", Json()) != "isolde-polygraph")
    complain("this is no polygraph: expected an object with \"format\": \"isolde-polygraph\"");
  if (json.value("version", Json()) != 1) complain("expected \"version\": 1");
  Polygraph polygraph;
  for_each_item(json, "nodes", [&](const Json& item) { add_node(item, polygraph); });
  for_each_item(json, "known", [&](const Json& item) {
    require_list(item, 2, "a known edge [from, to]");
    polygraph.add_known(edge_at(item, 0, polygraph), {});
  });
  for_each_item(json, "variables", [&](const Json& item) { add_variable(item, polygraph); });
  for_each_item(json, "edges", [&](const Json& item) {
    require_list(item, 3, "an edge [literal, from, to]");
    polygraph.add_edge(literal_at(item, 0, polygraph), edge_at(item, 1, polygraph), {});
  });
  std::vector<Literal> clause;
  for_each_item(json, "clauses", [&](const Json& item) {
    if (!item.is_array()) complain("expected a clause: a list of literals");
    clause.clear();
    for (std::size_t i = 0; i < item.size(); ++i) clause.push_back(literal_at(item, i, polygraph));
    polygraph.add_clause(clause);
  });
  polygraph.finish();
  return polygraph;
}

}  // namespace

Result<Polygraph> parse_polygraph(std::string_view text, const std::string& file) {
  try {
    return build(Json::parse(text));
  } catch (const Json::parse_error& error) {
    return input_error({file, PlaceUnit::kByte, error.byte}, "this is no JSON");
  } catch (const Json::exception&) {
    return input_error({file, PlaceUnit::kNone, 0}, "this is no polygraph");
  } catch (const Complaint& complaint) {
    return input_error({file, PlaceUnit::kNone, 0}, complaint.message);
  }
}

Result<Polygraph> load_polygraph(const std::string& file) {
  const Result<std::string> text = read_file(file);
  if (!text) return tl::unexpected(text.error());
  return parse_polygraph(*text, input_name(file));
}

}  // namespace isolde
