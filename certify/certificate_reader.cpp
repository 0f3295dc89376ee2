// Reading certificates. The text may be anything: whatever is not as certificate_json.hpp says becomes one
// sentence.
#include <algorithm>
#include <charconv>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "certify/certificate_json.hpp"
#include "certify/json_names.hpp"
#include "history/initial_values.hpp"
#include "history/spelling.hpp"

namespace isolde {
namespace {

using Json = nlohmann::ordered_json;
using Kind = Assumption::Kind;

// Ends the reading of a certificate; never leaves this file.
struct Refusal {
  std::string message;
};

[[noreturn]] void refuse(std::string message) { throw Refusal{std::move(message)}; }

class CertificateReader {
 public:
  explicit CertificateReader(const History& history) : history_(history), names_(history) {}

  Certificate read(const Json& json) {
    if (!json.is_object()) refuse("expected a certificate, which is a JSON object");
    if (integer(member(json, "isolde_certificate")) != 1) refuse("this version of certificates is not known");
    Certificate certificate;
    const auto level = level_named(text(member(json, "level")));
    if (!level) refuse("the certificate's level is not known");
    certificate.level = *level;
    certificate.clock_skew = integer(member(json, "clock_skew"));
    if (certificate.clock_skew < 0) refuse("the certificate's clock skew is negative");
    const std::string verdict = text(member(json, "verdict"));
    if (verdict == "accept")
      certificate.evidence = read_accept(json);
    else if (verdict == "reject")
      certificate.evidence = read_reject(json);
    else
      refuse("the certificate's verdict is neither accept nor reject");
    return certificate;
  }

