// A plant's transactions as one line of text; the part of the tests' notation (tests/oracle/dsl.hpp) that
// plants need, so that a plant can be read, documented and judged as it stands:
//
//   plant       := part { ; part }
//   part        := init KEY VALUE | SESSION [aborted] "[" START , END "]" : operation { , operation }
//   operation   := r KEY VALUE | w KEY VALUE | insert KEY VALUE | delete KEY
//                | pr 'COLUMN between LOW and HIGH' { row } | pw '...' { row > VALUE }     (braces are
//                literal)
//   row         := KEY = VALUE
//   VALUE       := nil | integer | ( v1 = integer v2 = integer )
//
// Sessions are a to d. Keys p to s are rows of the columns v1 and v2, t to z are registers. Integers are
// below kValueSpan, so that copies of a plant can be moved apart.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "frontends/engine/record.hpp"

namespace isolde::plants {

inline constexpr std::uint32_t kSessions = 4;
inline constexpr std::uint64_t kKeySpan = 8;  // of each table
inline constexpr std::int64_t kValueSpan = 100;
inline constexpr std::uint64_t kRegisterTable = 0;
inline constexpr std::uint64_t kRowTable = 1;
inline constexpr std::array<std::string_view, 2> kColumns = {"v1", "v2"};

struct PlantTemplate {
  struct Initial {
    engine::Key key;
    engine::Cells cells;
  };
  std::vector<Initial> initial;
  // Sessions, keys, values and times count from 0, tables are the two above; ids are all 0.
  std::vector<engine::RecordedTxn> transactions;
};

// An error names the character.
[[nodiscard]] Result<PlantTemplate> parse_plant(std::string_view text);

}  // namespace isolde::plants
