#include "solver/suspects.hpp"

#include <algorithm>

#include "base/sort_unique.hpp"
#include "solver/tuning.hpp"

namespace isolde {
namespace {

// The version that the reader of `version` installed of the same key, if one did.
Version next_link(const Items& items, Version version) {
  for (const Member reader : items.readers(version)) {
    const Version next = items.installed(reader, items.key(version));
    if (next != kNone && items.overwrites(next) == version) return next;
  }
  return kNone;
}

void add_links(const Items& items, Version version, std::vector<Member>& members) {
  Version at = version;
  for (std::size_t i = 0; i < kMostLinks && at != kNone && !items.is_initial(at);
       ++i, at = items.overwrites(at))
    members.push_back(items.writer(at));
  at = next_link(items, version);
  for (std::size_t i = 0; i < kMostLinks && at != kNone; ++i, at = next_link(items, at))
    members.push_back(items.writer(at));
}

}  // namespace

std::vector<TxnId> with_context(const Items& items, const std::vector<TxnId>& suspects) {
  std::vector<Member> members;
  for (const TxnId txn : suspects)
    if (items.member(txn) != kNone) members.push_back(items.member(txn));
  for (std::size_t i = members.size(); i-- > 0;) {
    const Member member = members[i];
    for (Version version = items.install_begin(member); version < items.install_end(member); ++version)
      add_links(items, version, members);
    for (const Version version : items.reads(member))
      if (!items.is_initial(version)) add_links(items, version, members);
  }
  sort_unique(members);
  for (std::size_t i = members.size(); i-- > 0;)
    for (const Version version : items.reads(members[i]))
      if (!items.is_initial(version)) members.push_back(items.writer(version));
  sort_unique(members);
  std::vector<TxnId> result;
  for (const Member member : members) result.push_back(items.txn(member));
  return result;
}

}  // namespace isolde
