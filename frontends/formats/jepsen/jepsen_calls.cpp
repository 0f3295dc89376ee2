#include "frontends/formats/jepsen/jepsen_calls.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "frontends/formats/jepsen/jepsen_predicate.hpp"
#include "frontends/formats/scan.hpp"
#include "history/initial_values.hpp"

namespace isolde {
namespace {

bool is_micro_operation(Form form) { return form.is_list() && form.size() > 0 && (*form.begin()).is_name(); }

bool is_pair(Form form) { return form.is_list() && form.size() == 2; }

bool is_scalar(Form form) { return !form.is_list() && !form.is_map(); }

bool equal_scalars(Form a, Form b) {
  if (a.kind() != b.kind() || !is_scalar(a)) return false;
  return a.is_name() ? a.text() == b.text() : a.integer() == b.integer();  // the payload, whatever the kind
}

std::uint32_t intern_scalar_of(Dictionary& target, const Dictionary& source, std::uint32_t id) {
  switch (source.kind(id)) {
    case ValueKind::kInteger:
      return target.intern_integer(source.integer(id));
    case ValueKind::kReal:
      return target.intern_real(source.real(id));
    case ValueKind::kBoolean:
      return target.intern_boolean(source.boolean(id));
    case ValueKind::kText:
      return target.intern_text(source.text(id));
    case ValueKind::kKeyword:
      return target.intern_keyword(source.text(id));
    case ValueKind::kNull:
    case ValueKind::kList:
    case ValueKind::kRow:
      break;
  }
  return target.intern_null();
}

}  // namespace

Result<void> JepsenCalls::draft(const JepsenCall& call) {
  drafted_.clear();
  elements_.clear();
  status_ = call.status;
  observed_ = call.observed;
  const Form value = call.value;
  if (call.f == "txn" || call.f.empty()) return draft_micro_operations(value);
  if (value.is_list() && value.size() > 0 && is_micro_operation(*value.begin()))
    return draft_micro_operations(value);
  if (call.f == "read") return draft_read(call);
  if (call.f == "write") return draft_write(value);
  if (call.f == "cas") return draft_cas(value);
  if (call.f == "add") return draft_add(value);
  if (call.f == "transfer") return draft_transfer(value);
  if (call.f == "acquire" || call.f == "release") {
    draft_lock(call.f == "acquire");
    return {};
  }
  if (call.f == "init") return draft_map(OpKind::kWrite, value);
  return problem(
      fmt::format("the operation's f is {}, which is none of txn, read, write, cas, add, transfer, "
                  "acquire, release and init",
                  excerpt(call.f)));
}

Result<void> JepsenCalls::draft_micro_operations(Form value) {
  if (value.is_nil()) return {};
  if (!value.is_list())
    return problem(fmt::format("expected a vector of micro-operations, got {}", spell_form(value)));
  for (const Form mop : value) {
    if (!is_micro_operation(mop))
      return problem(
          fmt::format("expected a micro-operation such as [:r key value], got {}", spell_form(mop)));
    if (auto done = draft_micro_operation(mop); !done) return done;
  }
  return {};
}

Result<void> JepsenCalls::draft_micro_operation(Form mop) {
  struct Shape {
    std::string_view name;
    OpKind kind;
    std::size_t least;
  };
  static constexpr std::array<Shape, 5> kShapes = {{{"r", OpKind::kRead, 2},
                                                    {"w", OpKind::kWrite, 3},
                                                    {"append", OpKind::kAppend, 3},
                                                    {"insert", OpKind::kInsert, 3},
                                                    {"delete", OpKind::kDelete, 2}}};
  const std::string_view name = mop.at(0).text();
  if (name == "rp") return draft_predicate_read(mop);
  const auto* const shape = std::ranges::find(kShapes, name, &Shape::name);
  if (shape == kShapes.end())
    return problem(
        fmt::format("the micro-operation {} is none of r, w, append, insert, delete and rp", excerpt(name)));
  if (mop.size() < shape->least || mop.size() > 3)
    return problem(fmt::format("the micro-operation {} has {} elements; expected {}", name, mop.size(),
                               shape->least == 2 ? "2 or 3" : "3"));
  const Form key = mop.at(1);
  if (shape->kind == OpKind::kDelete) {
    const auto deleted = key_of(key);
    if (!deleted) return tl::unexpected(deleted.error());
    push(OpKind::kDelete, *deleted, kInitial);
    return {};
  }
  if (shape->kind != OpKind::kRead) return push(shape->kind, key, mop.at(2));
  if (mop.size() == 3) return was_seen(mop.at(2)) ? push(OpKind::kRead, key, mop.at(2)) : Result<void>{};
  if (status_ != TxnStatus::kCommitted) return {};
  return problem("the micro-operation r of a committed transaction has no value");
}

Result<void> JepsenCalls::draft_predicate_read(Form mop) {
  if (mop.size() < 2 || mop.size() > 3)
    return problem(fmt::format("the micro-operation rp has {} elements; expected 3", mop.size()));
  if (mop.size() == 2 || !was_seen(mop.at(2))) return {};
  const Form result = mop.at(2);
  const auto where = jepsen_predicate_text(mop.at(1));
  if (!where) return tl::unexpected(where.error());
  const auto predicate = builder_.predicate(*where);
  if (!predicate) return tl::unexpected(predicate.error());
  if (!result.is_map() && !result.is_nil())
    return problem(fmt::format("expected a map of the rows that rp returned, got {}", spell_form(result)));
  Drafted drafted{OpKind::kPredicateRead, Role::kSettled, {}, {}, *predicate, {}};
  for (auto pair = result.begin(); pair != result.end(); ++pair) {
    const auto key = key_of(*pair);
    if (!key) return tl::unexpected(key.error());
    const auto value = value_of(*++pair);
    if (!value) return tl::unexpected(value.error());
    drafted.rows.push_back({*key, *value, {}});
  }
  drafted_.push_back(std::move(drafted));
  return {};
}

Result<void> JepsenCalls::draft_read(const JepsenCall& call) {
  const Form value = call.value;
  if (value.is_map()) return draft_map(OpKind::kRead, value);
  Target target{KeyId(), value};
  if (call.invoked && is_pair(*call.invoked) && call.invoked->at(1).is_nil() &&
      is_scalar(call.invoked->at(0))) {
    // The invocation [k nil] says that values are tuples; some histories complete with the bare result.
    const Form tuple_key = call.invoked->at(0);
    const auto key = key_of(tuple_key);
    if (!key) return tl::unexpected(key.error());
    target.key = *key;
    if (is_pair(value) && equal_scalars(value.at(0), tuple_key)) target.value = value.at(1);
  }
  if (!was_seen(target.value)) return {};
  const auto seen = value_of(target.value);
  if (!seen) return tl::unexpected(seen.error());
  push(OpKind::kRead, target.key, *seen, target.value.is_list() ? Role::kListRead : Role::kScalarRead);
  return {};
}

Result<void> JepsenCalls::draft_map(OpKind kind, Form map) {
  if (!map.is_map() && !map.is_nil()) return problem(fmt::format("expected a map, got {}", spell_form(map)));
  for (auto pair = map.begin(); pair != map.end(); ++pair) {
    const Form key = *pair;
    const Form value = *++pair;
    if (kind == OpKind::kRead && !was_seen(value)) continue;
    if (auto done = push(kind, key, value); !done) return done;
    if (kind == OpKind::kRead) note_account(drafted_.back().key);
  }
  return {};
}

void JepsenCalls::note_account(KeyId key) {
  if (is_account_.size() <= key.index()) is_account_.resize(key.index() + 1);
  is_account_[key.index()] = true;
}

// What failed may carry a reason instead of a value, and that is no tuple.
void JepsenCalls::note_tuple(bool is_tuple) {
  if (is_tuple) has_tuples_ = true;
  if (!is_tuple && status_ == TxnStatus::kCommitted) has_plain_updates_ = true;
}

Result<JepsenCalls::Target> JepsenCalls::split_tuple(Form value) {
  note_tuple(is_pair(value));
  if (!is_pair(value)) return Target{KeyId(), value};
  const auto key = key_of(value.at(0));
  if (!key) return tl::unexpected(key.error());
  return Target{*key, value.at(1)};
}

Result<void> JepsenCalls::draft_write(Form value) {
  const auto target = split_tuple(value);
  if (!target) return tl::unexpected(target.error());
  const auto written = value_of(target->value);
  if (!written) return tl::unexpected(written.error());
  has_register_writes_ = true;
  push(OpKind::kWrite, target->key.is_valid() ? target->key : builder_.key("register"), *written);
  return {};
}

Result<void> JepsenCalls::draft_cas(Form value) {
  if (!is_pair(value)) return problem(fmt::format("expected [old new], got {}", spell_form(value)));
  Target target{KeyId(), value};
  if (is_pair(value.at(1))) {
    const auto split = split_tuple(value);
    if (!split) return tl::unexpected(split.error());
    target = *split;
  } else {
    note_tuple(false);
  }
  const auto old_value = value_of(target.value.at(0));
  if (!old_value) return tl::unexpected(old_value.error());
  const auto new_value = value_of(target.value.at(1));
  if (!new_value) return tl::unexpected(new_value.error());
  has_register_writes_ = true;
  const KeyId key = target.key.is_valid() ? target.key : builder_.key("register");
  // Whenever a cas takes effect it has seen the old value; a failed one has just not seen it.
  if (status_ != TxnStatus::kAborted) push(OpKind::kRead, key, *old_value);
  push(OpKind::kWrite, key, *new_value);
  return {};
}

Result<void> JepsenCalls::draft_add(Form value) {
  const auto target = split_tuple(value);
  if (!target) return tl::unexpected(target.error());
  if (target->value.is_nil()) return problem("expected a value to add, got nil");
  const auto element = value_of(target->value);
  if (!element) return tl::unexpected(element.error());
  if (!target->value.is(FormKind::kInteger)) has_other_elements_ = true;
  push(OpKind::kAdd, target->key, *element, Role::kAdd);
  return {};
}

Result<void> JepsenCalls::draft_transfer(Form value) {
  std::optional<Form> from;
  std::optional<Form> to;
  std::optional<Form> amount;
  for (auto pair = value.begin(); value.is_map() && pair != value.end(); ++pair) {
    const Form name = *pair;
    const Form given = *++pair;
    if (name.is_named("from")) from = given;
    if (name.is_named("to")) to = given;
    if (name.is_named("amount")) amount = given;
  }
  if (!from || !to || !amount || !amount->is(FormKind::kInteger) ||
      amount->integer() == std::numeric_limits<std::int64_t>::min())
    return problem(fmt::format("expected a transfer {{:from account, :to account, :amount integer}}, got {}",
                               spell_form(value)));
  const auto source = key_of(*from);
  if (!source) return tl::unexpected(source.error());
  const auto target = key_of(*to);
  if (!target) return tl::unexpected(target.error());
  push(OpKind::kIncrement, *source, builder_.value(-amount->integer()));
  push(OpKind::kIncrement, *target, builder_.value(amount->integer()));
  note_account(*source);
  note_account(*target);
  return {};
}

void JepsenCalls::draft_lock(bool acquire) {
  const KeyId mutex = builder_.key("mutex");
  const ValueId held = builder_.value("held");
  if (status_ != TxnStatus::kAborted) push(OpKind::kRead, mutex, acquire ? kInitial : held);
  push(OpKind::kWrite, mutex, acquire ? held : kInitial);
}

Result<void> JepsenCalls::set_initial_state(Form value) {
  if (!value.is_map())
    return problem(fmt::format("expected a map of initial values, got {}", spell_form(value)));
  has_initial_state_ = true;
  for (auto pair = value.begin(); pair != value.end(); ++pair) {
    const auto key = key_of(*pair);
    if (!key) return tl::unexpected(key.error());
    const auto initial = value_of(*++pair);
    if (!initial) return tl::unexpected(initial.error());
    builder_.set_initial_value(*key, *initial);
  }
  return {};
}

void JepsenCalls::commit(std::uint64_t place) {
  for (Drafted& drafted : drafted_) {
    if (drafted.kind == OpKind::kPredicateRead) {
      builder_.add_predicate(drafted.kind, drafted.predicate, drafted.rows);
      continue;
    }
    if (drafted.role != Role::kSettled)
      unsettled_.push_back(
          {OpId(builder_.operation_count()), drafted.role, drafted.key, drafted.value, place});
    builder_.add(drafted.kind, drafted.key, drafted.value);
  }
  drafted_.clear();
}

// Where all updates are tuples, so are the reads whose invocation does not tell.
Result<void> JepsenCalls::split_read_tuples() {
  for (Unsettled& operation : unsettled_) {
    if (operation.role == Role::kAdd || operation.key.is_valid() || operation.value == kInitial) continue;
    if (auto done = split_read_tuple(operation); !done) {
      done.error().place.position = operation.place;
      return done;
    }
  }
  return {};
}

Result<void> JepsenCalls::split_read_tuple(Unsettled& read) {
  const Dictionary& values = builder_.values();
  const auto is_list = [&](std::uint32_t id) { return values.kind(id) == ValueKind::kList; };
  const bool is_tuple = is_list(read.value.value) && values.elements(read.value.value).size() == 2 &&
                        !is_list(values.elements(read.value.value)[0]);
  if (!is_tuple && has_plain_updates_) return {};
  if (!is_tuple)
    return problem(
        "the read does not tell which key it is of, although updates are tuples [key value]; expected such a "
        "tuple, or an invocation with [key nil]");
  if (has_plain_updates_)
    return problem(
        "the read of two values may be a tuple [key value] or a list, since some updates are tuples and some "
        "are not; an invocation with [key nil] would tell");
  const std::uint32_t key = values.elements(read.value.value)[0];
  const std::uint32_t value = values.elements(read.value.value)[1];
  read.key = KeyId(intern_scalar_of(builder_.keys(), values, key));
  read.role = is_list(value) ? Role::kListRead : Role::kScalarRead;
  const bool is_empty = is_list(value) && values.elements(value).empty();
  read.value = is_empty ? kInitial : ValueId(value);
  builder_.replace_value(read.op, read.value);
  return {};
}

void JepsenCalls::forget_initials(History& history) const {
  if (has_initial_state_ || is_account_.empty()) return;
  std::vector<bool> is_forgotten = is_account_;
  is_forgotten.resize(history.key_count());
  for (std::size_t i = 0; i < history.operation_count(); ++i) {
    const OpKind kind = history.kind(OpId(i));
    if (is_item_write(kind) && kind != OpKind::kIncrement) is_forgotten[history.key(OpId(i)).index()] = false;
  }
  InitialValues initials(history);
  for (std::size_t i = 0; i < is_forgotten.size(); ++i)
    if (is_forgotten[i]) initials.forget(KeyId(i));
}

Result<void> JepsenCalls::finish() {
  if (has_tuples_)
    if (auto split = split_read_tuples(); !split) return split;
  const auto has = [&](Role role) {
    return std::ranges::find(unsettled_, role, &Unsettled::role) != unsettled_.end();
  };
  const bool is_set = has(Role::kListRead) || has_other_elements_;
  const std::string_view scalars = has_register_writes_ ? "register"
                                   : is_set             ? "set"
                                   : has(Role::kAdd)    ? "counter"
                                                        : "register";
  for (const Unsettled& operation : unsettled_) {
    const bool adds = operation.role == Role::kAdd;
    OpKind kind = OpKind::kRead;
    if (adds) kind = is_set ? OpKind::kAdd : OpKind::kIncrement;
    std::string_view name = is_set ? "set" : "counter";
    if (operation.role == Role::kScalarRead) name = scalars;
    builder_.replace_target(operation.op, kind,
                            operation.key.is_valid() ? operation.key : builder_.key(name));
  }
  unsettled_.clear();
  return {};
}

Result<void> JepsenCalls::push(OpKind kind, Form key, Form value) {
  const auto key_id = key_of(key);
  if (!key_id) return tl::unexpected(key_id.error());
  const auto value_id = value_of(value);
  if (!value_id) return tl::unexpected(value_id.error());
  push(kind, *key_id, *value_id);
  return {};
}

void JepsenCalls::push(OpKind kind, KeyId key, ValueId value, Role role) {
  drafted_.push_back({kind, role, key, value, {}, {}});
}

Result<KeyId> JepsenCalls::key_of(Form form) {
  return intern(builder_.keys(), form).map([](std::uint32_t id) { return KeyId(id); });
}

Result<ValueId> JepsenCalls::value_of(Form form) {
  if (form.is_nil() || (form.is_list() && form.size() == 0)) return kInitial;
  return intern(builder_.values(), form).map([](std::uint32_t id) { return ValueId(id); });
}

Result<std::uint32_t> JepsenCalls::intern(Dictionary& dictionary, Form form) {
  switch (form.kind()) {
    case FormKind::kNil:
      return dictionary.intern_null();
    case FormKind::kBoolean:
      return dictionary.intern_boolean(form.boolean());
    case FormKind::kInteger:
      return dictionary.intern_integer(form.integer());
    case FormKind::kReal:
      return dictionary.intern_real(form.real());
    case FormKind::kText:
    case FormKind::kKeyword:
      if (form.text().size() > Dictionary::kMaxLength) return problem("a text is longer than 128 MiB");
      return form.is(FormKind::kText) ? dictionary.intern_text(form.text())
                                      : dictionary.intern_keyword(form.text());
    case FormKind::kList:
      break;
    case FormKind::kMap:
      return problem("a map stands where a key or a value is expected");
  }
  const std::size_t base = elements_.size();
  if (form.size() > Dictionary::kMaxLength) return problem("a list has more than 2^27 elements");
  for (const Form element : form) {
    const auto id = intern(dictionary, element);
    if (!id) return id;
    elements_.push_back(*id);
  }
  const std::uint32_t list = dictionary.intern_list(std::span(elements_).subspan(base));
  elements_.resize(base);
  return list;
}

}  // namespace isolde
