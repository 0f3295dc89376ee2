#include "frontends/engine/simulation.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/contract.hpp"
#include "frontends/engine/client.hpp"
#include "frontends/engine/controls/concurrency_control.hpp"
#include "frontends/engine/controls/wait_graph.hpp"
#include "frontends/engine/event_queue.hpp"
#include "frontends/engine/executor.hpp"
#include "frontends/engine/timing.hpp"

namespace isolde::engine {
namespace {

// Each event is a moment at the server, except kEnd, which is the client's. What a client does in between
// (hear a reply, think, ask for more) touches nobody else, so it is done at once with the server's step
// before it.
class Simulation {
 public:
  Simulation(Workload& workload, const SimulationOptions& options, Sink& sink,
             const std::function<void(std::uint64_t)>& progress)
      : workload_(workload),
        options_(options),
        sink_(sink),
        progress_(progress),
        random_(options.seed),
        workload_random_(~options.seed),
        timing_(random_),
        database_{Store(workload.tables(), options.truth), std::vector<WriteBuffer>(options.sessions),
                  options.seed},
        control_(make_control(options.engine, database_, options.truth)),
        executor_(database_, *control_, options.truth),
        waits_(options.sessions),
        clients_(options.sessions) {}

  SimulationSummary run() {
    sink_.tables(workload_.tables());
    workload_.load(workload_random_, [&](Key key, const Cells& cells) {
      database_.store.load(key, cells);
      sink_.initial(key, cells);
    });
    now_ = options_.clock_skew;  // no client's clock shows less than 0
    for (Session session = 0; session < options_.sessions; ++session) {
      clients_[session].clock_offset = random_.between(-options_.clock_skew, options_.clock_skew);
      start(session);
    }
    while (!queue_.empty()) {
      const EventQueue::Event event = queue_.pop();
      now_ = event.time;
      act(event.session);
    }
    if (options_.truth) record_truth();
    summary_.virtual_nanoseconds = now_ - options_.clock_skew;
    summary_.versions = database_.store.version_count();
    return summary_;
  }

 private:
  void act(Session session) {
    switch (clients_[session].step) {
      case Step::kBegin:
        return begin(session);
      case Step::kOperation:
        return operate(session);
      case Step::kCommit:
        return commit(session);
      case Step::kRollback:
        return finish(session, TxnStatus::kAborted);
      case Step::kEnd:
        return record(session);
    }
  }

  // The client starts its next transaction, if there is one left.
  void start(Session session) {
    if (started_ == options_.transactions) return;
    ++started_;
    Client& client = clients_[session];
    client.rolls_back = random_.chance(options_.abort_rate);
    client.gives_up = random_.chance(options_.indeterminate);
    client.is_lost = client.gives_up && random_.chance(0.5);
    client.ticket.reset();
    client.long_think = 0;
    if (random_.chance(options_.long_running))
      client.long_think = timing_.long_think(options_.transactions / options_.sessions);
    const std::int64_t at = now_ + timing_.pause();
    client.record.session = session;
    client.record.start = at + client.clock_offset;
    client.record.ops.clear();
    client.step = Step::kBegin;
    queue_.schedule(session, at + timing_.network());
  }

  void begin(Session session) {
    if (!has_proceeded(session, control_->begin(session, now_))) return;
    workload_.begin(session, workload_random_);
    ask(session, Reply());
  }

  // The client has heard the last reply and decides what comes next.
  void ask(Session session, const Reply& last) {
    Client& client = clients_[session];
    client.request = Request();
    const bool more = workload_.next(session, last, workload_random_, client.request);
    std::int64_t wait = timing_.think() + client.long_think;
    const bool rolls_back_now = client.rolls_back && random_.chance(0.25);
    if (more && !rolls_back_now) {
      client.step = Step::kOperation;
      wait += timing_.operation();
    } else {
      const bool rolls_back = client.rolls_back || workload_.rolls_back(session);
      client.step = rolls_back ? Step::kRollback : Step::kCommit;
      wait += timing_.commit();
    }
    queue_.schedule(session, now_ + wait);
  }

  void operate(Session session) {
    Client& client = clients_[session];
    if (!has_proceeded(session, executor_.execute(session, client.request, client.reply))) return;
    client.record.ops.push_back({std::move(client.request), std::move(client.reply)});
    ++summary_.operations;
    ask(session, client.record.ops.back().reply);
  }

