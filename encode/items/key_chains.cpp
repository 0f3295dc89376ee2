#include "encode/items/key_chains.hpp"

namespace isolde {

KeyChains::KeyChains(const Items& items, bool link)
    : next_(items.version_count(), kNone),
      begins_(items.key_count() + 1),
      chain_of_(items.version_count(), kNone) {
  std::vector<bool> is_linked(items.version_count());
  for (Version version = 0; link && version < items.installed_count(); ++version) {
    const Version before = items.overwrites(version);
    if (before == kNone || next_[before] != kNone) continue;
    next_[before] = version;
    is_linked[version] = true;
  }

  // Counting sort of the heads by key, the initial version first.
  for (std::size_t key = 0; key < items.key_count(); ++key) begins_[key + 1] = 1;
  for (Version version = 0; version < items.installed_count(); ++version)
    if (!is_linked[version]) ++begins_[items.key(version) + 1];
  for (std::size_t key = 0; key < items.key_count(); ++key) begins_[key + 1] += begins_[key];
  chains_.resize(begins_.back());
  std::vector<std::uint32_t> place(begins_.begin(), std::prev(begins_.end()));
  const auto add = [&](Version head) {
    const std::uint32_t chain = place[items.key(head)]++;
    Version tail = head;
    for (Version at = head; at != kNone; at = next_[at]) {
      chain_of_[at] = chain;
      tail = at;
    }
    chains_[chain] = {head, tail};
  };
  for (std::uint32_t key = 0; key < items.key_count(); ++key) add(items.initial(key));
  for (Version version = 0; version < items.installed_count(); ++version)
    if (!is_linked[version]) add(version);
}

}  // namespace isolde
