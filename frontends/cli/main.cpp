#include "frontends/cli/commands.hpp"

int main(int argc, char** argv) { return isolde::run_cli(argc, argv); }
