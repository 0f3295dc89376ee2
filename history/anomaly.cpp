#include "history/anomaly.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace isolde {
namespace {

using enum AnomalyKind;

constexpr AnomalyInfo kAnomalies[] = {
    {kG0, "G0", "write cycle: transactions overwrite each other's writes in a circle"},
    {kG1a, "G1a", "aborted read: a transaction saw what another wrote that aborted"},
    {kG1b, "G1b",
     "intermediate read: a transaction saw what another wrote before its last write to the same key"},
    {kG1c, "G1c", "circular information flow: transactions saw or overwrote each other's writes in a circle"},
    {kLostUpdate, "lost update",
     "two transactions changed the same version of a key, and one change is lost"},
    {kReadSkew, "read skew",
     "a transaction saw one write of another transaction, but missed another write of the same one"},
    {kNonRepeatableRead, "non-repeatable read",
     "a transaction read a key twice and saw it before and after another transaction changed it"},
    {kPhantom, "phantom",
     "a predicate read missed a row, although its transaction saw what the row's writer did"},
    {kWriteSkew, "write skew", "two transactions each read what the other one then overwrote"},
    {kLongFork, "long fork", "two readers saw two independent writes in opposite orders"},
    {kGSingle, "G-single",
     "a cycle of dependencies with one overwritten read: a transaction missed a write that came before it"},
    {kGNonadjacent, "G-nonadjacent",
     "a cycle of dependencies with several overwritten reads, no two of them in a row"},
    {kG2Item, "G2-item",
     "a cycle of dependencies with two overwritten reads in a row: write skew between several"},
    {kG2, "G2",
     "as G2-item, and one of the reads is by predicate: a row appears or goes that another one asked for"},
    {kImpossibleRead, "impossible read", "no version of the key can be what a transaction saw of it"},
    {kImpossibleAggregate, "impossible aggregate",
     "no versions of the rows give what an aggregate (count, min, max, sum) returned"},
    {kGarbageRead, "garbage read", "a transaction saw a value that no transaction wrote"},
    {kFutureRead, "future read", "a transaction saw a value before it wrote the value itself"},
    {kInternal, "internal", "a transaction saw something else than its own earlier operations left there"},
    {kPredicateMismatch, "predicate mismatch", "a returned row does not satisfy the predicate"},
    {kRepeatedKey, "repeated key", "one predicate operation returned the same key twice"},
    {kDuplicateElements, "duplicate elements",
     "a list or set shows an element more often than it was put there"},
    {kDirtyUpdate, "dirty update", "a committed transaction appended behind an element of an aborted one"},
    {kIncompatibleOrder, "incompatible order",
     "two reads of a list that only grows at its end, and neither begins with the other"},
    {kDuplicateWrite, "duplicate write", "two transactions wrote the same value to the same key"},
    {kBrokenVersionOrder, "broken version order",
     "the version order that the database claims does not fit what transactions read or wrote"},
    {kBrokenVersionSet, "broken version set",
     "the versions that a predicate was evaluated on, as the database claims, cannot be these"},
    {kBrokenSerializationOrder, "broken serialization order",
     "the order of transactions that the database claims does not explain what they read"},
    {kResultSetMismatch, "result set mismatch",
     "a predicate operation returned something else than the versions that it was evaluated on give"},
};

static_assert(std::ranges::is_sorted(kAnomalies, {}, &AnomalyInfo::kind));

struct CycleOrderInfo {
  std::string_view suffix;
  std::string_view meaning;
};
constexpr std::array<CycleOrderInfo, 3> kCycleOrders = {
    {{"", ""},
     {"-process", "the cycle also follows the order of a session"},
     {"-realtime", "the cycle also follows real time: who ended before another started"}}};

constexpr std::string_view kUnexplained = "not ";

}  // namespace

std::span<const AnomalyInfo> anomalies() { return kAnomalies; }

std::string_view name_of(AnomalyKind kind) { return kAnomalies[static_cast<std::size_t>(kind)].name; }

std::string name_of(AnomalyKind kind, CycleOrder order) {
  return fmt::format("{}{}", name_of(kind), kCycleOrders[static_cast<std::size_t>(order)].suffix);
}

std::string name_of_unexplained(std::string_view level) { return fmt::format("{}{}", kUnexplained, level); }

std::string meaning_of(std::string_view name) {
  const auto row = std::ranges::find(kAnomalies, name, &AnomalyInfo::name);
  if (row != std::end(kAnomalies)) return std::string(row->meaning);
  for (const CycleOrderInfo& order : kCycleOrders)
    if (!order.suffix.empty() && name.ends_with(order.suffix))
      return fmt::format("{}; {}", meaning_of(name.substr(0, name.size() - order.suffix.size())),
                         order.meaning);
  if (!name.starts_with(kUnexplained)) return {};
  return fmt::format("no order of the transactions that {} allows explains what they read",
                     name.substr(kUnexplained.size()));
}

}  // namespace isolde
