#include "frontends/formats/native/native_line.hpp"

#include <optional>

#include <fmt/format.h>

#include "frontends/formats/json_flaw.hpp"
#include "frontends/formats/layout.hpp"
#include "frontends/formats/native/native_ops.hpp"
#include "frontends/formats/scan.hpp"

namespace isolde::native {
namespace {

using simdjson::dom::element_type;

std::string_view explain(simdjson::error_code code) {
  switch (static_cast<int>(code)) {  // not an enumeration of ours: later versions have more
    case simdjson::UTF8_ERROR:
      return "the line is not valid UTF-8";
    case simdjson::NUMBER_ERROR:
      return "a number on this line is malformed or does not fit 64 bits";
    case simdjson::DEPTH_ERROR:
      return "the line is nested too deeply";
    case simdjson::STRING_ERROR:
      return "a string on this line holds a malformed escape";
    case simdjson::UNESCAPED_CHARS:
      return "a string on this line holds a control character, which JSON wants escaped";
    case simdjson::MEMALLOC:
      return "there is not enough memory for this line";
    default:
      return "the line is not valid JSON";
  }
}

bool read_status(Line& line, Element element, TxnStatus& status) {
  std::string_view name;
  if (!read_text(line, "status", element, name)) return false;
  if (name == "committed") {
    status = TxnStatus::kCommitted;
  } else if (name == "aborted") {
    status = TxnStatus::kAborted;
  } else if (name == "unknown") {
    status = TxnStatus::kIndeterminate;
  } else {
    return line.fail(fmt::format("unknown status {}; expected committed, aborted or unknown", quote(name)));
  }
  return true;
}

bool read_session(Line& line, Element element, SessionId& session) {
  if (element.type() == element_type::STRING) {
    session = line.builder.session(element.get_string().value_unsafe());
    return true;
  }
  std::int64_t number = 0;
  if (element.type() != element_type::INT64 && element.type() != element_type::UINT64)
    return line.fail(
        fmt::format("expected an integer from 0 up or a string for \"session\", got {}", kind_of(element)));
  if (!read_natural(line, "session", element, number)) return false;
  session = line.builder.session(number);
  return true;
}

bool read_array(Line& line, std::string_view field, Element element, simdjson::dom::array& array) {
  if (element.get_array().get(array) == simdjson::SUCCESS) return true;
  return line.fail(fmt::format("expected an array for \"{}\", got {}", field, kind_of(element)));
}

}  // namespace

Result<void> LineParser::add(std::string_view text, std::uint64_t number, bool is_closed) {
  line_.number = number;
  Element root;
  const bool is_added = parse(text, is_closed, root) && add_object(root);
  is_first_ = false;
  if (is_added) return {};
  return input_error(line_.place(), std::move(line_.problem));
}

bool LineParser::parse(std::string_view text, bool is_closed, Element& root) {
  const simdjson::error_code code = parser_.parse(text.data(), text.size(), false).get(root);
  return code == simdjson::SUCCESS || refuse(text, is_closed, code);
}

bool LineParser::refuse(std::string_view text, bool is_closed, simdjson::error_code code) {
  if (code == simdjson::UTF8_ERROR)
    return line_.fail_at(find_invalid_utf8(text).value_or(0) + 1, "the line is not valid UTF-8");
  if (code == simdjson::DEPTH_ERROR || code == simdjson::MEMALLOC)
    return line_.fail(std::string(explain(code)));
  const std::optional<JsonFlaw> flaw = find_json_flaw(text);
  if (!flaw) return line_.fail(std::string(explain(code)));
  if (flaw->is_cut_off) {
    if (!is_closed && text.starts_with('{'))
      return line_.fail("the line is not complete JSON; the file seems to be cut off here");
    if (is_first_ && text.starts_with('[')) return refuse_layout("a JSON array", ".[]");
    if (is_first_) return refuse_layout("JSON that goes over several lines", ".");
  }
  return line_.fail_at(flaw->offset + 1, fmt::format("the line is not valid JSON: {}", flaw->what));
}

bool LineParser::refuse_layout(std::string_view found, std::string_view filter) {
  has_other_layout_ = true;
  return line_.fail(other_layout(found, filter, line_.file));
}

bool LineParser::add_object(Element root) {
  simdjson::dom::object fields;
  if (is_first_ && root.is_array()) return refuse_layout("a JSON array", ".[]");
  if (root.get_object().get(fields) != simdjson::SUCCESS)
    return line_.fail(fmt::format("expected a transaction (an object), got {}", kind_of(root)));
  for (const auto [name, value] : fields) {
    if (name == "isolde") return add_version(root);
    if (name == "version_order") return add_version_order(root);
    if (name == "serialization_order") return add_serialization_order(root);
    if (name == "initial") return add_initial(root);
  }
  return add_transaction(root);
}

bool LineParser::add_version(Element root) {
  constexpr std::array<std::string_view, 2> kNames = {"isolde", "times"};
  Fields<2> fields;
  std::int64_t version = 0;
  if (!collect(line_, "the version line", root, kNames, fields)) return false;
  if (!is_first_) return line_.fail("the version line must be the first of the file");
  if (!read_natural(line_, "isolde", fields.at[0], version)) return false;
  if (version != 1)
    return line_.fail(fmt::format("this is version {} of the format; expected version 1", version));
  if (!fields.has(1)) return true;
  std::string_view times;
  if (!read_text(line_, "times", fields.at[1], times)) return false;
  if (times == "positions") {
    line_.builder.set_times_are_positions();
  } else if (times != "nanoseconds") {
    return line_.fail(fmt::format("unknown \"times\" {}; expected nanoseconds or positions", quote(times)));
  }
  return true;
}

bool LineParser::add_transaction(Element root) {
  enum Field : std::uint8_t { kId, kSession, kStatus, kStart, kEnd, kOps, kFields };
  constexpr std::array<std::string_view, kFields> kNames = {"id", "session", "status", "start", "end", "ops"};
  Fields<kFields> fields;
  if (!collect(line_, "a transaction", root, kNames, fields)) return false;
  TxnInfo info{.position = line_.number};
  if (fields.has(kId) && !read_natural(line_, "id", fields.at[kId], info.id)) return false;
  if (fields.has(kSession) && !read_session(line_, fields.at[kSession], info.session)) return false;
  if (fields.has(kStatus) && !read_status(line_, fields.at[kStatus], info.status)) return false;
  if (fields.has(kStart) && !read_time(line_, "start", fields.at[kStart], info.start)) return false;
  if (fields.has(kEnd) && !read_time(line_, "end", fields.at[kEnd], info.end)) return false;
  simdjson::dom::array operations;
  if (fields.has(kOps) && !read_array(line_, "ops", fields.at[kOps], operations)) return false;
  line_.builder.begin_transaction(info);
  if (fields.has(kOps)) {
    for (const Element operation : operations) {
      if (read_operation(line_, operation)) continue;
      line_.builder.abandon_transaction();
      return false;
    }
  }
  line_.builder.end_transaction();
  return true;
}

bool LineParser::add_version_order(Element root) {
  constexpr std::array<std::string_view, 1> kOuter = {"version_order"};
  constexpr std::array<std::string_view, 2> kInner = {"key", "values"};
  Fields<1> outer;
  Fields<2> inner;
  if (!collect(line_, "a version order line", root, kOuter, outer)) return false;
  if (!collect(line_, "a version order", outer.at[0], kInner, inner)) return false;
  if (!inner.has(0) || !inner.has(1)) return line_.fail("a version order needs \"key\" and \"values\"");
  VersionOrder order;
  simdjson::dom::array values;
  if (!read_key(line_, inner.at[0], order.key) || !read_array(line_, "values", inner.at[1], values))
    return false;
  for (const Element value : values)
    if (!read_version(line_, "values", value, order.values.emplace_back())) return false;
  line_.builder.add_version_order(std::move(order));
  return true;
}

bool LineParser::add_serialization_order(Element root) {
  constexpr std::array<std::string_view, 1> kNames = {"serialization_order"};
  Fields<1> fields;
  if (!collect(line_, "a serialization order line", root, kNames, fields)) return false;
  simdjson::dom::array elements;
  if (!read_array(line_, kNames[0], fields.at[0], elements)) return false;
  std::vector<std::int64_t> ids;
  for (const Element element : elements)
    if (!read_natural(line_, kNames[0], element, ids.emplace_back())) return false;
  line_.builder.add_serialization_order(ids, line_.place());
  return true;
}

bool LineParser::add_initial(Element root) {
  constexpr std::array<std::string_view, 1> kNames = {"initial"};
  Fields<1> fields;
  if (!collect(line_, "a line of initial values", root, kNames, fields)) return false;
  if (fields.at[0].is_array()) return add_initial_list(fields.at[0].get_array().value_unsafe());
  simdjson::dom::object values;
  if (fields.at[0].get_object().get(values) != simdjson::SUCCESS)
    return line_.fail(
        fmt::format("expected an object of keys and values for \"initial\", got {}", kind_of(fields.at[0])));
  for (const auto [name, element] : values) {
    ValueId value;
    if (!read_version(line_, name, element, value)) return false;
    line_.builder.set_initial_value(line_.builder.key(name), value);
  }
  return true;
}

// JSON's names are strings, so integer keys need the longer form [{"key":1,"value":2},...].
bool LineParser::add_initial_list(simdjson::dom::array entries) {
  constexpr std::array<std::string_view, 2> kNames = {"key", "value"};
  for (const Element entry : entries) {
    Fields<2> fields;
    KeyId key;
    ValueId value;
    if (!collect(line_, "an initial value", entry, kNames, fields)) return false;
    if (!fields.has(0) || !fields.has(1)) return line_.fail("an initial value needs \"key\" and \"value\"");
    if (!read_key(line_, fields.at[0], key) || !read_version(line_, "value", fields.at[1], value))
      return false;
    line_.builder.set_initial_value(key, value);
  }
  return true;
}

}  // namespace isolde::native
