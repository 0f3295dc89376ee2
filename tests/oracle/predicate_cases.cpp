// Anomalies that need a predicate, with the exact verdict of all eight levels. Repeatable read (PL-2.99)
// looks at the rows returned only, so it accepts every pure phantom.
#include "tests/oracle/cases.hpp"

namespace isolde {
namespace {

constexpr const char* kAll = "+++ +++ + +";
constexpr const char* kNone = "--- --- - -";
constexpr const char* kOnlyRepeatable = "--- --- - +";
constexpr const char* kWriteSkew = "--- +++ + -";
constexpr const char* kLostUpdate = "--- --- + -";

}  // namespace

std::vector<CaseGroup> predicate_cases() {
  return {
      {"Reads",
       {
           {"all rows", "a: w x 1, w y 2; b: pr 'value > 0' {x=1 y=2}", kAll},
           {"rows in any order", "a: w x 1, w y 2; b: pr 'value > 0' {y=2 x=1}", kAll},
           {"only those that match", "a: w x 1, w y 2; b: pr 'value > 1' {y=2}", kAll},
           {"before everything", "a: w x 1; b: pr 'value > 0' {}", kAll},
           {"unknown is no match", "a: w x word; b: pr 'value > 0' {}", kAll},
           {"by key", "a: w x 1, w y 2; b: pr 'key = ''x''' {x=1}", kAll},
           {"by column", "a: insert x (v=1 w=5), insert y (v=2 w=5); b: pr 'v < 2 and w = 5' {x=(v=1 w=5)}",
            kAll},
           {"a row is missing", "a: w x 1, w y 2; b: pr 'value > 0' {y=2}", kOnlyRepeatable},
           {"a row that does not match", "a: w x 1; b: pr 'value > 5' {x=1}", kNone},
           {"a row twice", "a: w x 1; b: pr 'true' {x=1 x=1}", kNone},
           {"two versions of a row", "a: w x 1; b: w x 2; c: pr 'true' {x=1 x=2}", kNone},
           {"aborted row", "a aborted: insert x 1; b: pr 'true' {x=1}", kNone},
           {"intermediate row", "a: insert x 1, w x 2; b: pr 'true' {x=1}", kNone},
           {"garbage row", "a: insert x 1; b: pr 'true' {x=9}", kNone},
           {"rows of lists", "a: append x 1; b: append x 2; c: pr 'true' {x=[1 2]}", kAll},
           {"rows of counters", "a: inc x 2; b: inc x 3; c: pr 'value > 4' {x=5}; d: pr 'value > 4' {}",
            kAll},
       }},
      {"AbsentVersionsMatchNothing",
       {
           {"unborn", "a: pr 'value is null' {}; b: insert x 1", kAll},
           {"deleted", "init x 1; a: delete x; b: pr 'true' {}", kAll},
           {"not deleted", "init x 1; a: pr 'true' {}", kOnlyRepeatable},
           {"deleted and inserted again",
            "init x 1; a: delete x; b: insert x 2; c: pr 'true' {x=1}; c: pr 'true' {}; c: pr 'true' {x=2}",
            kAll},
           {"gone without a delete", "init x 1; a: w x 2; b: pr 'value = 2' {x=2}; b: pr 'value < 9' {}",
            kOnlyRepeatable},
           {"a version that does not match hides the row", "init x 1; a: w x 9; b: pr 'value < 5' {}", kAll},
           {"an aborted delete", "init x 1; a aborted: delete x; b: pr 'true' {}", kOnlyRepeatable},
           {"a delete that may have happened", "init x 1; a unknown: delete x; b: pr 'true' {}", kAll},
           {"an insert that may have happened", "a unknown: insert x 1; b: pr 'true' {}; c: pr 'true' {x=1}",
            kAll},
       }},
      {"OwnWrites",
       {
           {"own insert is seen", "a: insert x 1, pr 'value = 1' {x=1}", kAll},
           {"own insert is missing", "a: insert x 1, pr 'value = 1' {}", kOnlyRepeatable},
           {"own delete is seen", "init x 1; a: delete x, pr 'true' {}", kAll},
           {"own delete is missing", "init x 1; a: delete x, pr 'true' {x=1}", kNone},
           {"own update no longer matches", "init x 1; a: w x 9, pr 'value < 5' {}", kAll},
           {"another's version instead of the own", "a: insert x 1, pr 'value > 0' {x=2}; b: insert x 2",
            kNone},
           {"own insert among others'", "a: insert x 1; b: insert y 2, pr 'value > 0' {x=1 y=2}", kAll},
           {"inserted and deleted", "a: insert x 1, delete x, pr 'true' {}", kAll},
       }},
      {"Phantoms",
       {
           {"phantom", "a: pr 'value > 0' {}, pr 'value > 0' {x=1}; b: insert x 1", kOnlyRepeatable},
           {"phantom by delete", "init x 1; a: pr 'value > 0' {x=1}, pr 'value > 0' {}; b: delete x",
            kOnlyRepeatable},
           {"phantom by update", "init x 1; a: pr 'value > 5' {}, pr 'value > 5' {x=6}; b: w x 6",
            kOnlyRepeatable},
           {"predicate-many-preceders", "a: pr 'value = 30' {}, pr 'value % 3 = 0' {z=30}; b: insert z 30",
            kOnlyRepeatable},
           {"G-single with a predicate", "a: pr 'value < 5' {}, r y 10; b: insert x 1, w y 10",
            kOnlyRepeatable},
           {"fractured predicate read", "a: insert x 1, insert y 2; b: pr 'true' {x=1}", kOnlyRepeatable},
           {"a row against an item read", "a: insert x 1; b: pr 'true' {x=1}, r x nil", kNone},
           {"long fork on rows", "a: insert x 1; b: insert y 2; c: pr 'true' {x=1}; d: pr 'true' {y=2}",
            kOnlyRepeatable},
           {"G2, write skew over a predicate",
            "a: pr 'value > 0' {}, insert x 1; b: pr 'value > 0' {}, insert y 1", "--- +++ + +"},
           {"the same, but one saw the other",
            "a: pr 'value > 0' {}, insert x 1; b: pr 'value > 0' {x=1}, insert y 1", kAll},
           {"G2 through rows that both saw",
            "init x (on=1); init y (on=1); a: pr 'on = 1' {x=(on=1) y=(on=1)}, w x (on=0);"
            "b: pr 'on = 1' {x=(on=1) y=(on=1)}, w y (on=0)",
            kWriteSkew},
           {"stale predicate read in a session", "a: insert x 1; a: pr 'true' {}", "+-- +-- - +"},
           {"stale predicate read in real time", "a [0,1]: insert x 1; b [2,3]: pr 'true' {}", "++- ++- + +"},
       }},
      {"Writes",
       {
           {"updates what matches", "init x 1; init y 2; a: pw 'value > 1' {y=2>12}; b: r x 1, r y 12", kAll},
           {"updates all",
            "init x 1; init y 2; a: pw 'true' {x=1>11 y=2>12}; b: r x 11, r y 12; c: r x 1, r y 2", kAll},
           {"half of it is seen", "init x 1; init y 2; a: pw 'true' {x=1>11 y=2>12}; b: r x 11, r y 2",
            kNone},
           {"misses a row", "init x 1; init y 2; a: pw 'true' {x=1>11}", kOnlyRepeatable},
           {"deletes", "init x 1; a: pw 'true' {x=1>nil}; b: pr 'true' {}; c: r x nil; d: r x 1", kAll},
           {"sees its own update", "init x 1; a: pw 'value = 1' {x=1>2}, pr 'value = 1' {}, r x 2", kAll},
           {"runs twice", "init x 1; a: pw 'value < 3' {x=1>2}, pw 'value < 3' {x=2>3}; b: r x 3", kAll},
           {"its intermediate result",
            "init x 1; a: pw 'value < 3' {x=1>2}, pw 'value < 3' {x=2>3}; b: r x 2", kNone},
           {"aborted", "init x 1; a aborted: pw 'true' {x=1>2}; b: r x 2", kNone},
           {"lost update", "init x 1; a: pw 'true' {x=1>2}; b: pw 'true' {x=1>3}", kLostUpdate},
           {"write skew",
            "init x 1; init y 2; a: pw 'value = 1' {x=1>2}; b: pw 'value = 2' {y=2>1}; c: r x 2, r y 1",
            "--- +++ + +"},
           {"an insert it did not see", "a: pw 'true' {}; b: insert x 1; b: pr 'true' {x=1}", kAll},
       }},
  };
}

}  // namespace isolde
