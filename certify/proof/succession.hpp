// What is certain about the versions of a key in every execution: whose version a transaction saw, and which
// of two installers came first.
//
// The *sure source* of a read of a value is the only transaction that can have left it there. Three facts
// connect an installer v of the key with its sure source p, where the first committer wins (so that of two
// installers one commits before the other begins; with one event per transaction that is always so):
//   1. p comes before v.
//   2. If p comes before another installer b, so does v: else b would lie between p and v, and v would have
//      seen b's version.
//   3. If another installer u comes before v, it comes before p: else u would lie between them.
// So p and v come before and after the same others. A *family* is what such pairs connect; of two families
// one comes before the other as a whole, and the order of any two of their members decides which. No family
// comes before that of the initial version.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "certify/proof/facts.hpp"
#include "certify/proof/sources.hpp"
#include "history/history.hpp"
#include "history/level.hpp"

namespace isolde {

class Succession {
 public:
  using Ordered = std::pair<TxnId, TxnId>;  // the first comes before the second

  // All of them must outlive this.
  Succession(const History& history, Facts& facts, const LevelInfo& level, const Sources& sources)
      : history_(history), facts_(facts), level_(level), sources_(sources) {}

  // The sure sources of what `reader` saw of the key, if it counts; an invalid id is the initial version.
  // Where there are several, no execution has all of its reads.
  [[nodiscard]] const std::vector<TxnId>& sure_sources(TxnId reader, KeyId key);

  // Whether `a` (or the initial version) comes before `b` for certain, or if `assumed` holds. False if one of
  // them does not install the key. Cost, at worst: the members of both families, multiplied.
  [[nodiscard]] bool is_before(KeyId key, TxnId a, TxnId b, const std::optional<Ordered>& assumed);

 private:
  // Of one key. Installers are numbered from one; zero is the initial version.
  struct Families {
    std::vector<TxnId> members;                     // by number; ascending but for the first
    std::vector<std::vector<std::uint32_t>> links;  // by number: sure sources, and whose sure source it is
    std::vector<std::uint32_t> family;              // by number
    std::vector<std::vector<std::uint32_t>> lists;  // by family

    [[nodiscard]] std::optional<std::uint32_t> number(TxnId txn) const;
  };

  [[nodiscard]] Families& families(KeyId key);
  [[nodiscard]] static Families numbered(std::vector<TxnId> installers);
  static void connect(Families& of_key);
  [[nodiscard]] bool follows_directly(KeyId key, TxnId a, TxnId b, const std::optional<Ordered>& assumed);
  [[nodiscard]] bool come_first(KeyId key, const Families& of_key, std::uint32_t first, std::uint32_t second);
  [[nodiscard]] bool follows_within_family(KeyId key, const Families& of_key, std::uint32_t a,
                                           std::uint32_t b, const std::optional<Ordered>& assumed);

  const History& history_;
  Facts& facts_;
  const LevelInfo& level_;
  const Sources& sources_;
  std::unordered_map<std::uint64_t, std::vector<TxnId>> sure_sources_;  // by reader and key; never iterated
  std::unordered_map<std::uint32_t, Families> families_;                // by key; never iterated
  std::map<std::tuple<KeyId, std::uint32_t, std::uint32_t>, bool> come_first_;  // by key and families
};

}  // namespace isolde
