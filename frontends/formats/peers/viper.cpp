#include "frontends/formats/peers/viper.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "frontends/formats/input.hpp"
#include "frontends/formats/jepsen/json_forms.hpp"
#include "frontends/formats/scan.hpp"
#include "frontends/formats/sql_literal.hpp"
#include "frontends/formats/unpack.hpp"
#include "history/builder.hpp"

namespace isolde {
namespace {

bool is_nil(Form form) { return form.is_nil() || form.is_named("nil"); }

class ViperReader {
 public:
  // Adds the transactions of one file.
  Result<void> read_file(std::string_view bytes, const std::string& name) {
    builder_.begin_source(name, PlaceUnit::kLine);
    session_ = std::filesystem::path(unpacked_name(name)).filename().string();
    lines_ = 0;
    initial_here_ = false;
    JsonForms forms(bytes, name);
    return forms.for_each_line([&](FormTree& form, std::uint64_t line) -> Result<void> {
      auto done = read_object(form.root(), line);
      if (!done && done.error().place.unit == PlaceUnit::kNone)
        done.error().place = {name, PlaceUnit::kLine, line};
      return done;
    });
  }

  Result<History> finish() && {
    if (!has_initial_) guess_initial_values();
    return std::move(builder_).finish();
  }

 private:
  struct Item {
    KeyId key;
    ValueId value;
    auto operator<=>(const Item&) const = default;
  };
  struct Failed {
    OpKind kind;
    Item item;
  };

  Result<void> read_object(Form object, std::uint64_t line) {
    std::optional<Form> value;
    bool is_initial = false;
    for (auto pair = object.begin(); pair != object.end(); ++pair) {
      const Form name = *pair;
      const Form given = *++pair;
      if (name.is_named("value")) value = given;
      if (name.is_named("isInitial")) is_initial = given.is(FormKind::kBoolean) && given.boolean();
    }
    if (!value || !value->is_list())
      return problem("expected an object whose \"value\" is an array of operations");
    ++lines_;
    if (initial_here_ || (is_initial && lines_ > 1))
      return problem("the initial transaction must be alone in its file");
    return is_initial ? read_initial(*value) : read_transaction(*value, line);
  }

  Result<void> read_initial(Form operations) {
    if (has_initial_) return problem("there is a second initial transaction");
    has_initial_ = true;
    initial_here_ = true;
    for (const Form op : operations) {
      if (!op.is_list() || op.size() == 0)
        return problem("expected an operation such as [\"w\",key,value,true]");
      if (op.at(0).is_named("w") && op.size() >= 3) {
        const auto item = item_of(op.at(1), op.at(2));
        if (!item) return tl::unexpected(item.error());
        builder_.set_initial_value(item->key, item->value);
      } else if (op.at(0).is_named("range") && op.size() >= 4 && op.at(3).is_list()) {
        const auto rows = rows_of(op.at(3));
        if (!rows) return tl::unexpected(rows.error());
        for (const RowSeen& row : *rows) builder_.set_initial_value(row.key, row.value);
      } else {
        return problem("the initial transaction holds only \"w\" and one \"range\"");
      }
    }
    return {};
  }

  Result<void> read_transaction(Form operations, std::uint64_t line) {
    const SessionId session = builder_.session(session_);
    builder_.begin_transaction({.id = ++last_id_, .session = session, .position = line});
    failed_.clear();
    for (const Form op : operations) {
      auto done = read_operation(op);
      if (done) continue;
      builder_.abandon_transaction();
      return done;
    }
    builder_.end_transaction();
    if (failed_.empty()) return {};
    builder_.begin_transaction({.session = session, .status = TxnStatus::kAborted, .position = line});
    for (const Failed& write : failed_) builder_.add(write.kind, write.item.key, write.item.value);
    builder_.end_transaction();
    return {};
  }

