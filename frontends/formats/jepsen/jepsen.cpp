#include "frontends/formats/jepsen/jepsen.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace isolde {
namespace {

constexpr std::array<std::string_view, 4> kTypes = {"invoke", "ok", "fail", "info"};
constexpr std::array<TxnStatus, 4> kStatuses = {TxnStatus::kIndeterminate, TxnStatus::kCommitted,
                                                TxnStatus::kAborted, TxnStatus::kIndeterminate};

// An operation that states what keys hold before everything else; it is no transaction.
bool is_initial_state(std::string_view f, TxnStatus status) {
  return f == "init" && status == TxnStatus::kCommitted;
}

}  // namespace

JepsenModel::JepsenModel(std::string name, PlaceUnit unit)
    : name_(std::move(name)), unit_(unit), calls_(builder_) {
  nil_.add_nil();
  builder_.begin_source(name_, unit_);
}

tl::unexpected<Error> JepsenModel::fail(std::uint64_t place, std::string message) const {
  return input_error({name_, unit_, place}, std::move(message));
}

Result<JepsenModel::Operation> JepsenModel::parse(const FormTree& tree, std::uint64_t place) const {
  const Form map = tree.root();
  if (!map.is_map())
    return fail(place, fmt::format("expected the map of an operation, got {}", spell_form(map)));
  Operation op{.f = {}, .value = nil_.root(), .index = {}};
  std::optional<Form> type;
  for (auto pair = map.begin(); pair != map.end(); ++pair) {
    const Form name = *pair;
    const Form given = *++pair;
    if (!name.is_name()) continue;
    if (name.text() == "type") type = given;
    if (name.text() == "value") op.value = given;
    if (name.text() == "index" && given.is(FormKind::kInteger)) op.index = given.integer();
    if (name.text() == "f" && !given.is_nil()) {
      if (!given.is_name())
        return fail(place, fmt::format("expected a name as the operation's f, got {}", spell_form(given)));
      op.f = given.text();
    }
    if (name.text() == "process" && !given.is_nil()) {
      op.client = given.is(FormKind::kInteger) ? Client::kProcess : Client::kOther;
      op.process = given.integer();
    }
  }
  if (!type) return fail(place, "the operation has no type; expected invoke, ok, fail or info");
  const auto* const known = type->is_name() ? std::ranges::find(kTypes, type->text()) : kTypes.end();
  if (known == kTypes.end())
    return fail(place, fmt::format("the operation's type is {}; expected invoke, ok, fail or info",
                                   spell_form(*type)));
  op.type = static_cast<Type>(known - kTypes.begin());
  return op;
}

// Either every operation has an index, ascending, or none counts. Jepsen writes -1 for "not indexed".
Result<void> JepsenModel::check_index(const Operation& op, std::uint64_t place) {
  if (position_ == 0) indexed_ = op.index && *op.index >= 0;
  if (!indexed_) return {};
  if (!op.index) return fail(place, "the operation has no integer index, although the first one has");
  if (last_index_ && *op.index <= *last_index_)
    return fail(place,
                fmt::format("index {} follows index {}; indices must ascend", *op.index, *last_index_));
  last_index_ = op.index;
  return {};
}

JepsenModel::Process& JepsenModel::process_of(const Operation& op) {
  if (op.client == Client::kUnnamed) return unnamed_;
  const std::uint32_t id = process_ids_.intern_integer(op.process);
  if (id == processes_.size()) processes_.emplace_back();
  return processes_[id];
}

Result<void> JepsenModel::add(FormTree& tree, std::uint64_t place) {
  Result<Operation> op = parse(tree, place);
  const Result<void> checked = op ? check_index(*op, place) : tl::unexpected(op.error());
  if (!checked) {
    expect_gaps();
    return checked;
  }
  if (!indexed_) op->index.reset();
  Result<void> done;
  if (op->client != Client::kOther) {
    if (op->type == Type::kInvoke)
      invoke(process_of(*op), *op, tree, place);
    else
      done = complete(process_of(*op), *op, place);
  }
  ++position_;
  return done;
}

void JepsenModel::invoke(Process& process, const Operation& op, FormTree& tree, std::uint64_t place) {
  has_invocations_ = true;
  if (!process.open.empty() && !process.overlap) process.overlap = place;
  process.open.push_back(std::exchange(process.unused, std::nullopt).value_or(Invocation{}));
  Invocation& invocation = process.open.back();
  invocation.value_node = op.value.is_nil() ? 0 : op.value.index();
  invocation.f = op.f;
  invocation.id = id_of(op);
  invocation.position = position_;
  invocation.place = place;
  std::swap(invocation.tree, tree);  // last: the operation's texts stand in the tree
}