  void commit(Session session) {
    const Client& client = clients_[session];
    if (client.is_lost) return finish(session, TxnStatus::kIndeterminate);
    const Answer answer = executor_.commit(session, now_);
    if (answer.kind == Answer::kAbort && client.gives_up) return finish(session, TxnStatus::kIndeterminate);
    if (!has_proceeded(session, answer)) return;
    clients_[session].ticket = control_->ticket(session);
    waits_.end(session, [&](Session waiter) { queue_.schedule(waiter, now_ + 1); });
    leave(session, client.gives_up ? TxnStatus::kIndeterminate : TxnStatus::kCommitted);
  }

  // Whether the session's step was done. If not, the session waits, or its transaction is over.
  bool has_proceeded(Session session, const Answer& answer) {
    if (answer.proceeds()) return true;
    if (answer.kind == Answer::kWait && waits_.wait(session, answer.blocker)) return false;
    finish(session, TxnStatus::kAborted);
    return false;
  }

  // The server undoes the transaction.
  void finish(Session session, TxnStatus status) {
    executor_.abort(session);
    waits_.end(session, [&](Session waiter) { queue_.schedule(waiter, now_ + 1); });
    leave(session, status);
  }

  // The outcome is on its way to the client.
  void leave(Session session, TxnStatus status) {
    Client& client = clients_[session];
    client.record.status = status;
    client.step = Step::kEnd;
    const bool hears = status != TxnStatus::kIndeterminate;
    queue_.schedule(session, now_ + (hears ? timing_.network() : timing_.timeout()));
  }

  void record(Session session) {
    Client& client = clients_[session];
    RecordedTxn& txn = client.record;
    txn.id = static_cast<std::int64_t>(recorded_++);
    txn.end = txn.status == TxnStatus::kIndeterminate ? kNoTime : now_ + client.clock_offset;
    count(txn.status);
    sink_.transaction(txn);
    workload_.ended(session, txn.status == TxnStatus::kCommitted);
    if (options_.truth && client.ticket) order_.emplace_back(*client.ticket, txn.id);
    if (recorded_ % 4096 == 0) {
      if (progress_) progress_(recorded_);
      if (!sink_.wants_more()) started_ = options_.transactions;  // open transactions still end
    }
    start(session);
  }

  void count(TxnStatus status) {
    if (status == TxnStatus::kCommitted) ++summary_.committed;
    if (status == TxnStatus::kAborted) ++summary_.aborted;
    if (status == TxnStatus::kIndeterminate) ++summary_.indeterminate;
  }

  void record_truth() {
    for (const VersionTruth& truth : database_.store.truth()) sink_.version_order(truth);
    const std::optional<Level> promise = info(options_.engine).promise;
    if (!promise || !info(*promise).one_node || !info(*promise).rows_bind) return;
    for (auto& [ticket, id] : order_) ticket = control_->position(ticket);
    std::ranges::sort(order_);
    std::vector<std::int64_t> ids;
    for (const auto& [position, id] : order_) ids.push_back(id);
    sink_.serialization_order(ids);
  }

  Workload& workload_;
  const SimulationOptions& options_;
  Sink& sink_;
  const std::function<void(std::uint64_t)>& progress_;
  Random random_;           // timing, rollbacks and lost clients
  Random workload_random_;  // what clients do
  Timing timing_;
  Database database_;
  std::unique_ptr<ConcurrencyControl> control_;
  Executor executor_;
  WaitGraph waits_;
  EventQueue queue_;
  std::vector<Client> clients_;
  std::int64_t now_ = 0;
  std::uint64_t started_ = 0;
  std::uint64_t recorded_ = 0;
  // Ticket and id of each transaction that committed, for the truth.
  std::vector<std::pair<std::uint64_t, std::int64_t>> order_;
  SimulationSummary summary_;
};

}  // namespace

SimulationSummary simulate(Workload& workload, const SimulationOptions& options, Sink& sink,
                           const std::function<void(std::uint64_t done)>& progress) {
  ISOLDE_REQUIRE(options.sessions > 0 && options.clock_skew >= 0);
  return Simulation(workload, options, sink, progress).run();
}

}  // namespace isolde::engine
