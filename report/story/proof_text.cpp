#include "report/story/proof_text.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "history/spelling.hpp"
#include "report/sentence.hpp"

namespace isolde {
namespace {

constexpr std::size_t kMostReasonsInALine = 2;

std::string enumerate(const std::vector<std::string>& parts) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i != 0) out += i + 1 == parts.size() ? " and " : ", ";
    out += parts[i];
  }
  return out;
}

// "T3 reads x and y from T1 and z from T2, so both come before it"
std::string reads_together(const History& history, const std::vector<Dependency>& reads) {
  std::vector<std::pair<TxnId, std::vector<std::string>>> keys_by_writer;
  for (const Dependency& read : reads) {
    auto found =
        std::ranges::find(keys_by_writer, read.from, &std::pair<TxnId, std::vector<std::string>>::first);
    if (found == keys_by_writer.end()) found = keys_by_writer.insert(found, {read.from, {}});
    found->second.push_back(spell_key(history, read.key));
  }
  std::vector<std::string> parts;
  for (const auto& [writer, keys] : keys_by_writer)
    parts.push_back(fmt::format("{} from {}", enumerate(keys), spell_transaction(history, writer)));
  const std::string reader = spell_transaction(history, reads[0].to);
  const std::string out = fmt::format("{} reads {}", reader, enumerate(parts));
  if (parts.size() == 1)
    return fmt::format("{}, so {} comes before {}", out, spell_transaction(history, reads[0].from), reader);
  return fmt::format("{}, so {} come before it", out, parts.size() == 2 ? "both" : "all");
}

// "T1 ended before T2, T3 and T4 started, so T1 comes before all of them"
std::string orders_together(const History& history, const std::vector<Dependency>& orders) {
  const bool is_from_one = orders[0].from == orders[1].from;
  std::vector<TxnId> many;
  for (const Dependency& order : orders) many.push_back(is_from_one ? order.to : order.from);
  const std::string one = spell_transaction(history, is_from_one ? orders[0].from : orders[0].to);
  const std::string all = list_transactions(history, many);
  if (orders[0].kind == DependencyKind::kSo)
    return is_from_one ? fmt::format("{} precedes {} in its session", one, all)
                       : fmt::format("{} precede {} in its session", all, one);
  return is_from_one
             ? fmt::format("{} ended before {} started, so {} comes before all of them", one, all, one)
             : fmt::format("{} ended before {} started, so all of them come before it", all, one);
}

StoryLine line_of_many(const History& history, const std::vector<Dependency>& known) {
  const bool are_reads = known[0].kind == DependencyKind::kWr;
  return {0, name_of(known[0].kind),
          are_reads ? reads_together(history, known) : orders_together(history, known), false};
}

class StoryWriter {
 public:
  StoryWriter(const History& history, const LevelInfo& level, std::size_t most_lines)
      : history_(history), level_(level), most_lines_(most_lines) {}

  std::vector<StoryLine> run(const Story& story) {
    write(story, 0);
    if (left_out_ != 0) lines_.push_back({0, "", fmt::format("... ({} lines more)", left_out_), false});
    return std::move(lines_);
  }

 private:
  void add(StoryLine line) {
    if (lines_.size() >= most_lines_)
      ++left_out_;
    else
      lines_.push_back(std::move(line));
  }

  void write(const Story& story, std::size_t depth) {
    for (const StoryStep& step : story.steps) {
      if (step.derived) {
        write_fact(*step.derived, depth);
      } else {
        StoryLine line = step.known.size() > 1 ? line_of_many(history_, step.known)
                                               : dependency_line(history_, level_, step.known[0]);
        line.depth = depth;
        add(std::move(line));
      }
    }
    for (std::size_t i = 0; i < story.cases.size(); ++i) {
      const StoryCase& each = story.cases[i];
      add({depth, "", fmt::format("{} {}:", i == 0 ? "Either" : "Or", sentence(history_, each.assumption)),
           false});
      write(each.story, depth + 1);
    }
  }

