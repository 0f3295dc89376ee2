// A history in one line (tests/oracle/dsl.hpp) as the encoder sees it: members are its transactions in order,
// as long as all of them count.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "encode/choices/choices.hpp"
#include "encode/items/items.hpp"
#include "history/findings/validation.hpp"
#include "history/writers.hpp"
#include "tests/oracle/dsl.hpp"

namespace isolde {

struct SmallItems {
  // `all`: also indeterminate transactions of which nobody knows whether they count.
  explicit SmallItems(std::string_view text, bool all = false)
      : history(history_of(text)),
        writers(history),
        items(history, writers, all ? may_count(history) : counting_transactions(history, writers)) {}

  [[nodiscard]] std::uint32_t key(std::string_view name) const {
    for (std::uint32_t key = 0; key < history.key_count(); ++key)
      if (history.keys().kind(key) == ValueKind::kText && history.keys().text(key) == name) return key;
    throw std::invalid_argument("no such key: " + std::string(name));
  }
  // What the member installed of the key.
  [[nodiscard]] Version version(Member member, std::string_view name) const {
    return items.installed(member, key(name));
  }
  [[nodiscard]] Version initial(std::string_view name) const { return items.initial(key(name)); }

  const History history;
  const WriterIndex writers;
  const Items items;
};

}  // namespace isolde
