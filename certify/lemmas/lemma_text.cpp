#include "certify/lemmas/lemma_text.hpp"

#include <iterator>
#include <ostream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/files/file.hpp"
#include "certify/json_names.hpp"

namespace isolde {
namespace {

using Origin = LemmaProof::Origin;

std::string key_text(const History& history, KeyId key) {
  constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;
  return key.is_valid() ? " " + key_json(history, key).dump(-1, ' ', true, kReplace) : "";
}

std::string id_text(const History& history, TxnId txn) {
  return txn.is_valid() ? std::to_string(history.external_id(txn)) : "-";
}

std::string point_line(const History& history, std::size_t number, const LemmaProof::Point& point) {
  if (!point.txn.is_valid()) return fmt::format("n {}\n", number);
  return fmt::format("n {} {} {}\n", number, history.external_id(point.txn),
                     point.event == EventKind::kBegin ? "begin" : "commit");
}

std::string choice_line(const History& history, std::size_t number, const LemmaProof::Choice& choice) {
  using ChoiceKind = LemmaProof::Choice::Kind;
  std::string line = fmt::format("v {} {}", number, name_of(choice.kind));
  if (choice.kind != ChoiceKind::kAuxiliary) line += " " + id_text(history, choice.first);
  if (choice.kind == ChoiceKind::kOrder || choice.kind == ChoiceKind::kReadsFrom)
    line += " " + id_text(history, choice.second) + key_text(history, choice.key);
  return line + "\n";
}

// With the literals' closing zero.
std::string literals_text(const LemmaProof& proof, std::size_t clause) {
  std::string text;
  for (const std::int32_t literal : proof.literals(clause)) text += fmt::format("{} ", literal);
  return text + "0";
}

std::string support_text(const LemmaProof& proof, std::size_t clause) {
  std::string text;
  for (const std::uint32_t number : proof.support(clause))
    text += fmt::format("{} ", number + std::uint64_t{1});
  return text + "0";
}

// The history has the names for clauses that are not derived.
std::string clause_line(const History* history, const LemmaProof& proof, std::size_t clause) {
  const std::string literals = literals_text(proof, clause);
  switch (proof.origin(clause)) {
    case Origin::kGiven:
      return fmt::format("a {} {}\n", clause + 1, literals);
    case Origin::kCycle:
      return fmt::format("l {} {} {}\n", clause + 1, literals, support_text(proof, clause));
    case Origin::kUnseen:
      return fmt::format("s {} {}{}\n", clause + 1, id_text(*history, TxnId(proof.support(clause)[0])),
                         key_text(*history, KeyId(proof.support(clause)[1])));
    case Origin::kDerived:
      break;
  }
  return fmt::format("{} {} {}\n", clause + 1, literals, support_text(proof, clause));
}

}  // namespace

void write_lemma_proof(const History& history, const LemmaProof& proof, std::ostream& out) {
  out << fmt::format("p isolde-proof 1 {} {}\n", info(proof.level).name, proof.clock_skew);
  for (std::size_t i = 0; i < proof.points.size(); ++i) out << point_line(history, i + 1, proof.points[i]);
  for (std::size_t i = 0; i < proof.choices.size(); ++i) out << choice_line(history, i + 1, proof.choices[i]);
  for (std::size_t i = 0; i < proof.links.size(); ++i) {
    const LemmaProof::Link& link = proof.links[i];
    out << fmt::format("e {} {} {} {} {}{}\n", i + 1, link.literal, link.from + 1, link.to + 1,
                       name_of(link.kind), key_text(history, link.key));
  }
  for (std::size_t i = 0; i < proof.clause_count(); ++i) out << clause_line(&history, proof, i);
}

Result<void> save_lemma_proof(const History& history, const LemmaProof& proof, const std::string& path) {
  return write_file(path, [&](std::ostream& out) { write_lemma_proof(history, proof, out); });
}

std::string cnf_of(const LemmaProof& proof) {
  std::size_t count = 0;
  std::string clauses;
  for (std::size_t i = 0; i < proof.clause_count(); ++i) {
    if (proof.origin(i) == Origin::kDerived) continue;
    clauses += literals_text(proof, i) + "\n";
    ++count;
  }
  return fmt::format("p cnf {} {}\n{}", proof.choices.size(), count, clauses);
}

std::string lrat_of(const LemmaProof& proof) {
  std::string text;
  for (std::size_t i = 0; i < proof.clause_count(); ++i)
    if (proof.origin(i) == Origin::kDerived) text += clause_line(nullptr, proof, i);
  return text;
}

std::string drat_of(const LemmaProof& proof) {
  std::string text;
  for (std::size_t i = 0; i < proof.clause_count(); ++i)
    if (proof.origin(i) == Origin::kDerived) text += literals_text(proof, i) + "\n";
  return text;
}

Result<void> export_lemma_proof(const LemmaProof& proof, const std::string& prefix) {
  for (const auto& [ending, text] : {std::pair{".cnf", cnf_of(proof)}, std::pair{".lrat", lrat_of(proof)},
                                     std::pair{".drat", drat_of(proof)}})
    if (Result<void> saved = write_file(prefix + ending, text); !saved) return saved;
  return {};
}

}  // namespace isolde
