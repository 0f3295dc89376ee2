#include "certify/proof/succession.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/sort_unique.hpp"

namespace isolde {
namespace {

// Within one family an order is looked for pair by pair; after this many pairs none is found. Chosen, not
// measured.
constexpr std::size_t kMostPairs = 1'000'000;

std::uint64_t pair_name(std::uint32_t a, std::uint32_t b) { return (std::uint64_t{a} << 32U) | b; }

}  // namespace

const std::vector<TxnId>& Succession::sure_sources(TxnId reader, KeyId key) {
  const auto [found, is_new] = sure_sources_.try_emplace(pair_name(reader.value, key.value));
  std::vector<TxnId>& sure = found->second;
  const bool shows_writers = facts_.class_of(key) == Facts::KeyClass::kWhole;
  if (!is_new || !shows_writers || !facts_.counts(reader)) return sure;
  facts_.for_each_external(reader, [&](OpId, KeyId read, ValueId value) {
    if (read != key) return;
    std::vector<TxnId> possible;
    if (value == history_.initial_value(key)) possible.emplace_back();
    for (const Facts::WriteOf& write : facts_.writes(key, value))
      if (write.is_final && write.txn != reader && facts_.may_commit(write.txn))
        possible.push_back(write.txn);
    if (possible.size() == 1 && std::ranges::find(sure, possible[0]) == sure.end())
      sure.push_back(possible[0]);
  });
  return sure;
}

std::optional<std::uint32_t> Succession::Families::number(TxnId txn) const {
  if (!txn.is_valid()) return 0;
  const auto found = std::lower_bound(members.begin() + 1, members.end(), txn);
  if (found == members.end() || *found != txn) return std::nullopt;
  return static_cast<std::uint32_t>(found - members.begin());
}

Succession::Families Succession::numbered(std::vector<TxnId> installers) {
  sort_unique(installers);
  Families of_key;
  of_key.members.emplace_back();
  of_key.members.insert(of_key.members.end(), installers.begin(), installers.end());
  of_key.links.resize(of_key.members.size());
  of_key.family.assign(of_key.members.size(), 0);
  return of_key;
}

void Succession::connect(Families& of_key) {
  std::vector<bool> is_seen(of_key.members.size());
  for (std::uint32_t first = 0; first < of_key.members.size(); ++first) {
    if (is_seen[first]) continue;
    is_seen[first] = true;
    std::vector<std::uint32_t> list{first};
    for (std::size_t i = 0; i < list.size(); ++i) {
      of_key.family[list[i]] = static_cast<std::uint32_t>(of_key.lists.size());
      for (const std::uint32_t next : of_key.links[list[i]]) {
        if (!is_seen[next]) list.push_back(next);
        is_seen[next] = true;
      }
    }
    of_key.lists.push_back(std::move(list));
  }
}

Succession::Families& Succession::families(KeyId key) {
  if (const auto found = families_.find(key.value); found != families_.end()) return found->second;
  std::vector<TxnId> installers;
  for (const Facts::WriteOf& write : facts_.writes(key))
    if (facts_.may_commit(write.txn)) installers.push_back(write.txn);
  Families of_key = numbered(std::move(installers));
  // Where writers of a key may overlap, every installer is a family of its own.
  const std::size_t linked = level_.first_committer_wins ? of_key.members.size() : 0;
  for (std::uint32_t i = 1; i < linked; ++i) {
    for (const TxnId source : sure_sources(of_key.members[i], key)) {
      const std::uint32_t other = *of_key.number(source);
      of_key.links[i].push_back(other);
      of_key.links[other].push_back(i);
    }
  }
  connect(of_key);
  return families_.emplace(key.value, std::move(of_key)).first->second;
}

bool Succession::is_before(KeyId key, TxnId a, TxnId b, const std::optional<Ordered>& assumed) {
  const Families& of_key = families(key);
  const auto first = of_key.number(a);
  const auto second = of_key.number(b);
  if (!first || !second || first == second) return false;
  if (follows_directly(key, a, b, assumed)) return true;
  const std::uint32_t first_family = of_key.family[*first];
  const std::uint32_t second_family = of_key.family[*second];
  if (first_family == second_family) return follows_within_family(key, of_key, *first, *second, assumed);
  if (first_family == of_key.family[0]) return true;
  if (assumed) {
    const auto earlier = of_key.number(assumed->first);
    const auto later = of_key.number(assumed->second);
    if (earlier && later && of_key.family[*earlier] == first_family && of_key.family[*later] == second_family)
      return true;
  }
  return come_first(key, of_key, first_family, second_family);
}

// Whether `a` comes before `b` by what is known of these two alone.
bool Succession::follows_directly(KeyId key, TxnId a, TxnId b, const std::optional<Ordered>& assumed) {
  if (!b.is_valid()) return false;
  if (!a.is_valid() || assumed == Ordered{a, b} || sources_.precedes(a, b)) return true;
  const std::vector<TxnId>& sure = sure_sources(b, key);
  return std::ranges::find(sure, a) != sure.end();
}

// Whether session order or real time, as far as the level keeps them, put a member of the first family before
// one of the second.
bool Succession::come_first(KeyId key, const Families& of_key, std::uint32_t first, std::uint32_t second) {
  const auto [found, is_new] = come_first_.try_emplace({key, first, second}, false);
  if (!is_new) return found->second;
  found->second = std::ranges::any_of(of_key.lists[first], [&](std::uint32_t a) {
    return std::ranges::any_of(of_key.lists[second], [&](std::uint32_t b) {
      return a != 0 && b != 0 && sources_.precedes(of_key.members[a], of_key.members[b]);
    });
  });
  return found->second;
}

// Goes from the pair to others that have the same order: one of the two moves along a link, and not onto the
// other. (Two orders within a family contradict each other, but each follows.)
bool Succession::follows_within_family(KeyId key, const Families& of_key, std::uint32_t a, std::uint32_t b,
                                       const std::optional<Ordered>& assumed) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs{{a, b}};
  std::unordered_set<std::uint64_t> is_seen{pair_name(a, b)};
  const auto add = [&](std::uint32_t first, std::uint32_t second) {
    if (first != second && is_seen.insert(pair_name(first, second)).second) pairs.emplace_back(first, second);
  };
  for (std::size_t i = 0; i < pairs.size() && pairs.size() < kMostPairs; ++i) {
    const auto [first, second] = pairs[i];
    if (follows_directly(key, of_key.members[first], of_key.members[second], assumed)) return true;
    for (const std::uint32_t other : of_key.links[first]) add(other, second);
    for (const std::uint32_t other : of_key.links[second]) add(first, other);
  }
  return false;
}

}  // namespace isolde
