// What is assumed on the way to a step of a proof (certify/certificate.hpp), and who counts because of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "certify/certificate.hpp"
#include "certify/proof/facts.hpp"

namespace isolde {

class Assumed {
 public:
  // `facts` must outlive this.
  explicit Assumed(Facts& facts) : facts_(facts) {}

  [[nodiscard]] bool holds(const Assumption& assumption) const { return how_often_.contains(assumption); }
  [[nodiscard]] bool counts(TxnId txn) const;
  // Whom `reader` is assumed to have read the key from; the initial version is an invalid id.
  [[nodiscard]] std::optional<TxnId> source(TxnId reader, KeyId key) const;

  void push(const Assumption& assumption);
  void pop();

 private:
  struct Hash {
    std::size_t operator()(const Assumption& assumption) const;
  };
  struct Entry {
    Assumption assumption;
    std::size_t counting;  // the size of counting_ before it
  };
  static std::uint64_t name(TxnId reader, KeyId key) {
    return (std::uint64_t{reader.value} << 32U) | key.value;
  }
  void add_counting(TxnId txn);

  Facts& facts_;
  std::vector<Entry> trail_;
  std::unordered_map<Assumption, std::size_t, Hash> how_often_;
  std::unordered_map<std::uint64_t, std::vector<TxnId>> sources_;  // by reader and key: the last one holds
  std::vector<TxnId> counting_;  // indeterminate transactions that count by assumption only, so there are few
};

}  // namespace isolde
