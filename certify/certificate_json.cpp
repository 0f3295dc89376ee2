#include "certify/certificate_json.hpp"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files/file.hpp"
#include "certify/json_names.hpp"
#include "history/spelling.hpp"

namespace isolde {
namespace {

using Json = nlohmann::ordered_json;

// A finding, with the place of the value at fault: an operation, perhaps one of its rows, perhaps an element.
Json finding_json(const History& history, const Finding& finding) {
  Json out;
  out["kind"] = name_of(finding.kind);
  out["transaction"] = history.external_id(finding.txn);
  out["operation"] = finding.op.index() - history.operations(finding.txn)[0].index();
  const auto add_element = [&](ValueId whole) {
    if (whole == finding.value) return true;
    if (history.values().kind(whole.value) != ValueKind::kList) return false;
    const auto elements = history.values().elements(whole.value);
    const auto found = std::ranges::find(elements, finding.value.value);
    if (found == elements.end()) return false;
    out["element"] = found - elements.begin();
    return true;
  };
  if (is_predicate(history.kind(finding.op))) {
    const auto rows = history.rows(finding.op);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].key != finding.key || !add_element(rows[i].value)) continue;
      out["row"] = i;
      break;
    }
  } else {
    static_cast<void>(add_element(history.value(finding.op)));
  }
  out["key"] = key_json(history, finding.key);
  if (finding.other.is_valid()) out["other"] = history.external_id(finding.other);
  return out;
}

// A counter's number; everything else is known to the history, and is found by its spelling.
Json initial_json(const History& history, ValueId value) {
  if (history.values().kind(value.value) == ValueKind::kInteger) return history.values().integer(value.value);
  return value == kInitial ? Json() : Json(spell_value(history, value));
}

class CertificateWriter {
 public:
  CertificateWriter(const History& history, std::ostream& out) : history_(history), out_(out) {}

  void write(const Certificate& certificate) {
    add("{{\"isolde_certificate\":1,\"level\":\"{}\",\"clock_skew\":{},", info(certificate.level).name,
        certificate.clock_skew);
    write_initials();
    std::visit([&](const auto& evidence) { write_evidence(evidence); }, certificate.evidence);
    add("}}\n");
    flush();
  }

 private:
  // Writes the values that were assumed for keys whose initial value the history does not tell.
  void write_initials() {
    if (!history_.has_assumed_initials()) return;
    Json initials = Json::array();
    for (std::size_t i = 0; i < history_.key_count(); ++i)
      if (history_.is_initial_assumed(KeyId(i)))
        initials.push_back({{"key", key_json(history_, KeyId(i))},
                            {"value", initial_json(history_, history_.initial_value(KeyId(i)))}});
    add("\"initial\":{},", dumped(initials));
  }

  void write_evidence(const AcceptCertificate& accept) {
    add("\"verdict\":\"accept\",\"schedule\":[");
    const char* separator = "";
    for (const Event& event : accept.schedule) {
      const std::int64_t id = history_.external_id(event.txn);
      if (event.kind == EventKind::kBegin)
        add("{}\"b{}\"", separator, id);
      else
        add("{}{}", separator, id);
      separator = ",";
    }
    add("]");
  }

  void write_evidence(const RejectCertificate& reject) {
    add("\"verdict\":\"reject\"");
    if (reject.finding) return add(",\"finding\":{}", dumped(finding_json(history_, *reject.finding)));
    add(",\"proof\":[");
    const char* separator = "\n";
    for (const ProofStep& step : reject.proof) {
      add("{}{}", separator, dumped(step_json(history_, step)));
      separator = ",\n";
    }
    add("]");
  }

  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Args>(args)...);
    if (buffer_.size() > std::size_t{1} << 16) flush();
  }

  void flush() {
    out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    buffer_.clear();
  }

  const History& history_;
  std::ostream& out_;
  fmt::memory_buffer buffer_;
};

}  // namespace

void write_certificate(const History& history, const Certificate& certificate, std::ostream& out) {
  CertificateWriter(history, out).write(certificate);
}

Result<void> save_certificate(const History& history, const Certificate& certificate,
                              const std::string& path) {
  return write_file(path, [&](std::ostream& out) { write_certificate(history, certificate, out); });
}

}  // namespace isolde
