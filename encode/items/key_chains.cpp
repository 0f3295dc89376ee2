#include "encode/items/key_chains.hpp"

namespace isolde {

KeyChains::KeyChains(const Items& items, bool first_committer_wins)
    : links_(items, first_committer_wins),
      begins_(items.key_count() + 1),
      chain_of_(items.version_count(), kNone) {
  // Counting sort of the heads by key, the initial version first.
  for (std::size_t key = 0; key < items.key_count(); ++key) begins_[key + 1] = 1;
  for (Version version = 0; version < items.installed_count(); ++version)
    if (!links_.is_linked(items, version)) ++begins_[items.key(version) + 1];
  for (std::size_t key = 0; key < items.key_count(); ++key) begins_[key + 1] += begins_[key];
  chains_.resize(begins_.back());
  std::vector<std::uint32_t> place(begins_.begin(), std::prev(begins_.end()));
  const auto add = [&](Version head) {
    const std::uint32_t chain = place[items.key(head)]++;
    for (Version at = head; at != kNone; at = links_.next(at)) chain_of_[at] = chain;
    chains_[chain] = {head, links_.tail(head)};
  };
  for (std::uint32_t key = 0; key < items.key_count(); ++key) add(items.initial(key));
  for (Version version = 0; version < items.installed_count(); ++version)
    if (!links_.is_linked(items, version)) add(version);
}

}  // namespace isolde