  Result<void> read_operation(Form op) {
    if (!op.is_list() || op.size() == 0 || !op.at(0).is_name())
      return problem(
          fmt::format("expected an operation such as [\"r\",key,value,false], got {}", spell_form(op)));
    const std::string_view name = op.at(0).text();
    if (name == "range") return read_range(op);
    if (name != "r" && name != "w" && name != "i" && name != "d" && name != "append")
      return problem(fmt::format("the operation {} is none of r, w, i, d, range and append", excerpt(name)));
    const std::size_t least = name == "append" ? 3 : (name == "r" || name == "w" ? 4 : 6);
    if (op.size() < least)
      return problem(fmt::format("the operation {} has {} elements; expected {}", name, op.size(), least));
    if (name == "r") return add_read(op.at(1), op.at(2), op.at(3));
    if (name == "append") return add_write(OpKind::kAppend, op.at(1), op.at(2), true);
    if (name == "w") return add_write(OpKind::kWrite, op.at(1), op.at(2), op.at(3));
    if (auto read = add_read(op.at(1), op.at(3), op.at(4)); !read) return read;
    return add_write(name == "i" ? OpKind::kInsert : OpKind::kDelete, op.at(1), op.at(2), op.at(5));
  }

  Result<void> add_read(Form key, Form value, Form dead) {
    if (!dead.is(FormKind::kBoolean))
      return problem(fmt::format("expected true or false as the tombstone flag, got {}", spell_form(dead)));
    auto item = item_of(key, value);
    if (!item) return tl::unexpected(item.error());
    if (dead.boolean()) item->value = kInitial;
    builder_.add(OpKind::kRead, item->key, item->value);
    reads_.push_back(*item);
    return {};
  }

  Result<void> add_write(OpKind kind, Form key, Form value, Form success) {
    if (!success.is(FormKind::kBoolean))
      return problem(fmt::format("expected true or false as the success flag, got {}", spell_form(success)));
    return add_write(kind, key, value, success.boolean());
  }

  // A delete leaves a tombstone in the database and the absent version in the history.
  Result<void> add_write(OpKind kind, Form key, Form value, bool success) {
    auto item = item_of(key, value);
    if (!item) return tl::unexpected(item.error());
    if (kind == OpKind::kDelete) item->value = kInitial;
    writes_.push_back(*item);
    if (success)
      builder_.add(kind, item->key, item->value);
    else
      failed_.push_back({kind, *item});
    return {};
  }

  Result<void> read_range(Form op) {
    if (op.size() < 5 || !op.at(3).is_list() || !op.at(4).is_list())
      return problem("expected [\"range\",first,last,[live rows],[tombstones]]");
    std::string where;
    for (const std::size_t side : {1U, 2U}) {
      const Form bound = op.at(side);
      if (is_nil(bound)) continue;
      if (!bound.is(FormKind::kInteger) && !bound.is_name())
        return problem(fmt::format("expected a key as the bound of a range, got {}", spell_form(bound)));
      if (!where.empty()) where += " and ";
      where += side == 1 ? "key >= " : "key <= ";
      where += bound.is_name() ? sql_text(bound.text()) : fmt::format("{}", bound.integer());
    }
    const auto predicate = builder_.predicate(where.empty() ? "true" : where);
    if (!predicate) return tl::unexpected(predicate.error());
    const auto rows = rows_of(op.at(3));
    if (!rows) return tl::unexpected(rows.error());
    for (const RowSeen& row : *rows) reads_.push_back({row.key, row.value});
    builder_.add_predicate(OpKind::kPredicateRead, *predicate, *rows);
    return {};
  }

  Result<std::vector<RowSeen>> rows_of(Form list) {
    std::vector<RowSeen> rows;
    for (const Form row : list) {
      std::optional<Form> key;
      std::optional<Form> value;
      for (auto pair = row.begin(); row.is_map() && pair != row.end(); ++pair) {
        const Form name = *pair;
        const Form given = *++pair;
        if (name.is_named("id")) key = given;
        if (name.is_named("val")) value = given;
      }
      if (!key || !value)
        return problem(
            fmt::format("expected a row such as {{\"id\":key,\"val\":value}}, got {}", spell_form(row)));
      const auto item = item_of(*key, *value);
      if (!item) return tl::unexpected(item.error());
      rows.push_back({item->key, item->value, {}});
    }
    return rows;
  }