Result<void> JepsenModel::complete(Process& process, const Operation& op, std::uint64_t place) {
  if (process.open.empty()) return complete_alone(op, place);
  Invocation invocation = std::move(process.open.front());
  process.open.pop_front();
  TxnInfo info{.id = id_of(op), .status = kStatuses[static_cast<std::size_t>(op.type)], .position = place};
  const std::string_view f = op.f.empty() ? std::string_view(invocation.f) : op.f;
  if (process.overlap) {
    has_overlaps_ = true;
    if (process.open.empty()) process.overlap.reset();
  } else {
    if (op.client == Client::kProcess && !is_initial_state(f, info.status))
      info.session = builder_.session(op.process);
    info.start = invocation.position;
    if (info.status != TxnStatus::kIndeterminate) info.end = position_;
  }
  const Form invoked =
      invocation.value_node == 0 ? nil_.root() : Form(invocation.tree, invocation.value_node);
  const bool observed = !op.value.is_nil();
  const JepsenCall call{.f = f,
                        .value = observed ? op.value : invoked,
                        .invoked = invoked,
                        .status = info.status,
                        .observed = observed};
  auto done = emit(info, call, invoked);
  process.unused = std::move(invocation);
  return done;
}

// In a history without invocations every operation stands by itself; whether it is one shows at the end.
Result<void> JepsenModel::complete_alone(const Operation& op, std::uint64_t place) {
  if (has_gaps_) return {};
  if (!lone_completion_) lone_completion_ = place;
  if (has_invocations_) {
    const std::string who =
        op.client == Client::kProcess ? fmt::format("process {}", op.process) : "the unnamed client";
    return fail(place, fmt::format("{} completes an operation that it has not invoked", who));
  }
  TxnInfo info{.id = id_of(op), .status = kStatuses[static_cast<std::size_t>(op.type)], .position = place};
  if (op.client == Client::kProcess && !is_initial_state(op.f, info.status))
    info.session = builder_.session(op.process);
  return emit(info, {.f = op.f, .value = op.value, .invoked = {}, .status = info.status, .observed = true},
              std::nullopt);
}

Result<void> JepsenModel::emit(const TxnInfo& info, const JepsenCall& call, std::optional<Form> fallback) {
  Result<void> drafted;
  const bool is_initial = is_initial_state(call.f, call.status);
  if (is_initial) {
    drafted = calls_.set_initial_state(call.value);
  } else {
    drafted = calls_.draft(call);
    if (!drafted && fallback && call.status != TxnStatus::kCommitted) {
      // :fail and :info often carry a reason instead of a value.
      JepsenCall asked = call;
      asked.value = *fallback;
      asked.observed = false;
      drafted = calls_.draft(asked);
    }
  }
  if (!drafted) return fail(info.position, drafted.error().message);
  if (is_initial) return {};
  builder_.begin_transaction(info);
  calls_.commit(info.position);
  builder_.end_transaction();
  return {};
}

Result<void> JepsenModel::emit_unfinished() {
  struct Unfinished {
    const Invocation* invocation;
    std::optional<std::int64_t> process;
  };
  std::vector<Unfinished> unfinished;
  const auto collect = [&](const Process& process, std::optional<std::int64_t> number) -> Result<void> {
    if (process.open.empty()) return {};
    if (process.overlap)
      return fail(*process.overlap,
                  fmt::format("{} invokes an operation while its last one is still open",
                              number ? fmt::format("process {}", *number) : "the unnamed client"));
    unfinished.push_back({&process.open.front(), number});
    return {};
  };
  for (std::uint32_t id = 0; id < processes_.size(); ++id)
    if (auto fine = collect(processes_[id], process_ids_.integer(id)); !fine) return fine;
  if (auto fine = collect(unnamed_, std::nullopt); !fine) return fine;
  std::ranges::sort(unfinished, {}, [](const Unfinished& u) { return u.invocation->position; });
  for (const Unfinished& last : unfinished) {
    const Invocation& invocation = *last.invocation;
    const Form value =
        invocation.value_node == 0 ? nil_.root() : Form(invocation.tree, invocation.value_node);
    const TxnInfo info{.id = invocation.id,
                       .session = last.process ? builder_.session(*last.process) : SessionId(),
                       .status = TxnStatus::kIndeterminate,
                       .start = invocation.position,
                       .position = invocation.place};
    const JepsenCall call{.f = invocation.f,
                          .value = value,
                          .invoked = value,
                          .status = TxnStatus::kIndeterminate,
                          .observed = false};
    if (auto done = emit(info, call, std::nullopt); !done) return done;
  }
  return {};
}

Result<History> JepsenModel::finish() && {
  if (has_invocations_ && lone_completion_)
    return fail(*lone_completion_, "an operation completes that was not invoked, although others are");
  if (const auto done = emit_unfinished(); !done) return tl::unexpected(done.error());
  if (const auto settled = calls_.finish(); !settled)
    return fail(settled.error().place.position, settled.error().message);
  if (has_invocations_)
    builder_.set_times_are_positions();
  else if (position_ > 0)
    builder_.add_warning(fmt::format("{}: there are no invocations, so there is no real-time order", name_));
  if (has_overlaps_)
    builder_.add_warning(fmt::format(
        "{}: a process has several operations open at once; they are read without session and times", name_));
  Result<History> history = std::move(builder_).finish();
  if (history) calls_.forget_initials(*history);
  return history;
}

}  // namespace isolde
