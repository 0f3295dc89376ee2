// The model of a Jepsen history: operation maps in the order of the file become transactions.
//
// A parser (EDN or JSON) hands over one operation map after another; this class pairs invocations with
// completions, decides what committed, and keeps the real-time order: start and end of a transaction are the
// positions of its invocation and its completion. Only integer processes are clients; each is a session.
//
//   :ok    committed
//   :fail  aborted; keeps its writes
//   :info  indeterminate, without an end; so is an invocation that nothing completes before the file ends
//
// A completion's value replaces the invocation's unless it is nil or, for :fail and :info, no value of the
// operation at all (an error message). Without any invocation there is no real-time order, and a warning says
// so.
//
// A process that invokes while its last operation is open breaks the format's rule and is an error, with one
// exception, because published histories do it: if everything it invoked is completed in the end, the
// transactions of the overlap are kept, without session and times, and a warning says so.
//
// O(size of the input); memory: the open invocations.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "frontends/formats/jepsen/form.hpp"
#include "frontends/formats/jepsen/jepsen_calls.hpp"
#include "history/builder.hpp"

namespace isolde {

class JepsenModel {
 public:
  // `unit` is what the places given to add() count.
  JepsenModel(std::string name, PlaceUnit unit);
  JepsenModel(const JepsenModel&) = delete;
  JepsenModel& operator=(const JepsenModel&) = delete;

  // Takes one operation map; `op` comes back with unspecified content and is ready to be cleared and filled.
  // After an error further operations can be looked at, for their own errors; finish() must not be called.
  [[nodiscard]] Result<void> add(FormTree& op, std::uint64_t place);
  // Operations may be missing from now on, so that a completion without its invocation is no error.
  void expect_gaps() { has_gaps_ = true; }
  [[nodiscard]] Result<History> finish() &&;

 private:
  enum class Type : std::uint8_t { kInvoke, kOk, kFail, kInfo };
  // Who runs an operation. A map without :process is run by one client that has no session.
  enum class Client : std::uint8_t { kProcess, kUnnamed, kOther };

  struct Operation {
    Type type = Type::kInvoke;
    Client client = Client::kUnnamed;
    std::int64_t process = 0;
    std::string_view f;
    Form value;
    std::optional<std::int64_t> index;
  };
  struct Invocation {
    FormTree tree;
    std::size_t value_node = 0;  // 0, which is the map itself: no value
    std::string f;
    std::int64_t id = -1;
    std::int64_t position = 0;
    std::uint64_t place = 0;
  };
  struct Process {
    SessionId session;
    std::deque<Invocation> open;           // oldest first; more than one only during an overlap
    std::optional<Invocation> unused;      // keeps the buffers of the last one that was closed
    std::optional<std::uint64_t> overlap;  // place of the invocation that began the overlap going on
  };

  [[nodiscard]] tl::unexpected<Error> fail(std::uint64_t place, std::string message) const;
  [[nodiscard]] Result<Operation> parse(const FormTree& tree, std::uint64_t place) const;
  [[nodiscard]] Result<void> check_index(const Operation& op, std::uint64_t place);
  [[nodiscard]] Process& process_of(const Operation& op);
  void invoke(Process& process, const Operation& op, FormTree& tree, std::uint64_t place);
  [[nodiscard]] Result<void> complete(Process& process, const Operation& op, std::uint64_t place);
  [[nodiscard]] Result<void> complete_alone(const Operation& op, std::uint64_t place);
  [[nodiscard]] Result<void> emit(const TxnInfo& info, const JepsenCall& call, std::optional<Form> fallback);
  [[nodiscard]] Result<void> emit_unfinished();
  [[nodiscard]] std::int64_t id_of(const Operation& op) const { return op.index.value_or(position_); }

  std::string name_;
  PlaceUnit unit_;
  HistoryBuilder builder_;
  JepsenCalls calls_;
  FormTree nil_;  // what a map without :value has
  Dictionary process_ids_;
  std::vector<Process> processes_;  // by dense process id
  Process unnamed_;
  std::int64_t position_ = 0;
  std::optional<std::int64_t> last_index_;
  bool indexed_ = false;
  bool has_invocations_ = false;
  bool has_overlaps_ = false;
  bool has_gaps_ = false;
  std::optional<std::uint64_t> lone_completion_;  // place of the first one before any invocation
};

}  // namespace isolde
