// The executable isolde.
#include "base/huge_pages.hpp"
#include "frontends/cli/commands.hpp"

int main(int argc, char** argv) {
  isolde::begin_heap_in_huge_pages();
  return isolde::run_cli(argc, argv);
}
