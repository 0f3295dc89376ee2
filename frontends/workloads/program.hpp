// Transactions whose next request depends on the last reply, written as coroutines that read like the
// transaction itself:
//
//   Program deposit(Client& client, Key account, std::int64_t amount) {
//     const std::int64_t balance = (co_await client.read(account)).cells[0];
//     co_await client.write(account, balance + amount);
//   }
//
// A reply is valid until the next co_await. One frame is allocated per transaction, nothing per request.
// Cells are passed one by one, not as a braced list: g++ 12 mishandles those inside co_await.
#pragma once

#include <algorithm>
#include <array>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <utility>
#include <vector>

#include "frontends/engine/workload.hpp"
#include "frontends/workloads/requests.hpp"

namespace isolde::workloads {

// Owns the coroutine; starts suspended.
class Program {
 public:
  struct promise_type {  // NOLINT(readability-identifier-naming): the language's name
    Program get_return_object() { return Program(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    [[noreturn]] void unhandled_exception() { std::terminate(); }
  };

  Program() = default;
  Program(Program&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  Program& operator=(Program&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Program() {
    if (handle_) handle_.destroy();
  }

  // Runs to the next request; false: there is none.
  bool resume() {
    handle_.resume();
    return !handle_.done();
  }

 private:
  explicit Program(std::coroutine_handle<promise_type> handle) : handle_(handle) {}

  std::coroutine_handle<promise_type> handle_;
};

// The cells of a row that was read, in an array so that programs keep it without allocating. Zeros if the row
// was not there: an engine that is weaker than the program expects must not make it fail.
template <std::size_t kWidth>
std::array<std::int64_t, kWidth> row_of(bool found, const Cells& cells) {
  std::array<std::int64_t, kWidth> row{};
  if (found) std::copy_n(cells.begin(), std::min(kWidth, cells.size()), row.begin());
  return row;
}
template <std::size_t kWidth>
std::array<std::int64_t, kWidth> row_of(const Reply& reply) {
  return row_of<kWidth>(reply.found, reply.cells);
}

// One session's side of the conversation.
class Client {
 public:
  class Answer {
   public:
    explicit Answer(const Client& client) : client_(client) {}
    [[nodiscard]] bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> /*program*/) const noexcept {}
    const Reply& await_resume() const noexcept { return *client_.reply_; }

   private:
    const Client& client_;
  };

  Answer read(Key key) { return fill_read(*request_, key), Answer(*this); }
  Answer remove(Key key) { return fill_delete(*request_, key), Answer(*this); }
  template <class... Cell>
  Answer write(Key key, Cell... cells) {
    return fill_write(*request_, OpKind::kWrite, key, cells...), Answer(*this);
  }
  // A whole row, as it was read and then changed.
  Answer write_row(Key key, std::span<const std::int64_t> cells) {
    return fill_row(*request_, OpKind::kWrite, key, cells), Answer(*this);
  }
  template <class... Cell>
  Answer insert(Key key, Cell... cells) {
    return fill_write(*request_, OpKind::kInsert, key, cells...), Answer(*this);
  }
  Answer select(const Range& range) { return fill_predicate_read(*request_, range), Answer(*this); }
  Answer update(const Range& range, std::uint32_t column, std::int64_t first) {
    return fill_predicate_write(*request_, range, column, first), Answer(*this);
  }

  // The program wants its transaction undone once it has returned.
  void roll_back() { rolls_back_ = true; }

 private:
  friend class ProgramWorkload;

  Request* request_ = nullptr;  // to be filled next
  const Reply* reply_ = nullptr;
  Program program_;
  bool rolls_back_ = false;
};

// A workload made of programs.
class ProgramWorkload : public engine::Workload {
 public:
  explicit ProgramWorkload(std::uint32_t sessions) : clients_(sessions) {}

  void begin(std::uint32_t session, Random& random) final;
  [[nodiscard]] bool next(std::uint32_t session, const Reply& last, Random& random, Request& request) final;
  [[nodiscard]] bool rolls_back(std::uint32_t session) const final { return clients_[session].rolls_back_; }

 protected:
  // Decides which transaction the session runs. All that is random is drawn here, so that programs need no
  // generator and arguments live in the frame.
  [[nodiscard]] virtual Program start(std::uint32_t session, Client& client, Random& random) = 0;

 private:
  std::vector<Client> clients_;
};

}  // namespace isolde::workloads