  void write_fact(const DerivedFact& fact, std::size_t depth) {
    const std::string_view kind = fact.holds.kind == Assumption::Kind::kOrder       ? "ww"
                                  : fact.holds.kind == Assumption::Kind::kReadsFrom ? "wr"
                                                                                    : "";
    std::string text = sentence(history_, fact.holds);
    if (fact.failed.empty()) return add({depth, kind, text + ", since nothing else is possible", true});
    if (fact.failed.size() == 1)
      return add({depth, kind, text + ", " + refutation_clause(history_, fact.failed[0]), true});
    const std::vector<std::string> all = reasons(fact.failed);
    const bool has_own_lines = all.size() > kMostReasonsInALine;
    for (std::size_t i = 0; i < all.size() && !has_own_lines; ++i) text += (i == 0 ? ": " : "; ") + all[i];
    add({depth, kind, has_own_lines ? text + ":" : std::move(text), true});
    for (std::size_t i = 0; i < all.size() && has_own_lines; ++i) add({depth + 1, "", all[i], true});
  }

  // Why each of several alternatives fails; those of writers who come too late, or whose version was replaced
  // too early, together.
  [[nodiscard]] std::vector<std::string> reasons(const std::vector<FailedAlternative>& failed) const {
    std::vector<TxnId> later;
    std::vector<TxnId> replaced;
    std::vector<std::string> result;
    for (const FailedAlternative& each : failed) {
      const Excluded how = excluded_how(each);
      if (how == Excluded::kLater) later.push_back(each.assumption.second);
      if (how == Excluded::kReplaced) replaced.push_back(each.assumption.second);
      if (how == Excluded::kOtherwise) result.push_back(reason(each));
    }
    const TxnId reader = failed[0].assumption.first;
    if (!replaced.empty())
      result.push_back(
          fmt::format("what {} left had been replaced by then", list_transactions(history_, replaced)));
    if (!later.empty())
      result.push_back(fmt::format("{} {} after {}", list_transactions(history_, later),
                                   later.size() == 1 ? "comes" : "come",
                                   spell_transaction(history_, reader)));
    return result;
  }

  [[nodiscard]] std::string reason(const FailedAlternative& failed) const {
    const std::string clause = refutation_clause(history_, failed);
    if (failed.assumption.kind != Assumption::Kind::kReadsFrom)
      return fmt::format("not that {}, {}", sentence(history_, failed.assumption), clause);
    const TxnId source = failed.assumption.second;
    return fmt::format(
        "not {}, {}",
        source.is_valid() ? "as " + spell_transaction(history_, source) + " left it" : "as it was initially",
        clause);
  }

  const History& history_;
  const LevelInfo& level_;
  const std::size_t most_lines_;
  std::vector<StoryLine> lines_;
  std::size_t left_out_ = 0;
};

}  // namespace

std::string StoryLine::to_string() const {
  const std::string indent(2 * depth, ' ');
  return kind.empty() ? indent + text : fmt::format("{}{:<4} {}", indent, kind, text);
}

std::vector<StoryLine> story_lines(const History& history, const LevelInfo& level, const Story& story,
                                   std::size_t most_lines) {
  return StoryWriter(history, level, most_lines).run(story);
}

StoryLine dependency_line(const History& history, const LevelInfo& level, const Dependency& edge) {
  const std::string text = sentence(history, edge);
  if (edge.from == edge.to) return {0, edge.op.is_valid() ? "agg" : name_of(edge.kind), text, false};
  const std::string from = spell_transaction(history, edge.from);
  const std::string to = spell_transaction(history, edge.to);
  // Where a transaction has a begin and a commit, its reads are as of the one, its writes of the other.
  const bool is_begin_to_commit = !level.one_node && edge.kind == DependencyKind::kRw;
  return {0, name_of(edge.kind),
          is_begin_to_commit ? fmt::format("{}, so {} begins before {} commits", text, from, to)
                             : fmt::format("{}, so {} comes before {}", text, from, to),
          false};
}

std::string_view closing_of(const LevelInfo& level, const Story& story) {
  if (!story.cases.empty()) return "No case satisfies all of its lines.";
  const bool is_pair = story.cycle.size() == 2 && story.cycle[0].from != story.cycle[0].to;
  const bool has_reads = std::ranges::count(story.cycle, DependencyKind::kRw, &Dependency::kind) != 0;
  if (is_pair && (level.one_node || !has_reads)) return "Each comes before the other.";
  return story.cycle.empty() ? "" : "No order satisfies all of these.";
}

}  // namespace isolde
