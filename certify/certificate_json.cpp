#include "certify/certificate_json.hpp"

#include <algorithm>
#include <fstream>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/file.hpp"
#include "certify/json_names.hpp"

namespace isolde {
namespace {

using Json = nlohmann::ordered_json;

// Where the value at fault stands: in an operation, perhaps in one of its rows, perhaps as an element.
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

class CertificateWriter {
 public:
  CertificateWriter(const History& history, std::ostream& out) : history_(history), out_(out) {}

  void write(const Certificate& certificate) {
    add("{{\"isolde_certificate\":1,\"level\":\"{}\",\"clock_skew\":{},", info(certificate.level).name,
        certificate.clock_skew);
    std::visit([&](const auto& evidence) { write_evidence(evidence); }, certificate.evidence);
    add("}}\n");
    flush();
  }

 private:
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
  std::ofstream out(path, std::ios::binary);
  if (!out) return environment_error(path, "the file cannot be written");
  write_certificate(history, certificate, out);
  out.close();
  if (!out) return environment_error(path, "writing the file failed");
  return {};
}

Result<Certificate> load_certificate(const History& history, const std::string& path) {
  const Result<std::string> text = read_file(path);
  if (!text) return tl::unexpected(text.error());
  return read_certificate(history, *text, path);
}

}  // namespace isolde
