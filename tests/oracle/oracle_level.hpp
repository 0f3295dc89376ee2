// The checker's level as the oracle's; a test of tests/check compares their names.
#pragma once

#include "history/level.hpp"
#include "tests/oracle/oracle.hpp"

namespace isolde {

inline OracleLevel oracle_level(Level level) { return static_cast<OracleLevel>(level); }

}  // namespace isolde
