#include "certify/lemmas/lemma_meaning.hpp"

#include <algorithm>

namespace isolde {

using Choice = LemmaProof::Choice;

LemmaMeaning::LemmaMeaning(const History& history, Facts& facts, Sources& sources, const LemmaProof& proof)
    : history_(history),
      facts_(facts),
      sources_(sources),
      proof_(proof),
      level_(info(proof.level)),
      succession_(history, facts, level_, sources),
      auxiliaries_(proof.choices.size()) {
  define_auxiliaries();
}

// Finds the edge of each auxiliary variable, all of whose edges have to be one and the same.
void LemmaMeaning::define_auxiliaries() {
  std::vector<bool> is_unclear(proof_.choices.size());
  for (const LemmaProof::Link& link : proof_.links) {
    if (link.literal == 0 || choice(link.literal).kind != Choice::Kind::kAuxiliary) continue;
    const auto variable = static_cast<std::size_t>(link.literal > 0 ? link.literal : -link.literal) - 1;
    const Forward edge{proof_.points[link.from].txn, proof_.points[link.to].txn, link.kind, link.key};
    const bool is_first = auxiliaries_[variable] == Forward();
    const bool can_be = link.literal > 0 && edge.from.is_valid() && edge.to.is_valid() &&
                        (edge.kind == DependencyKind::kRw || edge.kind == DependencyKind::kWr);
    if (!can_be || (!is_first && auxiliaries_[variable] != edge)) is_unclear[variable] = true;
    auxiliaries_[variable] = edge;
  }
  for (std::size_t i = 0; i < is_unclear.size(); ++i)
    if (is_unclear[i]) auxiliaries_[i] = Forward();
}

const Choice& LemmaMeaning::choice(std::int32_t literal) const {
  return proof_.choices[static_cast<std::size_t>(literal > 0 ? literal : -literal) - 1];
}

// Whether it is a positive literal of this kind.
bool LemmaMeaning::is(std::int32_t literal, Choice::Kind kind) const {
  return literal > 0 && choice(literal).kind == kind;
}

// The edge of an auxiliary literal.
const LemmaMeaning::Forward& LemmaMeaning::forward(std::int32_t literal) const {
  return auxiliaries_[static_cast<std::size_t>(literal > 0 ? literal : -literal) - 1];
}

// Whether it is a positive literal that says that this edge leads forward, on whatever key.
bool LemmaMeaning::defines(std::int32_t literal, DependencyKind kind, TxnId from, TxnId to) const {
  if (!is(literal, Choice::Kind::kAuxiliary)) return false;
  const Forward& edge = forward(literal);
  return edge.kind == kind && edge.from == from && edge.to == to && from.is_valid() && to.is_valid();
}

// Who commits before whom if the literal is true.
std::optional<Succession::Ordered> LemmaMeaning::order_of(std::int32_t literal) const {
  if (literal == 0) return std::nullopt;
  const Choice& it = choice(literal);
  if (it.kind != Choice::Kind::kOrder || it.first == it.second) return std::nullopt;
  return literal > 0 ? Ordered{it.first, it.second} : Ordered{it.second, it.first};
}

// --- Edges.

// Whose version the reader saw if the literal is true.
std::vector<TxnId> LemmaMeaning::sources_of(TxnId reader, KeyId key, std::int32_t literal) {
  std::vector<TxnId> all = succession_.sure_sources(reader, key);
  if (literal != 0 && is(literal, Choice::Kind::kReadsFrom)) {
    const Choice& read = choice(literal);
    if (read.first == reader && read.key == key) all.push_back(read.second);
  }
  return all;
}

// The reader saw a version that comes before the one of `by`. It did not see that, so it began earlier.
bool LemmaMeaning::is_overwritten(TxnId reader, TxnId by, KeyId key, std::int32_t literal) {
  const std::vector<TxnId> sources = sources_of(reader, key, literal);
  return std::ranges::any_of(
      sources, [&](TxnId source) { return succession_.is_before(key, source, by, order_of(literal)); });
}

// Where no update is lost, a list or set that is only added to has what everybody added before. The reader
// did not see what the writer added, so it began earlier.
bool LemmaMeaning::misses(TxnId reader, TxnId writer, KeyId key, std::int32_t literal) {
  const bool has_effect = facts_.counts(reader) || (literal > 0 && is(literal, Choice::Kind::kTakesEffect) &&
                                                    choice(literal).first == reader);
  return has_effect && level_.first_committer_wins && facts_.lacks_element_of(reader, key, writer);
}

bool LemmaMeaning::edge_follows(TxnId a, TxnId b, const LemmaProof::Link& link) {
  // No execution has one that saw two versions of a key, so anything follows from it.
  if (a == b) return link.key.is_valid() && succession_.sure_sources(a, link.key).size() > 1;
  switch (link.kind) {
    case DependencyKind::kSo:
    case DependencyKind::kRt:
      return sources_.precedes(a, b);
    case DependencyKind::kWr: {
      const std::vector<TxnId> sources = sources_of(b, link.key, link.literal);
      return defines(link.literal, link.kind, a, b) || std::ranges::find(sources, a) != sources.end();
    }
    case DependencyKind::kWw:
      return succession_.is_before(link.key, a, b, order_of(link.literal));
    case DependencyKind::kRw:
      return defines(link.literal, link.kind, a, b) || is_overwritten(a, b, link.key, link.literal) ||
             misses(a, b, link.key, link.literal);
  }
  return false;
}

// --- Clauses.

bool LemmaMeaning::clause_follows(std::span<const std::int32_t> clause) {
  for (const std::int32_t literal : clause) {
    const Choice& it = choice(literal);
    if (literal < 0 && it.kind == Choice::Kind::kReadsFrom &&
        (names_effect(clause, it.second) || places_another(clause, it)))
      return true;
    if (literal < 0 && it.kind == Choice::Kind::kAuxiliary && forward(literal).kind == DependencyKind::kWr &&
        names_effect(clause, forward(literal).from))
      return true;
  }
  // One list is enough, and no clause needs two.
  for (const std::int32_t literal : clause) {
    if (is(literal, Choice::Kind::kReadsFrom))
      return lists_all_sources(clause, choice(literal).first, choice(literal).key);
    if (is(literal, Choice::Kind::kAuxiliary) && forward(literal).kind == DependencyKind::kWr)
      return lists_all_adders(clause, forward(literal).to, forward(literal).key);
  }
  return std::ranges::any_of(clause, [&](std::int32_t literal) {
    return is(-literal, Choice::Kind::kTakesEffect) && sees_nothing(choice(literal).first);
  });
}

// Whether the clause says that the transaction takes effect.
bool LemmaMeaning::names_effect(std::span<const std::int32_t> clause, TxnId txn) const {
  return std::ranges::any_of(clause, [&](std::int32_t literal) {
    return is(literal, Choice::Kind::kTakesEffect) && choice(literal).first == txn;
  });
}

// Another installer of the key comes before the one that was read from, or the reader began before it
// committed. The latter is out of the question if an order of the level puts it before the reader.
bool LemmaMeaning::places_another(std::span<const std::int32_t> clause, const Choice& read) const {
  return std::ranges::any_of(clause, [&](std::int32_t literal) {
    const auto order = order_of(literal);
    if (!order || order->second != read.second) return false;
    const TxnId other = order->first;
    if (other == read.first || !facts_.may_commit(other) || !facts_.installs(other, read.key)) return false;
    return sources_.precedes(other, read.first) || std::ranges::any_of(clause, [&](std::int32_t each) {
             return defines(each, DependencyKind::kRw, read.first, other);
           });
  });
}

// Whether the clause also covers executions in which the reader takes no effect, if there may be any.
bool LemmaMeaning::is_in_doubt(std::span<const std::int32_t> clause, TxnId reader) const {
  return !facts_.counts(reader) && std::ranges::none_of(clause, [&](std::int32_t literal) {
    return is(-literal, Choice::Kind::kTakesEffect) && choice(literal).first == reader;
  });
}

// Whether the clause lists every version of the key that the reader may have seen; it saw one of them.
bool LemmaMeaning::lists_all_sources(std::span<const std::int32_t> clause, TxnId reader, KeyId key) {
  if (is_in_doubt(clause, reader)) return false;
  const auto is_listed = [&](TxnId source) {
    return std::ranges::any_of(clause, [&](std::int32_t literal) {
      const Choice& it = choice(literal);
      return is(literal, Choice::Kind::kReadsFrom) && it.first == reader && it.key == key &&
             it.second == source;
    });
  };
  return std::ranges::all_of(sources_.possible_by_value(reader, key), is_listed) ||
         std::ranges::all_of(sources_.possible(reader, key), is_listed);
}

// It saw an element of a list or set that is only added to, so one of those who added it committed before; if
// it added that itself, nobody else need have.
bool LemmaMeaning::lists_all_adders(std::span<const std::int32_t> clause, TxnId reader, KeyId key) {
  const Facts::KeyClass type = facts_.class_of(key);
  const bool is_added_to = type == Facts::KeyClass::kList || type == Facts::KeyClass::kSet;
  if (!is_added_to || is_in_doubt(clause, reader)) return false;
  const auto is_listed = [&](const Facts::WriteOf& write) {
    return !facts_.may_commit(write.txn) || std::ranges::any_of(clause, [&](std::int32_t literal) {
      return write.txn != reader && defines(literal, DependencyKind::kWr, write.txn, reader);
    });
  };
  for (const ValueId value : facts_.shown_values(reader, key))
    for (const std::uint32_t element : facts_.elements(value))
      if (!facts_.is_initial(key, ValueId(element)) &&
          std::ranges::all_of(facts_.writes(key, ValueId(element)), is_listed))
        return true;
  return false;
}

// No version of some key can be what the transaction saw, so it takes no effect.
bool LemmaMeaning::sees_nothing(TxnId txn) {
  std::vector<bool> is_looked_at(history_.key_count());
  for (const OpId op : history_.operations(txn)) {
    if (is_predicate(history_.kind(op)))
      is_looked_at.assign(history_.key_count(), true);
    else
      is_looked_at[history_.key(op).index()] = true;
  }
  for (std::size_t key = 0; key < is_looked_at.size(); ++key)
    if (is_looked_at[key] && sources_.possible(txn, KeyId(key)).empty()) return true;
  return false;
}

}  // namespace isolde
