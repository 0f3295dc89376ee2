#include "report/proof_text.hpp"

#include <optional>

#include <fmt/format.h>

#include "base/contract.hpp"
#include "history/spelling.hpp"
#include "report/sentence.hpp"

namespace isolde {
namespace {

// By step: where the proof that begins there ends.
std::vector<std::size_t> ends_of(const Proof& proof) {
  std::vector<std::size_t> ends(proof.size() + 1, proof.size());
  for (std::size_t i = proof.size(); i-- > 0;) {
    std::size_t at = i + 1;
    for (std::size_t k = 0; k < proof[i].alternatives.size(); ++k) {
      ISOLDE_REQUIRE(at < proof.size());
      at = ends[at];
    }
    ends[i] = at;
  }
  return ends;
}

class ProofWriter {
 public:
  ProofWriter(const History& history, const Proof& proof, std::size_t most_lines)
      : history_(history), proof_(proof), most_lines_(most_lines), ends_(ends_of(proof)) {}

  std::vector<std::string> run() {
    if (!proof_.empty()) write(0, 0);
    if (left_out_ != 0) lines_.push_back(fmt::format("... ({} steps in all)", proof_.size()));
    return std::move(lines_);
  }

 private:
  [[nodiscard]] bool is_leaf(std::size_t at) const { return proof_[at].alternatives.empty(); }
  [[nodiscard]] bool is_full() const { return lines_.size() >= most_lines_; }

  void line(std::size_t depth, const std::string& text) {
    if (is_full())
      ++left_out_;
    else
      lines_.push_back(std::string(2 * depth, ' ') + text);
  }

  // The one alternative that is more than a leaf, where all others are leaves.
  [[nodiscard]] std::optional<std::size_t> only_deep(std::size_t at) const {
    std::optional<std::size_t> deep;
    std::size_t below = at + 1;
    for (std::size_t k = 0; k < proof_[at].alternatives.size(); ++k, below = ends_[below]) {
      if (is_leaf(below)) continue;
      if (deep) return std::nullopt;
      deep = k;
    }
    return deep;
  }

  // A chain of forced steps is a loop here, so only true branching goes deeper.
  void write(std::size_t at, std::size_t depth) {
    while (!is_leaf(at) && !is_full()) {
      const std::optional<std::size_t> deep = only_deep(at);
      if (!deep) return write_cases(at, depth);
      at = write_forced(at, *deep, depth);
    }
    if (is_full())
      ++left_out_;
    else
      write_leaf(at, depth);
  }

  // Writes why all but one alternative fail; where the proof of that one begins.
  std::size_t write_forced(std::size_t at, std::size_t deep, std::size_t depth) {
    const std::vector<Assumption>& alternatives = proof_[at].alternatives;
    line(depth, fmt::format("{}, for otherwise:", sentence(history_, alternatives[deep])));
    std::size_t next = at;
    std::size_t below = at + 1;
    for (std::size_t k = 0; k < alternatives.size(); ++k, below = ends_[below]) {
      if (k == deep)
        next = below;
      else
        write_alternative(alternatives[k], alternatives.size() > 2, below, depth + 1);
    }
    return next;
  }

  void write_alternative(const Assumption& assumption, bool is_named, std::size_t below, std::size_t depth) {
    if (is_named) line(depth, fmt::format("if {}:", sentence(history_, assumption)));
    write(below, depth + (is_named ? 1 : 0));
  }

  void write_cases(std::size_t at, std::size_t depth) {
    std::size_t below = at + 1;
    for (std::size_t k = 0; k < proof_[at].alternatives.size() && !is_full(); ++k, below = ends_[below]) {
      const char* word = k == 0 ? "Either" : "Or";
      line(depth, fmt::format("{} {}:", word, sentence(history_, proof_[at].alternatives[k])));
      write(below, depth + 1);
    }
    if (below < ends_[at]) ++left_out_;
  }

  void write_leaf(std::size_t at, std::size_t depth) {
    for (const std::string& text : cycle_lines(history_, proof_[at].cycle)) line(depth, text);
  }

  const History& history_;
  const Proof& proof_;
  const std::size_t most_lines_;
  const std::vector<std::size_t> ends_;
  std::vector<std::string> lines_;
  std::size_t left_out_ = 0;
};

}  // namespace

std::vector<std::string> proof_lines(const History& history, const Proof& proof, std::size_t most_lines) {
  return ProofWriter(history, proof, most_lines).run();
}

std::vector<std::string> cycle_lines(const History& history, const std::vector<Dependency>& cycle) {
  std::vector<std::string> lines;
  for (const Dependency& edge : cycle) {
    if (edge.from == edge.to)
      lines.push_back(
          fmt::format("{:<4} {}", edge.op.is_valid() ? "agg" : name_of(edge.kind), sentence(history, edge)));
    else
      lines.push_back(fmt::format("{:<4} {}, so {} comes before {}", name_of(edge.kind),
                                  sentence(history, edge), spell_transaction(history, edge.from),
                                  spell_transaction(history, edge.to)));
  }
  return lines;
}

}  // namespace isolde
