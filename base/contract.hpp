// Two kinds of "cannot happen", kept apart from bad input (base/result.hpp) and from verdicts.
//   REQUIRE    the caller broke the contract of a call; checked in every build.
//   INVARIANT  we broke our own; checked in debug, sanitizer and fuzz builds, free in release.
#pragma once

namespace isolde {

// Called with the failed condition; the default prints one line and aborts. A host may install its own, which
// must not return.
using ContractHandler = void (*)(const char* kind, const char* condition, const char* file, int line);
void set_contract_handler(ContractHandler handler);
[[noreturn]] void contract_failed(const char* kind, const char* condition, const char* file, int line);

}  // namespace isolde

// NOLINTBEGIN(cppcoreguidelines-macro-usage): the condition's text and place are only available to a macro.
#define ISOLDE_REQUIRE(condition)         \
  (static_cast<bool>(condition) ? void(0) \
                                : ::isolde::contract_failed("REQUIRE", #condition, __FILE__, __LINE__))
#ifdef NDEBUG
#define ISOLDE_INVARIANT(condition) void(0)
#else
#define ISOLDE_INVARIANT(condition)       \
  (static_cast<bool>(condition) ? void(0) \
                                : ::isolde::contract_failed("INVARIANT", #condition, __FILE__, __LINE__))
#endif
// NOLINTEND(cppcoreguidelines-macro-usage)