 private:
  // --- JSON.
  static const Json& member(const Json& json, const char* name) {
    if (!json.is_object()) refuse(fmt::format("expected an object with the member '{}'", name));
    const auto found = json.find(name);
    if (found == json.end()) refuse(fmt::format("the member '{}' is missing", name));
    return *found;
  }
  static std::int64_t integer(const Json& json) {
    if (json.is_number_unsigned() &&
        json.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
      refuse("a number is too large");
    if (!json.is_number_integer()) refuse("expected an integer");
    return json.get<std::int64_t>();
  }
  static std::size_t index(const Json& json, std::size_t limit) {
    const std::int64_t number = integer(json);
    if (number < 0 || static_cast<std::uint64_t>(number) >= limit)
      refuse(fmt::format("there is no number {} there", number));
    return static_cast<std::size_t>(number);
  }
  static std::string text(const Json& json) {
    if (!json.is_string()) refuse("expected a text");
    return json.get<std::string>();
  }
  static const Json& array(const Json& json, const char* what) {
    if (!json.is_array()) refuse(fmt::format("expected an array as {}", what));
    return json;
  }

  // --- Names.
  TxnId transaction(std::int64_t id) {
    const auto txn = names_.transaction(id);
    if (!txn) refuse(fmt::format("transaction {} is not in the history", id));
    return *txn;
  }
  TxnId transaction(const Json& json) { return transaction(integer(json)); }
  KeyId key(const Json& json) {
    const auto found = names_.key(member(json, "key"));
    if (!found) refuse("the certificate names a key that is not in the history");
    return *found;
  }

  // --- Evidence.
  AcceptCertificate read_accept(const Json& json) {
    AcceptCertificate accept;
    const Json& events = array(member(json, "schedule"), "schedule");
    accept.schedule.reserve(events.size());
    for (const Json& event : events) accept.schedule.push_back(read_event(event));
    return accept;
  }

  Event read_event(const Json& json) {
    if (json.is_number()) return {transaction(json), EventKind::kCommit};
    if (!json.is_string()) refuse("expected an event: a transaction's number, or \"b17\"");
    const auto& word = json.get_ref<const std::string&>();
    std::int64_t id = 0;
    const char* end = word.data() + word.size();
    const bool is_begin = word.size() > 1 && word[0] == 'b';
    if (!is_begin || std::from_chars(word.data() + 1, end, id) != std::from_chars_result{end, std::errc{}})
      refuse("expected an event: a transaction's number, or \"b17\"");
    return {transaction(id), EventKind::kBegin};
  }

  RejectCertificate read_reject(const Json& json) {
    RejectCertificate reject;
    if (json.contains("finding")) {
      reject.finding = read_finding(json["finding"]);
      return reject;
    }
    for (const Json& step : array(member(json, "proof"), "proof")) reject.proof.push_back(read_step(step));
    return reject;
  }

  Finding read_finding(const Json& json) {
    Finding finding{read_finding_kind(text(member(json, "kind"))), {}, {}, {}, {}, {}, {}};
    finding.txn = transaction(member(json, "transaction"));
    const IdRange<OpId> operations = history_.operations(finding.txn);
    finding.op = operations[index(member(json, "operation"), operations.size())];
    if (is_predicate(history_.kind(finding.op))) {
      const auto rows = history_.rows(finding.op);
      const RowSeen& row = rows[index(member(json, "row"), rows.size())];
      finding.key = row.key;
      finding.value = row.value;
    } else {
      finding.key = history_.key(finding.op);
      finding.value = history_.value(finding.op);
    }
    if (key(json) != finding.key) refuse("the finding's key is not that of its operation");
    if (json.contains("element")) {
      if (history_.values().kind(finding.value.value) != ValueKind::kList)
        refuse("the finding names an element of what is no list");
      const auto elements = history_.values().elements(finding.value.value);
      finding.value = ValueId(elements[index(json["element"], elements.size())]);
    }
    if (json.contains("other")) finding.other = transaction(json["other"]);
    return finding;
  }

  static FindingKind read_finding_kind(const std::string& name) {
    for (const FindingKind kind :
         {FindingKind::kAbortedRead, FindingKind::kIntermediateRead, FindingKind::kGarbageRead,
          FindingKind::kFutureRead, FindingKind::kInternal, FindingKind::kPredicateMismatch,
          FindingKind::kRepeatedKey, FindingKind::kDuplicateElement, FindingKind::kDirtyUpdate,
          FindingKind::kIncompatibleOrder})
      if (name_of(kind) == name) return kind;
    refuse("the kind of the finding is not known");
  }

  ProofStep read_step(const Json& json) {
    ProofStep step;
    if (json.is_object() && json.contains("either")) {
      for (const Json& each : array(json["either"], "alternatives"))
        step.alternatives.push_back(read_assumption(each));
      if (step.alternatives.empty()) refuse("a case of the proof has no alternatives");
    } else {
      for (const Json& each : array(member(json, "cycle"), "cycle")) step.cycle.push_back(read_edge(each));
    }
    return step;
  }

  Assumption read_assumption(const Json& json) {
    if (!json.is_object()) refuse("expected an assumption, which is an object");
    if (json.contains("effect")) return {Kind::kTakesEffect, {}, transaction(json["effect"]), {}};
    if (json.contains("no_effect")) return {Kind::kNoEffect, {}, transaction(json["no_effect"]), {}};
    const bool is_order = json.contains("before");
    const Json& pair = array(member(json, is_order ? "before" : "reads"), "two transactions");
    if (pair.size() != 2) refuse("expected an array of two transactions");
    Assumption out{is_order ? Kind::kOrder : Kind::kReadsFrom, key(json), transaction(pair[0]), {}};
    if (is_order || !pair[1].is_null()) out.second = transaction(pair[1]);
    return out;
  }

  Dependency read_edge(const Json& json) {
    Dependency edge;
    edge.from = transaction(member(json, "from"));
    edge.to = transaction(member(json, "to"));
    const std::string kind = text(member(json, "kind"));
    const auto kinds = {DependencyKind::kWr, DependencyKind::kWw, DependencyKind::kRw, DependencyKind::kSo,
                        DependencyKind::kRt};
    const auto found = std::ranges::find(kinds, kind, [](DependencyKind each) { return name_of(each); });
    if (found == kinds.end()) refuse("the kind of a dependency is not known");
    edge.kind = *found;
    if (json.contains("key")) edge.key = key(json);
    if (json.contains("operation")) {
      const IdRange<OpId> operations = history_.operations(edge.from);
      edge.op = operations[index(json["operation"], operations.size())];
    }
    if (json.contains("witness")) edge.witness = transaction(json["witness"]);
    edge.reason = reason_of(edge);
    return edge;
  }

  static DependencyReason reason_of(const Dependency& edge) {
    if (edge.op.is_valid()) return DependencyReason::kAggregated;
    switch (edge.kind) {
      case DependencyKind::kWr:
        return DependencyReason::kRead;
      case DependencyKind::kWw:
        return DependencyReason::kReaderFollows;
      case DependencyKind::kRw:
        return edge.witness.is_valid() ? DependencyReason::kVersionFollows : DependencyReason::kReadInitial;
      case DependencyKind::kSo:
      case DependencyKind::kRt:
        break;
    }
    return DependencyReason::kOrdered;
  }

  const History& history_;
  JsonNames names_;
};

ValueId initial_of(const History& history, const Json& json, Dictionary& values) {
  if (json.is_null()) return kInitial;
  if (json.is_number_integer()) return ValueId(values.intern_integer(json.get<std::int64_t>()));
  if (!json.is_string()) refuse("expected an initial value: a number, a spelling, or null");
  for (std::size_t i = 0; i < history.value_count(); ++i)
    if (spell_value(history, ValueId(i)) == json.get_ref<const std::string&>()) return ValueId(i);
  refuse("the certificate names an initial value that is not in the history");
}

void adopt(History& history, const Json& json) {
  const auto given = json.is_object() ? json.find("initial") : json.end();
  if (given == json.end()) return;
  if (!given->is_array()) refuse("expected an array of initial values");
  JsonNames names(history);
  InitialValues initials(history);
  for (const Json& each : *given) {
    if (!each.is_object() || !each.contains("key") || !each.contains("value"))
      refuse("expected an initial value with its key");
    const auto key = names.key(each["key"]);
    if (!key) refuse("the certificate names a key that is not in the history");
    if (history.is_initial_assumed(*key))
      initials.assume({*key, initial_of(history, each["value"], initials.values())});
  }
}

// Whatever is wrong with the text becomes an error.
template <class Read>
auto read_json(std::string_view text, const std::string& file, Read&& read)
    -> Result<decltype(read(Json::parse(text)))> {
  try {
    return read(Json::parse(text));
  } catch (const Refusal& refusal) {
    return input_error({file, PlaceUnit::kNone, 0}, refusal.message);
  } catch (const Json::parse_error& error) {
    return input_error({file, PlaceUnit::kByte, error.byte == 0 ? 0 : error.byte - 1}, "expected JSON");
  } catch (const Json::exception&) {
    return input_error({file, PlaceUnit::kNone, 0}, "the JSON is not that of a certificate");
  }
}

}  // namespace

Result<void> adopt_initial_values(History& history, std::string_view text, const std::string& file) {
  if (!history.has_assumed_initials()) return {};
  return read_json(text, file,
                   [&](const Json& json) {
                     adopt(history, json);
                     return true;
                   })
      .map([](bool /*adopted*/) {});
}

Result<Certificate> read_certificate(const History& history, std::string_view text, const std::string& file) {
  return read_json(text, file, [&](const Json& json) { return CertificateReader(history).read(json); });
}

}  // namespace isolde
