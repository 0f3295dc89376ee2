// Polygraphs through files: nothing is lost on the way, hostile text is refused in one sentence, and the
// formats of others mean the same (GNF read back by a small interpreter).
#include "polygraph/interchange.hpp"

#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/oracle/seeds.hpp"
#include "tests/solver/cdcl/random_polygraph.hpp"

namespace isolde {
namespace {

using Edges = std::vector<std::pair<Node, Node>>;

Edges pairs(std::span<const Edge> edges) {
  Edges result;
  for (const Edge edge : edges) result.emplace_back(edge.from, edge.to);
  return result;
}

void expect_same(const Polygraph& one, const Polygraph& other) {
  ASSERT_EQ(one.node_count(), other.node_count());
  ASSERT_EQ(one.variable_count(), other.variable_count());
  for (Node node = 0; node < one.node_count(); ++node) {
    EXPECT_EQ(one.meaning(node).txn, other.meaning(node).txn);
    if (!one.meaning(node).txn.is_valid()) continue;
    EXPECT_EQ(one.meaning(node).kind, other.meaning(node).kind);
  }
  EXPECT_EQ(pairs(one.known()), pairs(other.known()));
  for (Variable v = 0; v < one.variable_count(); ++v) {
    EXPECT_EQ(one.meaning_of(v).kind, other.meaning_of(v).kind);
    EXPECT_EQ(one.meaning_of(v).first, other.meaning_of(v).first);
    EXPECT_EQ(one.meaning_of(v).second, other.meaning_of(v).second);
    for (const bool sign : {true, false})
      EXPECT_EQ(pairs(one.edges(Literal(v, sign))), pairs(other.edges(Literal(v, sign))));
  }
  EXPECT_EQ(clauses_of(one), clauses_of(other));
}

TEST(Interchange, JsonThereAndBack) {
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (int i = 0; i < 300; ++i) {
      const Polygraph polygraph = random_polygraph(random, 9, 9);
      const std::string text = json_polygraph(polygraph);
      const Result<Polygraph> again = parse_polygraph(text, "here");
      ASSERT_TRUE(again) << again.error().to_string();
      expect_same(polygraph, *again);
      EXPECT_EQ(json_polygraph(*again), text);
    }
  }
}

// What a text in GNF says, decided by brute force over the polygraph's variables: the others follow, since
// every edge variable is implied and free otherwise.
TEST(Interchange, GnfMeansTheSame) {
  Random random(2);
  for (int i = 0; i < 300; ++i) {
    const Polygraph polygraph = random_polygraph(random, 6, 5);
    std::istringstream in(gnf_polygraph(polygraph));
    std::string word;
    std::size_t variables = 0;
    std::size_t clause_count = 0;
    in >> word >> word >> variables >> clause_count;
    std::vector<std::vector<long>> clauses;
    for (std::size_t c = 0; c < clause_count; ++c) {
      clauses.emplace_back();
      for (long literal = 0; in >> literal && literal != 0;) clauses.back().push_back(literal);
    }
    std::size_t nodes = 0;
    std::size_t edge_count = 0;
    int graph = 0;
    in >> word >> word >> nodes >> edge_count >> graph;
    std::vector<Edge> edges;
    std::set<std::size_t> edge_variables;
    for (std::size_t e = 0; e < edge_count; ++e) {
      Edge edge;
      std::size_t variable = 0;
      in >> word >> graph >> edge.from >> edge.to >> variable;
      ASSERT_EQ(word, "edge");
      ASSERT_EQ(variable, polygraph.variable_count() + e + 1);
      ASSERT_TRUE(edge_variables.insert(variable).second);
      edges.push_back(edge);
    }
    std::size_t acyclic = 0;
    in >> word >> graph >> acyclic;
    ASSERT_EQ(word, "acyclic");
    ASSERT_EQ(acyclic, variables);
    ASSERT_EQ(clauses.back(), std::vector<long>{static_cast<long>(acyclic)});
    bool is_satisfiable = false;
    for (std::uint64_t values = 0; values < (std::uint64_t{1} << polygraph.variable_count()); ++values) {
      const auto holds_in = [&](long literal) {
        return ((values >> (std::abs(literal) - 1)) & 1U) == (literal > 0 ? 1U : 0U);
      };
      std::vector<Edge> present;
      bool is_model = true;
      for (const auto& clause : clauses) {
        bool is_true = false;
        std::size_t implied = 0;
        for (const long literal : clause) {
          const auto variable = static_cast<std::size_t>(std::abs(literal));
          if (variable <= polygraph.variable_count())
            is_true |= holds_in(literal);
          else
            implied = variable;
        }
        if (!is_true && implied == 0) is_model = false;
        if (!is_true && implied != 0 && implied != acyclic)
          present.push_back(edges[implied - polygraph.variable_count() - 1]);
      }
      is_satisfiable |= is_model && !has_cycle(nodes, present);
    }
    ASSERT_EQ(is_satisfiable, has_model(polygraph));
  }
}

TEST(Interchange, DimacsAndSmtLib) {
  Polygraph polygraph;
  polygraph.add_node({TxnId(0), EventKind::kBegin});
  polygraph.add_node({TxnId(0), EventKind::kCommit});
  polygraph.add_node({});
  polygraph.add_known({0, 1}, {});
  const Variable v = polygraph.add_variable({Meaning::Kind::kOrder, KeyId(4), TxnId(0), TxnId(1)});
  polygraph.add_edge(Literal(v, false), {1, 2}, {});
  polygraph.add_clause(std::vector{Literal(v, true), Literal(v, false)});
  polygraph.finish();
  const std::string dimacs = dimacs_polygraph(polygraph);
  EXPECT_NE(dimacs.find("c n 0 [0, \"begin\"]\nc n 1 [0, \"commit\"]\nc n 2 null\nc k 0 1\n"
                        "c v 1 [\"order\", 4, 0, 1]\nc e -1 1 2\np cnf 1 1\n1 -1 0\n"),
            std::string::npos)
      << dimacs;
  EXPECT_EQ(smtlib_polygraph(polygraph),
            "(set-logic QF_IDL)\n(declare-fun v0 () Bool)\n(declare-fun n0 () Int)\n"
            "(declare-fun n1 () Int)\n(declare-fun n2 () Int)\n(assert (< n0 n1))\n"
            "(assert (=> (not v0) (< n1 n2)))\n(assert (or false v0 (not v0)))\n(check-sat)\n");
}

std::string complaint(const std::string& text) {
  const Result<Polygraph> polygraph = parse_polygraph(text, "file");
  return polygraph ? "a polygraph" : polygraph.error().to_string();
}

TEST(Interchange, HostileTextIsRefusedInOneSentence) {
  const std::string begin = R"({"format": "isolde-polygraph", "version": 1, )";
  EXPECT_EQ(complaint("{"), "file, byte 2: this is no JSON");
  EXPECT_EQ(complaint("[]"),
            "file: this is no polygraph: expected an object with \"format\": \"isolde-polygraph\"");
  EXPECT_EQ(complaint(R"({"format": "isolde-polygraph"})"), "file: expected \"version\": 1");
  EXPECT_EQ(complaint(begin + R"("nodes": 3})"), "file: expected a list \"nodes\"");
  const std::string rest = R"("variables": [["order", 0, 0, 1]], "edges": [], "clauses": []})";
  EXPECT_EQ(complaint(begin + R"("nodes": [null], "known": [], )" + rest), "a polygraph");
  EXPECT_EQ(complaint(begin + R"("nodes": [null], "known": [[0, 1]], )" + rest),
            "file: known[0]: expected a node from 0 to 0, got 1");
  EXPECT_EQ(complaint(begin + R"("nodes": [null], "known": [[0, -1]], )" + rest),
            "file: known[0]: expected a node from 0 to 0, got -1");
  EXPECT_EQ(complaint(begin + R"("nodes": [null], "known": [[0, 18446744073709551615]], )" + rest),
            "file: known[0]: expected a node from 0 to 0, got 18446744073709551615");
  EXPECT_EQ(complaint(begin + R"("nodes": [null], "known": [[0, {}]], )" + rest),
            "file: known[0]: expected a node from 0 to 0, got object");
  EXPECT_EQ(complaint(begin + R"("nodes": [[99999999999, "commit"]], "known": [], )" + rest),
            "file: nodes[0]: expected a transaction from 0 to 1000000000, got 99999999999");
  EXPECT_EQ(complaint(begin + R"("nodes": [], "known": [], "variables": [], "edges": [], "clauses": [[0]]})"),
            "file: clauses[0]: expected a literal, got 0");
  EXPECT_EQ(complaint(begin + R"("nodes": [], "known": [], "variables": [], "edges": [], "clauses": [[1]]})"),
            "file: clauses[0]: expected a literal from 0 to 0, got 1");
  EXPECT_EQ(complaint(begin + R"("nodes": [null, null, 7], "known": [], )" + rest),
            "file: nodes[2]: expected a node [transaction, event], or null");
}

// Cut anywhere, or with a byte changed, the text of a polygraph is a polygraph or an error, never a crash.
TEST(Interchange, DamagedTexts) {
  Random random(second_seed());
  const std::string text = json_polygraph(random_polygraph(random, 9, 9));
  for (std::size_t size = 0; size < text.size(); size += 3)
    static_cast<void>(complaint(text.substr(0, size)));
  for (int i = 0; i < 2000; ++i) {
    std::string damaged = text;
    damaged[random.below(damaged.size())] = static_cast<char>(random.below(256));
    static_cast<void>(complaint(damaged));
  }
  EXPECT_NE(complaint(std::string(100'000, '[')), "a polygraph");
}

TEST(Interchange, UnknownEndingsAndFilesAreErrors) {
  Polygraph polygraph;
  polygraph.finish();
  EXPECT_FALSE(save_polygraph(polygraph, "polygraph.txt"));
  EXPECT_FALSE(save_polygraph(polygraph, "/no/such/folder/polygraph.json"));
  EXPECT_FALSE(load_polygraph("/no/such/file.json"));
}

}  // namespace
}  // namespace isolde