  Result<Item> item_of(Form key, Form value) {
    Item item{KeyId(), kInitial};
    if (key.is(FormKind::kInteger))
      item.key = builder_.key(key.integer());
    else if (key.is_name() && key.text().size() <= Dictionary::kMaxLength)
      item.key = builder_.key(key.text());
    else
      return problem(fmt::format("expected an integer or a text as key, got {}", spell_form(key)));
    if (is_nil(value)) return item;
    if (value.is(FormKind::kInteger))
      item.value = builder_.value(value.integer());
    else if (value.is_name() && value.text().size() <= Dictionary::kMaxLength)
      item.value = builder_.value(value.text());
    else
      return problem(fmt::format("expected an integer, a text or null as value, got {}", spell_form(value)));
    return item;
  }

  // A value that no transaction wrote was there before the recording began; a key has one such value.
  void guess_initial_values() {
    std::ranges::sort(writes_);
    std::vector<bool> known(builder_.keys().size());
    for (const Item& read : reads_) {
      if (read.value == kInitial || known[read.key.index()]) continue;
      if (std::ranges::binary_search(writes_, read)) continue;
      known[read.key.index()] = true;
      builder_.set_initial_value(read.key, read.value);
    }
  }

  HistoryBuilder builder_;
  std::string session_;
  std::vector<Failed> failed_;  // writes of the open transaction that did not succeed
  std::vector<Item> reads_;     // of the whole history, in order
  std::vector<Item> writes_;
  std::int64_t last_id_ = 0;
  std::size_t lines_ = 0;      // of the current file
  bool initial_here_ = false;  // the current file began with the initial transaction
  bool has_initial_ = false;
};

// Shorter names first, so that J2 stands before J10.
bool name_before(const std::filesystem::path& a, const std::filesystem::path& b) {
  const std::string left(unpacked_name(a.filename().string()));
  const std::string right(unpacked_name(b.filename().string()));
  return left.size() != right.size() ? left.size() < right.size() : left < right;
}

Result<std::vector<std::filesystem::path>> session_files(const std::string& directory) {
  std::error_code code;
  std::vector<std::filesystem::path> files;
  for (std::filesystem::directory_iterator entries(directory, code), end; !code && entries != end;
       entries.increment(code)) {
    std::error_code ignored;
    if (is_viper_file_name(entries->path().filename().string()) && entries->is_regular_file(ignored))
      files.push_back(entries->path());
  }
  if (code) return environment_error(directory, fmt::format("cannot be read: {}", code.message()));
  if (files.empty())
    return input_error({directory, PlaceUnit::kNone, 0},
                       "the directory holds no Viper log, a file whose name begins with J");
  std::ranges::sort(files, name_before);
  const auto twin =
      std::ranges::adjacent_find(files, [](const auto& a, const auto& b) { return !name_before(a, b); });
  if (twin != files.end())
    return input_error({twin->string(), PlaceUnit::kNone, 0},
                       fmt::format("{} is a log of the same session", std::next(twin)->string()));
  return files;
}

}  // namespace

bool is_viper_file_name(std::string_view name) { return name.starts_with('J'); }

Result<History> read_viper(const std::string& directory, const ReadOptions& options) {
  const auto files = session_files(directory);
  if (!files) return tl::unexpected(files.error());
  ViperReader reader;
  ErrorList errors;
  std::uint64_t done = 0;
  for (const std::filesystem::path& path : *files) {
    if (errors.is_over()) break;
    const Result<WholeFile> file = InputFile(path.string()).whole();
    if (!file) return tl::unexpected(file.error());
    if (auto read = reader.read_file(file->bytes(), path.string()); !read)
      errors.add(std::move(read.error()));
    done += file->bytes().size();
    if (options.progress) options.progress(done, 0);
  }
  if (!errors.is_empty()) return tl::unexpected(std::move(errors).take());
  return std::move(reader).finish();
}

Result<History> read_viper_bytes(std::string_view bytes, const std::string& name) {
  ViperReader reader;
  if (const auto read = reader.read_file(bytes, name); !read) return tl::unexpected(read.error());
  return std::move(reader).finish();
}

}  // namespace isolde
