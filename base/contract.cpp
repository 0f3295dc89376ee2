#include "base/contract.hpp"

#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

namespace isolde {
namespace {

void print_failure(const char* kind, const char* condition, const char* file, int line) {
  fmt::print(stderr, "isolde: {} failed: {} ({}:{})\n", kind, condition, file, line);
}

ContractHandler& handler() {
  static ContractHandler current = print_failure;
  return current;
}

}  // namespace

void set_contract_handler(ContractHandler replacement) { handler() = replacement; }

void contract_failed(const char* kind, const char* condition, const char* file, int line) {
  handler()(kind, condition, file, line);
  std::abort();
}

}  // namespace isolde
