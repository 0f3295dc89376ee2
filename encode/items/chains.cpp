#include "encode/items/chains.hpp"

#include <algorithm>

namespace isolde {

Chains::Chains(const Items& items, bool first_committer_wins) {
  find_clash(items);
  nexts_.assign(items.version_count(), kNone);
  if (first_committer_wins) link(items);
  follow(items);
  count_pairs(items);
}

// A snapshot holds one version of each key.
void Chains::find_clash(const Items& items) {
  struct LastRead {
    Member member = kNone;
    Version version = kNone;
  };
  std::vector<LastRead> last_reads(items.key_count());
  for (Member member = 0; member < items.member_count(); ++member) {
    for (const Version version : items.reads(member)) {
      LastRead& last = last_reads[items.key(version)];
      if (last.member == member) {
        const auto [initial, installed] = std::minmax(last.version, version, std::greater<>());
        clash_ = {Clash::Kind::kTwoVersions, installed, member,
                  items.is_initial(initial) ? kNone : items.writer(initial)};
        return;
      }
      last = {member, version};
    }
  }
}

void Chains::link(const Items& items) {
  for (Version version = 0; version < items.installed_count(); ++version) {
    const Version read = items.overwrites(version);
    if (read == kNone) continue;
    if (nexts_[read] == kNone)
      nexts_[read] = version;
    else if (!clash_)
      clash_ = {Clash::Kind::kTwoSuccessors, read, items.writer(nexts_[read]), items.writer(version)};
  }
}

// Heads have no predecessor. A ring of versions, each read by the writer of the next, has no head: then every
// version of it keeps itself, and the reads alone already form a cycle.
void Chains::follow(const Items& items) {
  heads_.resize(items.version_count());
  tails_.assign(items.version_count(), kNone);
  for (Version version = 0; version < items.version_count(); ++version)
    heads_[version] = tails_[version] = version;
  for (Version head = 0; head < items.version_count(); ++head) {
    if (is_linked(items, head)) continue;
    Version at = head;
    for (; nexts_[at] != kNone; at = nexts_[at]) heads_[nexts_[at]] = head;
    tails_[head] = at;
  }
}

void Chains::count_pairs(const Items& items) {
  std::vector<std::uint64_t> versions(items.key_count());
  std::vector<std::uint64_t> chains(items.key_count());
  for (Version version = 0; version < items.installed_count(); ++version) {
    ++versions[items.key(version)];
    if (is_head(version)) ++chains[items.key(version)];
  }
  for (std::size_t key = 0; key < items.key_count(); ++key) {
    version_pairs_ += versions[key] * (versions[key] - (versions[key] > 0 ? 1 : 0)) / 2;
    chain_pairs_ += chains[key] * (chains[key] - (chains[key] > 0 ? 1 : 0)) / 2;
  }
}

}  // namespace isolde
