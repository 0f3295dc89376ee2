#include "solver/backends/clasp.hpp"

#include <charconv>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "solver/backends/child_process.hpp"

namespace isolde {
namespace {

std::int64_t atom_of(Literal literal) {
  const std::int64_t atom = std::int64_t{literal.variable()} + 1;
  return literal.is_positive() ? atom : -atom;
}

// Sets the values of the variables whose atoms are true; false if an atom's name is none of ours.
bool get_values(const nlohmann::json& witness, std::vector<bool>& values) {
  for (const auto& name : witness.at("Value")) {
    const auto& text = name.get_ref<const std::string&>();
    std::size_t atom = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), atom);
    if (error != std::errc() || atom == 0 || atom > values.size()) return false;
    values[atom - 1] = true;
  }
  return true;
}

SatLoopAnswer answer_of(const nlohmann::json& output, std::size_t variables, SolverCounts& counts) {
  if (output.contains("Stats")) {
    const auto& core = output.at("Stats").at("Core");
    counts.decisions = core.at("Choices").get<std::uint64_t>();
    counts.conflicts = core.at("Conflicts").get<std::uint64_t>();
  }
  const auto& result = output.at("Result").get_ref<const std::string&>();
  if (result == "UNSATISFIABLE") return {SatAnswer::kUnsatisfiable, {}, 0};
  if (result != "SATISFIABLE") return {};
  SatLoopAnswer answer{SatAnswer::kSatisfiable, std::vector<bool>(variables), 0};
  if (!get_values(output.at("Call").back().at("Witnesses").back(), answer.values)) return {};
  return answer;
}

}  // namespace

std::string aspif_of(const Part& part) {
  std::string text = "asp 1 0 0\n";
  const auto out = std::back_inserter(text);
  for (std::size_t atom = 1; atom <= part.variables.size(); ++atom) {
    fmt::format_to(out, "1 1 1 {} 0 0\n", atom);
    const std::string name = std::to_string(atom);
    fmt::format_to(out, "4 {} {} 1 {}\n", name.size(), name, atom);
  }
  for (const std::vector<Literal>& clause : part.clauses) {
    fmt::format_to(out, "1 0 0 0 {}", clause.size());
    for (const Literal literal : clause) fmt::format_to(out, " {}", atom_of(~literal));
    text += '\n';
  }
  for (const Edge edge : part.known) fmt::format_to(out, "8 {} {} 0\n", edge.from, edge.to);
  for (std::uint32_t code = 0; code < part.edges.literal_count(); ++code) {
    const Literal literal = Literal::from_code(code);
    for (const Edge edge : part.edges.of(literal)) {
      if (edge.from == edge.to)  // a cycle by itself
        fmt::format_to(out, "1 0 0 0 1 {}\n", atom_of(literal));
      else
        fmt::format_to(out, "8 {} {} 1 {}\n", edge.from, edge.to, atom_of(literal));
    }
  }
  text += "0\n";
  return text;
}

SatLoopAnswer solve_clasp(const std::string& program, const Part& part,
                          std::optional<std::size_t> memory_bytes, const std::function<bool()>& is_over,
                          SolverCounts& counts) {
  const auto output =
      run_program(program, {"--outf=2", "--stats", "1"}, aspif_of(part), memory_bytes, is_over);
  if (!output) return {};
  try {
    return answer_of(nlohmann::json::parse(*output), part.variables.size(), counts);
  } catch (const nlohmann::json::exception&) {
    return {};
  }
}

}  // namespace isolde
